"""Changing an encounter's text where its data changed, and nowhere else.

The text is cut into segments: what comes before the first ``[header]``, then each header with what it holds. A
segment whose data did not change is kept byte for byte; of one that changed, all lines but those that must change.
Scalars are replaced in their line; what is nested inside a value (arrays, inline tables) is left to tomlkit, which
is slow and so loaded and run only for that. The result is parsed and compared with the wanted data:
the worst that a misjudged layout can cost is comments, never data.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from combatcli.encounter.layout import (
    BLANK,
    Node,
    Path,
    Table,
    block,
    cut,
    formatted,
    grown,
    header,
    is_blocks,
    joined_lines,
    key_line,
    last_segment,
    parted,
    same,
    statements,
    wants_block,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

BOM = "\ufeff"
# The value of a statement, all of it, where that is a scalar on one line; what follows is kept.
_PLAIN = re.compile(
    r"""(?:"(?!"")(?:[^"\\\n]|\\.)*"|'(?!'')[^'\n]*'|[^\s"'\[{#][^\n#]*?)(?P<rest>[ \t]*(?:\#[^\n]*)?\r?\n?)\Z"""
)
_MISSING = object()


def edited(text: str, before: Table, after: Table) -> str:
    """Return the text changed so that it holds ``after``; ``before`` is what ``tomllib.loads`` makes of it now.

    Comments, order, layout and line endings of all that did not change stay as they are; without any change the
    text itself is returned. Tables in ``after`` that are new become blocks beside their like; a new list of tables at
    the top becomes ``[[blocks]]``, ``pending`` at the very end.
    """
    if text.startswith(BOM):
        return BOM + edited(text[1:], before, after)
    editor = _Editor(text)
    editor.sync(editor.root, (), before, after)
    if not editor.touched:
        return text
    for make in (editor.joined, lambda: _fresh(text, after, editor.newline)):
        result = make()
        if _holds(result, after):
            return result
    import tomli_w

    return tomli_w.dumps(after)


class _Editor:
    """The text in segments, and what becomes of each."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
        self.spans = cut(text)
        self.root = grown(text, self.spans)
        self.pieces: dict[int, str] = {}
        self.ahead: dict[int, list[str]] = {}
        self.behind: dict[int, list[str]] = {}

    @property
    def touched(self) -> bool:
        """Whether anything changes."""
        return bool(self.pieces or self.ahead or self.behind)

    def sync(self, node: Node, path: Path, before: Table, after: Table, dotted: Table | None = None) -> Table:
        """Change a table and all below it; return what its parent's body has to hold of it by dotted keys.

        ``dotted`` is what that body holds of it so far, None when nothing.
        """
        # The quick way past all that did not change: equal spelling, as Python sees it.
        if dotted is None and len(path) > 1 and repr(before) == repr(after):
            return {}
        old = {key: value for key, value in before.items() if key not in node.children}
        new = {key: value for key, value in after.items() if key not in node.children}
        for key, child in node.children.items():
            shared = self._dotted(node, key, dotted)
            if shared is not None:
                old[key] = shared
            rest = self._sync_child(child, (*path, key), before[key], after.get(key), shared)
            if rest is not None:
                new[key] = rest
        self._add_blocks(node, path, old, new)
        if dotted is not None:
            return new
        if node.segment >= 0:
            if not same(old, new):
                self._edit(node.segment, old, new)
        elif new or not after:
            self.ahead.setdefault(node.first, []).append(
                joined_lines([header(path), *map(key_line, new, new.values())])
            )
        return {}

    def _sync_child(
        self,
        child: Node | list[Node],
        path: Path,
        before: Any,  # noqa: ANN401 - a table or a list of tables, as the child is
        wanted: Any,  # noqa: ANN401 - whatever TOML knows
        shared: Table | None,
    ) -> object:
        """Change what stands below a header; return what the parent's body has to hold instead, or None."""
        if isinstance(child, list) and is_blocks(wanted):
            self._align(child, path, before, wanted)
            return None
        if isinstance(child, Node) and isinstance(wanted, dict):
            rest = self.sync(child, path, before, wanted, shared)
            return None if shared is None else rest
        self._drop(child)
        return wanted

    def joined(self) -> str:
        """Return the changed text."""
        out: list[str] = []
        apart = False
        for index, (start, _, end) in enumerate(self.spans):
            for text in self.ahead.get(index, ()):
                self._put(out, text)
                apart = True
            piece = self.pieces.get(index, self.text[start:end])
            if piece:
                if apart and not BLANK.match(piece):
                    out.append(self.newline)
                out.append(piece)
                apart = False
            for text in self.behind.get(index, ()):
                self._put(out, text)
                apart = True
        result = "".join(out)
        # The blank lines that stood before a block which is gone.
        if self.pieces.get(len(self.spans) - 1) == "" and not apart and result.strip():
            result = result.rstrip() + self.newline
        return result

    def _put(self, out: list[str], text: str) -> None:
        """Add a block, a blank line before it."""
        ending = "".join(out[-3:])[-4:]
        if ending and not ending.endswith("\n"):
            out.append(self.newline)
        if ending and not ending.endswith(("\n\n", "\n\r\n")):
            out.append(self.newline)
        out.append(text.replace("\n", self.newline))

    def _dotted(self, node: Node, key: str, dotted: Table | None) -> Table | None:
        """Return what the body around a table says about one of its children by dotted keys."""
        if dotted is None:
            if node.segment < 0:
                return None
            _, body, end = self.spans[node.segment]
            # Parsing each body would cost as much as the whole file; few have the key and a dot.
            if self.text.find(key, body, end) < 0 or self.text.find(".", body, end) < 0:
                return None
            dotted = tomllib.loads(self.text[body:end])
        return dotted.get(key)

    def _align(self, nodes: list[Node], path: Path, before: list[Table], after: list[Table]) -> None:
        """Change an array of tables: alike elements stay, others change in place, then come and go."""
        if same(before, after):
            return
        import difflib

        matcher = difflib.SequenceMatcher(None, list(map(repr, before)), list(map(repr, after)), autojunk=False)
        for tag, low, high, start, stop in matcher.get_opcodes():
            if tag == "equal":
                continue
            paired = min(high - low, stop - start)
            for offset in range(paired):
                self.sync(nodes[low + offset], path, before[low + offset], after[start + offset])
            self._drop(nodes[low + paired : high])
            place = low + paired
            where, anchor = (self.behind, nodes[place - 1].last) if place else (self.ahead, nodes[0].first)
            texts = [joined_lines(block(path, value, element=True)) for value in after[start + paired : stop]]
            if texts:
                where.setdefault(anchor, []).extend(texts)

    def _drop(self, what: Node | list[Node]) -> None:
        """Leave out the segments of a table and all below, but for comments that stand apart after them."""
        for node in what if isinstance(what, list) else [what]:
            if node.segment >= 0:
                _, body, end = self.spans[node.segment]
                tail = parted(self.text[body:end])[1]
                self.pieces[node.segment] = tail.lstrip() if "#" in tail else ""
            for child in node.children.values():
                self._drop(child)

    def _add_blocks(self, node: Node, path: Path, old: Table, new: Table) -> None:
        """Move what reads best as a block of its own out of ``new``, to the end of its table."""
        for key, value in sorted(new.items(), key=lambda item: item[0] == "pending"):
            if key in old and (same(old[key], value) or (isinstance(old[key], dict) and isinstance(value, dict))):
                continue
            beside = node.segment < 0 and isinstance(value, dict)
            if not beside and not wants_block(value, len(path) + node.element):
                continue
            del new[key]
            place = node.last
            if not path and key != "pending":
                place = max(
                    (last_segment(each) for name, each in node.children.items() if name != "pending"), default=0
                )
            blocks = value if isinstance(value, list) else [value]
            texts = [joined_lines(block((*path, key), each, element=blocks is value)) for each in blocks]
            self.behind.setdefault(place, []).extend(texts)

    def _edit(self, index: int, old: Table, new: Table) -> None:
        """Change the body of a segment."""
        start, body, end = self.spans[index]
        core, tail = parted(self.text[body:end])
        head = self.text[start:body]
        if head and not head.endswith("\n"):
            head += self.newline
        self.pieces[index] = head + _body(core, old, new, self.newline) + tail


def _holds(text: str, data: Table) -> bool:
    """Whether the text parses to the data."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return repr(found) == repr(data) or same(found, data)


# Changing a body


def _body(text: str, old: Table, new: Table, newline: str) -> str:
    """Return the lines ``key = value`` of one segment changed: some replaced, some left out, some added."""
    lines: list[str] = []
    # Behind which line others with the same dotted keys above belong.
    ends: dict[Path, int] = {}
    kept: set[Path] = set()
    for piece, path, place in statements(text):
        wanted = _at(new, path) if path else _MISSING
        if not path:
            lines.append(piece)
        elif wanted is not _MISSING:
            before = _at(old, path)
            lines.append(piece if same(before, wanted) else _changed(piece, path, place, before, wanted))
            kept.add(path)
            ends |= {path[:depth]: len(lines) for depth in range(1, len(path))}
    for above, key, value in reversed(list(_added(new, (), kept, ends))):
        lines.insert(ends.get(above, len(lines)), key_line(key, value, above).replace("\n", newline) + newline)
    # What was the last line of the file may lack its end.
    return "".join(line if line.endswith("\n") else line + newline for line in lines[:-1]) + "".join(lines[-1:])


def _added(new: Table, above: Path, kept: set[Path], ends: dict[Path, int]) -> Iterator[tuple[Path, str, object]]:
    """Yield what no line says yet: the dotted keys above, the key, the value."""
    for key, value in new.items():
        path = (*above, key)
        if path in ends and isinstance(value, dict):
            yield from _added(value, path, kept, ends)
        elif path not in kept:
            yield above, key, value


def _at(data: object, path: Path) -> object:
    """Return what stands at the end of the keys, _MISSING where they lead nowhere."""
    for name in path:
        if not isinstance(data, dict) or name not in data:
            return _MISSING
        data = data[name]
    return data


def _changed(piece: str, path: Path, place: int, before: object, wanted: object) -> str:
    """Return a statement with another value; tomlkit changes what is nested in it."""
    plain = _PLAIN.match(piece, place)
    if plain:
        return piece[:place] + formatted(wanted) + plain["rest"]
    data = wanted
    for name in reversed(path):
        data = {name: data}
    try:
        result = _by_kit(piece, path, before, wanted)
        if isinstance(data, dict) and _holds(result, data):
            return result
    except Exception:  # noqa: BLE001, S110 - whatever tomlkit stumbles over, we do without it
        pass
    return piece[:place] + formatted(wanted) + piece[len(piece.rstrip("\r\n")) :]


def _by_kit(piece: str, path: Path, before: object, wanted: object) -> str:
    """Return a statement changed from the inside."""
    import tomlkit

    document: Any = tomlkit.parse(piece)
    table = document
    for name in path[:-1]:
        table = table[name]
    _update(table, {path[-1]: before}, {path[-1]: wanted})
    result: str = document.as_string()
    return (
        re.sub(r"(?<!\r)\n", "\r\n", result)
        if piece.endswith("\r\n") and "\n" not in piece.replace("\r\n", "")
        else result
    )


def _update(container: Any, old: Table, new: Table) -> None:  # noqa: ANN401 - tomlkit's tables share no type
    """Make a table of tomlkit's, that holds ``old`` (and maybe more), hold ``new`` in its stead."""
    import tomlkit

    for key, value in old.items():
        if key not in new:
            del container[key]
        elif isinstance(value, dict) and isinstance(new[key], dict):
            _update(container[key], value, new[key])
        elif isinstance(value, list) and isinstance(new[key], list):
            _update_array(container[key], value, new[key])
        elif not same(value, new[key]):
            container[key] = tomlkit.value(formatted(new[key]))
    for key, value in new.items():
        if key not in old:
            container[key] = tomlkit.value(formatted(value))


def _update_array(array: Any, old: list[Any], new: list[Any]) -> None:  # noqa: ANN401 - as above
    """Make an array of tomlkit's hold ``new``, touching no element that stays."""
    import difflib

    import tomlkit

    matcher = difflib.SequenceMatcher(None, list(map(repr, old)), list(map(repr, new)), autojunk=False)
    # From behind, so that the places before it still hold.
    for tag, low, high, start, stop in reversed(matcher.get_opcodes()):
        if tag == "equal":
            continue
        del array[low:high]
        for offset, value in enumerate(new[start:stop]):
            array.insert(low + offset, tomlkit.value(formatted(value)))


def _fresh(text: str, after: Table, newline: str) -> str:
    """Return the data written anew, under the comments that the text opens with."""
    opening = re.match(r"(?:#[^\n]*\n)*", text)
    return (opening[0] if opening else "") + joined_lines(block((), after)).replace("\n", newline)
