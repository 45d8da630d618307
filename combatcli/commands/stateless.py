"""The options that describe two combatants where there is no file."""

from __future__ import annotations

from combatcli.cli import option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typer.core import TyperOption


def describing(with_: str = "", against: str = "") -> list[TyperOption]:
    """Return --with and --against; beside KEY=VALUE they may take what a command says of them."""
    return [
        option("--with", "KEY=VALUE,…", f"{with_}without a file: what `attacker` is like", many=True),
        option("--against", "KEY=VALUE,…", f"{against}without a file: what `target` is like", many=True),
    ]
