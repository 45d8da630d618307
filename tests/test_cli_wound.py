"""What `wound` is told, in every game: all that waits, what waits on some, one hit of the list, an amount by hand."""

from __future__ import annotations

import pytest

from support import Run, refused

HIT = {"realm": "wounds = [1]", "blade": "damage = 1"}


def waiting(game: str) -> str:
    """Return a fight in which two hits wait on ann and one on bob."""
    hits = "".join(f'[[pending]]\nattacker = "orc"\ntarget = "{who}"\n{HIT[game]}\n' for who in ("ann", "bob", "ann"))
    return f'ruleset = "{game}"\n[combatants.ann]\nname = "Ann the Tall"\n[combatants.bob]\n[combatants.orc]\n{hits}'


@pytest.mark.parametrize("game", HIT)
@pytest.mark.parametrize(
    ("words", "wounded", "left"),
    [
        ([], ["ann", "bob", "ann"], []),
        (["ann"], ["ann", "ann"], ["bob"]),
        (["Ann the Tall"], ["ann", "ann"], ["bob"]),
        (["BOB", "ann"], ["ann", "bob", "ann"], []),
        (["orc"], [], ["ann", "bob", "ann"]),
        (["--only", "2"], ["bob"], ["ann", "ann"]),
        (["ann", "1"], ["ann"], ["ann", "bob", "ann"]),
        (["ann", "bob", "1"], ["ann", "bob"], ["ann", "bob", "ann"]),
    ],
)
def test_which_hits_are_applied(run: Run, game: str, words: list[str], wounded: list[str], left: list[str]) -> None:
    done = run("wound", *words, "--json", stdin=waiting(game))
    assert done.code == 0
    assert sorted(event["target"] for event in done.json["events"] if event["event"] == "wound") == sorted(wounded)
    assert [hit["target"] for hit in done.toml.get("pending", [])] == left


@pytest.mark.rule("R3", "B11")
@pytest.mark.parametrize("game", HIT)
def test_next_names_the_hits_that_wait_as_show_does(run: Run, game: str) -> None:
    for command in ("show", "next"):
        told = [event for event in run(command, "--json", stdin=waiting(game)).events if event["event"] == "pending"]
        expected = [(1, "orc", "ann"), (2, "orc", "bob"), (3, "orc", "ann")]
        assert [(hit["number"], hit["attacker"], hit["target"]) for hit in told] == expected
        done = run(command, stdin=waiting(game))
        assert "PENDING  3 hits: #1 orc->ann 1, #2 orc->bob 1, #3 orc->ann 1" in done.out + done.err


@pytest.mark.parametrize("game", HIT)
def test_nothing_waiting_on_somebody_is_said_and_no_error(run: Run, game: str) -> None:
    done = run("wound", "orc", stdin=waiting(game))
    assert (done.code, done.err) == (0, "Nothing is pending on orc, so nobody is wounded.\n")


@pytest.mark.parametrize("game", HIT)
def test_a_wound_by_hand_beside_a_pending_hit_says_so(run: Run, game: str) -> None:
    assert "Warning: another hit on ann is still pending" in run("wound", "ann", "1", stdin=waiting(game)).err
    assert "Warning" not in run("wound", "orc", "1", stdin=waiting(game)).err


@pytest.mark.rule("R26")
def test_a_wound_by_hand_has_an_author_where_one_is_said(run: Run) -> None:
    text = 'ruleset = "realm"\n[combatants.ogre]\n[combatants.mira]\nstatus = ["impeded"]\nby = { impeded = "ogre" }\n'
    assert "no longer impeded: mira wounded ogre" in run("wound", "ogre", "1", "--by", "mira", stdin=text).err
    assert "no longer impeded" not in run("wound", "ogre", "1", stdin=text).err


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--only", "4"], 3, "there is no pending hit 4"),
        (["--only", "0"], 3, "there is no pending hit 0"),
        (["ann", "--only", "1"], 2, "takes nothing else"),
        (["--only", "1", "--discard", "1"], 2, "takes nothing else"),
        (["ann", "--by", "orc"], 2, "--by needs an amount"),
        (["3"], 2, "wound 3: no target"),
        (["anne", "3"], 3, 'no combatant "anne"'),
    ],
)
@pytest.mark.parametrize("game", HIT)
def test_words_that_make_no_sense_are_refused(run: Run, game: str, words: list[str], code: int, message: str) -> None:
    refused(run("wound", *words, stdin=waiting(game)), code, message)
