"""The syntax tree of a dice expression.

Nodes are immutable once parsed and know the column they begin at, for errors. ``+ - * / // %`` of equal rank make
one `Arithmetic`, so that a long sum is broad and not deep.
"""

from __future__ import annotations

import operator

from combatcli.dice.limits import MOST_DEPTH, MOST_SIDES, check_most_dice, check_sides
from combatcli.errors import DiceError
from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Faces = tuple[int, ...] | range
    """The faces of a die: as written, or 1 to the number of sides."""

FATE = (-1, 0, 1)


class Node:
    """A part of an expression; ``column`` counts from 1, ``depth`` is the height of its subtree.

    ``dice`` is how many dice are written in it. ``text`` is the whole expression, for errors; only the root has it.
    ``label`` is the label in brackets after it. ``signs`` are those of the children of a sum, each 1 or -1.
    """

    signs: tuple[int, ...] = ()

    def __init__(self, column: int, children: tuple[Node, ...] = ()) -> None:
        self.children = children
        self.column = column
        self.label = ""
        self.text = ""
        self.dice: int = sum([child.dice for child in children])
        self.depth: int = 1 + max([child.depth for child in children], default=0)
        if self.depth > MOST_DEPTH:
            raise DiceError(
                f"the expression is nested deeper than {MOST_DEPTH} levels", "Take it apart.", column=column
            )

    def self_and_descendants(self) -> Iterator[Node]:
        """Yield the node and all its descendants."""
        yield self
        for child in self.children:
            yield from child.self_and_descendants()


class Number(Node):
    """An integer, as written."""

    def __init__(self, value: int, column: int = 0) -> None:
        super().__init__(column)
        self.value = value


class WordFace(int):
    """A face that is a word: the word's index in the expression, whose text is the word."""

    text = ""

    def __str__(self) -> str:
        return self.text


class CustomFaces(Node):
    """The faces of a custom die, or of a Fate die, in the order written."""

    def __init__(self, values: tuple[int, ...], column: int = 0) -> None:
        super().__init__(column)
        self.values = values


class Pool(Node):
    """A node whose dice or members ``modifiers`` may keep or count: dice, a group, or the dice of a sum."""

    def __init__(self, children: tuple[Node, ...], modifiers: Modifiers, column: int) -> None:
        super().__init__(column, children)
        self.modifiers = modifiers


class Dice(Pool):
    """``count`` dice with ``sides`` (a number, computed or not) or `CustomFaces`, and their modifiers.

    ``faces`` are those of a die, or None if the sides are computed.
    """

    def __init__(self, count: Node, sides: Node, modifiers: Modifiers, column: int = 0) -> None:
        super().__init__((count, sides), modifiers, column)
        if isinstance(count, Number):
            self.dice += count.value
            check_most_dice(count.value, column)
        self.count = count
        self.sides = sides
        self.faces = known_faces(sides)

    def check_count(self, count: int) -> None:
        """Raise DiceError if ``count`` of these dice cannot be rolled."""
        if count < 0:
            raise DiceError(f"cannot roll {count} dice", "Write max(0, …) around their number.", column=self.column)
        check_most_dice(count, self.column)

    def computed_faces(self, sides: int) -> range:
        """Return the faces for a computed number of sides; raise DiceError if no die has it."""
        check_sides(sides, self.column)
        faces = range(1, sides + 1)
        if self.modifiers.may_need_more_dice():
            self.modifiers.refuse_endless(faces, self.column)
        return faces


class Group(Pool):
    """``{a, b, …}``: the totals of its members, summed, or kept and counted by its modifiers."""

    def __init__(self, members: tuple[Node, ...], modifiers: Modifiers, column: int = 0) -> None:
        super().__init__(members, modifiers, column)
        self.members = members


class Negative(Node):
    """``-operand``."""

    signs = (-1,)

    def __init__(self, operand: Node, column: int = 0) -> None:
        super().__init__(column, (operand,))
        self.operand = operand


class Arithmetic(Node):
    """``operands`` joined by ``operators`` of one rank, evaluated from left to right."""

    def __init__(self, operands: tuple[Node, ...], operators: tuple[str, ...], column: int = 0) -> None:
        super().__init__(column, operands)
        self.operands = operands
        self.operators = operators
        if operators[0] in "+-":
            self.signs = (1, *[1 if operator == "+" else -1 for operator in operators])


class FunctionCall(Node):
    """One of `FUNCTIONS` called with ``arguments``."""

    def __init__(self, name: str, arguments: tuple[Node, ...], column: int = 0) -> None:
        super().__init__(column, arguments)
        self.name = name


FUNCTIONS = ("abs", "ceil", "floor", "if", "max", "min", "round")
LOGIC = ("and", "not", "or")


COMPARISONS = {">=": ">=", "<=": "<=", ">": ">", "<": "<", "=": "="}
COMPARISONS |= {"ge": ">=", "le": "<=", "gt": ">", "lt": "<", "eq": "="}
"""The operators of comparisons, as they are written."""
COMPARE = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "=": operator.eq}


class Compare(Record):
    """A comparison with a number: ``operator`` is one of ``>= > <= < =``, and ``>`` and ``<`` are strict."""

    operator: str
    value: int

    def holds(self, face: int) -> bool:
        """Return whether ``face`` meets the comparison."""
        return bool(COMPARE[self.operator](face, self.value))


class Explode(Record):
    """An explosion ``!``, ``!!`` (compounding), ``!p`` (penetrating) or ``!o`` (once); ``on`` None is the maximum."""

    kind: str
    on: Compare | None


class Modifiers:
    """The modifiers of a pool, applied in this order: rerolls and explosions, bounds, keeps, counts."""

    def __init__(self, success: Compare | None = None) -> None:
        self._fates: dict[tuple[int, int, bool, bool], str] = {}
        self._kept: dict[int, slice] = {}
        self.rerolls: list[Compare] = []
        """Rerolled until none of these holds."""
        self.rerolls_once: list[Compare] = []
        """Rerolled once, if one of these holds."""
        self.explode: Explode | None = None
        self.low: int | None = None
        self.high: int | None = None
        self.keeps: list[tuple[str, int]] = []
        """The ``kh``, ``kl``, ``dh`` and ``dl``, each with its number of dice, in the order written."""
        self.success = success
        self.failure: Compare | None = None
        self.drawn = False
        """``u``: faces are drawn without replacement, as cards are."""
        self.sort = ""
        """``s`` shows the dice in ascending order, ``sd`` in descending order; nothing else changes."""

    def plain(self) -> bool:
        """Return whether they change nothing."""
        anything = self.keeps or self.explode or self.rerolls or self.rerolls_once or self.success or self.drawn
        return not anything and self.low is None and self.high is None

    def may_need_more_dice(self) -> bool:
        """Return whether rerolls or explosions may ask for more dice than the pool has."""
        return bool(self.rerolls or self.rerolls_once or self.explode)

    def bounded(self, value: int) -> int:
        """Return ``value`` raised to ``min`` and then lowered to ``max``."""
        if self.low is not None and value < self.low:
            value = self.low
        if self.high is not None and value > self.high:
            value = self.high
        return value

    def counted(self, value: int) -> int:
        """Return what a kept die with this value adds to the total."""
        if self.success is None:
            return value
        failed = self.failure is not None and self.failure.holds(value)
        return int(self.success.holds(value)) - int(failed)

    def total(self, values: Sequence[int]) -> int:
        """Return the total of values without explosions and rerolls."""
        if self.low is not None or self.high is not None:
            values = list(map(self.bounded, values))
        if self.keeps:
            count = len(values)
            if count not in self._kept:
                self._kept[count] = slice(*self.kept_range(count))
            values = sorted(values)[self._kept[count]]
        return sum(values if self.success is None else map(self.counted, values))

    def kept_range(self, count: int, steps: int | None = None) -> tuple[int, int]:
        """Return the half-open range of the dice kept of ``count`` in ascending order: (1, 4) for 4d6kh3.

        With ``steps`` only that number of keeps and drops apply, the first ones.
        """
        first, last = 0, count
        for kind, number in self.keeps[:steps]:
            if kind == "kh":
                first = max(first, last - number)
            elif kind == "kl":
                last = min(last, first + number)
            elif kind == "dh":
                last = max(first, last - number)
            else:
                first = min(last, first + number)
        return first, last

    def rerolled(self, face: int) -> bool:
        """Return whether ``face`` is rerolled until it is another."""
        return any(compare.holds(face) for compare in self.rerolls)

    def rerolled_once(self, face: int) -> bool:
        """Return whether ``face`` is rerolled the first time that it shows."""
        return any(compare.holds(face) for compare in self.rerolls_once)

    def explodes(self, face: int, highest: int) -> bool:
        """Return whether ``face`` explodes on a die with ``highest`` as its maximum."""
        if self.explode is None:
            return False
        return face == highest if self.explode.on is None else self.explode.on.holds(face)

    def fate(self, face: int, highest: int, *, spent: bool, added: bool) -> str:
        """Return what happens to a face: ``r`` or ``ro`` rerolls it, ``!`` explodes it, and nothing keeps it.

        ``spent`` says whether ``ro`` has rerolled the die, ``added`` whether an explosion added it.
        """
        key = face, highest, spent, added
        fate = self._fates.get(key)
        if fate is None:
            once = added and self.explode is not None and self.explode.kind == "!o"
            fate = "!" if not once and self.explodes(face, highest) else ""
            fate = "ro" if not spent and self.rerolled_once(face) else fate
            self._fates[key] = fate = "r" if self.rerolled(face) else fate
        return fate

    def refuse_endless(self, faces: Faces, column: int) -> None:
        """Raise DiceError if a die with these faces rerolls or explodes for ever."""
        highest = highest_of(faces)
        faces = tuple([face for face in self.sample_faces(faces) if not self.rerolled(face)])
        if not faces:
            raise DiceError(
                "every face is rerolled, so it would never end",
                "Write ro to reroll each die once; of a sum it is 's=3d6; s' --given 's>=10'.",
                column=column,
            )
        endless = self.explode is not None and self.explode.kind != "!o"
        if endless and all(self.explodes(face, highest) for face in faces):
            raise DiceError("every face explodes, so it would never end", "Write !o to explode once.", column=column)

    def sample_faces(self, faces: Faces, *near: int) -> Faces:
        """Return one face of each range on which all comparisons agree, for a die may have a million faces.

        So do comparisons with the numbers ``near``.
        """
        if not isinstance(faces, range):
            return faces
        compares = [*self.rerolls, *self.rerolls_once, self.explode and self.explode.on, self.failure, self.success]
        numbers = [*near, self.low, self.high, *[compare.value for compare in compares if compare]]
        beside = [number + more for number in numbers if number is not None for more in (-1, 0, 1)]
        return tuple([face for face in {*faces[:2], *beside, *faces[-2:]} if face in faces])


def highest_of(faces: Faces) -> int:
    """Return the highest face; those of a range ascend."""
    return faces[-1] if isinstance(faces, range) else max(faces)


def known_faces(sides: Node) -> Faces | None:
    """Return the faces of a die with these sides; None if the sides are computed, or no die has them."""
    if isinstance(sides, CustomFaces):
        return sides.values
    return range(1, sides.value + 1) if isinstance(sides, Number) and 1 <= sides.value <= MOST_SIDES else None


def signed_terms(node: Node, sign: int = 1) -> list[tuple[int, Node]]:
    """Return the terms of a sum and its nested sums, each with its sign, 1 or -1."""
    if not node.signs:
        return [(sign, node)]
    terms = [signed_terms(child, sign * each) for child, each in zip(node.children, node.signs, strict=True)]
    return [term for some in terms for term in some]


def plain_dice(count: int, sides: int) -> Dice:
    """Return the tree of ``3d6`` without parsing, for rules."""
    dice = Dice(Number(count, 1), Number(sides, 1), Modifiers(), 1)
    dice.text = f"{count}d{sides}"
    return dice


class Expression(Record):
    """A parsed expression, immutable: roll it, or compute its odds, as often as you like.

    ``text`` was parsed, ``label`` is what follows #, and ``notes`` say how ambiguous parts were read. ``repeat`` is how
    often the ``tree`` is rolled (``6x``: 6), ``labeled`` True if parts of it have labels, ``words`` if its dice show
    words. ``values`` are those that it may use by name.
    """

    text: str
    tree: Node
    repeat: int = 1
    label: str = ""
    labeled: bool = False
    words: bool = False
    notes: tuple[str, ...] = ()
    values: Mapping[str, int] = {}

    def __init__(self, *values: object, **named: object) -> None:
        super().__init__(*values, **named)
        self.tree.text = self.text

    def __repr__(self) -> str:
        return f"parse({', '.join([repr(self.text), *[f'{name}={value}' for name, value in self.values.items()]])})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expression) and (self.text, self.values) == (other.text, other.values)

    def __hash__(self) -> int:
        return hash(self.text)
