"""`attack`: the common part of all games' attacks; each game adds the rest."""

from combatcli.declarations import WITHOUT_FILE, Argument, Command, flag, number, text, with_and_against

COMMAND = Command(
    "attack",
    about="A hit stays pending until you run `wound`, so that the target may still react.",
    arguments=[Argument("attacker", "who attacks"), Argument("targets", "who is attacked", many=True)],
    options=[
        text("--weapon", "NAME", "use this weapon [default: the one wielded]"),
        flag("--apply", "apply the hits at once"),
        flag("--all", "make all declared or paired attacks", enough=True),
        number("--bonus", "add N to the attack"),
        *with_and_against(),
    ],
    shared=WITHOUT_FILE,
    examples=[
        "combatcli attack mira ruffian -f fight.toml",
        "combatcli attack mira ruffian -f fight.toml --odds",
        "combatcli attack mira ruffian --dice 9,4,3 -f fight.toml --apply",
    ],
    attempts={"attack": "hit"},
)
