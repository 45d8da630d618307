"""Libraries that are missing or of the wrong version: checked when an unexpected error may come from them."""

import re
import shlex
import sys
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec

from combatcli.errors import StreamError

PROGRAM = "combatcli"
REQUIREMENT = re.compile(r"([\w.-]+)\s*([^;]*)")
CONDITION = re.compile(r"(>=|<)\s*([\d.]+)")


def library_error(error: Exception) -> StreamError | None:
    """Return the error to report instead where libraries are missing, damaged, too old or too new.

    None where all libraries fit, so that the error is the program's own.
    """
    needed = dict(_required_libraries())
    missing = [name for name in needed if _installed_version(name) is None]
    if missing:
        message = f"combatcli cannot run without {', '.join(missing)}: not installed"
        return StreamError(message, _how_to_install([f"{name}{needed[name]}" for name in missing]))
    unfit = [name for name, wanted in needed.items() if not _fits_bounds(_installed_version(name) or "", wanted)]
    if unfit:
        bounds = ", ".join(f"{name} must be {needed[name]}, not {_installed_version(name)}" for name in unfit)
        return StreamError(
            f"a library does not fit: {bounds}", _how_to_install([f"{name}{needed[name]}" for name in unfit])
        )
    if isinstance(error, ModuleNotFoundError) and error.name and not error.name.startswith(PROGRAM):
        name = error.name.partition(".")[0].replace("_", "-")
        wanted = f"{name}{needed.get(name, '')}"
        if _installed_version(name) is None:
            return StreamError(f"combatcli cannot run without {name}: not installed", _how_to_install([wanted]))
        message = f"the library {name} is damaged: it has no module {error.name}"
        return StreamError(message, _how_to_install(["--force-reinstall", wanted]))
    return None


def _installed_version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _how_to_install(words: list[str]) -> str:
    if find_spec("pip") is None:
        return f"Install into the environment of {sys.executable}: {' '.join(words)}"
    return f"Run: {shlex.join([sys.executable, '-m', 'pip', 'install', *words])}"


def _required_libraries() -> Iterator[tuple[str, str]]:
    """Yield each required library with its version bounds; nothing where combatcli is not installed."""
    try:
        lines = metadata.requires(PROGRAM) or []
    except metadata.PackageNotFoundError:
        return
    for line in lines:
        requirement = REQUIREMENT.match(line)
        if requirement and "extra ==" not in line:
            yield requirement[1], requirement[2].strip()


def _fits_bounds(installed: str, wanted: str) -> bool:
    """Tell whether a version is within bounds such as `>=2.3,<2.4`."""
    version = _version_numbers(installed)
    return all(
        version >= _version_numbers(bound) if sign == ">=" else version < _version_numbers(bound)
        for sign, bound in CONDITION.findall(wanted)
    )


def _version_numbers(version: str) -> list[int]:
    """Return the leading numbers of a version: [1, 2] of 1.2rc1."""
    numbers = re.match(r"\d+(\.\d+)*", version)
    return [int(part) for part in numbers[0].split(".")] if numbers else []
