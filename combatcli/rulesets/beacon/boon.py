"""`boon` (E43): gives somebody a boon; healing gives hit points at once."""

from __future__ import annotations

from combatcli.encounter.references import CombatantId, combatant_named, id_of
from combatcli.errors import RefusedError
from combatcli.rulesets.beacon import afflict, state
from combatcli.rulesets.beacon.conditions import degree_of, is_wound, made, row
from combatcli.rulesets.beacon.wound import heal
from combatcli.rulesets.play import Action, Request, comes_to, looking_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.beacon.schema import Fight
    from combatcli.rulesets.play import Play, Question, Step


class BoonRequest(Request, frozen=True):
    """Who gets which boon, as NAME or NAME:N; against what; for how many rounds."""

    who: CombatantId
    boon: str
    against: str = ""
    rounds: int | None = None


def boon(play: Play[Fight], request: BoonRequest) -> Step[Fight] | None:
    """Give a boon."""
    name, degree, about = afflict.read(request.boon)
    combatant_named(play.fight, request.who)
    if is_wound(name):
        raise RefusedError(f"{name} is no boon (E43)", f"combatcli wound {request.who} {request.boon}")
    against = _against(play.fight, name, about or request.against)
    afflict.gain(play, request.who, name, degree, against=against, rounds=request.rounds)
    if row(name).get("deed") != "heal":
        return None
    quality = degree_of(made(name, degree))
    return heal(request.who, f"d{state.FACES[quality]}", quality)


def _against(fight: Fight, name: str, said: str) -> str | list[str]:
    """Return what a boon is about: a type, a defence; of who is hidden the people, by id (E43, E46)."""
    if not row(name).get("untargeted"):
        afflict.check_about(name, said.casefold())
        return said.casefold()
    words = [id_of(fight, word) for word in said.split(",") if word]
    for word in words:
        combatant_named(fight, word)
    return words if len(words) > 1 else "".join(words)


def questions(fight: Fight, request: BoonRequest) -> list[Question]:  # noqa: ARG001  (all of its kind take the same)
    """Look at the hit points that healing leaves."""
    name, _, _ = afflict.read(request.boon)
    if row(name).get("deed") != "heal":
        return []
    return [comes_to("hp", {"who": request.who}, lambda after: state.hp(after.combatants[request.who]))]


ACTION = Action(BoonRequest, boon, looking_at(boon, questions))
