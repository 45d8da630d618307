"""The source of a command's faces."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from combatcli.declarations import Invocation
from combatcli.dice.rolling.sources import EnteredSource, SeededSource, Source, SystemSource, mint_seed
from combatcli.encounter import document, reading
from combatcli.errors import UsageError, value_or
from combatcli.pipeline.result import NO_DICE
from combatcli.streams import can_be_asked
from combatcli.text import escape, truncated, whole_number

if TYPE_CHECKING:
    from combatcli.encounter.schema import Encounter, SeededDice


def source_for(call: Invocation, encounter: Encounter | None, *, draws: bool) -> Source:
    """Return the source of faces: entered, seeded by the command line or the encounter, or the system's.

    In a game that ``draws`` they are cards. If the encounter says so, they are asked for at the terminal.
    """
    seed = call.shared.get("seed")
    own, other, what = ("cards", "dice", "draws cards") if draws else ("dice", "cards", "rolls dice")
    if other in call.shared:
        raise UsageError(f"--{other} does not fit this game, which {what}", f"Enter them with --{own}.")
    if own in call.shared:
        return entered_source(call, draws=draws)
    if seed is not None:
        return SeededSource(seed, stream=call.name)
    dice = encounter.dice if encounter is not None else None
    program = _source_of_program(call, dice)
    if dice is not None and dice.entered and can_be_asked():
        from combatcli.pipeline.asked_dice import asked_source

        return asked_source(program, draws=draws)
    return program


def file_asks_for_faces(path: str) -> bool:
    """Tell whether the encounter in a file says that faces are asked for; if it cannot be read, it does not."""
    dice = value_or(None, lambda: document.parse(reading.read_text_file(path), path).get("dice"))
    return isinstance(dice, dict) and dice.get("entered") is True


def _source_of_program(call: Invocation, dice: SeededDice | None) -> Source:
    if dice is not None and dice.seed is not None:
        from combatcli.rulesets.own_dice import source_of_own_dice

        return source_of_own_dice(dice)
    return SeededSource(mint_seed(), stream=call.name) if "json" in call.shared else SystemSource()


def entered_source(call: Invocation, *, draws: bool = False) -> EnteredSource:
    """Return the source of entered faces or cards; raise UsageError if they are not numbers."""
    if draws:
        from combatcli.rulesets.shared.cards import EnteredCards

        return EnteredCards(read_faces(call.shared["cards"], "--cards", "card numbers"))
    return EnteredSource(read_faces(call.shared["dice"]))


def read_faces(text: str, option: str = "--dice", what: str = "faces") -> list[int]:
    """Return the numbers of "4,7,10"; raise UsageError for anything else."""
    words = re.split(r"\s*,\s*|\s+", text.strip()) if text.strip() else []
    faces = [face for word in words if (face := whole_number(word)) is not None]
    if len(faces) < len(words):
        wrong = next(word for word in words if whole_number(word) is None)
        message = f"{option}: expected {what} with commas between, found '{escape(truncated(wrong))}'"
        raise UsageError(message, f"As in {option} 4,7,10")
    return faces


def seed_and_step_of(source: Source) -> Mapping[str, object]:
    """Return the seed and step of the dice for the report, if they have some."""
    by = source.program or source
    return {"seed": by.seed, "step": by.step} if isinstance(by, SeededSource) else NO_DICE
