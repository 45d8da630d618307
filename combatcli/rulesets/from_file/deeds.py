"""`test`, contests, and `recover`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from combatcli.encounter.references import combatant_named, id_of
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.context import AnyContext
from combatcli.rulesets.from_file import events
from combatcli.rulesets.from_file.expressions import Value
from combatcli.rulesets.from_file.play import Play, Worked
from combatcli.rulesets.metrics import Metric, chance_of_event, chance_of_success
from combatcli.text import is_number


class Deeds(Play):
    """The tests and the recovery of a game."""

    def test(self, context: AnyContext, request: Any) -> None:
        """Test a trait, alone or against another combatant's."""
        rules = self.rules
        if request.trait not in rules.traits:
            hint = nearest(request.trait, rules.traits)
            raise UsageError(f'there is no trait "{request.trait}" in {rules.title}', hint)
        combatant_named(context.fight, request.who)
        if request.against is not None:
            combatant_named(context.fight, request.against)
            if rules.contest is None:
                raise RefusedError(f"{rules.title} has no contests", "Leave --against out.")
        options = {**self.options("test", request), "bonus": request.bonus}
        self._roll_test(context, request, request.who, options)

    def _roll_test(
        self, context: AnyContext, request: Any, who: str, options: Mapping[str, Value], *first: Any
    ) -> None:
        assert self.rules.test is not None
        values = {**options, "trait": self.owner(context.fight, who)(request.trait)}
        purpose = f"{context.fight.subject(who):'s} test"
        self.begin(context, self.rules.test, purpose, (("who", who, None),), values, self._tested, request, *first)

    def _tested(self, context: AnyContext, worked: Worked, request: Any, *first: Any) -> None:
        """Emit a test, or a contest after the ``first`` one's values, and how they were computed; make the changes.

        The opponent of a contest tests without options.
        """
        if request.against is None:
            success = bool(worked.results.get("success"))
            named = {"who": worked.who, "against": None, "trait": request.trait}
            context.emit(events.Test(**named, faces=worked.faces, success=success, **worked.keys))
        elif first:
            numbers, told = first
            self._tell_contest(context, request, worked.changed(results=dict(numbers), told=told), worked)
        self.change_and_tell(context, worked)
        if request.against is not None and not first:
            mine = tuple(worked.numbers.items()), worked.told
            self._roll_test(context, request, request.against, {"bonus": 0, **self.options("test")}, *mine)

    def _tell_contest(self, context: AnyContext, request: Any, own: Worked, other: Worked) -> None:
        contest = self.rules.contest
        assert contest is not None
        both = {f"own.{name}": value for name, value in own.numbers.items()}
        both |= {f"other.{name}": value for name, value in other.numbers.items()}
        context.emit(
            events.Contest(
                who=request.who,
                against=request.against,
                trait=request.trait,
                against_trait=request.trait,
                faces=[*own.faces, *other.faces],
                total=own.numbers.get("total"),
                needed=other.numbers.get("total"),
                success=bool(contest.number(self.values_of(context.fight, (), both))),
                how=own.how(),
                against_how=other.how(),
            )
        )

    def metrics_of_test(self, _: Any, request: Any) -> list[Metric]:
        """Return what odds of a test measure."""
        about = {"who": request.who}
        if request.against is not None:
            return [chance_of_success(about, events.Contest)]
        assert self.rules.test is not None
        form, words = {**about, "form": "says"}, self.rules.test.words
        outcomes = [chance_of_event(each, form, events.Test, partial(_says, each)) for each in words]
        return [chance_of_success(about, events.Test), *outcomes]

    def recover(self, context: AnyContext, request: Any) -> None:
        """Let a combatant recover some points, or all."""
        program = self.rules.recover
        assert program is not None
        who, *amounts = request.who
        who = id_of(context.fight, who)
        left, most = self.left(combatant_named(context.fight, who))
        if len(amounts) > 1 or not all(map(is_number, amounts)):
            raise UsageError(f'recover: "{amounts[0]}" is no amount', "Write: combatcli recover WHO… [N]")
        amount = int(amounts[0]) if amounts else max(0, most - left)
        options = {**self.options("recover", request), "amount": amount}
        purpose = f"{context.fight.subject(who):'s} recovery"
        self.begin(context, program, purpose, (("who", who, None),), options, self._recovered)

    def _recovered(self, context: AnyContext, worked: Worked) -> None:
        changes = self.change(context, worked).get(worked.who, {})
        context.emit(events.Recover(who=worked.who, faces=worked.faces, cleared=changes, how=worked.how()))


def _says(words: str, event: events.Test) -> bool:
    return event.says == words
