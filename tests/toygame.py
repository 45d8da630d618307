"""A whole game in one file, registered from outside as others may: who pokes the other first wins, on a d6."""

from __future__ import annotations

from combatcli.declarations import Addition, number
from combatcli.encounter.references import CombatantId, combatant_named
from combatcli.encounter.schema import Encounter, Member
from combatcli.report.blocks import Column, Line
from combatcli.report.combatants import column
from combatcli.rulesets.game import Game
from combatcli.rulesets.lookup.book import Table
from combatcli.rulesets.play import Action, Play, Request, Shown, Step, happens, looking_at
from combatcli.rulesets.shared.show import ShowRequest, tell_all


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


def poke(play: Play[Game_], request: PokeRequest) -> Step[Game_]:
    """Poke somebody: 4 or more on a d6 takes a poke off them."""
    target = request.targets[0]
    left = combatant_named(play.fight, target).pokes

    def apply(play: Play[Game_], outcome: tuple[bool, Shown[int]]) -> None:
        hit, face = outcome
        play.change(target, pokes=left - hit)
        play.tell("poke", who=request.attacker, target=target, face=face.value, hit=hit)

    def roll(source):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202  (games from outside need no types)
        face = source.die(6)
        return face + request.eager >= NEEDED["poke"], Shown(face)

    return Step(roll, apply, key="poke")


def show(play: Play[Game_], request: ShowRequest) -> None:
    """Tell who has how many pokes."""
    tell_all(play, {"phase": play.fight.phase}, lambda _, each: {"pokes": each.pokes}, lambda _: None)


NEEDED = {"poke": 4}


def needed() -> list[Table]:
    """Return what a poke needs."""
    return [Table("Pokes", ("deed", "needs#"), list(NEEDED.items()))]


GAME = Game(
    "toy",
    encounter=Game_,
    phases=["poke"],
    switches={},
    example='round = 1\nphase = "poke"\n\n[combatants.ann]\npokes = 2\n\n[combatants.bob]\n',
    actions={
        "show": Action(ShowRequest, show),
        "attack": Action(
            PokeRequest, poke, looking_at(poke, lambda *_: [happens("hit", {}, "poke", lambda e: e["hit"])])
        ),
    },
    additions={"attack": Addition(number("--eager", "poke N better"), words="a poke, and no more")},
    sentences={"poke": lambda event, names: Line(f"{names(event['who'])} pokes {names(event['target'])}!")},
    columns=[column("side"), Column("pokes", "pokes#", lambda event, _: str(event["pokes"]))],
    rules={"T1": {"title": "Poking", "text": "A d6 of 4 or more pokes somebody.", "words": "prod jab"}},
    tables={"T1": needed},
    events={"poke": {"who": "text", "target": "text", "face": "number", "hit": "flag"}},
)
