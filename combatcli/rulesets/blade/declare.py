"""`declare` (B25, B26, B30): a spell, an improvised action, or whom one will strike in the melee."""

from __future__ import annotations

from typing import get_args

from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.base import Action, Order
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.reach import threats
from combatcli.rulesets.blade.schema import Act, Declaration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.base import Play
    from combatcli.rulesets.blade.schema import Combatant, Fight

ACTS: tuple[str, ...] = get_args(Act)


class DeclareOrder(Order, frozen=True):
    """What somebody does: cast a spell, improvise something and what they hope for, or attack a foe in the melee."""

    who: str | None = None
    action: str | None = None
    targets: list[str] = []
    outcome: str | None = None


def declare(play: Play[Fight], order: DeclareOrder) -> None:
    """Let somebody say what they do this round."""
    if order.who is None or order.action is None:
        raise UsageError(f"declare {order.who or 'WHO'}: what?", 'One of: cast "SPELL", improvise "WHAT", attack FOE.')
    if order.action not in ACTS:
        raise UsageError(f'blade has no "{order.action}" to declare', nearest(order.action, ACTS))
    if order.outcome is not None and order.action != "improvise":
        raise UsageError("--outcome is what an improvised action hopes for", 'Write: declare WHO improvise "WHAT"')
    combatant = state.actor(play.fight, order.who)
    if order.action != "attack":
        check_not_done(order.who, order.action, combatant)
    {"cast": _cast, "improvise": _improvise, "attack": _attack}[order.action](play, order, combatant)


def _cast(play: Play[Fight], order: DeclareOrder, caster: Combatant) -> None:
    """Begin a spell, and let those strike first in whose melee range it is cast (B25)."""
    who = order.who or ""
    check_free(who, caster, "cast", "shot", "charged", "run")
    state.use_side_phase(play, who, "spells")
    chances = threats(play.fight, who)
    earlier = state.deeds(caster).opportunity
    if chances:
        state.note(play, who, opportunity=list(dict.fromkeys([*earlier, *chances])))
    _say(play, order, Declaration(action="cast", what=" ".join(order.targets)), opportunity=chances)


def _improvise(play: Play[Fight], order: DeclareOrder, combatant: Combatant) -> None:
    """Do something else in place of melee, shot and spell (B26)."""
    who = order.who or ""
    if not order.targets:
        raise UsageError(f"declare {who} improvise: what?", 'As in: declare darna improvise "swing from the lamp"')
    check_free(who, combatant, "improvise", "shot", "struck")
    said = Declaration(action="improvise", what=" ".join(order.targets), outcome=order.outcome or "")
    _say(play, order, said)


def _attack(play: Play[Fight], order: DeclareOrder, combatant: Combatant) -> None:
    """Say whom one will strike in the melee (B30)."""
    who = order.who or ""
    if len(order.targets) != 1:
        raise UsageError(f"declare {who} attack: whom?", "Write: combatcli declare WHO attack FOE")
    foe = order.targets[0]
    state.standing(play.fight, foe)
    if foe == who:
        raise RefusedError(f"{who} cannot attack themselves")
    if state.declares(combatant, "improvise"):
        raise RefusedError(f"{who} is improvising this round and cannot fight in melee")
    play.change(who, target=foe)
    said = Declaration(action="attack", targets=[foe])
    _say(play, order, said, keep=state.declares(combatant, "cast"))


def check_not_done(who: str, action: str, combatant: Combatant) -> None:
    """Refuse a second spell or improvised action in a round, or the one after the other (B25, B26)."""
    said = combatant.declared
    if said is not None and said.done and said.action in ("cast", "improvise"):
        raise RefusedError(f"{who} has already done this round: {said.action}", f"It leaves no room to {action}.")


def check_free(who: str, combatant: Combatant, action: str, *excluding: str) -> None:
    """Refuse what something that was done this round excludes (B12, B13, B25, B26)."""
    done = state.deeds(combatant)
    deeds = {"shot": done.shot, "charged": done.charged is not None, "run": done.ran, "struck": done.struck}
    for deed in excluding:
        if deeds[deed]:
            raise RefusedError(f"{who} has {deed} this round and cannot {action}")


def _say(
    play: Play[Fight],
    order: DeclareOrder,
    said: Declaration,
    *,
    opportunity: list[str] | None = None,
    keep: bool = False,
) -> None:
    if not keep:
        play.change(order.who or "", declared=said)
    play.tell(
        "declare",
        who=order.who,
        action=said.action,
        targets=said.targets,
        plan=said.what,
        outcome=said.outcome,
        opportunity=opportunity or [],
    )


ACTIONS = {"declare": Action(DeclareOrder, declare)}
