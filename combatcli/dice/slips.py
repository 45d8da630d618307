"""What can be read and rolled, and was hardly meant so."""

from __future__ import annotations

from combatcli.dice.tree import Dice, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.tree import Expression


def never_counted(expression: Expression) -> str:
    """Return a warning where dice are counted that can never show what is asked, as in 3d6>=10; else nothing."""
    tree = expression.tree
    if not isinstance(tree, Dice) or not isinstance(tree.sides, Number) or tree.modifiers.success is None:
        return ""
    wanted = tree.modifiers.success
    least = wanted.value + (wanted.operator == ">")
    if wanted.operator not in (">=", ">", "=") or least <= tree.sides.value:
        return ""
    import re
    from shlex import quote

    pool = re.split(r"[<>=]|[gl][te]|eq", expression.text, maxsplit=1)[0].strip()
    most = f" --at-most {least}" if wanted.operator == "=" else ""
    total = f"the chance of a total is `odds {quote(pool)} --at-least {least}{most}`"
    return f"{expression.text} counts dice that show that, and none can: {total}"
