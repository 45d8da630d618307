"""The pools of an expression that is rolled from a tape: statements that roll dice as single rolls do."""

from __future__ import annotations

from combatcli.dice.limits import MOST_DICE
from combatcli.dice.rolling.pool_kinds import computed_kind, kinds, sole_table
from combatcli.dice.rolling.tables import BYTE, any_holds
from combatcli.dice.rolling.tape import RollAgainError, TapeEndsError
from combatcli.dice.rolling.writing import Standing, Writer, worth_of
from combatcli.dice.tree import Dice, Number
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rolling.pool_kinds import PoolKind
    from combatcli.dice.tree import Compare, Node

_HEAD = """\
def rolls(tape, times):
    data, at, {more}deal = tape.data, tape.at, {tape_more}tape.deal
    end = len(data)
    totals = []
    for _ in range(times):
        start = at
        {start}
        try:
"""
_TAIL = """\
        except TapeEndsError:
            at = start
            break
        except (RollAgainError, ZeroDivisionError, DiceError):
            totals.append(tape.single(start))
            data, at = tape.data, tape.at
            end = len(data)
    tape.at = at
    return totals
"""
_LESS = bytes([max(0, byte - 1) for byte in range(BYTE)])


class _Pool:
    """A pool that is being written: its kind, and the texts of its table, the value it explodes on, and its `Again`."""

    __slots__ = ("again", "kind", "modifiers", "table", "top")

    def __init__(self, kind: PoolKind, table: str, top: str, again: str) -> None:
        self.kind = kind
        self.modifiers = kind.modifiers
        self.table = table
        self.top = top
        self.again = again


class TapedPools(Writer):
    """Writes the rolling of pools whose faces come from a `Tape`, in the order of single rolls."""

    def __init__(self, tree: Node) -> None:
        super().__init__()
        self.names |= {"RollAgainError": RollAgainError, "TapeEndsError": TapeEndsError, "DiceError": DiceError}
        self._kinds = kinds(tree)
        self.sole = sole_table(self._kinds)
        """The table of all dice, if they are alike."""
        self._counts_dice = _computes(tree)

    @property
    def text(self) -> str:
        """The whole function: it takes a tape and how often, and returns totals; fewer, if the tape ends before."""
        more, tape_more = ("more, ", "tape.more, ") if self.sole is None else ("", "")
        start = "tape.extras = dice = 0" if self.sole is None or self._counts_dice else "pass"
        return f"{_HEAD.format(more=more, tape_more=tape_more, start=start)}{''.join(self.lines)}{_TAIL}"

    def rolled(self, node: Dice, *, summed: bool = False) -> Standing:
        """Write the rolling of a pool, and return the dice that stand; if ``summed`` their total alone is right."""
        count = self._dice_count(node)
        kind, modifiers = self._kinds[id(node)], node.modifiers
        if kind.table is None:
            top, again = self.name(), self.name()
            table = self.assigned(f"{self.name(computed_kind(node, kind.most))}({self.value(node.sides)})")
            self.write(f"{table}, {top}, {again} = {table}")
            if modifiers.extra() and not kind.restful:
                self.write("raise RollAgainError")
            pool = _Pool(kind, table, top, again)
        else:
            again = self.name(kind.again) if kind.again is not None else ""
            pool = _Pool(kind, "" if self.sole else self.name(kind.table), str(kind.top), again)
        if kind.table is not None and not kind.settled() and not kind.restful:
            dice = self._dealt(count, pool)
            self.write(f"{dice}, at, data = tape.modified({dice}, at, {self.name(kind.faces)}, {self.name(modifiers)})")
            return self._worth(dice, pool)
        if kind.settled():
            return self._settled(self._dealt(count, pool), count, pool)
        dice = self._restless(count, pool, summed=summed and modifiers.additive() and not modifiers.keeps)
        return self._worth(dice, pool)

    def _settled(self, dice: str, count: str, pool: _Pool) -> Standing:
        kind, modifiers = pool.kind, pool.modifiers
        if not kind.narrow:
            return self._worth(dice, pool)
        worth = worth_of(modifiers, kind.shift) if modifiers.keeps and modifiers.success is not None else ""
        return Standing(dice, count, shift=kind.shift, worth=worth)

    def _worth(self, dice: str, pool: _Pool) -> Standing:
        """Return what dice that are worth what they show, less a shift, come to."""
        modifiers, shift = pool.modifiers, pool.kind.shift
        size = f"len({dice})"
        if modifiers.additive():
            return Standing(dice, size, shift=shift)
        if modifiers.keeps or not pool.kind.narrow or pool.kind.kind == "!!":
            return Standing(dice, size, worth=worth_of(modifiers, shift))
        worths = [modifiers.counted(modifiers.bounded(each + shift)) for each in range(BYTE)]
        least = min(worths)
        if max(worths) - least >= BYTE:
            return Standing(dice, size, worth=worth_of(modifiers, shift))
        table = self.name(bytes([worth - least for worth in worths]))
        return Standing(self.assigned(f"{dice}.translate({table})"), size, shift=least)

    def _dice_count(self, node: Dice) -> str:
        if isinstance(node.count, Number):
            if self._counts_dice:
                self.write(f"dice += {node.count.value}")
            return str(node.count.value)
        count = self.assigned(self.value(node.count))
        self.write(f"dice += {count}", f"if {count} < 0 or dice > {MOST_DICE}:", "    raise RollAgainError")
        return count

    def _dealt(self, count: str, pool: _Pool) -> str:
        """Write the reading of so many dice, and return the name of their values."""
        dice = self.name()
        if self.sole is not None:
            self.write(f"{dice} = data[at : at + {count}]", *_moved(count))
        elif pool.kind.narrow:
            table = pool.table
            self.write(
                f"{dice} = data[at : at + {count}].translate({table}.values, {table}.refused)",
                f"at += {count}",
                f"if len({dice}) != {count}:",
                f"    {dice}, at, data = more({dice}, {count}, at, {table})",
            )
        else:
            self.write(f"{dice}, at, data = deal({count}, at, {pool.table})")
        return dice

    def _restless(self, count: str, pool: _Pool, *, summed: bool) -> str:
        """Write the rolling of dice that are rerolled or explode, and return the name of all that stand."""
        kind = pool.kind.kind
        if kind == "!!" and pool.kind.top is None and not summed:
            dice = self._dealt(count, pool)
            shift = pool.kind.shift
            holds = [*pool.modifiers.rerolls, *pool.modifiers.once]
            on = pool.modifiers.explode.on if pool.modifiers.explode else None
            restless = self._chosen(dice, [*holds, on] if on else holds, pool)
            self.write(f"if {restless}:", f"    {dice}, at, data = tape.compound({self._given(dice, pool)}, {shift})")
            return dice
        if kind and self.sole is not None and pool.kind.settles():
            return self._counted_off(count, pool, summed=summed)
        dice = self._wave(count, pool)
        if not kind:
            return dice
        compounding = kind == "!!" and not summed
        more = self.assigned(self._exploding(dice, pool))
        with self.indented(f"if {more}:"):
            if compounding:
                self.write(f"{dice} = [each for each in {dice} if each != {pool.top}]")
                bonus = self.assigned("0")
            elif not pool.kind.narrow:
                self.write(f"{dice} = [*{dice}]")
            if kind == "!o":
                self.write(f"{dice} += {self._wave(more, pool)}")
                return dice
            with self.indented(f"while {more}:"):
                wave = self._wave(more, pool)
                self.write(f"{more} = {self._exploding(wave, pool)}")
                if compounding:
                    self.write(f"{bonus} += {pool.top} + {pool.kind.shift}")
                    self.write(f"{dice} += [each + {bonus} for each in {wave} if each != {pool.top}]")
                else:
                    self.write(f"{dice} += {self._lessened(wave, pool)}")
        return dice

    def _counted_off(self, count: str, pool: _Pool, *, summed: bool) -> str:
        """Write the rolling of dice that explode and lie side by side, the values of all waves after one another."""
        kind = pool.kind.kind
        begin, edge, more, dice = self.assigned("at"), self.name(), self.name(), self.name()
        self.write(f"{edge} = at", *_moved(count), f"{more} = {self._exploding_from(edge, pool)}")
        if kind == "!!" and not summed:
            bonus, wave = self.name(), self.name()
            self.write(f"{dice} = data[{edge}:at]")
            with self.indented(f"if {more}:"):
                self.write(f"{dice} = [each for each in {dice} if each != {pool.top}]", f"{bonus} = 0")
                with self.indented(f"while {more}:"):
                    self.write(f"{edge} = at", *_moved(more), f"{wave} = data[{edge}:at]")
                    self.write(f"{more} = {wave}.count({pool.top})", f"{bonus} += {pool.top} + {pool.kind.shift}")
                    self.write(f"{dice} += [each + {bonus} for each in {wave} if each != {pool.top}]")
            return dice
        if kind == "!o":
            self.write(*_moved(more), f"{dice} = data[{begin}:at]")
            return dice
        first = self.assigned("at") if kind == "!p" else ""
        with self.indented(f"while {more}:"):
            self.write(f"{edge} = at", *_moved(more), f"{more} = {self._exploding_from(edge, pool)}")
        self.write(f"{dice} = data[{begin}:{first or 'at'}]")
        if first:
            with self.indented(f"if at != {first}:"):
                self.write(f"{dice} += {self._lessened(f'data[{first}:at]', pool)}")
        return dice

    def _wave(self, count: str, pool: _Pool) -> str:
        """Write the reading of so many dice and their rerolls, and return the name of what they come to."""
        dice, modifiers = self._dealt(count, pool), pool.modifiers
        if pool.kind.settles():
            return dice
        again = [*modifiers.rerolls, *modifiers.once]
        restless = self.assigned(self._chosen(dice, again, pool))
        with self.indented(f"if {restless}:"):
            if modifiers.rerolls:
                added = self.name()
                self.write(f"{added}, at, data = tape.rerolled({self._given(restless, pool)})")
                added = f"bytes({added})" if pool.kind.narrow else added
            else:
                added = self._dealt(self.assigned(f"len({restless})"), pool)
            resting = self._chosen(dice, again, pool, others=True)
            self.write(f"{dice} = {resting} + {added}" if pool.kind.narrow else f"{dice} = [*{resting}, *{added}]")
        return dice

    def _given(self, dice: str, pool: _Pool) -> str:
        return f"{dice}, at, {pool.table or self.name(pool.kind.table)}, {pool.again}"

    def _chosen(self, dice: str, compares: list[Compare], pool: _Pool, *, others: bool = False) -> str:
        """Return the expression of those dice that meet one of some comparisons, or of the others."""
        if not pool.kind.narrow:
            which = f"{'not ' if others else ''}({any_holds('each', compares, pool.kind.shift)})"
            return f"[each for each in {dice} if {which}]"
        shift = pool.kind.shift
        left_out = [
            value for value in range(BYTE) if any(compare.holds(value + shift) for compare in compares) == others
        ]
        return f"{dice}.translate(None, {self.name(bytes(left_out))})"

    def _exploding(self, dice: str, pool: _Pool) -> str:
        """Return the expression of how many dice explode."""
        explode = pool.modifiers.explode
        if pool.kind.top is not None or explode is None or explode.on is None:
            return f"{dice}.count({pool.top})"
        return f"len({self._chosen(dice, [explode.on], pool)})"

    def _exploding_from(self, edge: str, pool: _Pool) -> str:
        if pool.kind.top is not None and pool.kind.narrow:
            return f"data.count({pool.top}, {edge}, at)"
        return self._exploding(f"data[{edge}:at]", pool)

    def _lessened(self, dice: str, pool: _Pool) -> str:
        """Return the expression of dice that explosions added: each counts one less if they penetrate."""
        if pool.kind.kind != "!p":
            return dice
        if pool.kind.narrow:
            return f"{dice}.translate({self.name(_LESS)})"
        return f"[each - 1 for each in {dice}]"


def _moved(count: str) -> list[str]:
    """Return the statements that go on by so many values."""
    return [f"at += {count}", "if at > end:", "    raise TapeEndsError"]


def _computes(node: Node) -> bool:
    """Return whether it is known only as it is rolled how many dice there are."""
    own = isinstance(node, Dice) and not isinstance(node.count, Number)
    return own or any(_computes(child) for child in node.children)
