"""A whole game in one file, registered from outside as others may: who pokes the other first wins, on a d6."""

from __future__ import annotations

from collections.abc import Iterator

from combatcli import events
from combatcli.declarations import Addition, number
from combatcli.encounter.references import CombatantId, combatant_named
from combatcli.encounter.schema import Encounter, Member
from combatcli.events import Combatant, Event
from combatcli.report.blocks import Column, Line, Names
from combatcli.report.combatants import column
from combatcli.rulesets.actions import Action, Request, single_query
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.game import Game
from combatcli.rulesets.lookup.catalog import Table
from combatcli.rulesets.metrics import chance_of_event
from combatcli.rulesets.parts import Parts
from combatcli.rulesets.shared.clock import NextRequest
from combatcli.rulesets.shared.show import ShowRequest, tell_all
from combatcli.rulesets.steps import Step
from combatcli.rulesets.tactics import Table as Fought
from combatcli.rulesets.tactics import Tactics, foes_of
from combatcli.rulesets.tasks import DisplayOnly


class Poke(Event, kw_only=True):
    """Somebody poked somebody."""

    who: str
    target: str
    face: int
    hit: bool


class PokerShown(Combatant, kw_only=True, tag="combatant"):
    """What `show` says of one."""

    pokes: int


class Poker(Member, frozen=True):
    """Somebody with pokes left."""

    pokes: int = 3


class Game_(Encounter, frozen=True):  # noqa: N801  (Game is the shared code's)
    """A game of poking."""

    phase: str = "poke"
    combatants: dict[str, Poker] = {}


class PokeRequest(Request, frozen=True):
    """Who pokes whom, and how eagerly."""

    attacker: CombatantId
    targets: list[CombatantId]
    eager: int = 0


def poke(context: CombatContext[Game_], request: PokeRequest) -> Step[Game_]:
    """Poke somebody: 4 or more on a d6 takes a poke off them."""
    target = request.targets[0]
    left = combatant_named(context.fight, target).pokes

    def apply(context: CombatContext[Game_], outcome: tuple[bool, DisplayOnly[int]]) -> None:
        hit, face = outcome
        context.update_combatant(target, pokes=left - hit)
        context.emit(Poke(who=request.attacker, target=target, face=face.value, hit=hit))

    def roll(source):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202  (games from outside need no types)
        face = source.die(6)
        return face + request.eager >= NEEDED["poke"], DisplayOnly(face)

    return Step(roll, apply, key="poke")


def next_round(context: CombatContext[Game_], request: NextRequest) -> None:
    """Begin the next round."""
    context.update_fight(round=context.fight.round + 1)


HITS = chance_of_event("hit", {}, Poke, lambda event: event.hit)


def show(context: CombatContext[Game_], request: ShowRequest) -> None:
    """Tell who has how many pokes."""
    clock = {"phase": context.fight.phase}
    types = (events.Encounter, PokerShown, events.Pending)
    tell_all(context, clock, lambda _, poker: {"pokes": poker.pokes}, lambda _: None, types=types)


def pokes(event: Poke, names: Names) -> Line:
    """Say who poked whom."""
    return Line(f"{names(event.who)} pokes {names(event.target)}!")


NEEDED = {"poke": 4}


def needed() -> list[Table]:
    """Return what a poke needs."""
    return [Table("Pokes", ("deed", "needs#"), list(NEEDED.items()))]


def actions(table: Fought[Game_]) -> Iterator[tuple[str, list[str]]]:
    """Go through the pokes of a round, each at whoever has fewest left."""
    for who in list(table.fight.combatants):
        if table.fight.combatants[who].pokes > 0:
            yield who, [f"attack {who} {foe}" for foe in foes_of(table.fight, who, TACTICS)]


TACTICS: Tactics[Game_, Poker] = Tactics(
    lambda _, poker: poker.pokes <= 0,
    lambda poker: (max(0, poker.pokes), 3),
    actions,
    lambda *_: [],
    lambda *_: 0,
    at_once="",
)
GAME = Game(
    "toy",
    encounter=Game_,
    phases=["poke"],
    switches={},
    parts=Parts(
        example='round = 1\nphase = "poke"\n\n[combatants.ann]\npokes = 2\n\n[combatants.bob]\n',
        actions={
            "show": Action(ShowRequest, show),
            "attack": Action(PokeRequest, poke, single_query(poke, lambda *_: [HITS])),
            "next": Action(NextRequest, next_round),
        },
        additions={"attack": Addition(number("--eager", "poke N better"), words="a poke, and no more")},
        sentences={"poke": pokes},
        columns=[column("side"), Column("pokes", "pokes#", lambda event, _: str(event.pokes))],
        rules={"T1": {"title": "Poking", "text": "A d6 of 4 or more pokes somebody.", "words": "prod jab"}},
        tables={"T1": needed},
        events={"poke": Poke, "combatant": PokerShown},
        tactics=TACTICS,
    ),
)
