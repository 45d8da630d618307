"""`pairings`: who fights whom in melee; in every game, also without an encounter."""

import sys

from combatcli.declarations import PICTURES, PLAYED, Command, Invocation, flag, number, text
from combatcli.errors import ExitCode
from combatcli.pipeline.resolution import resolve
from combatcli.pipeline.result import Result, render_report
from combatcli.streams import write_stdout


def pairings(call: Invocation) -> int:
    """Work out the pairings of an encounter, or of the contacts of --engaged."""
    sys.set_int_max_str_digits(0)  # counts are exact, however long
    if "engaged" not in call.options:
        return resolve(call)
    from combatcli.rulesets.shared.pairings.command import PairingsRequest, pairings_of_text

    fields = {key: value for key, value in call.options.items() if key != "engaged"}
    events = [pairings_of_text(call.options["engaged"], PairingsRequest(**fields))]
    write_stdout(render_report(call, Result(events)))
    return ExitCode.DONE


COMMAND = Command(
    "pairings",
    pairings,
    about=(
        "Everybody who touches an enemy is paired, with as few pairs as possible. A pair is forced if every legal "
        "pairing has it. The side with members to spare chooses the others."
    ),
    options=[
        text("--choose", "WHO=WHOM", "let these two fight", many=True),
        flag("--spread", "spread the spare fighters as evenly as possible"),
        flag("--gang", "gang up, starting with the first combatant in the file"),
        flag("--all", "list every legal pairing"),
        number("--limit", "list at most N of them [default: 100]", least=1),
        text("--engaged", "WORDS", "without an encounter: 'orc1:mira orc2:mira,tomas', foes first"),
    ],
    shared=[*PLAYED, *PICTURES],
    excludes=[
        ("engaged", "file output odds dice seed", "--engaged needs no encounter."),
        ("spread", "gang", "One spreads fighters evenly, the other gangs up."),
    ],
    examples=[
        "combatcli pairings -f fight.toml",
        "combatcli pairings --engaged 'orc1:mira orc2:mira,tomas orc3:tomas'",
        "combatcli pairings --spread -f fight.toml",
    ],
    ruled=True,
    asks=lambda call: not {"choose", "spread", "gang"} & call.options.keys(),
)
