"""A test that is void (Q5): its cards go back, and what it left in pending is dropped, as if it never was."""

from __future__ import annotations

from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.arq.schema import Combatant, Fight, LastTest
    from combatcli.rulesets.play import Play


def void(play: Play[Fight], who: str, *, alone: bool) -> None:
    """Take somebody's last test back; RefusedError if there is none."""
    if not alone:
        raise UsageError("--void stands alone", f"Write: combatcli test --void {who}")
    combatant: Combatant = combatant_named(play.fight, who)
    last = combatant.last
    if last is None:
        raise RefusedError(f"{who} has drawn for no test that could be void (Q5)")
    back = [card for card in combatant.drawn if card not in last.drawn]
    _put_back(play, who, last)
    other = play.fight.combatants.get(last.other or "")
    if last.other is not None and other is not None and other.last is not None and other.last.other == who:
        _put_back(play, last.other, other.last)
    dropped = _drop_hit(play, {who, last.other}) if last.hit else False
    if last.hit and not dropped:
        play.warn(f"the wound of {who}'s last test is applied already; `undo` or `recover --heal` takes it back")
    if last.pair:
        tested = play.fight.tested
        play.alter(tested=[pair for pair in tested if set(pair) != {who, last.other}])
    play.tell("void", who=who, against=last.other, faces=back, dropped=dropped)


def _put_back(play: Play[Fight], who: str, last: LastTest) -> None:
    play.change(who, drawn=list(last.drawn), last=None)


def _drop_hit(play: Play[Fight], both: set[str | None]) -> bool:
    """Drop the latest hit of two on one another; False if none waits."""
    pending = play.fight.pending
    place = next(
        (at for at in range(len(pending) - 1, -1, -1) if {pending[at].attacker, pending[at].target} == both), None
    )
    if place is None:
        return False
    play.alter(pending=[hit for at, hit in enumerate(pending) if at != place])
    return True
