"""`test`, contests, and `recover`."""

from __future__ import annotations

from functools import partial
from typing import Any

from combatcli.encounter.references import combatant_named, id_of
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.actions import AnyAction, action
from combatcli.rulesets.context import AnyContext
from combatcli.rulesets.from_file import events, types
from combatcli.rulesets.from_file.expressions import Value
from combatcli.rulesets.from_file.play import Play, Told, Worked
from combatcli.rulesets.metrics import Metric, chance_of_event, chance_of_success
from combatcli.text import is_number


class Deeds(Play):
    """The tests and the recovery of a game."""

    def actions(self) -> dict[str, AnyAction]:
        """Return the game's actions, by command; `test` and `recover` if its file has them."""
        rules = self.rules
        commands: dict[str, AnyAction] = {}
        if rules.test is not None:
            commands["test"] = action(types.test_request(rules), self.test, self._test_metrics)
        if rules.recover is not None:
            words = "WHO… and how much [all that is missing]"
            commands["recover"] = action(types.recover_request(rules), self.recover, words=words)
        return {**commands, **super().actions()}

    def test(self, context: AnyContext, request: Any) -> None:
        """Test a trait, alone or against another combatant's."""
        rules = self.rules
        if request.trait not in rules.traits:
            raise UsageError(
                f'there is no trait "{request.trait}" in {rules.title}', nearest(request.trait, rules.traits)
            )
        combatant_named(context.fight, request.who)
        options = {**self.options("test", request), "bonus": request.bonus}
        if request.against is None:
            self._begin(context, request.who, request.trait, options, self._tested)
            return
        combatant_named(context.fight, request.against)
        if rules.contest is None:
            raise RefusedError(f"{rules.title} has no contests", "Leave --against out.")
        self._begin(context, request.who, request.trait, options, self._opposed, request.against)

    def _begin(
        self, context: AnyContext, who: str, trait: str, options: dict[str, Value], done: Any, *more: Any
    ) -> None:
        assert self.rules.test is not None
        values = {**options, "trait": self.owner(context.fight, who)(trait)}
        purpose = f"{context.fight.subject(who):'s} test"
        owners = (("who", who, None),)
        self.begin(context, self.rules.test, purpose, owners, values, done, trait, *more)

    def _tested(self, context: AnyContext, worked: Worked, trait: str) -> None:
        success = bool(worked.results.get("success"))
        context.emit(
            events.Test(who=worked.who, against=None, trait=trait, faces=worked.faces(), success=success, **worked.keys)
        )
        self.change_and_tell(context, worked)

    def _opposed(self, context: AnyContext, worked: Worked, trait: str, against: str) -> None:
        """Let the opponent test, without options."""
        self.change_and_tell(context, worked)
        options = {"bonus": 0, **self.options("test")}
        mine = (worked.who, tuple(worked.numbers.items()), worked.told)
        self._begin(context, against, trait, options, self._contested, mine)

    def _contested(self, context: AnyContext, worked: Worked, trait: str, mine: tuple[str, Any, Told]) -> None:
        contest, fight = self.rules.contest, context.fight
        assert contest is not None
        who, numbers, told = mine
        first = Worked(worked.run, dict(numbers), told)
        both = {f"own.{name}": value for name, value in numbers}
        both |= {f"other.{name}": value for name, value in worked.numbers.items()}
        context.emit(
            events.Contest(
                who=who,
                against=worked.who,
                trait=trait,
                against_trait=trait,
                faces=[*first.faces(), *worked.faces()],
                total=first.numbers.get("total"),
                needed=worked.numbers.get("total"),
                success=bool(contest.number(self.values_of(fight, (), both))),
                how=first.how,
                against_how=worked.how,
            )
        )
        self.change_and_tell(context, worked)

    def _test_metrics(self, _: Any, request: Any) -> list[Metric]:
        about, rules = {"who": request.who}, self.rules
        if request.against is not None:
            return [chance_of_success(about, events.Contest)]
        assert rules.test is not None
        form = {**about, "form": "says"}
        outcomes = [chance_of_event(words, form, events.Test, partial(_says, words)) for words in rules.test.words]
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
        context.emit(events.Recover(who=worked.who, faces=worked.faces(), cleared=changes, how=worked.how))


def _says(words: str, event: events.Test) -> bool:
    return event.says == words
