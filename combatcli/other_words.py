"""What other tools, and players, call commands and options: read only where a word is not known."""

from __future__ import annotations

MEANT = {
    **dict.fromkeys(("remove", "delete", "rm", "del", "kick"), "drop"),
    **dict.fromkeys(("hit", "strike", "fight", "shoot"), "attack"),
    **dict.fromkeys(("damage", "hurt", "harm", "kill"), "wound"),
    **dict.fromkeys(("cast", "defend", "protect", "aim", "pass"), "declare"),
    **dict.fromkeys(("heal", "rest", "resist"), "recover"),
    **dict.fromkeys(("list", "status", "state", "view"), "show"),
    **dict.fromkeys(("initiative", "turn"), "order"),
    **dict.fromkeys(("init", "start", "create", "begin", "make"), "new"),
    **dict.fromkeys(("edit", "change", "update"), "set"),
    **dict.fromkeys(("step", "advance", "continue"), "next"),
    **dict.fromkeys(("chance", "probability", "distribution", "stats"), "odds"),
    **dict.fromkeys(("history", "journal"), "log"),
    **dict.fromkeys(("revert", "back"), "undo"),
    **dict.fromkeys(("validate", "verify"), "check"),
    **dict.fromkeys(("skill", "saving"), "test"),
    **dict.fromkeys(("shove", "pull", "slam", "teleport"), "push"),
    **dict.fromkeys(("map",), "arena map"),
    **dict.fromkeys(("board", "declarations"), "order --board"),
    **dict.fromkeys(("place", "room"), "arena"),
    **dict.fromkeys(("rule", "lookup"), "rules"),
}
"""What other tools, and players, call a command."""
DICE = {"ask": "dice.entered=true", "roll": "dice.entered=false"}
"""Who rolls from now on: whoever sits at the terminal and is asked, or the program."""
ANSWERED = {
    "dice": "`combatcli dice ask` asks for the faces of your own dice, `combatcli dice roll` ends that.",
    "save": "Every change is saved at once; `combatcli undo` takes it back.",
    **dict.fromkeys(("notation",), "See `combatcli roll --help`, or `man combatcli-dice`."),
    **dict.fromkeys(
        ("encounter", "file", "keys", "toml"), "See `man combatcli-encounter`, or `combatcli schema GAME`."
    ),
    **dict.fromkeys(("games", "systems", "rulesets"), "`combatcli new --help` lists the games."),
}
"""What answers other words in a command's place."""
OPTIONS = {
    **dict.fromkeys(("--plot", "--graph"), "odds draws bars on a terminal; a picture is odds 3d6 --svg 3d6.svg."),
    "--median": "The median is odds 3d6 --quantiles 50.",
    **dict.fromkeys(("--dc", "--target", "--vs"), "Write odds 1d20+5 --at-least 15, or roll '1d20+5 >= 15'."),
    "--stats": "odds 3d6 tells mean and deviation; odds 3d6 --mean the mean alone.",
    "-n": "Many rolls are roll -t 6 4d6kh3.",
    **dict.fromkeys(("--adv", "--advantage"), "Advantage is 2d20kh1."),
    **dict.fromkeys(("--dis", "--disadvantage"), "Disadvantage is 2d20kl1."),
}
"""What other dice rollers call an option, and how it is asked here."""


def read_as(words: list[str]) -> list[str]:
    """Return the words of a command for a line that is short for it, as `dice ask` is; other words as they are."""
    if words[:1] != ["dice"] or words[1:2] not in [[each] for each in DICE]:
        return words
    return ["set", ".", DICE[words[1]], *words[2:]]
