"""Changes and problems of an encounter, in sentences."""

from combatcli.dice_events import NeededDice, Roll
from combatcli.events import ChangedKeys, DroppedCombatant, NewEncounter, Problem, Rename, UnknownKey, ValidEncounter
from combatcli.report.blocks import Line, Names, count_of, join, toml_without_quotes
from combatcli.rule_events import PlayableGame
from combatcli.text import escape, escaped_and_cut
from combatcli.voice import Subject

EMPTY = '""'
"""How an empty text is shown."""


def new(event: NewEncounter, names: Names) -> list[Line]:
    """Say which encounter was made, and what to type next if it has a file."""
    sentence = Line(
        f"A new {event.ruleset} encounter: {join(map(names.with_id, event.combatants)) or 'nobody in it yet'}."
        f"{' Its JSON Schema is ' + event.schema + '.' if event.schema else ''}"
    )
    if not event.file:
        return [sentence]
    import shlex

    file = escape(shlex.quote(event.file))
    first = f"combatcli play {file}" if event.combatants else f"combatcli add ID -f {file}"
    return [sentence, Line(f"Next: {first}, or combatcli show -f {file}.")]


def change(event: ChangedKeys, names: Names) -> Line:
    """Say which keys have which values now."""
    keys = join(
        [
            f"no {escape(key)}" if value is None else f"{escape(key)} = {escape(toml_without_quotes(value)) or EMPTY}"
            for key, value in event.changes.items()
        ]
    )
    who = names.id_for_command(event.who) if event.who != "." else Subject("The encounter")
    start = f"{who:is} added{':' if keys else ''}" if event.added else f"{who} now {who.verb('has')}"
    return Line(f"{start} {keys}".rstrip() + ".")


def roll(event: Roll, names: Names) -> Line:
    """Say what was rolled in place of a number."""
    what = event.label or event.expression
    return Line(f"{escape(what)}: {escape(event.breakdown)}.")


def needed(event: NeededDice, names: Names) -> Line:
    """Say which dice a command would roll."""
    what = escape(event.purpose)
    return Line(f"{f'{what[:1].upper()}{what[1:]}' if event.certain else f'Perhaps {what}'}: {event.dice}.")


def rename(event: Rename, names: Names) -> Line:
    """Say which id a combatant has now."""
    return Line(
        f"{Subject(escape(event.was), many=names.id_for_command(event.who).many):is} now called {escape(event.who)}."
    )


def drop(event: DroppedCombatant, names: Names) -> Line:
    """Say which combatant was removed, and what went with it."""
    hits = f", and with them {count_of(event.pending, 'pending hit')}" if event.pending else ""
    return Line(f"{names.id_for_command(event.who):is} dropped{hits}.")


def problem(event: Problem, names: Names) -> Line:
    """Say what is wrong, and where."""
    return Line(
        f"{escaped_and_cut(event.path)}: {escaped_and_cut(event.message)}. {escaped_and_cut(event.hint)}".rstrip(),
        "bad",
    )


def unknown(event: UnknownKey, names: Names) -> Line:
    """Say which key nobody knows."""
    return Line(f"{escaped_and_cut(event.path)}: unknown key, kept. {escaped_and_cut(event.hint)}", "warn")


def playable(event: PlayableGame, names: Names) -> Line:
    """Say that a game in a file is sound."""
    return Line(f"A valid game, {escape(event.game)}: {join(event.commands)}.", "good")


def checked(event: ValidEncounter, names: Names) -> Line:
    """Say that no problem was found, and what was not checked."""
    if event.unknown:
        keys = count_of(event.unknown, "unknown key")
        verb, typos = ("has", "a typo?") if event.unknown == 1 else ("have", "typos?")
        return Line(f"Valid, but {keys} {verb} no effect ({typos}).", "warn")
    return Line(
        f"A valid {event.ruleset} encounter: {count_of(event.combatants, 'combatant')}, "
        f"{count_of(event.arenas, 'arena')}.",
        "good",
    )
