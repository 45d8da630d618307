"""Libraries that are missing or do not fit: looked at once something has gone wrong, for that may be why."""

from __future__ import annotations

import re
import sys
from importlib import metadata

from combatcli.errors import StreamError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAM = "combatcli"
REQUIREMENT = re.compile(r"([\w.-]+)\s*([^;]*)")
CONDITION = re.compile(r"(>=|<)\s*([\d.]+)")


def unmet(error: Exception) -> StreamError | None:
    """Return the error to report in place of an unforeseen one where libraries are missing, too old or too new.

    None where all libraries are as they should be, and the mistake is our own.
    """
    faults: dict[str, str] = {}
    for name, wanted in _requirements():
        try:
            installed = metadata.version(name)
        except metadata.PackageNotFoundError:
            faults[f"{name}{wanted}"] = f"{name} is not installed"
            continue
        if not _fits(installed, wanted):
            faults[f"{name}{wanted}"] = f"{name} {installed} does not fit"
    if not faults and isinstance(error, ModuleNotFoundError) and error.name and not error.name.startswith(PROGRAM):
        name = error.name.partition(".")[0]
        faults[name] = f"{name} is not installed"
    if not faults:
        return None
    install = " ".join([sys.executable, "-m", "pip", "install", *map(repr, faults)])
    return StreamError(f"a library that combatcli needs is not there: {', '.join(faults.values())}", f"Run: {install}")


def _requirements() -> Iterator[tuple[str, str]]:
    """Yield each library that is always needed, and the versions that fit; nothing where we are not installed."""
    try:
        lines = metadata.requires(PROGRAM) or []
    except metadata.PackageNotFoundError:
        return
    for line in lines:
        found = REQUIREMENT.match(line)
        if found and "extra ==" not in line:
            yield found[1], found[2].strip()


def _fits(installed: str, wanted: str) -> bool:
    """Tell whether a version is within bounds such as `>=2.3,<2.4`."""
    version = _numbers(installed)
    return all(
        version >= _numbers(bound) if sign == ">=" else version < _numbers(bound)
        for sign, bound in CONDITION.findall(wanted)
    )


def _numbers(version: str) -> list[int]:
    """Return the numbers of a version, up to whatever follows them."""
    found = re.match(r"\d+(\.\d+)*", version)
    return [int(part) for part in found[0].split(".")] if found else []
