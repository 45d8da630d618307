"""`blade`: sides, Difficulties and a melee in three steps. This page is its contents, `rules.toml` its rules."""

from __future__ import annotations

from combatcli.rulesets.blade.checks import SWITCHES as switches  # noqa: N811  (the Protocol's name for it)
from combatcli.rulesets.blade.checks import problems
from combatcli.rulesets.blade.schema import Fight as encounter  # noqa: N813  (the Protocol's name for it)
from combatcli.rulesets.blade.settle import settle
from combatcli.rulesets.blade.state import PHASES as phases  # noqa: N811  (the same)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from combatcli.rulesets.base import Action

__all__ = ["action", "encounter", "example", "phases", "problems", "settle", "switches"]


def example() -> str:
    """Return a fight in a gatehouse, ready to play."""
    from importlib.resources import files

    return files(__name__).joinpath("example.toml").read_text(encoding="utf-8")


def action(command: str) -> Action[Any, Any]:
    """Return what blade does for a command; KeyError if it has nothing of the kind."""
    from importlib import import_module

    places = {"next": "rounds", "test": "trials", "dashtest": "trials"}
    module = places.get(command, command)
    actions: dict[str, Action[Any, Any]] = import_module(f"combatcli.rulesets.blade.{module}").ACTIONS
    return actions[command]
