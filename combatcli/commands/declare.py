"""`declare`: a combatant's plan for this round."""

from combatcli.declarations import PLAYED, Argument, Command, flag

COMMAND = Command(
    "declare",
    arguments=[
        Argument("who", "who declares", required=False),
        Argument("action", "what they will do", required=False),
        Argument("targets", "the targets, the destination, or free text", many=True, required=False),
    ],
    options=[flag("--again", "declare what was declared in the last round, for all who can or those named")],
    shared=PLAYED,
    examples=["combatcli declare mira attack ruffian -f fight.toml", "combatcli declare --again -f fight.toml"],
)
