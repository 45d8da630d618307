"""Compare odds with icepool and dyce: ``python scripts/compare_odds.py [number] [seed]``.

Random expressions, each written for all three; every fraction must be equal, or the odds refused by us. icepool comes
with the project's ``dev`` extras; dyce is looked for and left out where it is not installed (``pip install dyce``).
"""

from __future__ import annotations

import sys
from collections import Counter
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.errors import DiceError

if TYPE_CHECKING:
    from collections.abc import Callable

Chances = dict[int, Fraction]


class Written(NamedTuple):
    """One expression, in our notation and as Python for the others; empty where one of them has no word for it."""

    ours: str
    icepool: str
    dyce: str


def _die(random: Random) -> Written:
    sides = random.choice([2, 3, 4, 6, 8, 10, 12, 20])
    return Written(f"d{sides}", f"icepool.d{sides}", f"dyce.H({sides})")


def _rerolled(random: Random) -> Written:
    die = _die(random)
    return Written(f"{die.ours}r1", f"{die.icepool}.reroll([1], depth='inf')", "")


def _rerolled_once(random: Random) -> Written:
    die = _die(random)
    return Written(f"{die.ours}ro1", f"{die.icepool}.reroll([1], depth=1)", "")


def _exploding_once(random: Random) -> Written:
    die = _die(random)
    return Written(f"{die.ours}!o", f"{die.icepool}.explode(depth=1)", "")


def _bounded(random: Random) -> Written:
    die, low = _die(random), random.randint(1, 3)
    return Written(f"{die.ours}min{low}", f"{die.icepool}.map(lambda face: max(face, {low}))", "")


def _custom(random: Random) -> Written:
    faces = [random.randint(-3, 12) for _ in range(random.randint(1, 5))]
    listed = ",".join(map(str, faces))
    return Written(f"d{{{listed}}}", f"icepool.Die([{listed}])", f"dyce.H([{listed}])")


def _sum(random: Random) -> Written:
    make = random.choice([_die, _die, _rerolled, _rerolled_once, _exploding_once, _bounded, _custom])
    die, count = make(random), random.randint(1, 12)
    return Written(f"{count}{die.ours}", f"({count} @ {die.icepool})", die.dyce and f"({count} @ {die.dyce})")


def _successes(random: Random) -> Written:
    die, count, least = _die(random), random.randint(1, 12), random.randint(2, 5)
    return Written(
        f"{count}{die.ours}>={least}",
        f"({count} @ ({die.icepool} >= {least}))",
        f"({count} @ ({die.dyce}.ge({least})))",
    )


def _kept(random: Random) -> Written:
    die, count = random.choice([_die, _custom])(random), random.randint(2, 8)
    drop_low = random.randint(0, count - 1)
    drop_high = random.randint(0, count - 1 - drop_low)
    ours = "".join([f"{kind}{number}" for kind, number in (("dl", drop_low), ("dh", drop_high)) if number])
    return Written(
        f"{count}{die.ours}{ours}",
        f"{die.icepool}.pool({count})[{drop_low}:{count - drop_high}].sum()",
        f"({count} @ dyce.P({die.dyce})).at(slice({drop_low}, {count - drop_high}))",
    )


def _kept_group(random: Random) -> Written:
    dice = [_die(random) for _ in range(random.randint(2, 5))]
    keep = random.randint(1, len(dice) - 1)
    end = random.choice(["kh", "kl"])
    word, cut = ("highest", f"-{keep}, None") if end == "kh" else ("lowest", f"0, {keep}")
    return Written(
        "{" + ",".join([f"1{die.ours}" for die in dice]) + f"}}{end}{keep}",
        f"icepool.Pool([{','.join(die.icepool for die in dice)}]).{word}({keep}).sum()",
        f"dyce.P({','.join(die.dyce for die in dice)}).at(slice({cut}))",
    )


def _joined(random: Random) -> Written:
    form, icepool, dyce = random.choice(
        [
            ("({}+{})", "({}+{})", "({}+{})"),
            ("({}-{})", "({}-{})", "({}-{})"),
            ("({})*({})", "({}*{})", "({}*{})"),
            ("abs({}-{})", "abs({}-{})", "abs({}-{})"),
            ("max({},{})", "icepool.map(lambda one, other: max(one, other), {}, {})", ""),
            ("min({},{})", "icepool.map(lambda one, other: min(one, other), {}, {})", ""),
            ("(({})//3+{})", "({}//3+{})", "({}//3+{})"),
        ]
    )
    left, right = [random.choice([_sum, _kept, _successes])(random) for _ in range(2)]
    known = dyce and left.dyce and right.dyce
    return Written(
        form.format(left.ours, right.ours),
        icepool.format(left.icepool, right.icepool),
        dyce.format(left.dyce, right.dyce) if known else "",
    )


def _counted(random: Random) -> Written:
    number, die = _die(random), _die(random)
    return Written(f"(1{number.ours}){die.ours}", f"({number.icepool} @ {die.icepool})", "")


def written(random: Random) -> Written:
    """Return a random expression."""
    kinds: list[Callable[[Random], Written]] = [_sum, _successes, _kept, _kept, _kept_group, _joined, _joined, _counted]
    return random.choice(kinds)(random)


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
