"""`roll`: the whole command line of what `quick` reads by itself."""

from __future__ import annotations

from combatcli.cli import Argument, Call, Command, dice_options, number, report_options
from combatcli.errors import ExitCode
from combatcli.quick import Rolls, read_option, run


def roll(call: Call) -> int:
    """Roll."""
    wanted = Rolls()
    wanted.expressions = list(call.words.get("expressions", ()))
    wanted.times = call.options.get("times", 1)
    read_option("times", str(wanted.times))
    wanted.seed = call.shared.get("seed")
    if "dice" in call.shared:
        faces = read_option("dice", call.shared["dice"])
        wanted.dice = list(faces) if isinstance(faces, list) else None
    wanted.verbose, wanted.quiet, wanted.json = (word in call.shared for word in ("verbose", "quiet", "json"))
    run(wanted)
    return ExitCode.DONE


COMMAND = Command(
    "roll",
    roll,
    about=(
        "To a pipe it prints the totals alone, one a line; on a terminal, and with -v, each die. "
        "Notation: 3d6+2  d%  4dF  4d6kh3  2d20kl1  3d6!  4d6r<2  8d10>=7f1  {2d6,1d8}kh1  6x4d6kh3  # a label. "
        "A word in a command's place that starts like dice is rolled: combatcli 3d6"
    ),
    arguments=[
        Argument("expressions", "what to roll; without any, lines of standard input", many=True, required=False)
    ],
    options=[number("--times", "roll that many times", short="-t")],
    shared=[*dice_options(), *report_options()],
    examples=[
        "combatcli roll 3d6+2",
        "combatcli roll -t 6 4d6kh3",
        'test "$(combatcli roll 2d6)" -ge 9 && echo hit',
    ],
)
