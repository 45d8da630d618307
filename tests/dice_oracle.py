"""Random dice expressions with what they come to, by enumeration: it shares no line with the program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import NamedTuple

Chances = dict[int, Fraction]
Faces = list[int]
Compare = tuple[str, int]

LONGEST = 6
"""After so many explosions a die is left out, with its chance."""
MOST_DICE = 10_000
MOST = 30_000
"""An expression with more paths than so many is not made."""


class Enumerated(NamedTuple):
    """An expression, and the chances of what it comes to; what these are short of 1 is not gone through."""

    text: str
    chances: Chances


class TooLongError(Exception):
    """There are too many paths to go through."""


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
        return "".join(
            [
                f"r{_written(self.reroll)}" if self.reroll else "",
                f"ro{_written(self.once)}" if self.once else "",
                f"{self.explode}{_written(self.on, '=') if self.on else ''}",
                "" if self.low is None else f"min{self.low}",
                "" if self.high is None else f"max{self.high}",
                *[f"{kind}{number}" for kind, number in self.keeps],
                _written(self.success, "=") if self.success else "",
                f"f{_written(self.failure)}" if self.failure else "",
                self.sets,
                self.sort,
            ]
        )


def _written(compare: Compare, equals: str = "") -> str:
    operator, value = compare
    return f"{equals if operator == '=' else operator}{value}"


def _holds(compare: Compare, value: int) -> bool:
    operator, other = compare
    return {">=": value >= other, "<=": value <= other, ">": value > other, "<": value < other, "=": value == other}[
        operator
    ]


def _one_die(faces: Faces, pool: Pool) -> list[tuple[tuple[int, ...], Fraction]]:
    """Return what one die may show, with its explosions, each with its chance."""
    single: Chances = Counter()  # type: ignore[assignment]
    standing = [face for face in faces if not (pool.reroll and _holds(pool.reroll, face))]
    for face in standing:
        if pool.once and _holds(pool.once, face):
            for again in standing:
                single[again] += Fraction(1, len(standing) ** 2)
        else:
            single[face] += Fraction(1, len(standing))
    on = pool.on or ("=", max(faces))
    found: list[tuple[tuple[int, ...], Fraction]] = []
    open_dice: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    for length in range(1, LONGEST + 1):
        going: list[tuple[tuple[int, ...], Fraction]] = []
        for shown, chance in open_dice:
            for face, more in single.items():
                goes = pool.explode and _holds(on, face) and not (pool.explode == "!o" and length == 2)
                (going if goes else found).append(((*shown, face), chance * more))
        open_dice = going
        if len(found) + len(open_dice) > MOST:
            raise TooLongError
    return found


def _values(shown: tuple[int, ...], pool: Pool) -> tuple[int, ...]:
    if pool.explode == "!!":
        shown = (sum(shown),)
    if pool.explode == "!p":
        shown = (shown[0], *[face - 1 for face in shown[1:]])
    bounded = [value if pool.low is None else max(value, pool.low) for value in shown]
    return tuple([value if pool.high is None else min(value, pool.high) for value in bounded])


def _standing(values: Iterable[int], pool: Pool) -> list[int]:
    standing = sorted(values)
    for kind, number in pool.keeps:
        if kind == "kh":
            standing = standing[-number:]
        elif kind == "kl":
            standing = standing[:number]
        elif kind == "dh":
            standing = standing[: max(0, len(standing) - number)]
        else:
            standing = standing[number:]
    return standing


def _counted(standing: Sequence[int], pool: Pool) -> int:
    if pool.sets:
        return _matches(standing, pool.sets)
    if pool.success is None:
        return sum(standing)
    failed = [value for value in standing if pool.failure and _holds(pool.failure, value)]
    return len([value for value in standing if _holds(pool.success, value)]) - len(failed)


def _total(values: Iterable[int], pool: Pool) -> int:
    return _counted(_standing(values, pool), pool)


def _matches(values: Sequence[int], sets: str) -> int:
    """Return how many values show often enough, how often one shows, or how many follow one another."""
    sizes = Counter(values)
    if sets.startswith("mt"):
        return len([size for size in sizes.values() if size >= int(sets[2:] or 2)])
    if sets == "ms":
        return max(sizes.values(), default=0)
    runs = [[value + more for more in range(length)] for value in sizes for length in range(1, len(sizes) + 1)]
    return max([len(run) for run in runs if all(value in sizes for value in run)], default=0)


def standing(count: int, faces: Faces, pool: Pool) -> dict[tuple[int, ...], Fraction]:
    """Return the chances of the values that a pool keeps, by going through all that its dice may show."""
    if not 0 <= count <= MOST_DICE:
        raise ZeroDivisionError
    lone: dict[tuple[int, ...], Fraction] = {}
    for shown, chance in _one_die(faces, pool) if count else []:
        values = _values(shown, pool)
        lone[values] = lone.get(values, Fraction(0)) + chance
    if len(lone) ** count > MOST:
        raise TooLongError
    found: dict[tuple[int, ...], Fraction] = {}
    for dice in product(lone.items(), repeat=count):
        chance, shown_values = Fraction(1), list[int]()
        for own, part in dice:
            chance *= part
            shown_values += own
        kept = tuple(_standing(shown_values, pool))
        found[kept] = found.get(kept, Fraction(0)) + chance
    return found


def rolled(count: int, faces: Faces, pool: Pool) -> Chances:
    """Return the chances of what a pool comes to."""
    found: Chances = {}
    for kept, chance in standing(count, faces, pool).items():
        total = _counted(kept, pool)
        found[total] = found.get(total, Fraction(0)) + chance
    return found


def _joined(parts: list[Chances], join: Callable[..., int]) -> Chances:
    size = 1
    for part in parts:
        size *= len(part)
    if size > MOST:
        raise TooLongError
    found: Chances = {}
    for outcomes in product(*[part.items() for part in parts]):
        value = join(*[outcome for outcome, _ in outcomes])
        chance = Fraction(1)
        for _, part_chance in outcomes:
            chance *= part_chance
        found[value] = found.get(value, Fraction(0)) + chance
    return found


def _compare(random: Random, low: int, high: int) -> Compare:
    return random.choice([">=", "<=", ">", "<", "="]), random.randint(low, high)


def _modifiers(random: Random, faces: Faces, *, endless: bool) -> Pool:
    """Return random modifiers of dice with these faces."""
    low, high = min(faces), max(faces)

    def chosen(compare: Compare, odds: float, *, all_but: list[int]) -> Compare | None:
        usable = random.random() < odds and any(not _holds(compare, face) for face in all_but)
        return compare if usable else None

    reroll = chosen(_compare(random, low, high), 0.12, all_but=faces)
    standing = [face for face in faces if not (reroll and _holds(reroll, face))]
    once = _compare(random, low, high) if random.random() < 0.12 else None
    explode = random.choice(["!o", "!o", "!", "!!", "!p"] if endless else ["!o"]) if random.random() < 0.35 else ""
    on = _compare(random, low, high) if explode and random.random() < 0.4 else None
    if explode and explode != "!o" and all(_holds(on or ("=", high), face) for face in standing):
        explode, on = "", None
    if explode and on is None:
        on = "=", high  # a comparison that follows would be read as this one
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


def _keeps(random: Random) -> tuple[tuple[str, int], ...]:
    number = random.choice([0, 0, 1, 1, 2])
    return tuple([(random.choice(["kh", "kl", "dh", "dl"]), random.randint(1, 3)) for _ in range(number)])


def _pool(random: Random, *, endless: bool, depth: int) -> Enumerated:
    count = random.choice([0, 1, 1, 2, 2, 3, 3, 4])
    kind = random.random()
    if depth and kind < 0.12:
        return _computed(random, endless=endless)
    if kind < 0.25:
        faces = [random.choice([-3, -1, 0, 1, 2, 2, 5, 9, 100_000]) for _ in range(random.randint(1, 4))]
        written = "{" + ",".join(map(str, faces)) + "}"
    elif kind < 0.32:
        faces, written = [-1, 0, 1], "F"
    else:
        faces = list(range(1, random.randint(1, 6) + 1))
        written = str(len(faces))
    pool = _modifiers(random, faces, endless=endless)
    return Enumerated(f"{count}d{written}{pool.text()}", rolled(count, faces, pool))


def _computed(random: Random, *, endless: bool) -> Enumerated:
    """Return a pool whose number of dice or sides is rolled."""
    number = expression(random, endless=False, depth=0)
    pool = _modifiers(random, [1, 2, 3], endless=endless)
    found: Chances = {}
    if random.random() < 0.6:
        text = f"({number.text})d3{pool.text()}"
        parts = [(chance, rolled(count, [1, 2, 3], pool)) for count, chance in number.chances.items()]
    else:
        text = f"2d({number.text}){pool.text()}"
        if min(number.chances) < 1 or max(number.chances) > 8 or pool.reroll or pool.explode not in {"", "!o"}:
            raise TooLongError
        parts = [(chance, rolled(2, list(range(1, sides + 1)), pool)) for sides, chance in number.chances.items()]
    for chance, part in parts:
        for total, more in part.items():
            found[total] = found.get(total, Fraction(0)) + chance * more
    return Enumerated(text, found)


def _group(random: Random, *, endless: bool, depth: int) -> Enumerated:
    some = [expression(random, endless=endless, depth=depth - 1) for _ in range(random.randint(1, 3))]
    members: list[Enumerated] = []
    texts = []
    for _ in range(random.randint(1, 3)):
        member = random.choice(some)
        repeat = random.choice([1, 1, 1, 2])
        members += [member] * repeat
        texts.append(f"{repeat}x{member.text}" if repeat > 1 else member.text)
    if len(members) == 1:
        return _one_member(random, endless=endless)
    pool = _looked_at(random, 0, 8, Pool(keeps=_keeps(random)))
    text = "{" + ",".join(texts) + "}" + pool.text()
    return Enumerated(text, _joined([member.chances for member in members], lambda *values: _total(values, pool)))


def _one_member(random: Random, *, endless: bool) -> Enumerated:
    """Return a group of one member that is a sum of dice, which are looked at as if they were one pool."""
    text, bonus = "", random.choice([0, 0, 1, 3])
    together: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    for place in range(random.randint(1, 3)):
        count, faces = random.randint(0, 3), list(range(1, random.randint(1, 4) + 1))
        own = _modifiers(random, faces, endless=endless)._replace(success=None, failure=None, sets="")
        sign = random.choice([1, 1, 1, -1])
        if random.random() < 0.15:
            some = standing(1, faces, own), standing(2, faces, own)
            shown = {
                dice: sum([each.get(dice, Fraction(0)) for each in some], start=Fraction(0)) / 2
                for dice in {**some[0], **some[1]}
            }
            written = f"(1d2)d{len(faces)}{own.text()}"
        else:
            shown, written = standing(count, faces, own), f"{count}d{len(faces)}{own.text()}"
        text += ("-" if sign < 0 else "+" if place else "") + written
        if len(together) * len(shown) > MOST:
            raise TooLongError
        joined: dict[tuple[int, ...], Fraction] = {}
        for (left, chance), (right, more) in product(together.items(), shown.items()):
            dice = tuple(sorted([*left, *[sign * value for value in right]]))
            joined[dice] = joined.get(dice, Fraction(0)) + chance * more
        together = joined
    outer = _looked_at(random, -2, 8, Pool(keeps=_keeps(random)))
    outer = outer if outer.text() else outer._replace(sort="s")
    chances: Chances = {}
    for dice, chance in together.items():
        kept = _standing(dice, outer)
        if outer.sets:
            total = _matches(kept, outer.sets)
        elif outer.success is None:
            total = sum(kept) + bonus
        else:
            total = _counted([value + bonus for value in kept], outer)
        chances[total] = chances.get(total, Fraction(0)) + chance
    return Enumerated("{" + text + (f"+{bonus}" if bonus else "") + "}" + outer.text(), chances)


def _named(random: Random, *, endless: bool) -> Enumerated:
    """Return an expression of two names, each used once, twice or not at all, and of a part without a name."""
    body, join = random.choice(BODIES)
    some = [expression(random, endless=endless, depth=1, names=False) for _ in range(3)]
    text = f"a = {some[0].text}; b_2 = {some[1].text}; " + body.format(some[2].text)
    return Enumerated(text, _joined([each.chances for each in some], join))


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


def _arithmetic(random: Random, *, endless: bool, depth: int) -> Enumerated:
    form, join = random.choice(FORMS)
    # Within floor() and ceil() a division further down would be exact, too.
    depth = 0 if form.startswith(("floor", "ceil", "round")) else depth - 1
    left, right = [expression(random, endless=endless, depth=depth) for _ in range(2)]
    texts = [f"({part.text})" if {*"<>="} & {*part.text} else part.text for part in (left, right)]
    return Enumerated(form.format(*texts), _joined([left.chances, right.chances], join))


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


def expression(random: Random, *, endless: bool, depth: int = 2, names: bool = True) -> Enumerated:
    """Return a random expression; raise TooLongError if it is too long to go through.

    Raises ZeroDivisionError where a roll may fail.
    """
    if names and depth == 2 and random.random() < 0.15:
        return _named(random, endless=endless)
    kind = random.random()
    if kind < 0.08:
        number = random.randint(0, 12)
        return Enumerated(str(number), {number: Fraction(1)})
    if depth and kind < 0.28:
        return _group(random, endless=endless, depth=depth)
    if depth and kind < 0.5:
        return _arithmetic(random, endless=endless, depth=depth)
    return _pool(random, endless=endless, depth=depth)
