"""`declare` (E11, E13, E14): a stance; or an Act without a roll: draw, stow, pick up, stand, reload, protect, act."""

from __future__ import annotations

from msgspec.structs import replace

from combatcli.encounter.references import CombatantId, combatant_named, id_of
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.beacon import afflict, state
from combatcli.rulesets.beacon.budget import check_push, spend
from combatcli.rulesets.beacon.conditions import budget_parts
from combatcli.rulesets.beacon.words import ACTS, STANCES, CombatantOrWeapon, DeclareWord, PushWord
from combatcli.rulesets.play import Action, Request
from combatcli.rulesets.shared.sides import are_enemies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.beacon.schema import Combatant, Fight
    from combatcli.rulesets.play import Play

REACTS = ("act", "protect")


class DeclareRequest(Request, frozen=True):
    """Who declares what; ``targets`` are items, an ally or words; ``react`` is a React in another's turn."""

    who: CombatantId | None = None
    action: DeclareWord | None = None
    targets: list[CombatantOrWeapon] = []
    react: bool = False
    push: list[PushWord] = []


def declare(play: Play[Fight], request: DeclareRequest) -> None:
    """Take a stance, or do what takes an Act."""
    if request.who is None or request.action is None:
        raise UsageError("declare needs WHO and what", f"One of {', '.join((*STANCES, *ACTS))}.")
    if request.action not in (*STANCES, *ACTS):
        raise UsageError(f'beacon has no action "{request.action}"', nearest(request.action, (*STANCES, *ACTS)))
    combatant = state.actor(play.fight, request.who)
    if request.action in STANCES:
        _take_stance(play, request.who, combatant, request.action)
    else:
        if request.react and request.action not in REACTS:
            raise RefusedError(
                f"{request.action} takes an Act, and is no React (E13)", f"As a React: {', '.join(REACTS)}."
            )
        react = request.react or (request.action == "protect" and play.fight.turn not in (None, request.who))
        check_push(request.push, "act")
        spend(play, request.who, react=react, push="act" in request.push)
        DO[request.action](play, request.who, request.targets)
    play.tell("declare", who=request.who, action=request.action, targets=request.targets)


def _take_stance(play: Play[Fight], who: str, combatant: Combatant, stance: str) -> None:
    if not combatant.player:
        raise RefusedError(f"{who} is no player's character, and has no stance (E11)")
    if budget_parts(combatant, "acts") is None:
        raise RefusedError(f"{who} cannot act, and takes no stance (E11)")
    if combatant.acted:
        play.irregular(f"{who} has had a turn this round (E11)")
    elif play.fight.phase != "declare":
        play.irregular("a stance is taken before anybody's turn (E11)")
    play.change(who, stance=stance)


def _draw(play: Play[Fight], who: str, items: list[str]) -> None:
    if not 1 <= len(items) <= 2:
        raise UsageError(f"declare {who} draw: one or two items, not {len(items)} (E13)")
    combatant = play.fight.combatants[who]
    drawn = [state.weapon_named(who, combatant, item)[0] for item in items]
    play.change(who, wielding=drawn if len(drawn) > 1 else drawn[0])


def _stow(play: Play[Fight], who: str, items: list[str]) -> None:
    held = state.held(play.fight.combatants[who])
    if len(items) > 2:
        raise UsageError(f"declare {who} stow: one or two items, not {len(items)} (E13)")
    missing = [item for item in items if item not in held]
    if not held or missing:
        raise RefusedError(f"{who} does not hold {missing[0] if missing else 'anything'} (E13)")
    left = [item for item in held if items and item not in items]
    play.change(who, wielding=left[0] if left else "")


def _pick(play: Play[Fight], who: str, items: list[str]) -> None:
    if len(items) != 1:
        raise UsageError(f"declare {who} pick: one item, not {len(items)} (E13)")
    state.weapon_named(who, play.fight.combatants[who], items[0])
    play.change(who, wielding=items[0])


def _stand(play: Play[Fight], who: str, items: list[str]) -> None:  # noqa: ARG001  (all of its kind take the same)
    afflict.end(play, who, "downed", "stood up", rule="E13")


def _reload(play: Play[Fight], who: str, items: list[str]) -> None:
    combatant = play.fight.combatants[who]
    name, weapon = state.weapon_named(who, combatant, items[0] if items else None)
    if "reload" not in weapon.properties:
        raise RefusedError(f"{who}'s {name} needs no reloading (E31)", "Only what has the property reload does.")
    play.change(who, weapons={**combatant.weapons, name: replace(weapon, loaded=True)})


def _protect(play: Play[Fight], who: str, items: list[str]) -> None:
    if len(items) != 1:
        raise UsageError(f"declare {who} protect: one ally, not {len(items)} (E14)")
    ally = id_of(play.fight, items[0])
    other = combatant_named(play.fight, ally)
    if ally == who:
        raise RefusedError(f"{who} cannot protect themselves (E14)")
    if are_enemies(play.fight.combatants[who], other):
        play.irregular(f"{ally} is no ally of {who} (E14)")
    waiting = [place for place, hit in enumerate(play.fight.pending) if hit.target == ally]
    if not waiting:
        play.change(who, protects=ally)
        return
    hits = list(play.fight.pending)
    hits[waiting[0]] = replace(hits[waiting[0]], target=who)
    play.alter(pending=hits)
    play.tell("protects", who=who, target=ally, attacker=hits[waiting[0]].attacker)


def _act(play: Play[Fight], who: str, items: list[str]) -> None:
    """Take an Act that the table tells in words."""


DO = {"draw": _draw, "stow": _stow, "pick": _pick, "stand": _stand, "reload": _reload, "protect": _protect, "act": _act}
ACTION = Action(DeclareRequest, declare)
