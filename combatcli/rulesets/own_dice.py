"""An encounter's own dice: their next faces, and the dice after them."""

from msgspec.structs import replace

from combatcli.dice.rolling.sources import LAST_STEP, EnteredSource, SeededSource, Source, SystemSource
from combatcli.encounter.schema import SeededDice
from combatcli.errors import RefusedError
from combatcli.rulesets.context import E


def source_of_own_dice(dice: SeededDice | None) -> Source:
    """Return a source of the encounter's next faces; without a seed, the system's."""
    if dice is None or dice.seed is None:
        return SystemSource()
    return SeededSource(dice.seed, dice.step, stream="encounter", version=dice.version)


def with_dice_advanced(fight: E, source: Source) -> E:
    """Return the encounter with its dice one step on, if they were rolled.

    Raises DiceError if entered faces are left over, and RefusedError after the last step.
    """
    if isinstance(source, EnteredSource):
        source.finish()
    source = source.program or source
    dice = fight.dice
    if not isinstance(source, SeededSource) or not source.rolled or dice is None:
        return fight
    if (dice.seed, dice.step) != (source.seed, source.step):
        return fight
    if dice.step == LAST_STEP:
        hint = "`set . dice.seed=ANOTHER dice.step=0` goes on."
        raise RefusedError(f"dice.step has reached its limit, {LAST_STEP}", hint)
    return fight.changed(dice=replace(dice, step=dice.step + 1))
