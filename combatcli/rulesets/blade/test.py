"""`test` (B26, B29): two dice under an attribute; a spell that fails may be forced."""

from __future__ import annotations

from typing import NamedTuple, get_args

from combatcli.encounter.references import CombatantId, combatant_named
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.declare import check_free, check_not_done
from combatcli.rulesets.blade.schema import Attribute, Declaration
from combatcli.rulesets.blade.two_dice import check
from combatcli.rulesets.blade.wound import hurt
from combatcli.rulesets.play import Action, Question, Request, Step, adds_up, ends, happens, looking_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.blade.schema import Combatant, Fight
    from combatcli.rulesets.blade.two_dice import Check
    from combatcli.rulesets.play import Play

ATTRIBUTES: tuple[str, ...] = get_args(Attribute)
FORCING_DIE = 6


class TestRequest(Request, frozen=True):
    """A check of an attribute; ``force`` lets a spell that failed take effect, at a price."""

    __test__ = False

    who: CombatantId
    trait: str
    difficulty: int = 0
    bonus: int = 0
    force: bool = False


class Spell(NamedTuple):
    """What a check is of: a spell or not, and how many were cast since sleep."""

    cast: bool
    casts: int


def attribute(combatant: Combatant, name: str) -> int:
    """Return an attribute's value; UsageError names the nearest one if blade has none of that name."""
    if name not in ATTRIBUTES:
        raise UsageError(f'blade has no attribute "{name}"', nearest(name, ATTRIBUTES))
    value: int = getattr(combatant, name)
    return value


def is_spell(combatant: Combatant, request: TestRequest) -> bool:
    """Tell whether a check casts a spell (B29): one of mind that was declared so, is forced or has a Difficulty.

    The check of an improvised action is none.
    """
    said = combatant.declared
    if request.trait != "mind" or (said is not None and said.action == "improvise" and not said.done):
        return False
    declared = said is not None and said.action == "cast" and not said.done
    return declared or request.force or request.difficulty > 0


def needed(combatant: Combatant, request: TestRequest) -> int:
    """Return what a check must not exceed; a spell is harder by those cast since sleep (B20, B29)."""
    casts = combatant.casts if is_spell(combatant, request) else 0
    return attribute(combatant, request.trait) - request.difficulty - casts + request.bonus


def test(play: Play[Fight], request: TestRequest) -> Step[Fight]:
    """Check an attribute; what was declared, a spell or an improvised action, is thereby done."""
    combatant = state.actor(play.fight, request.who)
    check_request(request, combatant)
    number = needed(combatant, request)
    spell = Spell(is_spell(combatant, request), combatant.casts)
    if spell.cast:
        _check_spell(play, request.who, combatant)

    def apply(play: Play[Fight], rolled: Check) -> Step[Fight] | None:
        if rolled.success or not request.force or rolled.never:
            _end(play, request, spell, number, rolled)
            return None
        return Step(
            lambda source: source.die(FORCING_DIE),
            lambda play, damage: _end(play, request, spell, number, rolled, forced_for=damage),
            key="forcing",
            purpose=f"the damage of {request.who}, who forces the spell",
        )

    return Step(lambda source: check(source, number), apply, key=("check", number), purpose=f"{request.who}'s check")


def _end(
    play: Play[Fight], request: TestRequest, spell: Spell, number: int, rolled: Check, *, forced_for: int | None = None
) -> None:
    """Tell a check; a spell that was forced hurts whoever cast it (B29)."""
    forced = forced_for is not None
    more: dict[str, object] = {}
    if spell.cast:
        more = {"casts": spell.casts, "forced": forced}
    if forced:
        more |= {"damage": forced_for, "damage_faces": [forced_for]}
    elif request.force and not rolled.success:
        more["beyond_forcing"] = True
    success = rolled.success or forced
    play.tell(
        "test",
        who=request.who,
        against=None,
        trait=request.trait,
        value=attribute(play.fight.combatants[request.who], request.trait),
        difficulty=request.difficulty + (spell.casts if spell.cast else 0),
        bonus=request.bonus,
        faces=rolled.faces,
        total=rolled.total,
        needed=number,
        success=success,
        purpose=_done(play, request.who, spell=spell.cast),
        **more,
    )
    if spell.cast and success:
        play.change(request.who, casts=spell.casts + 1)
    if forced_for is not None:
        hurt(play, request.who, forced_for)


def check_request(request: TestRequest, combatant: Combatant) -> None:
    """Raise UsageError where a request contradicts itself, RefusedError where it does not suit what was declared."""
    said = combatant.declared
    improvising = said is not None and said.action == "improvise" and not said.done
    if request.force and request.trait != "mind":
        raise UsageError("only a spell may be forced, and that is a check of mind", "test WHO mind --force")
    if request.force and improvising:
        raise RefusedError(f"{request.who} is improvising this round, and that is not forced")
    if request.difficulty < 0:
        raise UsageError("a Difficulty is 0 or more", "What makes it easier is a --bonus.")


def _check_spell(play: Play[Fight], who: str, combatant: Combatant) -> None:
    if not state.declares(combatant, "cast"):
        check_not_done(who, "cast", combatant)
        check_free(who, combatant, "cast", "shot", "charged", "run")
        play.irregular(f'{who} has not declared a spell: combatcli declare {who} cast "SPELL"')
        play.change(who, declared=Declaration(action="cast"))
    elif combatant.declared is not None and combatant.declared.done:
        play.irregular(f"{who} has already cast a spell this round")
    if any(hit.target == who for hit in play.fight.pending):
        play.irregular(f"a hit on {who} is still pending, and comes before the spell: combatcli wound")
    waiting = [foe for foe in state.deeds(combatant).opportunity if not state.is_dead(combatant_named(play.fight, foe))]
    if waiting:
        play.irregular(
            f"{' and '.join(waiting)} may strike first: combatcli attack {waiting[0]} {who} --opportunity",
        )


def _done(play: Play[Fight], who: str, *, spell: bool) -> str:
    """Mark what was declared as done, if this was its check, and return what it was."""
    said = play.fight.combatants[who].declared
    if said is None or said.done or not (said.action == "improvise" or (spell and said.action == "cast")):
        return ""
    state.mark_done(play, who, said)
    return said.what


def questions(fight: Fight, request: TestRequest) -> list[Question]:  # noqa: ARG001  (all of its kind take the same)
    """Look at success; of a spell that is forced, also at what that costs."""
    who = {"who": request.who}
    asked = [happens("success", who, "test", lambda event: event["success"])]
    if request.force:
        asked += [
            happens("forced", who, "test", lambda event: event["forced"]),
            adds_up("damage", who, "test", lambda event: event.get("damage", 0)),
            ends("death", who, lambda fight: state.is_dead(fight.combatants[request.who])),
        ]
    return asked


ACTION = Action(TestRequest, test, looking_at(test, questions))
