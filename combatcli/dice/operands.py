"""Operands of expressions: dice with their modifiers, groups, functions, names, parentheses."""

from __future__ import annotations

from combatcli.dice.limits import MOST_DEPTH, check_most_dice, check_sides
from combatcli.dice.modifiers import ModifierReader
from combatcli.dice.scanner import Scanner, begins_die
from combatcli.dice.tree import FATE, FUNCTIONS, CustomFaces, Dice, Group, Node, Number, Pool, known_faces
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from combatcli.dice.comparing import Count
    from combatcli.dice.rare_nodes import PooledSum
    from combatcli.dice.tree import Word


LOGIC = ("and", "not", "or")


class OperandReader:
    """Reads operands: dice, groups, functions and names; a subclass reads the values within them."""

    def __init__(self, text: str, values: Mapping[str, int]) -> None:
        self._scan = Scanner(text)
        self._depth = self._dice = self._sum_at = 0
        self._counts: list[Count] = []
        self._beyond: set[int] = set()
        self._notes: dict[str, None] = {}
        self._given = {name.lower(): value for name, value in values.items()}
        for name, value in values.items():
            if type(value) is not int or name.lower() in (*FUNCTIONS, *LOGIC) or begins_die(name.lower()):
                raise DiceError(f"{name} cannot be the name of a whole number", "As in odds('1d20+bonus', bonus=5).")
        self._labeled = False
        self._names: tuple[str, ...] = ()
        self._pools: dict[str, PooledSum] = {}
        self._words: dict[str, Word] = {}
        self._written: dict[str, tuple[Node, str]] = {}

    def _value(self) -> Node:
        """Read a value, as in parentheses."""
        raise NotImplementedError

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise self._scan.error(f"the expression is nested deeper than {MOST_DEPTH} levels", "Take it apart.")

    def _operand(self) -> Node:
        scan = self._scan
        start = scan.position()
        if scan.take("{"):
            return self._group(start)
        word = scan.word()
        if word in self._given and scan.take(word):
            return Number(self._given[word], start + 1)
        if word in self._names and scan.take(word):
            return self._variable(word, start)
        count = self._count()
        if count is None:
            if scan.take_die():
                self._dice += 1
                return self._pool(Number(1, start + 1), start)
            names = (*FUNCTIONS, *self._names, *self._given, *self._words)
            raise scan.expected("a number, dice, a function or a parenthesis", names)
        if not scan.take_die():
            return count
        self._dice += count.value if isinstance(count, Number) else 0
        check_most_dice(self._dice, start + 1)
        return self._pool(count, start)

    def _variable(self, name: str, start: int) -> Node:
        """Return the node of a name, with the modifiers that follow the name of a pool."""
        from combatcli.dice.rare_nodes import Variable

        pool = self._pools.get(name)
        variable = Variable(name, start + 1, pool=pool is not None)
        if pool is None:
            return variable
        read = ModifierReader(self._scan, self._words, self._beyond)
        if not read.alters():
            return variable
        from combatcli.dice.rare_nodes import PooledSum

        shown = PooledSum(pool.member, read.modifiers)
        return self._asked(shown, read, start, PooledSum(variable, read.modifiers, start + 1))

    def _count(self) -> Node | None:
        scan = self._scan
        start = scan.position()
        if scan.at_digit():
            return Number(scan.number("a number"), start + 1)
        if scan.take("("):
            return self._parenthesis()
        for name in FUNCTIONS:
            if scan.take(name):
                if not scan.take("("):
                    raise scan.expected(f'"(" after "{name}"')
                return self._function_call(name, start)
        return None

    def _parenthesis(self) -> Node:
        self._deeper()
        inner = self._value()
        if not self._scan.take(")"):
            raise self._scan.expected('an operator or ")"')
        self._depth -= 1
        return inner

    def _function_call(self, name: str, start: int) -> Node:
        scan = self._scan
        if scan.take(")"):
            raise scan.error(f"{name}() needs a value between its parentheses", at=start)
        self._deeper()
        before = self._dice
        arguments = [self._value()]
        condition = self._dice
        branches = []
        while scan.take(","):
            self._dice = condition if name == "if" else self._dice
            arguments.append(self._value())
            branches.append(self._dice)
        if not scan.take(")"):
            raise scan.expected('"," or ")"')
        self._depth -= 1
        if name == "if":
            # Only one branch is rolled, so only the larger one counts.
            self._dice = max(branches, default=before)
        from combatcli.dice.calls import call_of

        return call_of(scan, name, arguments, start)

    def _pool(self, count: Node, start: int) -> Node:
        scan = self._scan
        sides = self._sides()
        faces = known_faces(sides)
        lowest = min(faces) if isinstance(faces, tuple) else 1
        read = ModifierReader(scan, self._words, self._beyond, lowest)
        if read.modifiers.extra() and faces is not None:
            read.modifiers.refuse_endless(faces, start + 1)
        dice = Dice(count, sides, read.modifiers, start + 1)
        if not read.modifiers.plain() or faces == range(1, 67):
            from combatcli.dice.effects import check_modifiers, notes_on

            text = scan.text[start : scan.position()].rstrip()
            check_modifiers(dice, text, read.crossed)
            self._notes |= dict.fromkeys(notes_on(dice, text, read.crossed))
        return self._asked(dice, read, start)

    def _asked(self, pool: Node, read: ModifierReader, start: int, named: Node | None = None) -> Node:
        """Check keeps and counts of a pool, and return the node of what is asked of it, or of the pool of a name.

        A count after whose number a sum goes on is checked with the sum.
        """
        at, text = read.counted_at, self._scan.text
        if isinstance(pool, Pool) and read.modifiers.keeps:
            from combatcli.dice.effects import check_keeps

            check_keeps(pool, text[start : at or self._scan.position()].rstrip(), text[self._sum_at : start])
        if isinstance(pool, Pool) and read.modifiers.success is not None:
            from combatcli.dice.comparing import Count
            from combatcli.dice.effects import check_counted

            self._counts.append(Count(pool, start, at, read.counted_to, read.goes_on))
            if not read.goes_on:
                check_counted(pool, (text[start:at], text[self._sum_at : at]), at)
        if not read.match:
            return named or pool
        from combatcli.dice.effects import check_matched
        from combatcli.dice.rare_nodes import MatchNode

        if isinstance(pool, Pool) and not self._scan.at_comparison():
            check_matched(pool, *read.match, text[start : self._scan.position()].rstrip())
        return MatchNode(*read.match, named or pool, start + 1)

    def _sides(self) -> Node:
        scan = self._scan
        start = scan.position()
        if scan.take("%"):
            return Number(100, start + 1)
        if scan.take("f"):
            return CustomFaces(FATE, start + 1)
        if scan.take("("):
            return self._parenthesis()
        if scan.take("{"):
            from combatcli.dice.written_faces import read_faces

            faces = CustomFaces(read_faces(scan, start, self._words), start + 1)
            if name := next((name for name in self._names if name in self._words), ""):
                raise scan.error(
                    f"{name} is a number here, not a word", f"Write d({name}) for so many sides.", at=start
                )
            return faces
        sides = Number(scan.number('a number of sides after "d"'), start + 1)
        check_sides(sides.value, start + 1)
        return sides

    def _group(self, start: int) -> Node:
        scan = self._scan
        if scan.take("}"):
            raise scan.error("a group needs at least one member between { and }", at=start)
        self._deeper()
        members = self._member()
        while scan.take(","):
            members += self._member()
        if not scan.take("}"):
            raise scan.expected('"," or "}"')
        self._depth -= 1
        read = ModifierReader(scan, self._words, self._beyond)
        from combatcli.dice.calls import group_of

        return self._asked(group_of(scan, Group(members, read.modifiers, start + 1), read), read, start)

    def _member(self) -> tuple[Node, ...]:
        """Read a member, repeated as its 6x says; its dice count as often."""
        before = self._dice
        start = self._scan.position()
        repeat = self._scan.repeat()
        member = self._value()
        # Members without dice count as one each, or nested repetition would take forever.
        self._dice = before + repeat * max(self._dice - before, int(repeat > 1))
        check_most_dice(self._dice, start + 1)
        return (member,) * repeat
