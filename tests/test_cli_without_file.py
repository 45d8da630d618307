"""A rule asked without a file: combatants described on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import Run, refused


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["attack", "--with", "class=light", "--dice", "5,5,3"], "attacker attacks target with weapon: rolls 5, 5"),
        (["attack", "attacker", "target", "--with", "brawn=1", "--dice", "1"], "needs 10: miss"),
        (["attack", "--against", "defense=12,armor=1", "--bonus", "3", "--dice", "10,3,1"], "needs 12: hit"),
        (["attack", "--with", "class=medium", "--odds"], "423/500 = 84.6 %"),
        (["test", "daring", "--with", "daring=3", "--dice", "7"], "attacker tests daring: rolls 7, total 10"),
        (["test", "attacker", "daring", "--dice", "7"], "fails"),
        (["test", "daring", "--with", "daring=3", "--against", "target", "--dice", "7,1"], "against target"),
        (["dashtest", "--with", "awareness=2", "--dice", "3,4"], "attacker comes first"),
        (["impede", "--with", "cunning=2", "--against", "brawn=1", "--dice", "3,3"], "target is impeded by attacker"),
        (["impede", "--with", "cunning=2,brawn=3", "--with", "cunning", "--dice", "3,3"], "attacker (cunning)"),
        (["push", "--with", "brawn=2", "--dice", "3,3"], "target is pushed"),
        (["recover", "--with", "marked=[1,2]", "--dice", "2"], "attacker: wound 2 clears"),
        (["wound", "5", "--with", "daring=3", "--dice", "8"], "attacker tests daring to fight on: rolls 8, total 11"),
        (["wound", "target", "1", "--against", "wounds=1"], "target is dead"),
        (["test", "daring", "--with", "daring=3", "--against", "daring=1", "--odds"], "against target: 16/25"),
        (["dashtest", "--with", "daring=3", "--with", "daring", "--dice", "1,3"], "attacker (daring)"),
    ],
)
def test_a_rule_is_asked_without_a_file(run: Run, words: list[str], expected: str) -> None:
    done = run(*words, "--ruleset", "realm", stdin="not read")
    assert (done.code, done.err) == (0, "")
    assert expected in done.out
    assert "Warning" not in done.out


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["attack", "--ruleset", "relm"], 2, "Did you mean realm?"),
        (["attack", "--ruleset", "realm", "--with", "heavy"], 2, '"heavy" is not key=value'),
        (["attack", "--ruleset", "realm", "--with", "clas=heavy"], 2, "realm has no key clas"),
        (["attack", "--ruleset", "realm", "--against", "amor=1"], 2, "Did you mean armor?"),
        (["attack", "--ruleset", "realm", "--extra-dice", "20000"], 3, "attack dice are too many"),
        (["attack", "--ruleset", "realm", "-n"], 2, "--ruleset is for fights without a file, but --dry-run was given"),
        (["attack", "--ruleset", "realm", "--with", "brawn=x"], 3, "combatants.attacker.brawn"),
        (["attack", "--ruleset", "realm", "--with", "=x"], 2, "is not key=value"),
        (["boon", "--ruleset", "realm"], 2, "no such option"),
    ],
)
def test_a_question_without_a_file_that_cannot_be_answered(run: Run, words: list[str], code: int, message: str) -> None:
    refused(run(*words), code, message)


def test_suggest_needs_no_encounter(run: Run, duel_file: Path) -> None:
    for more in ((), ("-f", duel_file)):
        done = run("arena", "suggest", "a", "rope", "bridge", *more)
        assert done.out == 'hazardous: suggested by "rope bridge"; +2 to reach.\n'


def test_a_number_that_no_file_may_hold_is_refused_without_one_too(run: Run) -> None:
    for odds in ((), ("--odds",)):
        done = run("attack", "--ruleset", "realm", "--with", f"brawn=1{'0' * 308}", "--against", "brawn=1", *odds)
        assert done.code == 3
        assert "brawn is a number too large" in done.err
