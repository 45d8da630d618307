"""A game that passes `check` never ends a command with an internal error, whatever stands in it."""

from __future__ import annotations

import pytest

import fuzz


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.untraced
def test_a_game_changed_at_random_is_refused_or_played(seed: int) -> None:
    """It is told what is wrong, or all of its commands are."""
    tries, failed = fuzz.file_failures(1, seed)
    assert tries
    assert failed == []
