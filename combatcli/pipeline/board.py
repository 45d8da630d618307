"""What `show` shows of a text, and what it shows differently for two."""

from collections.abc import Callable

from combatcli.encounter.schema import Encounter as AnyEncounter
from combatcli.errors import value_or
from combatcli.events import Arena, Combatant, Encounter, Table
from combatcli.pipeline.input import Input, parse_encounter
from combatcli.records import Event
from combatcli.rulesets import action
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.game import Game
from combatcli.rulesets.shared.show import ShowRequest
from combatcli.rulesets.tasks import play


def changes_on_board(before: str, after: str, path: str) -> list[Table]:
    """Return what `show` shows differently for two texts of a file.

    These are who ("." for the fight), what, and the words now and before.

    ``what`` names the words, or is empty where they need no name. It is "there" where somebody came or went, and
    "the arena" where an arena did, with ``who`` as in "the arena tower".
    """
    old, new = (_words_by_combatant_and_column(text, path) for text in (before, after))
    gone, come = ([who for who in one if who not in other] for one, other in ((old, new), (new, old)))
    changes: list[Table] = []
    if len(gone) == len(come) == 1 and old[gone[0]] == new[come[0]]:
        changes.append({"who": come[0], "what": "called", "now": come[0], "was": gone[0]})
        old[come[0]] = old.pop(gone[0])
    for who in dict.fromkeys((*old, *new)):
        if who not in old or who not in new:
            what = PLACE if who.startswith(PLACE) else "there"
            changes.append({"who": who, "what": what, "now": "yes" * (who in new), "was": "yes" * (who in old)})
            continue
        changes += [
            {"who": who, "what": what, "now": new[who][key, what], "was": words}
            for (key, what), words in old[who].items()
            if new[who].get((key, what), words) != words
        ]
    to_act = [change for change in changes if TO_ACT in (change["now"], change["was"])]
    return [change for change in changes if change not in to_act] or to_act


TO_ACT = "to act"
"""Told where nothing else is: it follows from most of what is."""
PLACE = "the arena"
ABOUT_PLACES = {"kind": "kind", "size": "size", "note": "note", "terrain": "terrain", "links": "touches"}


def _words_by_combatant_and_column(text: str, path: str) -> dict[str, dict[tuple[str, str], str]]:
    """Return the words on the board of a text, by combatant and column (its key and its name).

    The board of an invalid text is empty.
    """
    from combatcli.report.blocks import Names, sentence_text_of
    from combatcli.report.combatants import name_of_lone_column

    source, events = input_and_show_events(lambda: parse_encounter(path, "it", text))
    if source is None:
        return {}
    fight, game = source.encounter, source.game
    names = Names(fight.display_names())
    head = next(event for event in events if isinstance(event, Encounter))
    clock = {("round", "round"): str(fight.round), ("phase", "phase"): fight.phase}
    return {
        ".": {
            **clock,
            ("pending", "pending hits"): str(len(fight.pending) or ""),
            ("head", ""): game.parts.view.head(head, names),
        },
        **{
            event.who: {
                ("name", "name"): event.name,
                ("side", "side"): event.side,
                ("arena", "in"): event.arena or "",
                ("count", "count"): str(event.count or 1),
                ("to_act", ""): TO_ACT if event.to_act is True else "",
                **{
                    (column.key, name_of_lone_column(column)): sentence_text_of(column.cell(event, names))
                    for column in game.parts.columns
                },
            }
            for event in events
            if isinstance(event, Combatant)
        },
        **{
            f"{PLACE} {event.name}": {
                (key, what): ", ".join(value) if isinstance(value := getattr(event, key), list) else value
                for key, what in ABOUT_PLACES.items()
            }
            for event in events
            if isinstance(event, Arena)
        },
    }


def input_and_show_events(read: Callable[[], Input], *, players: bool = False) -> tuple[Input | None, list[Event]]:
    """Return the encounter that ``read`` returns, and what `show` shows of it; None and no events if it is invalid."""

    def shown() -> tuple[Input | None, list[Event]]:
        source = read()
        return source, show_events(source.encounter, source.game, players=players)

    return value_or((None, []), shown)


def show_events(fight: AnyEncounter, game: Game, *, who: str | None = None, players: bool = False) -> list[Event]:
    """Return what `show` shows of a fight, or of one combatant."""
    context = CombatContext(fight)
    play(context, (action(game, "show").task, ShowRequest(who=who, players=players)))
    return context.events
