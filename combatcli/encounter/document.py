"""An encounter in a file: its text, its tables with all keys, and the typed view for the rules.

Keys unknown to the schema are kept: changes are merged into the tables.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from combatcli import toml
from combatcli.encounter.reading import BOM, LIMIT
from combatcli.encounter.references import Problem, defaults_by_key
from combatcli.encounter.schema import Encounter, all_keys
from combatcli.errors import InvalidError, RefusedError
from combatcli.text import escape
from combatcli.toml import Tables, Value

if TYPE_CHECKING:
    from combatcli.rulesets.game import Game

CONFLICT_MARK = r"(?m)^[<=>]{7}(?![<=>]).*"
GAME_KEY = r"(?m)^ruleset *="
"""The line that an encounter begins with."""
DEEPEST = 100
NAMED = 3
"""The number of keys that a message names of the path to a value that is too deep."""
LARGEST = 2**63 - 1
"""The largest whole number of TOML; the lowest is one further from 0."""


def parse(text: str, where: str) -> Tables:
    """Parse a TOML text; InvalidError has line and column. ``where`` names the origin of the text."""
    try:
        check_depth_of_keys(text, where)
        tables = toml.loads(text.removeprefix(BOM))
        check_numbers_and_depth(tables, f"{where}: ")
    except toml.TOMLDecodeError as error:
        raise _not_toml_error(text, where, str(error)) from None
    except ValueError:
        # Python does not read such a long number, and does not say where it is.
        line = _line_number(text, next(match.start() for match in re.finditer(r"\d[\d_]{4000}", text)))
        raise InvalidError(f"{where}: the number in line {line} is too large", _TO_THE_LARGEST) from None
    except RecursionError:
        hint = f"Lists and tables lie at most some {DEEPEST} in each other."
        raise InvalidError(f"{where} is nested too deeply", hint) from None
    return tables


def _line_number(text: str, place: int) -> int:
    return 1 + text.count("\n", 0, place)


def _has_tables(text: str) -> bool:
    """Tell whether a text is TOML with tables in it."""
    try:
        return any(isinstance(value, dict) for value in toml.loads(text.removeprefix(BOM)).values())
    except toml.TOMLDecodeError:
        return False


def _not_toml_error(text: str, where: str, reason: str) -> InvalidError:
    """Return the error of a text that is not TOML: it may be two versions of an encounter, or two encounters."""
    begun = re.search(CONFLICT_MARK, text)
    if begun:
        line = _line_number(text, begun.start())
        hint = "Keep one of the two versions, and delete the lines <<<<<<<, ======= and >>>>>>>."
        return InvalidError(f"line {line} marks a conflict of two versions: {begun[0]}", hint, where=where)
    second = [*re.finditer(GAME_KEY, text)][1:]
    if second and _has_tables(text[: second[0].start()]):
        line = _line_number(text, second[0].start())
        hint = "A command reads one. To take combatants over from another, use `combatcli add --from FILE`."
        return InvalidError(f"{where} holds several encounters: line {line} begins another", hint)
    reason = re.sub(r"\('(.*?)',?\)", lambda keys: keys[1].replace("', '", "."), reason)
    reason = reason.replace("Cannot overwrite a value", "The key stands twice")
    hint = "Put it right there; `combatcli check` reads it again."
    return InvalidError(f"{where} is not valid TOML: {reason[:1].lower()}{reason[1:]}", hint)


_TO_THE_LARGEST = f"Whole numbers go to {LARGEST:,}."


def check_numbers_and_depth(value: object, path: str = "", besides: object = None, levels: int = DEEPEST) -> None:
    """Refuse whole numbers too large for other readers of TOML, and values nested too deep; InvalidError names the key.

    Values that are the same object in ``besides``, at the same place, have been checked on reading and are skipped.
    """
    if type(value) is int and not -LARGEST - 1 <= value <= LARGEST:
        raise InvalidError(f"{path} is a number too large", _TO_THE_LARGEST)
    if not isinstance(value, (dict, list)) or value is besides:
        return
    if not levels:
        keys = path.split(".", NAMED)[:NAMED]
        hint = f"Lists and tables lie at most {DEEPEST} in each other."
        raise InvalidError("it is nested too deeply", hint, path=".".join(keys))
    counterpart = besides if isinstance(besides, dict) else {}
    start = f"{path}." if path and not path.endswith(" ") else path
    for key, item in value.items() if isinstance(value, dict) else (("", item) for item in value):
        check_numbers_and_depth(item, f"{start}{key}" if key else path, counterpart.get(key), levels - 1)


def check_readable_again(text: str, tables: Tables) -> None:
    """Refuse a text, with its tables, that no command could read again: RefusedError where it is too large."""
    # A letter takes at most four bytes.
    if len(text) > LIMIT // 4 and len(text.encode(errors="surrogatepass")) > LIMIT:
        raise RefusedError(
            f"the encounter would be larger than {LIMIT // 1024 // 1024} MiB, the most that a command reads",
            "Remove what the fight does not need.",
        )
    check_depth_of_keys(text, "the changed encounter")
    check_numbers_and_depth(tables)


def check_depth_of_keys(text: str, where: str) -> None:
    """Refuse headers and dotted keys deeper than any encounter needs, before they take all memory."""
    if all(line.count(".") <= DEEPEST for line in text.split("\n")):
        return
    from combatcli.encounter.layout import first_dotted_key

    key, line = first_dotted_key(text, DEEPEST + 1)
    if key:
        message = f"{where}: a key in line {line} is nested more than {DEEPEST} tables deep"
        raise InvalidError(message, f"It begins with {escape(key[:20])}…")


def name_of_game(tables: Tables, where: str, text: str) -> str:
    """Return the name of the game; raise InvalidError if the encounter, read from ``text``, does not name it."""
    name = tables.get("ruleset")
    if not tables and text.strip():
        raise InvalidError(f"{where} has only comments", "`combatcli new` makes an encounter.")
    if not tables:
        raise InvalidError(
            f"{where} is empty", "`combatcli new` makes an encounter. Note that `> FILE` empties the file first."
        )
    if not isinstance(name, str):
        raise InvalidError(
            f"{where}: ruleset: this encounter does not name its game",
            'Add it as the first key: ruleset = "GAME". `combatcli new --help` lists the games.',
        )
    return name


def typed_encounter(tables: Tables, game: Game, where: str = "") -> Encounter:
    """Return the typed view of tables; InvalidError names the first key of a wrong type: `combatants.mira.brawn`."""
    try:
        return msgspec.convert(tables, game.encounter)
    except msgspec.ValidationError:
        from combatcli.encounter.explain import MisfitFinder

        fitting = MisfitFinder()
        fitting.table_without_misfits(tables, game.encounter)
        first = fitting.misfits[0]
        raise InvalidError(first.what, first.hint, where=where, path=first.path) from None


def validate(tables: Tables, game: Game, text: str = "", where: str = "") -> Encounter:
    """Return the typed view of valid tables; InvalidError has the first problem."""
    encounter = typed_encounter(tables, game, where)
    for problem in game.problems(encounter):
        raise InvalidError(with_quoted_line(problem, text), problem.hint, where=where, path=problem.path)
    return encounter


def with_quoted_line(problem: Problem, text: str) -> str:
    """Return the message of a problem, after the line of the text that it quotes, if any."""
    if problem.quoted is None or not text:
        return problem.message
    from combatcli.encounter.layout import line_number_of

    line = line_number_of(text, problem.path, problem.quoted)
    return f"line {line}, {problem.message}" if line else problem.message


def merge_changes_into_tables(tables: Tables, before: Encounter, after: Encounter) -> Tables:
    """Return the tables with the changes between two encounters; everything else stays the same object."""
    result: Tables = _merged_value(tables, before, after)
    return result


def _merged_value(raw: Value, before: Value, after: Value) -> Value:
    if before is after:
        return raw
    if isinstance(after, msgspec.Struct) and isinstance(before, msgspec.Struct) and isinstance(raw, dict):
        return _merged_table(raw, all_keys(before), all_keys(after), defaults_by_key(type(after)))
    if isinstance(after, dict) and isinstance(before, dict) and isinstance(raw, dict):
        return _merged_table(raw, before, after, {})
    if isinstance(after, list) and isinstance(before, list) and isinstance(raw, list):
        return _merged_list(raw, before, after)
    return raw if before == after else msgspec.to_builtins(after)


def _merged_table(raw: Tables, before: Tables, after: Tables, defaults: Tables) -> Tables:
    result = dict(raw)
    for key in [*before, *(key for key in after if key not in before)]:
        old, new = before.get(key), after.get(key)
        if old is new:
            continue
        if key not in after or new is None or (old and new == [] and isinstance(old[0], msgspec.Struct)):
            result.pop(key, None)
        elif key in raw:
            result[key] = _merged_value(raw[key], old, new)
        elif old != new and not (key in defaults and new == defaults[key]):
            result[key] = msgspec.to_builtins(new)
    return result


def _merged_list(raw: list[Value], before: list[Value], after: list[Value]) -> list[Value]:
    if len(after) == len(before) == len(raw):
        return [_merged_value(value, old, new) for value, old, new in zip(raw, before, after, strict=True)]
    kept = [(id(old), value) for old, value in zip(before, raw, strict=False)]
    by_identity = dict(kept)
    return [by_identity.get(id(new), msgspec.to_builtins(new)) for new in after]
