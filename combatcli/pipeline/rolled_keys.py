"""Dice in place of a number, as in hp = "2d8+4": rolled when a combatant is added, reported and replayable."""

from functools import cached_property, partial

from combatcli.declarations import Invocation
from combatcli.dice.notation import parse
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import Source
from combatcli.dice.tree import Dice
from combatcli.dice_events import Roll
from combatcli.encounter.document import merge_changes_into_tables
from combatcli.encounter.key_types import key_types
from combatcli.errors import DiceError, InvalidError, UsageError
from combatcli.pipeline.dice_source import seed_and_step_of, source_for
from combatcli.pipeline.import_combatants import Party, takes_only_numbers
from combatcli.pipeline.input import Input
from combatcli.pipeline.points import MAXIMUM
from combatcli.pipeline.result import Result
from combatcli.report.rolls import roll_event
from combatcli.rulesets.own_dice import with_dice_advanced
from combatcli.text import is_number, whole_number
from combatcli.toml import Tables


class RolledKeys:
    """The dice rolled for the keys of a line's new combatants; the source is made with the first of them."""

    def __init__(self, call: Invocation, origin: Input) -> None:
        self._call = call
        self._given = origin
        self.events: list[Roll] = []

    def with_dice_rolled(self, who: str, keys: Tables) -> Tables:
        """Roll dice in place of numbers; raise InvalidError for text that is neither."""
        dice = [key for key, value in keys.items() if isinstance(value, str) and key in self._number_keys]
        return {
            **keys,
            **{key: self._roll_number(f"{who}: {key}", f"combatants.{who}.{key}", keys[key]) for key in dice},
        }

    @cached_property
    def _number_keys(self) -> list[str]:
        types = key_types(type(Party.combatant_with_defaults(self._given.game)))
        return [key for key, type_ in types.items() if takes_only_numbers(type_)]

    def _roll_number(self, label: str, path: str, text: str) -> int:
        what = f'expected a whole number, or dice as in 2d8+4, found "{text}"'
        try:
            expression = parse(text)
        except DiceError as error:
            raise InvalidError(what, error.message, path=path) from None
        if not any(isinstance(node, Dice) for node in expression.tree.self_and_descendants()):
            raise InvalidError(what, self._hint_without_dice(text, path.rpartition(".")[2]), path=path)
        self._source.set_purpose(label, partial(roll, expression.tree))
        rolled = roll(expression.tree, self._source)
        self.events.append(roll_event(expression, rolled).changed(label=label))
        return rolled.total

    def _hint_without_dice(self, text: str, key: str) -> str:
        """Return what to write for a text without a die: 7 for 007, and two keys for 12/20."""
        now, slash, most = (part.strip() for part in text.partition("/"))
        if slash and f"{MAXIMUM}{key}" in self._number_keys and is_number(now) and is_number(most):
            return f"Write both by themselves, {key} as {now} and {MAXIMUM}{key} as {most}."
        number = whole_number(text)
        return "Write one number." if number is None else f"Write {number}"

    @cached_property
    def _source(self) -> Source:
        return source_for(self._call, self._given.encounter, draws=False)

    def result_with_dice_step(self, result: Result) -> Result:
        """Return the result with the dice's next step, if any were rolled; raise UsageError for unneeded faces."""
        if not self.events:
            for option in ("dice", "seed"):
                if option in self._call.shared:
                    hint = "Dice in the place of a number are rolled, as in hp=2d8."
                    raise UsageError(f"--{option}: nothing is rolled here", hint)
            return result
        encounter = self._given.encounter
        result.dice = seed_and_step_of(self._source)
        after = with_dice_advanced(encounter, self._source)
        result.tables = merge_changes_into_tables(result.tables or self._given.tables, encounter, after)
        result.rolled = True
        return result
