"""Compare odds with icepool and dyce: ``python scripts/compare_odds.py [number] [seed]``.

Random expressions, each written for all three; every fraction must be equal, or the odds refused by us. icepool comes
with the project's ``dev`` extras; dyce is looked for and left out where it is not installed (``pip install dyce``).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, NamedTuple

from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.errors import DiceError

Chances = dict[int, Fraction]

Forms = Sequence["Written"]


class Written(NamedTuple):
    """One expression, in our notation and as Python for the others; empty where one of them has no word for it."""

    ours: str
    icepool: str
    dyce: str


FACES = Written("d{sides}", "icepool.d{sides}", "dyce.H({sides})")
CUSTOM = Written("d{{{faces}}}", "icepool.Die([{faces}])", "dyce.H([{faces}])")
ANY_DICE = (
    *(FACES, FACES, CUSTOM),
    Written("d{sides}r1", "icepool.d{sides}.reroll([1], depth='inf')", ""),
    Written("d{sides}ro1", "icepool.d{sides}.reroll([1], depth=1)", ""),
    Written("d{sides}!o", "icepool.d{sides}.explode(depth=1)", ""),
    Written("d{sides}min{least}", "icepool.d{sides}.map(lambda face: max(face, {least}))", ""),
)
SUMS = (Written("{count}{}", "({count} @ {})", "({count} @ {})"),)
POOLS = (
    Written("{count}{}>={least}", "({count} @ ({} >= {least}))", "({count} @ ({}.ge({least})))"),
    Written("{count}{}dl{low}", "{}.pool({count})[{low}:].sum()", "({count} @ dyce.P({})).at(slice({low}, None))"),
    Written("{count}{}dh{high}", "{}.pool({count})[:{end}].sum()", "({count} @ dyce.P({})).at(slice({end}))"),
    Written(
        "{count}{}dl{low}dh{high}",
        "{}.pool({count})[{low}:{end}].sum()",
        "({count} @ dyce.P({})).at(slice({low}, {end}))",
    ),
)
GROUPS = (
    Written("{{1{},1{},1{}}}kh2", "icepool.Pool([{},{},{}]).highest(2).sum()", "dyce.P({},{},{}).at(slice(-2, None))"),
    Written("{{1{},1{},1{}}}kl1", "icepool.Pool([{},{},{}]).lowest(1).sum()", "dyce.P({},{},{}).at(slice(0, 1))"),
)
COUNTED = (Written("(1{}){}", "({} @ {})", ""),)
JOINED = (
    *(Written(*[form] * 3) for form in ("({}+{})", "({}-{})", "({})*({})", "abs({}-{})", "(({})//3+{})")),
    Written("max({},{})", "icepool.map(lambda one, other: max(one, other), {}, {})", ""),
    Written("min({},{})", "icepool.map(lambda one, other: min(one, other), {}, {})", ""),
)


SUMS_AND_POOLS = ((SUMS, ANY_DICE, 1), (POOLS, (FACES, CUSTOM), 1))
"""Forms, the dice in them, and how many."""


def written(random: Random) -> Written:
    """Return a random expression."""
    if random.random() < 1 / 3:
        return filled(random, JOINED, [_of_dice(random, SUMS_AND_POOLS) for _ in range(2)])
    return _of_dice(random, (*SUMS_AND_POOLS, (GROUPS, (FACES,), 3), (COUNTED, (FACES,), 2)))


def _of_dice(random: Random, kinds: Sequence[tuple[Forms, Forms, int]]) -> Written:
    forms, dice, number = random.choice(kinds)
    return filled(random, forms, [filled(random, dice) for _ in range(number)])


def filled(random: Random, forms: Forms, parts: list[Written] | None = None) -> Written:
    """Return one of some forms with random numbers and these parts in it; empty where one of the parts is."""
    form, count = random.choice(forms), random.randint(3, 10)
    low, high = random.randint(1, count - 2), 1
    faces = ",".join(str(random.randint(-3, 12)) for _ in range(random.randint(1, 5)))
    numbers = {"count": count, "low": low, "high": high, "end": count - high, "least": random.randint(2, 5)}
    numbers |= {"sides": random.choice([2, 3, 4, 6, 8, 10, 12, 20])}
    each = zip(form, zip(*parts, strict=True) if parts else [()] * 3, strict=True)
    return Written(*[text.format(*own, **numbers, faces=faces) if all(own) else "" for text, own in each])


def chances(found: Any) -> Chances:
    """Return the chances of one of the others' results."""
    ways = {int(outcome): int(count) for outcome, count in found.items() if count}
    return {outcome: Fraction(count, sum(ways.values())) for outcome, count in ways.items()}


def main(number: int, seed: int) -> int:
    """Compare so many expressions; return 1 if one differs."""
    random = Random(seed)
    others: dict[str, Any] = {name: import_module(name) for name in ("icepool", "dyce") if find_spec(name)}
    told: Counter[str] = Counter()
    for _ in range(number):
        each = written(random)
        try:
            found = odds(parse(each.ours))
        except DiceError as error:
            told[f"refused: {error.message}"] += 1
            continue
        ours = {outcome: found.fraction(outcome) for outcome in found}
        for name in others:
            text = getattr(each, name)
            if not text:
                told[f"not said in {name}"] += 1
                continue
            same = ours == chances(eval(text, dict(others)))  # noqa: S307 - made above
            told[f"{'equal to' if same else 'DIFFERENT from'} {name}"] += 1
            if not same:
                print(f"{each.ours}  {text}")
    print(f"{number} expressions, seed {seed}")
    for what, count in sorted(told.items()):
        print(f"{count:6}  {what}")
    return int(any(what.startswith("DIFFERENT") for what in told))


if __name__ == "__main__":
    sys.exit(main(*[int(word) for word in (sys.argv[1:] + ["400", "1"][len(sys.argv) - 1 :])]))
