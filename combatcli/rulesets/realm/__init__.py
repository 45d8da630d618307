"""`realm`: arenas, face dice and wound boxes. This page is its table of contents; `rules.toml` lists its rules."""

from __future__ import annotations

from combatcli.rulesets.realm.checks import SWITCHES as switches  # noqa: N811  (the Protocol's name for it)
from combatcli.rulesets.realm.checks import problems
from combatcli.rulesets.realm.schema import Fight as encounter  # noqa: N813  (the Protocol's name for it)
from combatcli.rulesets.realm.settle import settle
from combatcli.rulesets.realm.state import PHASES as phases  # noqa: N811  (the same)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from combatcli.rulesets.base import Action

__all__ = ["action", "encounter", "example", "phases", "problems", "settle", "switches"]


def example() -> str:
    """Return a fight in four arenas, ready to play."""
    from importlib.resources import files

    return files(__name__).joinpath("example.toml").read_text(encoding="utf-8")


def action(command: str) -> Action[Any, Any]:
    """Return what realm does for a command; KeyError if it has nothing of the kind."""
    from importlib import import_module

    module, _, rest = command.partition(" ")
    places = {
        "next": "rounds",
        "test": "trials",
        "dashtest": "trials",
        "push": "contests",
        "impede": "contests",
        "bowl": "points",
    }
    actions: dict[str, Action[Any, Any]] = import_module(
        f"combatcli.rulesets.realm.{places.get(module, module)}",
    ).ACTIONS
    return actions[rest or module]
