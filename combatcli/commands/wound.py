"""`wound`: applies pending hits, or given damage."""

from combatcli.declarations import SIDE, WITHOUT_FILE, Argument, Command, flag, number, text, with_and_against

COMMAND = Command(
    "wound",
    about=(
        "Without arguments it applies all pending hits at once. With TARGET… it applies only the hits on these "
        "targets. TARGET… AMOUNT inflicts a wound that you name; dice as in 2d6 are rolled, once for all."
    ),
    arguments=[Argument("what", "TARGET… and AMOUNT", many=True, required=False)],
    options=[
        number("--only", "apply only the N-th hit that `show` lists"),
        text("--by", "WHO", "who dealt the amount"),
        SIDE,
        flag("--each", "with dice as the amount, roll for each"),
        number("--discard", "discard pending hits: all, or the N-th that `show` lists", empty="all"),
        *with_and_against("the trait for a test that wounds may cause; "),
    ],
    shared=WITHOUT_FILE,
    examples=[
        "combatcli wound -f fight.toml",
        "combatcli wound ruffian -f fight.toml",
        "combatcli wound ruffian 4 --by mira -f fight.toml",
        "combatcli wound --side collectors 1d5 --each -f fight.toml",
        "combatcli wound --discard 1 -f fight.toml",
    ],
)
