"""The budget of work: whatever the expression, an answer or one sentence, in bounded work and memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

from combatcli.dice.exact import budget
from combatcli.dice.exact.budget import BUDGET, TooLargeError
from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.errors import DiceError
from support import peak

pytestmark = pytest.mark.untraced

CAPPED = """
import resource
resource.setrlimit(resource.RLIMIT_DATA, (300 << 20, 300 << 20))
resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
from combatcli.start import run
run()
"""

TOO_LARGE = [
    "{10d8kl1+6d20dh1}kh1",
    "(12d%)d100",
    "{60d100,59d100,58d100}kh2",
    "d2000*d2000",
    "6d100000kh3",
    "10000d6!okh2",
    "(100d100)d6!",
    "ceil(1000d6/2d1000)",
    "1000d6ms",
    "{(d100)d6+(d100)d8}kh3",
    "1d1000000!",
    "(3d100)d(2d300000)!>500",
    "a=d20000;b=d20000; a*b+a+b",
    "a={6d8}; b={6d8}; (a kh1>b kh1)+(a kh2dh1>b kh2dh1)+(a kh3dh2>b kh3dh2)+(a kl3dl2>b kl3dl2)+(a kl2dl1>b kl2dl1)",
    "d1000**d1000",
    "9999d1000000kh1",
]


@pytest.mark.parametrize("text", TOO_LARGE)
def test_what_takes_too_much_work_is_refused_within_a_tenth_of_it(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(budget, "MOST_WORK", budget.MOST_WORK // 10)
    with BUDGET, pytest.raises(DiceError, match="too large") as caught:
        odds(parse(text))
    assert caught.value.text == text
    assert "fewer or smaller dice" in caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "2d100!!>=19",
        "100d6!!",
        "100d6kh50",
        "10000d6",
        "100d20dl25dh25",
        "1000d6!",
        "300d2dl100dh100",
        "{20d2+1d1000}dl2dh2",
        "(((1d6)d6)d6)d6",
        "(1d100)d100",
        "a=1d1000; b=1d1000; (a>b)+(b>a)",
        "a=1d100000; a%7+a%5",
        "3d10000dl1dh1",
        "a=30d30; if(a>=500, a+100d6kh30, 20d6)",
    ],
)
def test_what_once_took_too_long_is_answered(text: str) -> None:
    with BUDGET:
        found = odds(parse(text))
        assert 0 < BUDGET.left < budget.MOST_WORK
    assert found.tail or sum(found.values()) == found.denominator


@pytest.mark.parametrize(
    "text",
    [
        "30d6",
        "6d20kh3",
        "{3d6,2d8}kh1",
        "20d6!",
        "6d6!okh2",
        "2d6!!kh1",
        "(9d6)d4",
        "floor(3d6/2d8)",
        "5d{1,100000,7}",
        "{3d6kh2+2d8}>=4",
        "5d6mt",
        "(3d6) >= (2d8)",
        "a = 1d20; a+a",
    ],
)
def test_all_that_is_gone_through_is_counted(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(budget, "MOST_WORK", 1_000)
    with pytest.raises(DiceError, match="too large"):
        odds(parse(text))


def test_the_outermost_begins_a_budget_of_its_own() -> None:
    odds(parse("1000d6"))
    with BUDGET:
        assert BUDGET.left == budget.MOST_WORK
        odds(parse("100d6"))
        left = BUDGET.left
        odds(parse("100d6"))
        assert budget.MOST_WORK - left == left - BUDGET.left > 0


def test_what_is_listed_takes_memory_until_none_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_HELD", 30 * budget.ENTRY)
    with BUDGET:
        BUDGET.charge_outcomes(20)
        with pytest.raises(DiceError, match="too large"):
            BUDGET.charge_outcomes(20)


def test_a_threshold_too_far_out_is_named_as_what_is_too_much_and_the_next_one_answered() -> None:
    found = odds(parse("1d6!"))
    with pytest.raises(DiceError, match="too large") as caught:
        found.at_least(10**9)
    assert "a lower threshold" in caught.value.hint
    assert found.at_least(12).denominator == 36
    with pytest.raises(DiceError) as caught:
        odds(parse("10-1d6!")).at_most(-(10**9))
    assert "a higher threshold" in caught.value.hint


UNLIKE = [f"1d{sides}" for sides in range(2, 700)]


@pytest.mark.parametrize(
    "text",
    [
        f"{{{','.join(UNLIKE[:48])}}}kh3",
        f"{{{'+'.join(UNLIKE[:198])}}}ms",
    ],
    ids=lambda text: f"{len(text)}",
)
def test_dice_that_are_all_unlike_are_soon_refused(text: str) -> None:
    calls = 0

    def count(_: object, event: str, __: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        with pytest.raises(DiceError, match="too large"):
            odds(parse(text))
    finally:
        sys.setprofile(None)
    assert calls < 8_000_000


def test_memory_is_counted_before_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_HELD", 100_000)
    assert odds(parse("10d6+1d20")).at_least(2) == 1
    for text in ("1d10000", "2d1000+1", "d(d5000)", "1d5000*2", "{2d900,2d901}kh1", "2d1000!", "1d2000r", "(d50)d100"):
        with pytest.raises(DiceError, match="too large"):
            odds(parse(text))


def test_what_is_no_longer_there_takes_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_HELD", 1_000_000)
    found = odds(parse("((((1d2000+1)*2+1)*2+1)*2+1)*2"))
    assert (min(found), len(found)) == (46, 2_000)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["1d1000000", "--at-least", "5"], 0),
        (["(1d100)d(1d100)", "--at-least", "5"], 2),
        (["22d847759!okh2", "--at-least", "5"], 2),
        (["(1d1000000)>(1d1000000)"], 0),
        (["3d1000000kh1", "--at-least", "900000"], 2),
        (["3000d6", "--csv"], 2),
        (["1d6!", "--at-least", "999999999"], 2),
        (["(999d999999>=5)*(999d999999>=5)"], 2),
        (["d2*" + "*".join(["999999999"] * 400)], 2),
        (["d2*" + "*".join(["999999999"] * 400), "--at-least", "5"], 0),
        (["((20d2!p)/999999999)/1000", "--at-least", "5"], 2),
        (["(d4!)/999999999*999999998", "--against", "d6!"], 2),
        (["(20d{-3355,3,999999999}!>=3)/10000", "--quantiles", "5,50,95"], 2),
        (["5d100000!!>=2kl2", "--at-least", "5"], 2),
        (["(20d{26,40,5,94,-12}!)*(d10000kl1)", "--at-least", "5"], 2),
        (["4d{1,999999999}ro<3!<3", "--at-least", "6"], 0),
        (["1d6!" + "*9" * 20], 0),
        (["1d6!" + "*9" * 400], 2),
        (["(1d1000)d20>=20f1"], 2),
        (["1d6!" + "*1" * 1900 + "/1", "--at-least", "5"], 0),
    ],
)
def test_a_whole_command_comes_to_an_end_in_300_megabytes(words: list[str], code: int) -> None:
    done = subprocess.run([sys.executable, "-c", CAPPED, "odds", *words], capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert len(done.stderr.splitlines()) == (0 if code == 0 else 2)


def test_what_takes_too_much_memory_is_refused_before_it_is_taken() -> None:
    def refuse() -> None:
        with pytest.raises(TooLargeError):
            odds(parse("2000d6kh1000"))

    assert peak(refuse) < 500_000_000
