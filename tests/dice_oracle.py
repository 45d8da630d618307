"""Random dice expressions, and what they come to along every path of their dice: it shares no line with the program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

Chances = dict[int, Fraction]
Compare = tuple[str, int]
Die = Callable[[Sequence[int] | Chances], int]
"""A die with these faces is rolled, or one of these outcomes comes up."""

LONGEST = 4
"""A path on which a die explodes so often is left out."""
MOST_PATHS = 1_000
MOST_DICE = 10_000
MOST_SIDES = 8


class TooLongError(Exception):
    """There are too many paths, or too many explosions on one of them."""


class Expression(NamedTuple):
    """A text, and its value as a function of the dice that it rolls."""

    text: str
    value: Callable[[Die], int]

    def chances(self) -> Chances:
        """Return the chance of each value; what these are short of 1 is left out. Raise TooLongError for many paths."""
        found: Chances = {}
        path: list[int] = []
        for _ in range(MOST_PATHS):
            sizes: list[int] = []
            chance = Fraction(1)

            def die(faces: Sequence[int] | Chances, sizes: list[int] = sizes) -> int:
                nonlocal chance
                path.extend([0] * (len(sizes) == len(path)))
                face: int = [*faces][path[len(sizes)]]
                sizes.append(len(faces))
                chance *= faces[face] if isinstance(faces, dict) else Fraction(1, len(faces))
                return face

            try:
                value = self.value(die)
                found[value] = found.get(value, Fraction(0)) + chance
            except TooLongError:
                pass
            while path and path[-1] + 1 == sizes[len(path) - 1]:
                path.pop()
            if not path:
                return found
            path[-1] += 1
        raise TooLongError


class Pool(NamedTuple):
    """The modifiers of a pool, or of a group: the text and what they stand for."""

    reroll: Compare | None = None
    once: Compare | None = None
    explode: str = ""
    on: Compare | None = None
    low: int | None = None
    high: int | None = None
    keeps: tuple[tuple[str, int], ...] = ()
    success: Compare | None = None
    failure: Compare | None = None
    sets: str = ""
    sort: str = ""

    def text(self) -> str:
        """Write the modifiers as notation."""
        compares = (("r", self.reroll), ("ro", self.once), (self.explode, self.on))
        parts = [f"{word}{_written(compare, bare=True)}" for word, compare in compares if compare]
        parts += [f"{word}{bound}" for word, bound in (("min", self.low), ("max", self.high)) if bound is not None]
        parts += [f"{kind}{number}" for kind, number in self.keeps]
        parts += [_written(self.success)] if self.success else []
        parts += [f"f{_written(self.failure, bare=True)}"] if self.failure else []
        return "".join([*parts, self.sets, self.sort])

    def shown(self, die: Die, faces: Sequence[int]) -> list[int]:
        """Roll one die, and return what it and its explosions count."""
        standing = [face for face in faces if not _holds(self.reroll, face)]
        shown: list[int] = []
        while not shown or (self.explode and _holds(self.on, shown[-1]) and (self.explode, len(shown)) != ("!o", 2)):
            if len(shown) == LONGEST:
                raise TooLongError
            face = die(standing)
            shown.append(die(standing) if _holds(self.once, face) else face)
        if self.explode == "!!":
            shown = [sum(shown)]
        if self.explode == "!p":
            shown[1:] = [face - 1 for face in shown[1:]]
        raised = [value if self.low is None else max(value, self.low) for value in shown]
        return [value if self.high is None else min(value, self.high) for value in raised]

    def total(self, values: Iterable[int], bonus: int = 0) -> int:
        """Return what is kept, counted or matched; the bonus is added to each that is counted, else once."""
        standing = sorted(values)
        for kind, number in self.keeps:
            most = max(0, len(standing) - number)
            kept = {"kh": standing[-number:], "kl": standing[:number], "dh": standing[:most], "dl": standing[number:]}
            standing = kept[kind]
        if self.sets:
            return _matches(standing, self.sets)
        if self.success is None:
            return sum(standing) + bonus
        return sum([_holds(self.success, each + bonus) - _holds(self.failure, each + bonus) for each in standing])


def _written(compare: Compare, *, bare: bool = False) -> str:
    operator, value = compare
    return f"{'' if bare and operator == '=' else operator}{value}"


def _holds(compare: Compare | None, value: int) -> bool:
    if compare is None:
        return False
    operator, other = compare
    holds = {">=": value >= other, "<=": value <= other, ">": value > other, "<": value < other, "=": value == other}
    return holds[operator]


def _matches(values: Sequence[int], sets: str) -> int:
    """Return how many values show often enough, how often one shows, or how many follow one another."""
    sizes = Counter(values)
    if sets.startswith("mt"):
        return len([size for size in sizes.values() if size >= int(sets[2:] or 2)])
    if sets == "ms":
        return max(sizes.values(), default=0)
    runs = [[value + more for more in range(length)] for value in sizes for length in range(1, len(sizes) + 1)]
    return max([len(run) for run in runs if all(value in sizes for value in run)], default=0)


def _compare(random: Random, low: int, high: int) -> Compare:
    return random.choice([">=", "<=", ">", "<", "="]), random.randint(low, high)


def _keeps(random: Random) -> tuple[tuple[str, int], ...]:
    number = random.choice([0, 0, 1, 1, 2])
    return tuple([(random.choice(["kh", "kl", "dh", "dl"]), random.randint(1, 3)) for _ in range(number)])


def _modifiers(random: Random, faces: Sequence[int], *, endless: bool) -> Pool:
    """Return random modifiers of dice with these faces."""
    low, high = min(faces), max(faces)
    reroll, once, on = [_compare(random, low, high) if random.random() < odds else None for odds in (0.12, 0.12, 0.4)]
    reroll = None if all(_holds(reroll, face) for face in faces) else reroll
    kinds = ["!o", "!o", "!", "!!", "!p"] if endless else ["!o"]
    explode, on = random.choice(kinds), on or ("=", high)
    goes_on = all(_holds(on, face) or _holds(reroll, face) for face in faces)
    if random.random() > 0.35 or (goes_on and explode != "!o"):
        explode, on = "", None
    least, most = [random.randint(low - 1, high + 1) if random.random() < 0.12 else None for _ in range(2)]
    return _looked_at(random, low, high, Pool(reroll, once, explode, on, least, most, _keeps(random)))


def _looked_at(random: Random, low: int, high: int, pool: Pool) -> Pool:
    """Return a pool that may be counted, matched or sorted."""
    kind, sort = random.random(), random.choice(["", "", "", "s", "sd"])
    if kind < 0.15:
        return pool._replace(sets=random.choice(["mt", "mt3", "ms", "mr"]), sort=sort)
    if kind > 0.35:
        return pool._replace(sort=sort)
    failure = _compare(random, low, high + 1) if random.random() < 0.4 else None
    return pool._replace(success=_compare(random, low, high + 1), failure=failure, sort=sort)


def rolled(text: str, count: Callable[[Die], int], faces: Callable[[Die], Sequence[int]], pool: Pool) -> Expression:
    """Return dice whose number and faces may be rolled themselves."""

    def value(die: Die) -> int:
        number, sides = count(die), faces(die)
        if not 0 <= number <= MOST_DICE or not sides:
            raise ZeroDivisionError
        return pool.total([value for _ in range(number) for value in pool.shown(die, sides)])

    return Expression(f"{text}{pool.text()}", value)


def _pool(random: Random, *, endless: bool, depth: int) -> Expression:
    count, kind = random.choice([0, 1, 1, 2, 2, 3, 3, 4]), random.random()
    some = list(range(1, random.randint(1, 6) + 1))
    if depth and kind < 0.12:
        number = expression(random, endless=False, depth=0)
        known = number.chances()
        pool = _modifiers(random, some[:3], endless=endless)
        if random.random() < 0.6:
            return rolled(f"({number.text})d{len(some[:3])}", lambda die: die(known), lambda _: some[:3], pool)
        pool = pool._replace(reroll=None, explode="", on=None)
        if max(known) > MOST_SIDES:
            raise TooLongError
        return rolled(f"2d({number.text})", lambda _: 2, lambda die: range(1, die(known) + 1), pool)
    faces, written = some, str(len(some))
    if kind < 0.25:
        faces = [random.choice([-3, -1, 0, 1, 2, 2, 5, 9, 100_000]) for _ in range(random.randint(1, 4))]
        written = "{" + ",".join(map(str, faces)) + "}"
    elif kind < 0.32:
        faces, written = [-1, 0, 1], "F"
    pool = _modifiers(random, faces, endless=endless)
    return rolled(f"{count}d{written}", lambda _: count, lambda _: faces, pool)


def _group(random: Random, *, endless: bool, depth: int) -> Expression:
    some = [expression(random, endless=endless, depth=depth - 1) for _ in range(random.randint(1, 3))]
    picked = [(random.choice([1, 1, 1, 2]), random.choice(some)) for _ in range(random.randint(1, 3))]
    members = [member.chances() for repeat, member in picked for _ in range(repeat)]
    if len(members) == 1:
        return _one_member(random, endless=endless)
    pool = _looked_at(random, 0, 8, Pool(keeps=_keeps(random)))
    texts = [f"{repeat}x{member.text}" if repeat > 1 else member.text for repeat, member in picked]
    return Expression(f"{{{','.join(texts)}}}{pool.text()}", lambda die: pool.total(list(map(die, members))))


def _one_member(random: Random, *, endless: bool) -> Expression:
    """Return a group of one member that is a sum of dice, which are looked at as if they were one pool."""
    text, bonus = "", random.choice([0, 0, 1, 3])
    terms: list[tuple[int, int | None, Sequence[int], Pool]] = []
    for place in range(random.randint(1, 3)):
        faces = range(1, random.randint(1, 4) + 1)
        own = _modifiers(random, faces, endless=endless)._replace(success=None, failure=None, sets="", keeps=())
        sign, count = random.choice([1, 1, 1, -1]), random.choice([0, 1, 2, 3, None])
        terms.append((sign, count, faces, own))
        number = "(1d2)" if count is None else count
        text += f"{'-' if sign < 0 else '+' if place else ''}{number}d{len(faces)}{own.text()}"
    outer = _looked_at(random, -2, 8, Pool(keeps=_keeps(random)))
    outer = outer if outer.text() else outer._replace(sort="s")

    def value(die: Die) -> int:
        together: list[int] = []
        for sign, count, faces, own in terms:
            number = die((1, 2)) if count is None else count
            together += [sign * each for _ in range(number) for each in own.shown(die, faces)]
        return outer.total(together, bonus)

    return Expression(f"{{{text}{f'+{bonus}' if bonus else ''}}}{outer.text()}", value)


BODIES: list[tuple[str, Callable[[int, int, int], int]]] = [
    ("a*b_2-a", lambda a, b, _: a * b - a),
    ("if(a >= b_2, a, {})", lambda a, b, c: a if a >= b else c),
    ("if(a = 3, {}, b_2+a)", lambda a, b, c: c if a == 3 else b + a),
    ("if(a >= 4, 3, if(a+1 >= 3, {}, 0))", lambda a, _, c: 3 if a >= 4 else c if a >= 2 else 0),
    ("{{a,b_2,a,{}}}kh2", lambda a, b, c: sum(sorted([a, b, a, c])[-2:])),
    ("{{a,b_2,a,{}}}ms", lambda a, b, c: max([[a, b, a, c].count(value) for value in (a, b, a, c)])),
    ("(a > ({}))+(b_2 > a)", lambda a, b, c: (a > c) + (b > a)),
    ("max(a,{})-min(a,b_2)", lambda a, b, c: max(a, c) - min(a, b)),
    ("round((a+a+b_2)/2)", lambda a, b, _: (2 * a + b + 1) // 2),
]
FORMS: list[tuple[str, Callable[[int, int], int]]] = [
    ("({}+({})+2)", lambda a, b: a + b + 2),
    ("({}-({}))", lambda a, b: a - b),
    ("-({}+({}))", lambda a, b: -a - b),
    ("({})*({})", lambda a, b: a * b),
    ("({})/({})", lambda a, b: a // b),
    ("({})//({})", lambda a, b: a // b),
    ("({})%({})", lambda a, b: a % b),
    ("(({}) >= ({}))", lambda a, b: int(a >= b)),
    ("(({}) > ({}))", lambda a, b: int(a > b)),
    ("(({}) = ({}))", lambda a, b: int(a == b)),
    ("if(({}) > 2, {}, 1)", lambda a, b: b if a > 2 else 1),
    ("if({}, 5, {})", lambda a, b: 5 if a else b),
    ("(({})**2-({}))", lambda a, b: a**2 - b),
    ("round(({}+({}))/2)", lambda a, b: (a + b + 1) // 2),
    ("min({},{})", min),
    ("max({},{},2)", lambda a, b: max(a, b, 2)),
    ("abs({}-({}))", lambda a, b: abs(a - b)),
    ("floor(({})/2+({})/3)", lambda a, b: (3 * a + 2 * b) // 6),
    ("ceil(({})/({}))", lambda a, b: -(-a // b)),
    ("ceil(({}+({}))/2)", lambda a, b: -(-(a + b) // 2)),
]


def _made_of(random: Random, *, endless: bool, depth: int, names: bool) -> Expression:
    """Return a function of two expressions, or an expression of two names, and of a part without a name."""
    form, join = random.choice(BODIES) if names else random.choice(FORMS)
    # Within floor() and ceil() a division further down would be exact, too.
    depth = 1 if names else 0 if form.startswith(("floor", "ceil", "round")) else depth - 1
    some = [expression(random, endless=endless, depth=depth, names=False) for _ in range(3 if names else 2)]
    texts = [f"({part.text})" if {*"<>="} & {*part.text} and not names else part.text for part in some]
    text = f"a = {texts[0]}; b_2 = {texts[1]}; {form.format(texts[2])}" if names else form.format(*texts)
    known = [part.chances() for part in some]
    return Expression(text, lambda die: join(*map(die, known)))


def expression(random: Random, *, endless: bool, depth: int = 2, names: bool = True) -> Expression:
    """Return a random expression; raise TooLongError if it has too many paths, ZeroDivisionError if a roll may fail."""
    kind = random.random()
    if names and depth == 2 and random.random() < 0.15:
        return _made_of(random, endless=endless, depth=depth, names=True)
    if kind < 0.08:
        number = random.randint(0, 12)
        return Expression(str(number), lambda _: number)
    if depth and kind < 0.28:
        return _group(random, endless=endless, depth=depth)
    if depth and kind < 0.5:
        return _made_of(random, endless=endless, depth=depth, names=False)
    return _pool(random, endless=endless, depth=depth)
