"""What other tools and players call commands and options; imported only for an unknown word."""

from collections.abc import Collection, Sequence

from combatcli.text import escape

EXPRESSIVE = "@(){}=+*/"
"""Characters of dice expressions that no command's name has."""
MEANT = {
    **dict.fromkeys(("demo", "tutorial", "example", "sample"), ("new GAME --example",)),
    **dict.fromkeys(("create", "begin", "make"), ("new",)),
    **dict.fromkeys(("remove", "delete", "rm", "del", "kick"), ("drop",)),
    "kill": ("drop", "wound"),
    **dict.fromkeys(("strike", "fight", "shoot"), ("attack",)),
    "hit": ("wound", "attack"),
    **dict.fromkeys(("damage", "dmg", "hurt", "harm"), ("wound",)),
    "hp": ("wound", "recover"),
    **dict.fromkeys(("cast", "defend", "protect", "aim", "pass"), ("declare",)),
    **dict.fromkeys(("heal", "cure", "rest", "resist"), ("recover",)),
    **dict.fromkeys(("clear", "end"), ("condition --end",)),
    **dict.fromkeys(("effect", "note"), ("condition",)),
    **dict.fromkeys(("status", "list", "ls", "state", "view"), ("show",)),
    **dict.fromkeys(("init", "initiative", "start"), ("next", "order")),
    "turn": ("next",),
    **dict.fromkeys(("edit", "change", "update"), ("set",)),
    **dict.fromkeys(("step", "advance", "continue", "n"), ("next",)),
    **dict.fromkeys(("chance", "probability", "distribution", "stats"), ("odds",)),
    **dict.fromkeys(("history", "journal"), ("log",)),
    **dict.fromkeys(("revert", "back"), ("undo",)),
    **dict.fromkeys(("validate", "verify"), ("check",)),
    **dict.fromkeys(("skill", "saving"), ("test",)),
    **dict.fromkeys(("shove", "pull", "slam", "teleport"), ("push",)),
    **dict.fromkeys(("grapple", "hold", "restrain"), ("impede",)),
    "map": ("arena map",),
    **dict.fromkeys(("board", "declarations"), ("order --board",)),
    **dict.fromkeys(("place", "room"), ("arena",)),
    **dict.fromkeys(("rule", "lookup"), ("rules",)),
    **dict.fromkeys(("simulate", "simulation", "predict"), ("forecast",)),
}
"""What other tools and players call a command, and the commands that may be meant."""
DICE = {"ask": "dice.entered=true", "roll": "dice.entered=false"}
"""Who rolls from now on: the person at the terminal, who is asked, or the program."""
ANSWERED = {
    "dice": (
        "`combatcli dice ask` asks for the faces of your own dice, `combatcli dice roll` ends that. "
        "`combatcli roll --help` lists the notation."
    ),
    "save": "Every change is saved at once; `combatcli undo` takes it back.",
    **dict.fromkeys(("notation",), "See `combatcli roll --help`, or `man combatcli-dice`."),
    **dict.fromkeys(
        ("encounter", "file", "keys", "toml"), "See `man combatcli-encounter`, or `combatcli schema GAME`."
    ),
    "game": "See `man combatcli-game` for a game of your own; `combatcli new --help` lists all games.",
    **dict.fromkeys(("games", "systems", "rulesets"), "`combatcli new --help` lists the games."),
}
"""Answers to other words in a command's place."""
SAME_OPTIONS = {
    **dict.fromkeys(("--range", "--dist", "--away"), "--distance"),
    **dict.fromkeys(("--mod", "--modifier", "--plus"), "--bonus"),
    **dict.fromkeys(("--clear", "--remove", "--stop"), "--end"),
    **dict.fromkeys(("--turns", "--duration"), "--rounds"),
    **dict.fromkeys(("--faces", "--rolled"), "--dice"),
    **dict.fromkeys(("--preview", "--simulate"), "--dry-run"),
    **dict.fromkeys(("--chance", "--chances", "--probability"), "--odds"),
    **dict.fromkeys(("--team", "--group"), "--side"),
    **dict.fromkeys(("--demo", "--sample"), "--example"),
    **dict.fromkeys(("--encounter", "--input"), "--file"),
    "--silent": "--quiet",
}
"""What other tools call an option of any command."""
OPTIONS = {
    **dict.fromkeys(("--plot", "--graph"), "odds draws bars on a terminal; a picture is odds 3d6 --svg 3d6.svg."),
    "--median": "The median is odds 3d6 --quantiles 50.",
    **dict.fromkeys(("--dc", "--target", "--vs"), "Write odds 1d20+5 --at-least 15, or roll '1d20+5 >= 15'."),
    "--stats": "odds 3d6 tells mean and deviation; odds 3d6 --mean the mean alone.",
    "-n": "Many rolls are roll -t 6 4d6kh3.",
    **dict.fromkeys(("--adv", "--advantage"), "Advantage is 2d20kh1."),
    **dict.fromkeys(("--dis", "--disadvantage"), "Disadvantage is 2d20kl1."),
}
"""What other dice rollers call an option, and how to write it here."""
OPTIONS_OF_ADD = ("--from", "--map", "--update")


def expand_shorthand(words: list[str]) -> list[str]:
    """Expand a line that is short for a command, such as `dice ask`; return other words unchanged."""
    if words[:1] != ["dice"] or words[1:2] not in [[each] for each in DICE]:
        return words
    return ["set", ".", DICE[words[1]], *words[2:]]


def command_hint(name: str, words: Sequence[str]) -> str:
    """Return a hint for an unknown command: one of that meaning in the game of the line, or the nearest name."""
    from combatcli.commands import SUMMARIES
    from combatcli.errors import nearest

    if name in ANSWERED:
        return ANSWERED[name]
    if name in MEANT:
        commands = _commands_of_game_in_play(MEANT[name], words)
        return f"Did you mean {' or '.join(commands)}?" if commands else ""
    if any(sign in name for sign in EXPRESSIVE):
        return f"Dice that begin with no number are for roll: combatcli roll '{escape(name)}'"
    return nearest(name, SUMMARIES)


def _commands_of_game_in_play(commands: Sequence[str], words: Sequence[str]) -> list[str]:
    """Return those of ``commands`` that the game in play has; GAME becomes the game's name."""
    from combatcli.commands.show import COMMAND
    from combatcli.pipeline.input import Input, peek_encounter
    from combatcli.rulesets import NAMES, usable_games

    peeked = peek_encounter(COMMAND, words, streams=False)
    game = peeked.game if isinstance(peeked, Input) else None
    games = usable_games().values()
    return [
        command.replace("GAME", game.name if game else NAMES[0])
        for command in commands
        for first in [command.partition(" ")[0]]
        if game is None or game.has_command(first) or not any(other.has_command(first) for other in games)
    ]


def option_hint(name: str, command: str, options: Collection[str]) -> str:
    """Return a hint for an unknown option by its meaning; empty where only the nearest name can help."""
    if command in ("odds", "roll") and name in OPTIONS:
        return OPTIONS[name]
    if command == "set" and name in OPTIONS_OF_ADD:
        return "A file changes those that are there with: combatcli add --from FILE --update"
    own_name = SAME_OPTIONS.get(name)
    return f"Did you mean {own_name}?" if own_name in options else ""
