"""What is written elsewhere and not here, and what can be read and rolled, and was hardly meant so."""

from __future__ import annotations

from combatcli.dice.tree import Dice, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.tree import Expression


_HERE = {
    **dict.fromkeys(("\N{MINUS SIGN}", "\N{EN DASH}", "\N{EM DASH}", "minus"), "-"),
    **dict.fromkeys(("\N{MULTIPLICATION SIGN}", "\N{MIDDLE DOT}", "\N{DOT OPERATOR}", "times"), "*"),
    "\N{DIVISION SIGN}": "/",
    "over": "/",
    "\N{GREATER-THAN OR EQUAL TO}": ">=",
    "\N{LESS-THAN OR EQUAL TO}": "<=",
    "plus": "+",
}


def meant_by(word: str, rest: str) -> str:
    """Return what to write for what no expression has, ``rest`` being what comes after it; nothing if none is known."""
    if word in _HERE:
        return f"Write {_HERE[word]} for it."
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
