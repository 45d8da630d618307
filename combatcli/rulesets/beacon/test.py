"""`test` (E1–E3, E10, E50): an action against a position, or against somebody's own; surprise; goals."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from combatcli.encounter.references import CombatantId
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.beacon import afflict, state
from combatcli.rulesets.beacon.action_roll import (
    MOST_OPPOSED,
    MOST_STEPS,
    POSITIONS,
    STEP,
    ActionRoll,
    roll_action,
    roll_opposed,
)
from combatcli.rulesets.beacon.budget import pay, spend
from combatcli.rulesets.beacon.conditions import Part, has, parts_told, tier_parts, total
from combatcli.rulesets.play import Action, Request, Step, happens, in_turn, looking_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.rolling.sources import Source
    from combatcli.events import Event
    from combatcli.rulesets.beacon.action_roll import Rolled
    from combatcli.rulesets.beacon.schema import Fight
    from combatcli.rulesets.play import Play, Question


class TestRequest(Request, frozen=True):
    """Who tests which action: against a position and Tier, or somebody's action; toward a goal."""

    __test__ = False

    who: list[CombatantId]
    trait: str
    position: str | None = None
    tier: int = 0
    against: str | None = None
    not_watching: bool = False
    goal: str | None = None
    path: str | None = None
    push: list[str] = []
    aid: CombatantId | None = None
    reroll: bool = False
    sight: bool = False
    sight_only: bool = False
    hearing: bool = False


def test(play: Play[Fight], request: TestRequest) -> Step[Fight] | None:
    """Test an action, for each in turn."""
    state.attribute_of(request.trait)
    for who in request.who:
        _check(play, who, request)
    if request.against is not None:
        return opposed(play, request)
    needed = target(request)
    return in_turn(play, list(dict.fromkeys(request.who)), partial(_one, request=request, needed=needed))


def _check(play: Play[Fight], who: str, request: TestRequest) -> None:
    state.actor(play.fight, who)
    if request.goal is not None and request.goal not in play.fight.goals:
        raise RefusedError(f'there is no goal "{request.goal}"', nearest(request.goal, play.fight.goals))
    if "tier" in request.push:
        pay(play, who, "+1 tier")
    if request.aid is not None:
        spend(play, request.aid, react=play.fight.turn != request.aid)
        pay(play, request.aid, f"aiding {who}")


def target(request: TestRequest) -> int:
    """Return what a test needs: by its position, plus the opposing Tier (E3)."""
    said = request.position or "risky"
    if said not in POSITIONS:
        raise UsageError(f"--position {said}: there is no such position", nearest(said, POSITIONS))
    return POSITIONS[said] + request.tier


def tier_of(fight: Fight, who: str, request: TestRequest) -> list[Part]:
    """Return the Tier of a test, in parts."""
    present = [each for each, other in fight.combatants.items() if state.is_able(fight, other)]
    combatant = fight.combatants[who]
    return [
        Part("tier", combatant.tier),
        *([Part("pushed", 1)] if "tier" in request.push else []),
        *([Part("aid", 1)] if request.aid is not None and not request.reroll else []),
        *([Part("not watching", -1)] if request.not_watching else []),
        *tier_parts(combatant, sight=request.sight, hearing=request.hearing, present=present),
    ]


def action_roll(fight: Fight, who: str, action: str, tier: list[Part], most: int) -> ActionRoll:
    """Return what an action rolls (E1)."""
    combatant = fight.combatants[who]
    sides = state.face(combatant, state.attribute_of(action))
    return ActionRoll(total(tier), combatant.actions.get(action, 0), sides, most)


def _one(play: Play[Fight], who: str, *, request: TestRequest, needed: int) -> Step[Fight] | None:
    if request.sight_only and has(play.fight.combatants[who], "blinded"):
        play.warn(f"{who} is blinded, and what takes sight alone fails (E41)")
        if request.goal is not None:
            toward_goal(play, request.goal, 0, request.path or "")
        return None
    tier = tier_of(play.fight, who, request)
    wanted = action_roll(play.fight, who, request.trait, tier, needed + STEP * MOST_STEPS)

    def apply(play: Play[Fight], rolled: Rolled) -> None:
        success = rolled.total >= needed
        steps = rolled.steps(needed) if success else 0
        play.tell(
            "test",
            who=who,
            against=None,
            trait=request.trait,
            faces=list(rolled.shown.value),
            total=rolled.total,
            needed=needed,
            tier=parts_told(tier),
            success=success,
            steps=steps,
            botch=rolled.botched(needed),
        )
        if request.goal is not None:
            toward_goal(play, request.goal, 1 + steps if success else 0, request.path or "")

    return Step(
        lambda source: roll_action(source, wanted), apply, key=("test", who, wanted, needed), purpose=f"{who}'s test"
    )


def toward_goal(play: Play[Fight], name: str, counts: int, path: str) -> None:
    """Count a success and its critical steps toward a goal; a failure may open another path (E50)."""
    goal = play.fight.goals[name]
    if goal.rounds_left == 0:
        play.warn(f"time was out for {name} already (E50)")
    done = goal.done + counts
    after = replace(goal, done=done, path=path if not counts and path else goal.path)
    play.alter(goals={**play.fight.goals, name: after})
    play.tell(
        "goal",
        name=name,
        needed=goal.needed,
        done=done,
        rounds_left=goal.rounds_left,
        reached=done >= goal.needed,
        over=False,
        path=after.path,
    )


def opposed(play: Play[Fight], request: TestRequest) -> Step[Fight]:
    """Let watchers roll, then the one they watch for: one roll each; who of them falls short is surprised (E10)."""
    other, _, action = (request.against or "").partition(":")
    action = action or request.trait
    state.actor(play.fight, other)
    watchers = list(dict.fromkeys(request.who))
    tiers = {who: tier_of(play.fight, who, request) for who in watchers}
    alone = replace(request, push=[], aid=None, not_watching=False)
    theirs = tier_of(play.fight, other, alone)
    rolls = [action_roll(play.fight, who, request.trait, tiers[who], MOST_OPPOSED) for who in watchers]
    against = action_roll(play.fight, other, action, theirs, MOST_OPPOSED)

    def roll(source: Source) -> tuple[tuple[Rolled, ...], Rolled]:
        return tuple(roll_opposed(source, each) for each in rolls), roll_opposed(source, against)

    def apply(play: Play[Fight], outcome: tuple[tuple[Rolled, ...], Rolled]) -> None:
        seen, hidden = outcome
        for who, rolled in zip(watchers, seen, strict=True):
            success = rolled.total >= hidden.total
            play.tell(
                "contest",
                who=who,
                against=other,
                trait=request.trait,
                against_trait=action,
                faces=[*rolled.shown.value, *hidden.shown.value],
                total=rolled.total,
                needed=hidden.total,
                tier=parts_told(tiers[who]),
                success=success,
            )
            if (request.trait, action) == ("survey", "prowl") and not success:
                if play.fight.round > 1:
                    play.irregular("only the first round knows surprise (E10)")
                afflict.gain(play, who, "surprised", source=other)

    return Step(roll, apply, key=("opposed", tuple(rolls), against), purpose=f"{', '.join(watchers)} against {other}")


def questions(fight: Fight, request: TestRequest) -> list[Question]:  # noqa: ARG001  (all of its kind take the same)
    """Look at success, at a botch and at critical steps."""
    kind = "contest" if request.against is not None else "test"
    return [each for who in dict.fromkeys(request.who) for each in _of_one(who, kind)]


def _of_one(who: str, kind: str) -> list[Question]:
    def asks(of: str, holds: Callable[[Event], bool]) -> Question:
        def read(event: Event) -> bool | None:
            return holds(event) if event["who"] == who else None

        return happens(of, {"who": who}, kind, read)

    found = [asks("success", lambda event: bool(event["success"]))]
    if kind == "test":
        found += [
            asks("botch", lambda event: bool(event["botch"])),
            asks("1 critical step or more", lambda event: int(event["steps"]) >= 1),
        ]
    return found


ACTION = Action(TestRequest, test, looking_at(test, questions))
