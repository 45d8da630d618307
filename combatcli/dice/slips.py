"""What is written elsewhere and not here, and what can be read and rolled, and was hardly meant so."""

from __future__ import annotations

from combatcli.dice.tree import Dice, Group, Number
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.dice.tree import Expression, Node


_HERE = {
    **dict.fromkeys(("\N{MINUS SIGN}", "\N{EN DASH}", "\N{EM DASH}", "minus"), "-"),
    **dict.fromkeys(("\N{MULTIPLICATION SIGN}", "\N{MIDDLE DOT}", "\N{DOT OPERATOR}", "times"), "*"),
    "\N{DIVISION SIGN}": "/",
    "over": "/",
    "\N{GREATER-THAN OR EQUAL TO}": ">=",
    "\N{LESS-THAN OR EQUAL TO}": "<=",
    "plus": "+",
}


_ELSEWHERE = {
    **dict.fromkeys(("drop", "best", "highest", "lowest", "worst"), "Keep as in 4d6kh3, drop the lowest as in 4d6dl1."),
    **dict.fromkeys(("e", "ie"), "Dice explode as in 3d6!, or on a face as in 3d6!6."),
    "vs": "A total is compared as in 1d20+5 >= 15.",
    "cs": "Dice are counted as in 8d10>=7.",
    "t": "Dice are counted as in 8d10>=5.",
    "w": "A die is written with d: 3d6.",
    "?": "Of two values one is chosen as in if(1d20 >= 15, 2d6, 0).",
    "^": "A power is written **.",
}


def meant_by(word: str, rest: str) -> str:
    """Return what to write for what no expression has, ``rest`` being what comes after it; nothing if none is known."""
    if word in _HERE:
        return f"Write {_HERE[word]} for it."
    if word in _ELSEWHERE:
        return _ELSEWHERE[word]
    if word in ("adv", "advantage", "dis", "disadvantage"):
        return "Advantage is 2d20kh1, disadvantage 2d20kl1."
    if word in ("<", ">", "="):
        return "Comparisons are = > >= < <=."
    if word[:1].isalpha() and rest.lstrip()[:1] == "=":
        return "Names come first, before all that uses them: a = 1d20; a+5."
    return ""


def never_counted(expression: Expression) -> str:
    """Return a warning where dice are counted that can never show what is asked, as in 3d6>=10; else nothing."""
    tree = expression.tree
    if not isinstance(tree, Dice) or not isinstance(tree.sides, Number) or tree.modifiers.success is None:
        return ""
    success = tree.modifiers.success
    least = success.value + (success.operator == ">")
    if success.operator not in (">=", ">", "=") or least <= tree.sides.value:
        return ""
    import re
    from shlex import quote

    pool = re.split(r"[<>=]|[gl][te]|eq", expression.text, maxsplit=1)[0].strip()
    most = f" --at-most {least}" if success.operator == "=" else ""
    total = f"the chance of a total is `odds {quote(pool)} --at-least {least}{most}`"
    return f"{expression.text} counts dice that show that, and none can: {total}"


def check_count_after(before: Sequence[Node], value: int, text: str, first: int, start: int) -> None:
    """Raise DiceError where a count ends a sum whose total may be meant, as in 1d20+5+1d4>=15.

    ``before`` are the summands before it, ``text`` ends where the count does; the sum begins at ``first``, the count of
    ``value`` at ``start``. Where all are counted, or those that are not are numbers after a count, it is a count.
    """
    if _is_count(before[0]) and all(isinstance(node, Number) or _is_count(node) for node in before[1:]):
        return
    import re

    pattern = rf"(>=|<=|[<>=]|[gl][te]|eq)\s*[+-]?\s*0*{abs(value)}(?!\d)"
    at = start + [found.start() for found in re.finditer(pattern, text[start:], re.IGNORECASE)][-1]
    total = f"({text[first:at].rstrip()}) {text[at:]}"
    raise DiceError(
        "a count after something added or taken away may be meant as a total",
        f"Write {total} for the total, {text[first:start]}({text[start:]}) for the count.",
        column=at + 1,
    )


def _is_count(node: Node) -> bool:
    """Return whether it counts dice, or compares or matches, or is made of what does and of numbers."""
    from combatcli.dice.rare_nodes import Comparison, MatchNode, PooledSum

    if isinstance(node, (Dice, Group, PooledSum)):
        return node.modifiers.success is not None
    if isinstance(node, (Comparison, MatchNode)):
        return True
    parts = [child for child in node.children if not isinstance(child, Number)]
    return bool(parts) and all(map(_is_count, parts))


def check_extreme_of(pool: Dice, name: str, text: str, start: int) -> None:
    """Raise DiceError where one pool alone is given to max() or min(): its highest or lowest die may be meant."""
    one = isinstance(pool.count, Number) and pool.count.value == 1
    if not one and pool.modifiers.success is None:
        kind, which = ("kh1", "highest") if name == "max" else ("kl1", "lowest")
        raise DiceError(
            f"{name}() of one pool is its total",
            f"Write {text}{kind} for the {which} die, ({text}) for the total.",
            column=start + 1,
        )
