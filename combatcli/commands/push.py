"""`push`: moves a combatant out of their place by force."""

from combatcli.declarations import WITHOUT_FILE, Argument, Command, with_and_against

COMMAND = Command(
    "push",
    arguments=[Argument("who", "who pushes"), Argument("targets", "the opponents", many=True)],
    options=with_and_against("the actor's trait; ", "the targets' trait; "),
    shared=WITHOUT_FILE,
    examples=["combatcli push mira ruffian --to canal -f fight.toml"],
    attempts={"contest": "success"},
)
