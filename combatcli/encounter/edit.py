"""Changes an encounter's text only where its data changed.

The text is cut at its headers. A part whose data did not change is kept byte for byte. In a changed part, values that
are laid out as combatcli writes them are replaced in their lines; anything else in the part is left to tomlkit, which
is 7 to 8 times slower and takes 11 ms to load. The result is parsed and compared with the wanted data, so that a
misjudged layout may cost comments, but never data.
"""

import difflib
import re
from collections.abc import Callable

from combatcli import toml
from combatcli.encounter.layout import (
    Keys,
    array_in_lines,
    block_header,
    can_be_blocks,
    is_same_value,
    key_value_in_one_line,
    key_value_text,
    lines_of_block,
    lines_of_blocks,
    parts_at_headers,
    reads_best_as_block,
    split_off_trailing_comments,
    text_of_lines,
    toml_value,
)
from combatcli.encounter.reading import BOM
from combatcli.toml import Tables, Value

_LINE_END = re.compile(r"[ \t\r]*(?:#[^\n]*)?(?:\n|\Z)")
Change = Callable[[str, Keys, Tables, Tables], str]
"""A function of a part's text, its keys, and its old and new data; it returns the new text."""


def edit_text(text: str, before: Tables, after: Tables) -> str:
    """Return the text changed to hold ``after``; ``before`` is what ``toml.loads`` reads from it now.

    Comments, order, layout and line endings of everything unchanged stay; without changes the text itself is returned.
    New tables become blocks beside similar ones; a new list of tables at the top becomes ``[[blocks]]``, ``pending`` at
    the very end.
    """
    if is_same_value(before, after):
        return text
    if text.startswith(BOM):
        return BOM + edit_text(text[1:], before, after)
    if "\r\n" in text and text.count("\r\n") == text.count("\n"):
        return edit_text(text.replace("\r\n", "\n"), before, after).replace("\n", "\r\n")
    plan = _TextChanges(text, before)
    plan.plan_table(plan.root, (), before, after)
    for change in (_replace_values_in_lines, _change_by_tomlkit, _rewrite_below_comments):
        # Where tomlkit fails, the next function does without it.
        try:
            result = plan.changed_text(change)
            if is_same_value(toml.loads(result), after):
                return result
        except ImportError:
            raise
        except Exception:  # noqa: BLE001, S112  (tomlkit names no family of errors that covers what it raises)
            continue
    import tomli_w

    return tomli_w.dumps(after)


class _TablePlace:
    """A table or array of tables with headers: the place of its own part and those of the parts below it."""

    __slots__ = ("below", "first", "last", "own")

    def __init__(self, place: int) -> None:
        self.below: dict[str | int, _TablePlace] = {}
        self.own = -1
        self.first = self.last = place


class _TextChanges:
    """The changes to the parts of a text, by place; all other parts are kept.

    ``change`` has the old and the new data of a part, ``drop`` the parts to delete with their headers, ``behind`` the
    blocks to insert after a part, ``rename`` the new keys of a header.
    """

    def __init__(self, text: str, data: Tables) -> None:
        self.parts = parts_at_headers(text, data)
        self.change: dict[int, tuple[Tables, Tables]] = {}
        self.drop: set[int] = set()
        self.behind: dict[int, list[list[str]]] = {}
        self.rename: dict[int, Keys] = {}
        self.root = _TablePlace(0)
        for place, (keys, _) in enumerate(self.parts):
            node = self.root
            node.last = place
            for key in keys:
                node = node.below.setdefault(key, _TablePlace(place))
                node.last = place
            node.own = place

    def plan_table(self, node: _TablePlace, keys: Keys, before: Tables, after: Tables) -> tuple[Tables, Tables]:
        """Plan a table and everything below it; without a header, return its old and new data in the parent."""
        old: dict[Value, Value] = dict(before)
        new: dict[Value, Value] = dict(after)
        names: dict[Value, str] = _renamed_key(before, after) if len(keys) == 1 else {}
        for key, child in node.below.items():
            name: Value = names.get(key, key)
            was, now = old.pop(key), new.pop(name, None)
            if name != key:
                self.rename |= dict.fromkeys(self._places_of_parts(child, (*keys, key)), (*keys, name))
            if child.own >= 0 and is_same_value(was, now):
                continue
            for lines, value in zip((old, new), self._plan_child(child, (*keys, name), was, now), strict=True):
                if value is not None:
                    lines[name] = value
        self._move_blocks_to_end(node, keys, old, new)
        if node.own < 0:
            return old, new
        if not is_same_value(old, new):
            self.change[node.own] = old, new
        return {}, {}

    def _plan_child(self, node: _TablePlace, keys: Keys, was: Value, now: Value) -> tuple[Value, Value]:
        """Plan a child of a table; return its old and new data in the parent's part, None for none."""
        if isinstance(was, list) and can_be_blocks(now):
            self._plan_array(node, keys, was, now)
            return None, None
        if isinstance(was, list) or not isinstance(now, dict):
            self.drop.update(self._places_of_parts(node, keys))
            return _data_of_table_without_header(node, was), now
        old, new = self.plan_table(node, keys, was, now)
        if node.own < 0 and not old and (new or not now):
            lines = [block_header(keys), *(key_value_text(key, value) for key, value in new.items())]
            self._insert_blocks(node.first - 1, [lines])
        return (old, new if new or not now else None) if old else (None, None)

    def _plan_array(self, node: _TablePlace, keys: Keys, before: list[Tables], after: list[Tables]) -> None:
        """Plan an array of tables: equal elements stay, others change in place, the rest are added or dropped."""
        elements = list(node.below.values())
        matcher = difflib.SequenceMatcher(None, list(map(repr, before)), list(map(repr, after)), autojunk=False)
        for tag, low, high, start, stop in matcher.get_opcodes():
            if tag == "equal":
                continue
            paired = low + min(high - low, stop - start)
            for place in range(low, paired):
                self.plan_table(elements[place], (*keys, place), before[place], after[start + place - low])
            for place in range(paired, high):
                self._plan_child(elements[place], (*keys, place), before[place], None)
            place = elements[paired - 1].last if paired else node.first - 1
            self._insert_blocks(place, lines_of_blocks(keys, after[start + paired - low : stop]))

    def _places_of_parts(self, node: _TablePlace, keys: Keys) -> list[int]:
        """Return the places of the parts of a table and of those below it."""
        return [place for place in range(node.first, node.last + 1) if self.parts[place][0][: len(keys)] == keys]

    def _move_blocks_to_end(self, node: _TablePlace, keys: Keys, old: Tables, new: Tables) -> None:
        """Move values that read best as a block out of ``new``, to the end of their table."""
        places = [child.last for name, child in node.below.items() if name != "pending"]
        for key, value in sorted(new.items(), key=lambda item: item[0] == "pending"):
            if key in old and (
                is_same_value(old[key], value) or (isinstance(old[key], dict) and isinstance(value, dict))
            ):
                continue
            if reads_best_as_block(value, len(keys)) or (node.own < 0 and isinstance(value, dict)):
                del new[key]
                place = node.last if keys or key == "pending" else max(places, default=0)
                self._insert_blocks(place, lines_of_blocks((*keys, key), value))

    def _insert_blocks(self, place: int, new_blocks: list[list[str]]) -> None:
        self.behind.setdefault(place, []).extend(new_blocks)

    def changed_text(self, change: Change) -> str:
        """Return the text with the planned changes."""
        out: list[str] = []
        apart = False
        for place, (keys, text) in enumerate(self.parts):
            piece = self._new_text_of_part(place, keys, text, change)
            if piece:
                out += ["\n"] * (apart and bool(piece.partition("\n")[0].strip())) + [piece]
                apart = False
            for lines in self.behind.get(place, ()):
                ending = "".join(out[-3:])
                out += ["\n"] * bool(ending and not ending.endswith("\n"))
                out += ["\n"] * bool(ending and not ending.endswith(("\n\n", "\n\r\n")))
                out.append(text_of_lines(lines))
                apart = True
        result = "".join(out)
        # The blank lines before a dropped block.
        return result if piece or apart or not result.strip() else result.rstrip() + "\n"

    def _new_text_of_part(self, place: int, keys: Keys, text: str, change: Change) -> str:
        """Return the new text of a part; for a dropped one the detached comments after it."""
        if place not in self.drop and place not in self.change and place not in self.rename:
            return text
        body, tail = split_off_trailing_comments(text)
        if place in self.drop:
            return tail.lstrip() if "#" in tail else ""
        if place in self.change:
            body = change(body, keys, *self.change[place])
        if place in self.rename:
            name = block_header((*self.rename[place], *keys[len(self.rename[place]) :]))
            body = re.sub(r"(?m)^[ \t]*\[.*\]", lambda _: name, body, count=1)
        return body + tail


def _renamed_key(before: Tables, after: Tables) -> dict[Value, str]:
    """Return the new name of the only renamed key, if it is in the same place."""
    pairs = [(old, new) for old, new in zip(before, after, strict=False) if old != new]
    return dict(pairs) if len(before) == len(after) and len(pairs) == 1 and pairs[0][1] not in before else {}


def _data_of_table_without_header(node: _TablePlace, data: Value) -> Tables | None:
    """Return the data in a parent's part of a table that only deeper headers name."""
    if node.own >= 0 or isinstance(data, list):
        return None
    inner = {
        key: _data_of_table_without_header(node.below[key], value) if key in node.below else value
        for key, value in data.items()
    }
    return {key: value for key, value in inner.items() if value is not None} or None


# Changing a part


def _replace_values_in_lines(text: str, keys: Keys, old: Tables, new: Tables) -> str:
    """Replace values laid out as combatcli writes them; leave others to tomlkit; new keys come last."""
    left = {}
    for key, value in old.items():
        if key in new and is_same_value(value, new[key]):
            continue
        for layout in _possible_layouts(value, new.get(key)):
            line = layout(key, value)
            at = f"\n{text}".find(f"\n{line}")
            end = _LINE_END.match(text, at + len(line)) if at >= 0 else None
            if end:
                text = text[:at] + (layout(key, new[key]) + end[0] if key in new else "") + text[end.end() :]
                break
        else:
            left[key] = value
    # An emptied table may stand in lines of its keys: they go, and the table comes anew.
    changed = {key: new[key] for key in left if new.get(key, {}) != {}}
    text = _change_by_tomlkit(text, keys, left, changed) if left else text
    return _with_keys_at_end(
        text, {key: value for key, value in new.items() if key not in old or key in left.keys() - changed}
    )


def _possible_layouts(old: Value, new: Value) -> list[Callable[[str, Value], str]]:
    """Return the functions that may have written a value, for writing the new one."""
    return (
        [key_value_text, key_value_in_one_line, array_in_lines]
        if isinstance(old, list) and isinstance(new, list | None)
        else [key_value_text]
    )


def _with_keys_at_end(text: str, new: Tables) -> str:
    """Return a part with new keys at its end."""
    end = "\n" * bool(new and text and not text.endswith("\n"))
    return text + end + text_of_lines(key_value_text(key, value) for key, value in new.items())


def _rewrite_below_comments(text: str, keys: Keys, _: Tables, new: Tables) -> str:
    """Write a part anew, below its comments."""
    comments = re.match(r"(?:[ \t]*#[^\n]*\n)*", text)
    return (comments[0] if comments else "") + text_of_lines(lines_of_block(keys, new))


def _change_by_tomlkit(text: str, keys: Keys, old: Tables, new: Tables) -> str:
    """Change a part with tomlkit, which keeps everything around the changes; new keys come last."""
    import tomlkit

    document: Value = tomlkit.parse(text)
    table = document
    for key in keys:
        table = table[key if isinstance(key, str) else 0]
    _update_table(table, old, {key: value for key, value in new.items() if key in old})
    return _with_keys_at_end(document.as_string(), {key: value for key, value in new.items() if key not in old})


def _update_table(table: Value, old: Tables, new: Tables) -> None:
    """Change a table of tomlkit from ``old`` (it may hold more) to ``new``."""
    for key, value in old.items():
        if key not in new:
            del table[key]
        elif not is_same_value(value, new[key]):
            _change_value(table, key, value, new[key])
    for key, value in new.items():
        if key not in old:
            table[key] = _tomlkit_value(value)


def _change_value(container: Value, key: str | int, old: Value, new: Value) -> None:
    """Change a value under a key or an index, from the inside if possible."""
    if isinstance(old, dict) and isinstance(new, dict):
        _update_table(container[key], old, new)
    elif isinstance(old, list) and isinstance(new, list):
        _update_array(container[key], old, new)
    else:
        container[key] = _tomlkit_value(new)


def _update_array(array: Value, old: list[Value], new: list[Value]) -> None:
    """Change an array of tomlkit to ``new`` without touching elements that stay; numbers keep their places."""
    numbers = len(old) == len(new) and all(isinstance(item, int | float) for item in (*old, *new))
    matcher = difflib.SequenceMatcher(None, [*map(repr, old)], [*map(repr, new)], autojunk=False)
    # From the end, so that earlier places stay valid.
    for _, low, high, start, stop in [("", 0, len(old), 0, len(new))] if numbers else matcher.get_opcodes()[::-1]:
        paired = min(high - low, stop - start)
        del array[low + paired : high]
        for place, value in enumerate(new[start + paired : stop], low + paired):
            _insert_item(array, place, value)
        for offset in range(paired):
            if not is_same_value(old[low + offset], new[start + offset]):
                _change_value(array, low + offset, old[low + offset], new[start + offset])


def _insert_item(array: Value, place: int, value: Value) -> None:
    """Insert a value into an array of tomlkit, which at the end might make it part of a comment."""
    text = array.as_string()
    if place == len(array) and "#" in text:
        array.add_line(_tomlkit_value(value), indent=re.findall(r"\n([ \t]*)|\Z", text)[0])
    else:
        array.insert(place, _tomlkit_value(value))


def _tomlkit_value(value: Value) -> Value:
    import tomlkit

    return tomlkit.value(toml_value(value))
