"""`boon` (E43): gives somebody a boon; healing gives hit points at once."""

from __future__ import annotations

from combatcli.encounter.references import CombatantId, combatant_named, id_of
from combatcli.errors import RefusedError
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.beacon import afflict, state
from combatcli.rulesets.beacon.conditions import degree_of, is_wound, made, row
from combatcli.rulesets.beacon.damage import heal_hp
from combatcli.rulesets.beacon.rolls import die
from combatcli.rulesets.beacon.schema import Fight
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, value_at_end
from combatcli.rulesets.tasks import roll


class BoonRequest(Request, frozen=True):
    """Who gets which boon, as NAME or NAME:N; against what; for how many rounds."""

    who: CombatantId
    boon: str
    against: str = ""
    rounds: int | None = None


def boon(context: CombatContext[Fight], request: BoonRequest) -> None:
    """Give a boon."""
    name, degree, about = afflict.read(request.boon)
    combatant_named(context.fight, request.who)
    if is_wound(name):
        raise RefusedError(f"{name} is not a boon (E43)", f"combatcli wound {request.who} {request.boon}")
    against = _against(context.fight, name, about or request.against)
    afflict.gain(context, request.who, name, degree, against=against, rounds=request.rounds)
    if row(name).get("deed") == "heal":
        quality = degree_of(made(name, degree))
        points = roll(context, f"{request.who}'s healing", die, state.FACES[quality])
        heal_hp(context, request.who, points, faces=[points], degree=quality)


def _against(fight: Fight, name: str, text: str) -> str | list[str]:
    """Return what a boon is about: a type, a defense; of who is hidden the people, by id (E43, E46)."""
    if not row(name).get("untargeted"):
        afflict.check_about(name, text.casefold(), "As in --against {}.")
        return text.casefold()
    words = [id_of(fight, word) for word in text.split(",") if word]
    for word in words:
        combatant_named(fight, word)
    return words if len(words) > 1 else "".join(words)


def metrics(fight: Fight, request: BoonRequest) -> list[Metric]:
    """Look at the hit points that healing leaves."""
    name, _, _ = afflict.read(request.boon)
    if row(name).get("deed") != "heal":
        return []
    return [value_at_end("hp", {"who": request.who}, lambda after: state.hp(after.combatants[request.who]))]


ACTION = action(BoonRequest, boon, metrics)
