"""`test`, contests, and `recover`."""

from __future__ import annotations

from functools import partial
from typing import Any

from combatcli.encounter.references import combatant_named, id_of
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.actions import Action, AnyAction, OddsQuery, action
from combatcli.rulesets.context import AnyContext
from combatcli.rulesets.from_file import events, types
from combatcli.rulesets.from_file.expressions import Value
from combatcli.rulesets.from_file.play import Play
from combatcli.rulesets.from_file.program import Run, Told, faces_of, how_of, numbers, set_all
from combatcli.rulesets.metrics import Metric, chance_of_event, chance_of_success
from combatcli.text import is_number

ENOUGH = frozenset({"success", "says"})


class Deeds:
    """The tests and the recovery of one game."""

    def __init__(self, play: Play) -> None:
        self.play = play

    def actions(self) -> dict[str, AnyAction]:
        """Return what the game does for `test` and `recover`, as far as its file has these."""
        rules = self.play.rules
        found: dict[str, AnyAction] = {}
        if rules.test is not None:
            found["test"] = Action(types.test_request(rules), self.test, self._odds)
        if rules.recover is not None:
            words = "WHO… and how much [all that is missing]"
            found["recover"] = action(types.recover_request(rules), self.recover, words=words)
        return found

    def _odds(self, fight: Any, request: Any) -> list[OddsQuery[Any]]:
        return [OddsQuery((self.test, request, True), self._metrics(request))]

    def test(self, context: AnyContext, request: Any, lean: bool = False) -> None:  # noqa: FBT001, FBT002  (a task takes all by place)
        """Test a trait, by itself or against somebody's."""
        rules = self.play.rules
        if request.trait not in rules.traits:
            raise UsageError(
                f'there is no trait "{request.trait}" in {rules.title}', nearest(request.trait, rules.traits)
            )
        combatant_named(context.fight, request.who)
        if request.against is not None:
            combatant_named(context.fight, request.against)
            if rules.contest is None:
                raise RefusedError(f"{rules.title} has no contests", "Leave --against out.")
        given = {**self.play.options("test", request), "bonus": request.bonus}
        self._one(context, request.who, request.trait, given, lean, self._tested, request.against)

    def _one(
        self,
        context: AnyContext,
        who: str,
        trait: str,
        given: dict[str, Value],
        lean: bool,  # noqa: FBT001  (a task takes all by place)
        done: Any,
        *more: Any,
    ) -> None:
        program = self.play.rules.test
        assert program is not None
        value = self.play.owner(context.fight, who)(trait)
        purpose = f"{context.fight.subject(who):'s} test"
        kept = ENOUGH if more[0] is None else self._contested()
        values = {**given, "trait": value}
        owners = [("who", who, None)]
        self.play.begin(context, program, purpose, owners, values, done, trait, *more, kept=kept, lean=lean)

    def _contested(self) -> frozenset[str]:
        """Return the values of a test that a contest compares."""
        contest = self.play.rules.contest
        names = contest.names if contest is not None else ()
        return frozenset([name.partition(".")[2] for name in names])

    def _tested(
        self, context: AnyContext, run: Run, values: dict[str, Value], told: Told, trait: str, against: str | None
    ) -> None:
        who = run.owners[0][1]
        if against is not None:
            given: dict[str, Value] = {"bonus": 0, **self.play.unsaid("test")}
            self._change(context, run, values)
            mine = tuple(numbers(values).items())
            self._one(context, against, trait, given, run.lean, self._opposed, who, mine, told)
            return
        shown = numbers(values)
        context.emit(
            events.Test(
                who=who,
                against=None,
                trait=trait,
                faces=faces_of(told),
                total=shown.get("total"),
                needed=shown.get("needed"),
                success=bool(values.get("success")),
                values={name: shown[name] for name, _, _ in told.value if name in shown},
                how=how_of(told),
                says=str(values.get("says") or ""),
            )
        )
        self._change(context, run, values)

    def _opposed(
        self,
        context: AnyContext,
        run: Run,
        values: dict[str, Value],
        told: Told,
        trait: str,
        who: str,
        mine: tuple[tuple[str, int], ...],
        my_dice: Told,
    ) -> None:
        rules, against = self.play.rules, run.owners[0][1]
        assert rules.contest is not None
        house, round_ = self.play.house(context.fight), context.fight.round
        both = {f"own.{name}": value for name, value in mine}
        both |= {f"other.{name}": value for name, value in numbers(values).items()}
        both |= {f"house.{name}": value for name, value in house.items()} | {"round": round_}
        success = bool(rules.contest.number(both.__getitem__))
        context.emit(
            events.Contest(
                who=who,
                against=against,
                trait=trait,
                against_trait=trait,
                faces=[*faces_of(my_dice), *faces_of(told)],
                total=dict(mine).get("total"),
                needed=numbers(values).get("total"),
                success=success,
                how=how_of(my_dice),
                against_how=how_of(told),
            )
        )
        self._change(context, run, values)

    @staticmethod
    def _change(context: AnyContext, run: Run, values: dict[str, Value]) -> None:
        for who, changes in set_all(context, run, values).items():
            context.tell(partial(events.Effect, who=who, changes=changes))

    def _metrics(self, request: Any) -> list[Metric]:
        about, rules = {"who": request.who}, self.play.rules
        if request.against is not None:
            return [chance_of_success(about, events.Contest)]
        assert rules.test is not None
        rows = rules.test.says.rows if rules.test.says is not None else ()
        words = dict.fromkeys(row for _, _, row in rows)
        said = [chance_of_event(each, about, events.Test, partial(_says, each)) for each in words]
        return [chance_of_success(about, events.Test), *said]

    def recover(self, context: AnyContext, request: Any) -> None:
        """Let somebody recover: some, or all that is missing."""
        program = self.play.rules.recover
        assert program is not None
        who, amount = self._whom_and_how_much(context, request.who)
        given = {**self.play.options("recover", request), "amount": amount}
        purpose = f"{context.fight.subject(who):'s} recovery"
        self.play.begin(context, program, purpose, [("who", who, None)], given, self._recovered)

    def _whom_and_how_much(self, context: AnyContext, words: list[str]) -> tuple[str, int]:
        who = id_of(context.fight, words[0])
        combatant = combatant_named(context.fight, who)
        if len(words) == 1:
            left, most = self.play.left(combatant)
            return who, max(0, most - left)
        if len(words) > 2 or not is_number(words[1]):
            raise UsageError(f'recover: "{words[1]}" is no amount', "Write: combatcli recover WHO… [N]")
        return who, int(words[1])

    @staticmethod
    def _recovered(context: AnyContext, run: Run, values: dict[str, Value], told: Told) -> None:
        who = run.owners[0][1]
        changes = set_all(context, run, values).get(who, {})
        context.emit(events.Recover(who=who, faces=faces_of(told), cleared=changes, how=how_of(told)))


def _says(words: str, event: events.Test) -> bool:
    return event.says == words
