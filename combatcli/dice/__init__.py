"""Dice: notation, rolling, sources of faces and exact odds; knows nothing of combat.

From Python there are `parse`, `roll` and `odds`, and what they return and raise:

>>> from combatcli.dice import odds, roll
>>> roll("4d6kh3", faces=[6, 1, 5, 3]).total
14
>>> odds("4d6kh3").at_least(18)
Fraction(7, 432)

The names in ``__all__`` are stable; anything else in this package may change at any time.
"""

__all__ = [
    "DiceError",
    "Expression",
    "FacesError",
    "Odds",
    "Roll",
    "TooLargeError",
    "UnendingError",
    "odds",
    "parse",
    "roll",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.api import FacesError, Odds, Roll, odds, parse, roll
    from combatcli.dice.exact.budget import TooLargeError, UnendingError
    from combatcli.dice.tree import Expression
    from combatcli.errors import DiceError
else:

    def __getattr__(name: str) -> object:
        # Imported on first use: the command line does not need it.
        if name not in __all__:
            raise AttributeError(f"module {__name__} has no attribute {name}")
        from combatcli.dice import api

        return getattr(api, name)


def __dir__() -> list[str]:
    return __all__
