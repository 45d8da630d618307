"""What a request asks for, said where it has its keys: options, words of a subcommand, and what completes them.

A key of type ``Annotated[int, number("add N")]`` is an option ``--key``. One with ``word("the arena")`` is a word of a
subcommand's line. The words that complete other keys are ``named``.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from combatcli import declarations
from combatcli.declarations import Argument, Option
from combatcli.errors import UsageError

number = partial(declarations.number, "")
text = partial(declarations.text, "")
feet = partial(declarations.feet, "")
flag = partial(declarations.flag, "")
number_or_nothing = partial(declarations.number, "", empty="0")
"""Options as `declarations` has them, named like the key that they stand at."""


word = partial(Argument, "")
"""A word of a subcommand's line, named like its key."""


def _annotations(request: type[Struct]) -> Iterator[tuple[str, Any]]:
    """Yield each key of a request with every annotation of its type."""
    for field in fields(request):
        yield from [(field.encode_name, mark) for mark in getattr(field.type, "__metadata__", ())]


def request_options(request: type[Struct]) -> list[Option]:
    """Return a request's options, named like their keys."""
    marks = [(key, mark) for key, mark in _annotations(request) if isinstance(mark, Option)]
    return [mark.changed(name=f"--{key.replace('_', '-')}") for key, mark in marks]


def request_arguments(request: type[Struct]) -> list[Argument]:
    """Return a request's arguments, named like their keys."""
    return [mark.changed(name=key) for key, mark in _annotations(request) if isinstance(mark, Argument)]


def refuse_beside(request: Struct, other: str, *keys: str) -> None:
    """Raise UsageError if a key is given that has no effect beside another option."""
    for key in keys:
        if getattr(request, key) is not False and getattr(request, key) not in (None, []):
            names = {option.key: option.name for option in request_options(type(request))}
            raise UsageError(f"{names.get(key, key)} has no effect with {other}", "Leave one of the two out.")
