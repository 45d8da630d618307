"""The pools of an expression whose dice come from supplies of results: each die at once with all that it adds."""

from __future__ import annotations

from itertools import chain

from combatcli.dice.rolling.bounds import possible_faces
from combatcli.dice.rolling.die_laws import DieLaw, UnlistedError
from combatcli.dice.rolling.supply import RunSupply, Taken, TakenRuns, run_shift, supply_of
from combatcli.dice.rolling.writing import Standing, Writer, worth_of
from combatcli.dice.tree import CustomFaces, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rolling.sources import Stream
    from combatcli.dice.rolling.supply import Supply
    from combatcli.dice.tree import Dice

MOST_SIDES = 8
"""So many different numbers of sides may be computed for a pool: each has a supply of its own."""
MOST_WIDE = 8
"""So many supplies of other than bytes there may be: each keeps a table of what words mean."""
_HEAD = """\
def rolls(sizes):
{supplies}    for times in sizes:
        totals = []
        for _ in range(times):
"""
_SUPPLY = "    {supply}, {supply}at, {supply}end = {none}, 0, 0\n"
_RUNS = "    {supply}, {supply}at, {supply}end, {supply}ends = b'', 0, 0, [0]\n"
_TAIL = """\
        yield totals
"""


class SuppliedPools(Writer):
    """Writes the rolling of pools whose dice come from supplies."""

    def __init__(self, source: Stream) -> None:
        super().__init__()
        self._source = source
        self._begin: dict[str, str] = {}
        """The statement before the first roll that each name of a supply needs."""
        self._known: dict[object, tuple[str, Supply]] = {}
        self._wide = 0

    @property
    def text(self) -> str:
        """The whole function: it takes how often to roll at once, again and again, and yields totals."""
        return f"{_HEAD.format(supplies=''.join(self._begin.values()))}{''.join(self.lines)}{_TAIL}"

    def rolled(self, node: Dice, *, summed: bool = False) -> Standing:
        """Write the rolling of a pool, and return the dice that stand; if ``summed`` their total alone is right."""
        modifiers = node.modifiers
        apart = bool(modifiers.keeps) or not summed
        count = self.value(node.count)
        laws = {len(faces): DieLaw(faces, modifiers, apart=apart) for faces in possible_faces(node, MOST_SIDES)}
        if isinstance(node.sides, (Number, CustomFaces)):
            dice, shift = self._of_one_kind(count, *laws.values())
        else:
            dice, shift = self._of_several_kinds(count, laws, self.value(node.sides))
        if any(law.apart for law in laws.values()):
            count = f"len({dice})"
        worth = worth_of(modifiers, shift) if modifiers.keeps and modifiers.success is not None else ""
        return Standing(dice, count, shift=shift, worth=worth)

    def _of_one_kind(self, count: str, law: DieLaw) -> tuple[str, int]:
        """Write the rolling of so many dice, and return their name, and what is to be added to each."""
        shift = run_shift(law)
        if shift is not None:
            dice = self._next_runs(count, law)
            return self.likely(dice, law.expected(count, shift), law.keeps), shift
        name, supply = self._supply(law, shifted=True)
        dice = self._next(count, name)
        return self._side_by_side(dice) if law.apart else dice, supply.shift

    def _of_several_kinds(self, count: str, laws: dict[int, DieLaw], sides: str) -> tuple[str, int]:
        """Write the same of dice whose number of sides is computed."""
        if all(run_shift(law) == 0 for law in laws.values()):
            runs = {each: TakenRuns(RunSupply(law, self._source)).take for each, law in laws.items()}
            return self.assigned(f"{self.name(runs)}[{sides}]({count})"), 0
        takes = {each: Taken(self._supply(law, shifted=False)[1]).take for each, law in laws.items()}
        dice = self.assigned(f"{self.name(takes)}[{sides}]({count})")
        return self._side_by_side(dice) if any(law.apart for law in laws.values()) else dice, 0

    def _side_by_side(self, dice: str) -> str:
        """Write what puts all dice of results that are tuples into one list, and return its name."""
        return self.assigned(f"[*{self.name(chain.from_iterable)}({dice})]")

    def _next(self, count: str, name: str) -> str:
        """Write the reading of so many results, and return their name."""
        dice = self.name()
        self.write(
            f"{dice} = {name}[{name}at : {name}at + {count}]",
            f"{name}at += {count}",
            f"if {name}at > {name}end:",
            f"    {name} = {name}more({name}[{name}at - {count} :], {count})",
            f"    {name}at, {name}end, {dice} = {count}, len({name}), {name}[:{count}]",
        )
        return dice

    def _next_runs(self, count: str, law: DieLaw) -> str:
        """Write the reading of so many results that lie side by side, and return the name of their dice."""
        name, dice, supply = self.name(), self.name(), RunSupply(law, self._source)
        self.names[f"{name}more"] = supply.more
        self._begin[name] = _RUNS.format(supply=name)
        self.write(
            f"{name}at += {count}",
            f"if {name}at > {name}end:",
            f"    {name}, {name}ends = {name}more({name}, {name}ends[{name}at - {count} :], {count})",
            f"    {name}at, {name}end = {count}, len({name}ends) - 1",
            f"{dice} = {name}[{name}ends[{name}at - {count}] : {name}ends[{name}at]]",
        )
        return dice

    def _supply(self, law: DieLaw, *, shifted: bool) -> tuple[str, Supply]:
        """Return a supply of results, and its name; two pools of the same ones need but one."""
        resting, unfinished = law.listed()
        same = tuple(resting.items()), object() if unfinished else None, shifted
        if same not in self._known:
            supply = supply_of(law, self._source, shifted=shifted)
            self._wide += not supply.narrow
            if self._wide > MOST_WIDE:
                raise UnlistedError
            name = self.name()
            self.names[f"{name}more"] = supply.more
            self._begin[name] = _SUPPLY.format(supply=name, none=supply.none)
            self._known[same] = name, supply
        return self._known[same]
