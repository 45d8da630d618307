"""Random expressions over the whole notation, for hypothesis, and what dice come to by going through all throws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, TypeVar

from hypothesis import strategies as st

from combatcli.dice.exact.expression import odds
from combatcli.dice.exact.outcomes import EveryOutcome
from combatcli.dice.notation import parse
from combatcli.dice.rolling.roll import roll
from combatcli.errors import DiceError

if TYPE_CHECKING:
    from combatcli.dice.exact.distribution import Distribution
    from combatcli.dice.tree import Node

T = TypeVar("T", bound=Hashable)
Throw = tuple[int, ...]
Chances = dict[int, Fraction]
Value = Callable[[Throw], int]


def every(dice: Sequence[int | Sequence[int]], value: Value, if_: Callable[[Throw], bool] = lambda _: True) -> Chances:
    """Return the chances of a value of dice, each given by its sides or its faces, of those throws that count."""
    throws = [*filter(if_, product(*[range(1, die + 1) if isinstance(die, int) else die for die in dice]))]
    counts = Counter(int(value(throw)) for throw in throws)
    return {outcome: Fraction(ways, len(throws)) for outcome, ways in counts.items()}


def chances(text: str) -> Chances:
    """Return the odds of an expression."""
    found = odds(parse(text))
    return {outcome: found.fraction(outcome) for outcome in found}


SMALL = st.integers(0, 9).map(str)
COMPARISONS = st.sampled_from([">=", "<=", ">", "<", "="])


def is_meant(text: str) -> bool:
    """Return whether a text asks nothing that is refused because it may be meant otherwise."""
    try:
        parse(text)
    except DiceError as error:
        return not any(said in error.message for said in SLIPS)
    return True


SLIPS = (
    *(" shows ", "no set or run", "been meant", "be meant", '"!="', " more than the ", "a sum after a count"),
    *("matches in one", "is about one", "changes no odds", "succeeds fails too"),
)


@st.composite
def pools(draw: st.DrawFn, counts: Sequence[str], sides: Sequence[str], draws: Sequence[str]) -> str:
    """Draw a pool, with a modifier of each kind or with none."""
    pick = st.sampled_from
    reroll = draw(pick(["", "", "", "r1", "ro<2", "r", "r1ro2"]))
    explode = draw(pick(["", "", "!", "!!", "!!", "!p", "!o", "!>=4", "!!>=2", "!!<1"]))
    bound = draw(pick(["", "", "", "min2", "max3", "min0max2"]))
    keep = draw(pick(["", "", "kh1", "kl2", "dl1", "dh1", "kh3dl1"]))
    counted = draw(pick(["", "", "", ">=3", ">2f1", "<=1f>2", "=0", "mt", "mt3", "ms", "mr"]))
    order = draw(pick(["", "", "s", "sd"]))
    if draw(st.integers(0, 9)) == 0:
        return f"{draw(pick(draws))}u{bound}{keep}{counted}{order}"
    return f"{draw(pick(counts))}d{draw(pick(sides))}{reroll}{explode}{bound}{keep}{counted}{order}"


def expressions(pool: st.SearchStrategy[str], most: int) -> st.SearchStrategy[str]:
    """Return expressions each part of which has up to so many pools and numbers."""

    def deeper(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        several = st.lists(inner, min_size=1, max_size=3).map(", ".join)
        ends = st.sampled_from(["", "kh1", "kl1", "dl1", ">=4", "kh2>3f1", "=3", "mt", "kl3ms", "mr", "sd", "dh1s"])
        signs = st.sampled_from([" + ", " - ", "*", "/", "//", "%"])
        return st.one_of(
            st.builds("({}{}{})".format, inner, signs, inner),
            st.builds("{}{}{}".format, inner, signs, inner),
            st.builds("({}){}({})".format, inner, COMPARISONS, inner).map("({})".format),
            st.builds("if({}{}{}, {}, {})".format, inner, COMPARISONS, inner, inner, inner),
            st.builds("if({}, {}, {})".format, inner, inner, inner),
            st.builds("({})**{}".format, inner, st.integers(0, 3)),
            st.builds("{{{}}}{}".format, several, ends),
            st.builds("{{{}x{}}}{}".format, st.integers(1, 3), inner, ends),
            st.builds("{{{}+{}-{}}}{}".format, pool, pool, SMALL, ends),
            st.builds("{}({})".format, st.sampled_from(["min", "max"]), several),
            st.builds("{}({})".format, st.sampled_from(["floor", "ceil", "round", "abs", "-"]), inner),
        )

    some = st.recursive(pool | SMALL, deeper, max_leaves=most)
    named = st.builds("a = {}; b = a-({}); {}+(a)*b**2".format, some, some, some)
    return some | named | st.builds("{} {} {}".format, some, COMPARISONS, some)


BODIES = [
    "if(a >= b, a, 1d3)",
    "if(a >= 4, 3, if(a+1 >= 3, 1d2, 0))",
    "{a,b,a,1d3}kh2",
    "{a,b,a,1d3}ms",
    "(a > (1d3))+(b > a)",
    "max(a,1d3)-min(a,b)",
    "round((a+a+b)/2)",
]
ANYTHING = expressions(
    pools(
        ["", "1", "2", "4", "7", "(1d3)", "(1d3-1)", "(2d2>=2)"],
        ["2", "4", "6", "F", "%", "256", "300", "{-2,0,3}", "{-300,1,1,700}", "(1d4+1)", "(1d3+254)"],
        ["2d4", "4d6", "(1d3)d4", "4d{-2,0,3:2}", "2d%", "2d256", "7d300"],
    ),
    6,
)


class _FewFaces(EveryOutcome):
    """Every path of so many single dice; a longer one raises TooLongError."""

    def __init__(self, dice: int) -> None:
        super().__init__()
        self._dice = self._left = dice

    def begin(self, tree: Node) -> None:
        """Begin a path."""
        self._left = self._dice

    def check(self, tree: Node) -> None:
        """Accept all expressions."""

    def choose_among(self, key: Hashable, weigh: Callable[[], Mapping[T, int]]) -> T:
        """Choose another face."""
        self._left -= 1
        if self._left < 0:
            raise TooLongError
        return super().choose_among(key, weigh)


class TooLongError(Exception):
    """A path rolls too many dice."""


def brute(text: str, dice: int = 8, most: int = 4_000) -> Distribution[int | None]:
    """Return the odds by rolling an expression along every path; None is what paths of more dice come to."""
    tree, source = parse(text).tree, _FewFaces(dice)

    def rolled() -> int | None:
        source.begin(tree)
        try:
            return roll(tree, source).total
        except TooLongError:
            return None

    return source.every(rolled, most)
