"""`impede`: hinders a combatant."""

from combatcli.declarations import WITHOUT_FILE, Argument, Command, with_and_against

COMMAND = Command(
    "impede",
    arguments=[Argument("who", "who impedes"), Argument("target", "the opponent")],
    options=with_and_against("the actor's trait; ", "the target's trait; "),
    shared=WITHOUT_FILE,
    examples=["combatcli impede mira ruffian -f fight.toml"],
    attempts={"contest": "success"},
)
