"""A whole game in one file, registered from outside as others may: who pokes the other first wins, on a d6."""

from collections.abc import Iterator
from typing import Annotated

from combatcli.encounter.schema import Encounter, Member
from combatcli.records import Event
from combatcli.report.blocks import Column, Line, Names
from combatcli.rulesets.actions import AttackRequest, action
from combatcli.rulesets.asked import number
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.game import Game
from combatcli.rulesets.metrics import chance_of_event
from combatcli.rulesets.parts import Parts, table
from combatcli.rulesets.shared.clock import NextRequest
from combatcli.rulesets.shared.show import show_action
from combatcli.rulesets.tactics import LiveFight, Tactics, foes_of
from combatcli.rulesets.tasks import die, roll

NEEDED = {"poke": 4}


class Poke(Event):
    """Somebody poked somebody."""

    who: str
    target: str
    face: int
    hit: bool

    def say(self, names: Names) -> Line:
        """Say who poked whom."""
        return Line(f"{names(self.who)} pokes {names(self.target)}!")


class Poker(Member, frozen=True):
    """Somebody with pokes left."""

    pokes: int = 3


class Game_(Encounter, frozen=True):  # noqa: N801  (Game is the shared code's)
    """A game of poking."""

    phase: str = "poke"
    combatants: dict[str, Poker] = {}


class PokeRequest(AttackRequest, frozen=True):
    """Who pokes whom, and how eagerly."""

    eager: Annotated[int, number("poke N better")] = 0


def poke(context: CombatContext[Game_], request: PokeRequest) -> None:
    """Poke somebody: 4 or more on a d6 takes a poke off them."""
    target = request.targets[0]
    face = roll(context, "the poke", die, 6)
    hit = face + request.eager >= NEEDED["poke"]
    context.update_combatant(target, pokes=context.fight.combatants[target].pokes - hit)
    context.emit(Poke(who=request.attacker, target=target, face=face, hit=hit))


def actions(fought: LiveFight[Game_]) -> Iterator[tuple[str, list[tuple[str, PokeRequest]]]]:
    """Go through the pokes of a round, each at whoever has fewest left."""
    for who in [who for who, each in fought.fight.combatants.items() if each.pokes > 0]:
        yield who, [("attack", PokeRequest(attacker=who, targets=[foe])) for foe in foes_of(fought.fight, who, TACTICS)]


HITS = [chance_of_event("hit", {}, Poke, lambda event: event.hit)]
TACTICS: Tactics[Game_, Poker] = Tactics(
    lambda _, poker: poker.pokes <= 0, lambda poker: (max(0, poker.pokes), 3), actions, at_once=""
)
PARTS = Parts(
    example='round = 1\nphase = "poke"\n\n[combatants.ann]\npokes = 2\n\n[combatants.bob]\n',
    actions={
        "show": show_action(["pokes"]),
        "attack": action(PokeRequest, poke, lambda *_: HITS, words="a poke, and no more"),
        "next": action(NextRequest, lambda context, _: context.update_fight(round=context.fight.round + 1)),
    },
    columns=[Column("pokes", "pokes#", lambda event, _: str(event.pokes))],
    rules={"T1": {"title": "Poking", "text": "A d6 of 4 or more pokes somebody.", "words": "prod jab"}},
    tables={"T1": lambda: table("Pokes", ("deed", "needs#"), list(NEEDED.items()))},
    events=[Poke],
    tactics=TACTICS,
)
GAME = Game("toy", encounter=Game_, phases=["poke"], parts=PARTS)
