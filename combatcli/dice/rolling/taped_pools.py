"""The pools of an expression that is rolled from a tape: statements that roll dice as single rolls do."""

from __future__ import annotations

from bisect import bisect
from operator import getitem

from combatcli.dice.limits import MOST_DICE
from combatcli.dice.rolling.pool_kinds import computed_kind, kinds, sole_table
from combatcli.dice.rolling.restless import RestlessDice
from combatcli.dice.rolling.tables import BYTE, any_holds
from combatcli.dice.rolling.tape import RollAgainError, TapeEndsError
from combatcli.dice.rolling.writing import Standing, Writer, worth_of
from combatcli.dice.tree import Dice, Number, highest_of
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rolling.pool_kinds import PoolKind
    from combatcli.dice.tree import Compare, Node

_HEAD = """\
def rolls(tape, times):
    data, at, {more}deal = tape.data, tape.at, {tape_more}tape.deal
    end, ends = len(data), tape.ends
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
            end, ends = len(data), tape.ends
    tape.at = at
    return totals
"""
_LOOK = 200
"""So many dice at most are awaited in a wave beside those it began with."""
_LESS = bytes([max(0, byte - 1) for byte in range(BYTE)])


class _Pool:
    """A pool that is being written: its kind, and the texts of its table, the value it explodes on, and a fresh die."""

    __slots__ = ("fresh", "kind", "modifiers", "table", "top")

    def __init__(self, kind: PoolKind, table: str, top: str, fresh: str = "") -> None:
        self.kind = kind
        self.modifiers = kind.modifiers
        self.table = table
        self.top = top
        self.fresh = fresh


class TapedPools(Writer):
    """Writes the rolling of pools whose faces come from a `Tape`, in the order of single rolls."""

    def __init__(self, tree: Node) -> None:
        super().__init__()
        self.names |= {"RollAgainError": RollAgainError, "TapeEndsError": TapeEndsError, "DiceError": DiceError}
        self._kinds = kinds(tree)
        self.sole = sole_table(self._kinds)
        """The table of all dice, if they are alike."""
        self.resting = b""
        """The values on which all dice come to rest that are read to their ends at once, as a table of 1."""
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
        summed = summed and modifiers.additive() and not modifiers.keeps
        if kind.table is None:
            table, top, fresh = self.name(), self.name(), self.name()
            computed = self.name(computed_kind(node, kind, compounds=kind.kind == "!!" and not summed))
            self.write(f"{table}, {top}, {fresh} = {computed}({self.value(node.sides)})")
            if modifiers.extra() and not kind.restful:
                self.write("raise RollAgainError")
            pool = _Pool(kind, table, top, fresh)
        else:
            pool = _Pool(kind, "" if self.sole else self.name(kind.table), str(kind.top))
        if kind.table is not None and not kind.settled() and not kind.restful:
            dice = self._dealt(count, pool)
            self.write(f"{dice}, at, data = tape.modified({dice}, at, {self.name(kind.faces)}, {self.name(modifiers)})")
            return self._worth(dice, pool)
        if kind.settled():
            return self._settled(self._dealt(count, pool), count, pool)
        compounds = kind.kind == "!!" and not summed
        if kind.mixed(compounds=compounds):
            return self._one_by_one(count, pool, compounds=compounds)
        return self._worth(self._by_waves(count, pool, compounds=compounds), pool)

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

    def _by_waves(self, count: str, pool: _Pool, *, compounds: bool) -> str:
        """Write the rolling of dice that are awaited alike, and return the name of all that stand."""
        kind = pool.kind.kind
        run = "" if compounds or kind == "!o" else self._run(count, pool)
        if run:
            return run
        dice = self._wave(count, pool)
        if not kind:
            return dice
        more = self.assigned(self._exploding(dice, pool))
        with self.indented(f"if {more}:"):
            if compounds:
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
                if compounds:
                    self.write(f"{bonus} += {pool.top} + {pool.kind.shift}")
                    self.write(f"{dice} += [each + {bonus} for each in {wave} if each != {pool.top}]")
                else:
                    self.write(f"{dice} += {self._lessened(wave, pool)}")
        return dice

    def _run(self, count: str, pool: _Pool) -> str:
        """Write the reading of so many dice and all that they add, and return the name of what they come to.

        Each that does not rest asks for one: they are at their ends once so many rest. It pays where most dice explode.
        """
        kind, modifiers = pool.kind, pool.modifiers
        alike = self.sole is not None and kind.narrow and not modifiers.once
        if not (alike and kind.faces and count.isdigit()) or count == "0":
            return ""
        highest = highest_of(kind.faces)
        rests = {face - kind.shift for face in kind.faces if not modifiers.explodes(face, highest)}
        resting = bytes([value in rests for value in range(BYTE)])
        if 2 * len(rests) > len(kind.faces) or (self.resting or resting) != resting:
            return ""
        self.resting = resting
        last = self.assigned(f"{self.name(bisect)}(ends, at) + {count}")
        self.write(f"if {last} > len(ends):", "    raise TapeEndsError")
        dice = self.assigned(f"data[at : ends[{last} - 1]]")
        self.write(f"at += len({dice})")
        if kind.kind == "!p":
            self.write(f"{dice} = {dice}[:{count}] + {self._lessened(f'{dice}[{count}:]', pool)}")
            return dice
        return self.likely(dice, {face - kind.shift: int(count) / len(rests) for face in kind.faces}, modifiers.keeps)

    def _wave(self, count: str, pool: _Pool) -> str:
        """Write the reading of so many dice and their only rerolls, and return the name of what they come to."""
        dice, once = self._dealt(count, pool), pool.modifiers.once
        if not once:
            return dice
        others = self.assigned(self._chosen(dice, once, pool, others=True))
        again = self.assigned(f"{count} - len({others})")
        with self.indented(f"if {again}:"):
            added = self._dealt(again, pool)
            self.write(f"{dice} = {others} + {added}" if pool.kind.narrow else f"{dice} = [*{others}, *{added}]")
        return dice

    def _one_by_one(self, count: str, pool: _Pool, *, compounds: bool) -> Standing:
        """Write the rolling of dice that ask for more, and of those, one after the other."""
        kind, modifiers, fresh = pool.kind, pool.modifiers, pool.fresh
        wave = self._dealt(count, pool)
        dice, asking = self.name(), self.name()
        worths, less = kind.worths()
        if kind.faces is None:
            self.write(f"{dice}, {asking} = [], {wave}")
        else:
            restless = RestlessDice(modifiers, kind.shift, less, compounds=compounds)
            highest = highest_of(kind.faces)
            fresh, asks = self.name(restless.die(highest)), kind.asks(highest)
            table, worth = (
                (self.name(worths), "each")
                if worths
                else ("None", worth_of(modifiers, kind.shift, counted=not modifiers.keeps))
            )
            others = self._chosen(wave, asks, pool, others=True, values=table)
            self.write(f"{dice} = [{worth} for each in {others}]", f"{asking} = {self._chosen(wave, asks, pool)}")
        with self.indented(f"if {asking}:"):
            self._extra_dice(dice, asking, fresh, pool, compounds=compounds)
        worth = worth_of(modifiers, less) if modifiers.keeps and modifiers.success is not None else ""
        return Standing(dice, f"len({dice})", shift=less, worth=worth)

    def _extra_dice(self, dice: str, asking: str, fresh: str, pool: _Pool, *, compounds: bool) -> None:
        """Write what comes of dice that ask for more; where it matters to which one it is added, they have seats."""
        queue, again, seats = self.assigned("[]"), self.name(), self.name()
        # Without rerolls nobody waits for a wave to be at rest: the next one is awaited in the same order.
        more = "" if pool.kind.settles() else self.assigned("[]")
        seated = compounds and pool.kind.top is None and more
        if seated:
            self.write(f"{seats} = [{fresh}] * len({asking})")
            self._sort_out(f"for each, shown in enumerate({asking}):", dice, queue, more, seats, compounds=compounds)
        else:
            first = f"for worth, each, later in map({fresh}.__getitem__, {asking}):"
            self._sort_out(first, dice, queue, more, "", compounds=compounds)
        with self.indented(f"while {queue} or {more}:" if more else f"while {queue}:"):
            if more:
                self.write(f"if not {queue}:", f"    {queue}, {more} = {f'sorted({more})' if seated else more}, []")
            if self.sole is not None:
                # A die that is awaited again comes right after the others of its wave: the loop goes on to it.
                self.write(f"{again}, most = {queue}, len({queue}) + {_LOOK}")
                shown = "data[at : at + most]"
            else:
                shown = self._dealt(f"len({queue})", pool)
                self.write(f"{again} = []")
            if seated:
                self._sort_out(
                    f"for each, shown in zip({queue}, {shown}):", dice, again, more, seats, compounds=compounds
                )
            else:
                loop = f"for worth, each, later in map({self.name(getitem)}, {queue}, {shown}):"
                self._sort_out(loop, dice, again, more, "", compounds=compounds)
            if self.sole is not None:
                self.write(*_moved(f"len({queue})"), f"if len({queue}) > most:", "    raise RollAgainError")
                self.write(f"{queue} = []")
            else:
                self.write(f"{queue} = {again}")

    def _sort_out(self, loop: str, dice: str, again: str, more: str, seats: str, *, compounds: bool) -> None:
        """Write the loop over what dice show: they stand, are awaited again, or once their wave is at rest."""
        with self.indented(loop):
            if seats:
                self.write(f"worth, after, later = {seats}[each][shown]", f"{seats}[each] = after")
            stands = f"    {dice}.append(worth)"
            self.write(f"if {'after' if seats else 'each'} is None:", stands)
            if more:
                self.write("elif later:", f"    {more}.append(each)", *([] if compounds else [stands]))
            self.write("else:", f"    {again}.append(each)")

    def _chosen(
        self, dice: str, compares: list[Compare], pool: _Pool, *, others: bool = False, values: str = "None"
    ) -> str:
        """Return the expression of those dice that meet one of some comparisons, or of the others; of their values."""
        shift = pool.kind.shift
        if not pool.kind.narrow:
            return f"[each for each in {dice} if {'not ' if others else ''}({any_holds('each', compares, shift)})]"
        left_out = [
            value for value in range(BYTE) if any(compare.holds(value + shift) for compare in compares) == others
        ]
        return f"{dice}.translate({values}, {self.name(bytes(left_out))})"

    def _exploding(self, dice: str, pool: _Pool) -> str:
        """Return the expression of how many dice explode."""
        explode = pool.modifiers.explode
        if pool.kind.top is not None or explode is None or explode.on is None:
            return f"{dice}.count({pool.top})"
        return f"len({self._chosen(dice, [explode.on], pool)})"

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
