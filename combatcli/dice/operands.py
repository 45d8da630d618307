"""Operands of expressions: dice with their modifiers, groups, functions, names, parentheses."""

from __future__ import annotations

from combatcli.dice.limits import MOST_DEPTH, MOST_DICE, check_most_dice, check_sides
from combatcli.dice.modifiers import ModifierReader
from combatcli.dice.rare_nodes import (
    Conditional,
    MatchNode,
    PooledSum,
    RoundCall,
    Variable,
    nameable_pool,
    pools_and_others,
)
from combatcli.dice.scanner import COMPARING, Scanner, is_reserved
from combatcli.dice.tree import (
    FATE,
    FUNCTIONS,
    Arithmetic,
    CustomFaces,
    Dice,
    FunctionCall,
    Group,
    Node,
    Number,
    Pool,
    WordFace,
    known_faces,
)
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from combatcli.dice.scanner import Part


class OperandReader(Scanner):
    """Reads operands: dice, groups, functions and names; a subclass reads the values within them."""

    def __init__(self, text: str, values: Mapping[str, int]) -> None:
        super().__init__(text)
        self._depth = 0
        self._selected: list[ModifierReader] = []
        self._notes: dict[str, None] = {}
        self._values: dict[str, int] = {}
        for name, value in values.items():
            word = name.lower()
            is_name = word.isidentifier() and word.isascii() and not is_reserved(word) and word not in self._values
            if not is_name or type(value) is not int:
                raise DiceError(f"{name}={value!r} names no whole number", "As in odds('1d20+bonus', bonus=5).")
            self._values[word] = value
            self.names.append(word)
        self._labeled = False
        self._named: dict[str, tuple[Node, Part]] = {}
        """The value of each name, and where it is written."""
        self._pools: dict[str, PooledSum] = {}

    def _value(self) -> Node:
        """Read a value, as in parentheses."""
        raise NotImplementedError

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise self.error(f"the expression is nested deeper than {MOST_DEPTH} levels", "Take it apart.")

    def _operand(self) -> Node:
        start = self.skip_spaces()
        if self.take("{"):
            return self._group(start)
        word = self.next_word()
        if word in self._values and self.take(word):
            return Number(self._values[word], start + 1)
        if word in self._named and self.take(word):
            return self._variable(word, start)
        count = self._count()
        if self.take_d():
            return self._pool(count or Number(1, start + 1), start)
        if count is None:
            raise self.expected_error("a number, dice, a function or a parenthesis")
        return count

    def _variable(self, name: str, start: int) -> Node:
        """Return the node of a name, with the modifiers that follow the name of a pool."""
        if name not in self._pools:
            return Variable(name, start + 1)
        variable = Variable(name, start + 1, pool=True)
        read = ModifierReader(self, start)
        if not read.selects_dice():
            return variable
        shown = PooledSum(self._pools[name].member, read.modifiers)
        return self._checked(PooledSum(variable, read.modifiers, start + 1), read, shown)

    def _count(self) -> Node | None:
        start = self.skip_spaces()
        if self.at_digit():
            return Number(self.read_number("a number"), start + 1)
        if self.take("("):
            return self._parenthesis()
        name = self.take_any(FUNCTIONS)
        if not name:
            return None
        if not self.take("("):
            raise self.expected_error(f'"(" after "{name}"')
        return self._call(name, self._listed(lambda: (self._value(),), ")"), start)

    def _parenthesis(self) -> Node:
        self._deeper()
        inner = self._value()
        if not self.take(")"):
            raise self.expected_error('an operator or ")"')
        self._depth -= 1
        return inner

    def _listed(self, read: Callable[[], tuple[Node, ...]], closing: str) -> tuple[Node, ...]:
        """Read values with commas between them, up to what closes them."""
        self._deeper()
        values = read()
        while self.take(","):
            values += read()
        if not self.take(closing):
            raise self.expected_error(f'"," or "{closing}"')
        self._depth -= 1
        return values

    def _call(self, name: str, arguments: tuple[Node, ...], start: int) -> Node:
        """Return the node of a function with its arguments."""
        number = len(arguments)
        if number != {"if": 3, "min": number, "max": number}.get(name, 1):
            what = f"{name}() takes {'a condition and two values' if name == 'if' else 'one value'}, found {number}"
            raise self.error(what, "As in if(a = 20, 4d6, 0), abs(1d6-3) and max(1d6, 1d8).", at=start)
        if name == "if":
            condition, then, otherwise = arguments
            return Conditional(condition, then, otherwise, start + 1)
        if name in ("min", "max") and number == 1:
            from combatcli.dice.comparing import check_max_or_min_of_pool

            check_max_or_min_of_pool(arguments[0], name, start + 1)
        return RoundCall(arguments[0], start + 1) if name == "round" else FunctionCall(name, arguments, start + 1)

    def _pool(self, count: Node, start: int) -> Node:
        sides = self._sides()
        faces = known_faces(sides)
        read = ModifierReader(self, start, faces or range(1, 2))
        dice = Dice(count, sides, read.modifiers, start + 1)
        if not read.modifiers.plain() or faces == range(1, 67):
            from combatcli.dice.pool_checks import check_modifiers, notes_on_reading

            check_modifiers(dice, read)
            self._notes |= dict.fromkeys(notes_on_reading(dice, read))
        return self._checked(dice, read, dice)

    def _checked(self, node: Node, read: ModifierReader, pool: Node) -> Node:
        """Return a node, or that of its matches; what is kept and counted of its pool is checked with its sum."""
        if not isinstance(pool, Pool) or not read.selects_dice():
            return node
        read.pool = pool
        self._selected.append(read)
        if read.match and not self.at("!=", *COMPARING):
            from combatcli.dice.pool_checks import check_matches

            check_matches(pool, read)
        return MatchNode(*read.match, node, read.start + 1) if read.match else node

    def _sides(self) -> Node:
        start = self.skip_spaces()
        if self.take("%"):
            return Number(100, start + 1)
        if self.take("f"):
            return CustomFaces(FATE, start + 1)
        if self.take("("):
            return self._parenthesis()
        if self.take("{"):
            return CustomFaces(self._written_faces(start), start + 1)
        sides = Number(self.read_number('a number of sides after "d"'), start + 1)
        check_sides(sides.value, start + 1)
        return sides

    def _written_faces(self, start: int) -> tuple[int, ...]:
        """Read faces up to the brace that closes the one at ``start``; keep their words."""
        values = self._alike_faces(0)
        while self.take(","):
            values += self._alike_faces(len(values))
        if not self.take("}"):
            raise self.expected_error(
                '"," or "}"', "A face is a number, a range or one word: d{1..3,6}, d{direct_hit,miss}."
            )
        if len({type(value) for value in values}) > 1:
            raise self.error("the faces of a die are numbers or words, not both", at=start)
        if name := next((name for name in self._named if name in self.words), ""):
            raise self.error(f"{name} is a number here, not a word", f"Write d({name}) for so many sides.", at=start)
        return values

    def _alike_faces(self, before: int) -> tuple[int, ...]:
        """Read a face or a range after some, with its multiplicity: ``6``, ``1..6``, ``1..13:4``, ``hit:2``."""
        start = self.skip_spaces()
        word = self.next_word()
        if not word:
            first = self.read_integer("a face")
            last = self.read_integer('a face after ".."') if self.take("..") else first
        elif self.take(word):
            first = last = face = self.words.setdefault(word, WordFace(len(self.words) + 1))
            face.text = face.text or self.text[start : start + len(word)]
        times = self.read_number('a number after ":"') if self.take(":") else 1
        if last < first or not times:
            raise self.error(
                "a range of faces ascends, and each is there once or more often", "As in d{1..6:2}.", at=start
            )
        if before + (last - first + 1) * times > MOST_DICE:
            raise self.error(f"a die has at most {MOST_DICE:,} faces that are written out", at=start)
        return ((first,) if first == last else tuple(range(first, last + 1))) * times

    def _group(self, start: int) -> Node:
        members = self._listed(self._member, "}")
        read = ModifierReader(self, start)
        group = Group(members, read.modifiers, start + 1)
        node = group if len(members) > 1 else self._of_one_member(group, read)
        return self._checked(node, read, node)

    def _member(self) -> tuple[Node, ...]:
        """Read a member, repeated as its 6x says; its dice count as often."""
        start = self.skip_spaces()
        repeat = self.read_repetition()
        member = self._value()
        # Members without dice count as one each, or nested repetition would take forever.
        member.dice = max(member.dice, int(repeat > 1))
        check_most_dice(repeat * member.dice, start + 1)
        return (member,) * repeat

    def _of_one_member(self, group: Group, read: ModifierReader) -> Node:
        """Return the node of a group with one member: the pooled dice of a sum, or the group."""
        (member,) = group.members
        is_range = isinstance(member, Arithmetic) and member.operators == ("-",)
        if is_range and all(isinstance(each, Number) for each in member.children):
            raise self.error("a group of numbers is no die", "Faces from 2 to 5 are d{2..5}.", at=group.column - 1)
        inner = nameable_pool(member)
        if not read.selects_dice():
            return group if inner is None else member
        if inner is not None:
            inner.member.label = member.label or inner.member.label
            group.modifiers.keeps[:0], member = inner.modifiers.keeps, inner.member
        pools, others = pools_and_others(member)
        if not pools:
            return group
        if others:
            raise self.error(
                "a group of one member keeps or counts the dice of a sum, and this is not a sum of dice",
                "Values are kept with commas between them, {2*3d6,1d4}kh1, or compared: (2*3d6+1d4) >= 9.",
                at=others[0].column - 1,
            )
        return PooledSum(member, group.modifiers, group.column)
