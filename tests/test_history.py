"""History: what came of each command, the fight as a story and as numbers, several steps back and forth."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from support import FightFile, Run, refused


@pytest.fixture(name="fought")
def _fought(run: Run, fight_file: FightFile) -> Path:
    """Return a fight of realm after four commands, one of which was undone."""
    path = fight_file(run("new", "realm", "--example", "--seed", "friday").out)
    for words in (
        ["attack", "mira", "ruffian", "--dice", "10,4,3,2"],
        ["wound", "--dice", "1"],
        ["next", "--round"],
        ["attack", "thugs", "tomas", "--dice", "1,1,1,1"],
        ["attack", "tomas", "thugs", "--dice", "1,1"],
    ):
        assert run(*words, "-f", path).code == 0
    assert run("undo", "-f", path).code == 0
    return path


def test_log_says_what_came_of_each_command(run: Run, fought: Path) -> None:
    lines = run("log", "-f", fought).out.splitlines()
    assert len(lines) == 6
    assert "HIT   mira -> ruffian  wound 5" in lines[1]
    assert lines[5].endswith("undone")
    assert [event["number"] for event in run("log", "--last", "2", "-f", fought, "--json").events] == [4, 5]
    assert run("log", "--last", "0", "-f", fought, "--json").events == []
    assert run("log", "--last", "-1", "-f", fought).code == 2


def test_the_story_tells_the_fight_by_rounds(run: Run, fought: Path) -> None:
    failed = "Scarred Ruffian tests daring to fight on and fails, and is broken."
    assert run("log", "--story", "-f", fought).out.splitlines() == [
        "Round 1",
        f"  Mira Vane hits Scarred Ruffian with sabre for wound 5. {failed}",
        "Round 2",
        "  Dockside Thugs miss Tomas Oak with knives.",
    ]
    written = run("log", "--story", "--markdown", "-f", fought).out
    assert "\n## Round 2\n\nDockside Thugs miss Tomas Oak with knives.\n" in written
    assert run("log", "--markdown", "-f", fought).code == 2
    assert run("log", "--story", "--stats", "-f", fought).code == 2


def test_a_hit_that_was_not_applied_fells_nobody(run: Run, fought: Path) -> None:
    assert run("attack", "mira", "thugs", "--dice", "9,8,1", "-f", fought).code == 0
    assert run("wound", "--discard", "-f", fought).code == 0
    assert run("set", "thugs", "count=1", "marked=[1,2]", "-f", fought).code == 0
    assert run("wound", "thugs", "3", "-f", fought).code == 0
    told = run("log", "--stats", "--json", "-f", fought).events
    assert {event["who"]: event["felled"] for event in told}["mira"] == 1  # the ruffian


def test_markdown_in_names_is_data(run: Run, fight_file: FightFile) -> None:
    path = fight_file('ruleset = "blade"\n[combatants.a]\nname = "*A* <b>"\n[combatants.b]\n')
    run("wound", "a", "2", "-f", path)
    assert "\\*A\\* \\<b\\> takes 2." in run("log", "--story", "--markdown", "-f", path).out


def test_the_numbers_of_a_fight(run: Run, fought: Path) -> None:
    # 14 on two d10s is 3 above their mean.
    told = {each["who"]: each for each in run("log", "--stats", "-f", fought, "--json").events}
    keys = ("attacks", "hits", "misses", "damage", "felled", "luck")
    assert [told["mira"][key] for key in keys] == [1, 1, 0, 1, 1, 3]
    assert [told["thugs"][key] for key in keys] == [1, 0, 1, 0, 0, pytest.approx(2 - 14.9666)]
    assert "tomas" not in told
    assert "mira (Mira Vane)" in run("log", "--stats", "-f", fought).out


@pytest.mark.parametrize(
    ("game", "words", "luck"),
    [
        ("blade", ["attack", "darna", "orc1", "--dice", "1,2,3"], 4),
        ("beacon", ["attack", "vela", "wight", "--dice", "9,4,2"], pytest.approx(9 + 4 - 10.5 - 93 / 16)),
        ("arq", ["attack", "bran", "gob1", "--cards", "9"], None),
    ],
)
def test_luck_is_each_games_own(
    run: Run, fight_file: FightFile, game: str, words: list[str], luck: float | None
) -> None:
    # Low is good where one rolls under; the mean of 2d8kh1 is 93/16; cards have none.
    path = fight_file(run("new", game, "--example").out)
    assert run(*words, "-f", path).code == 0
    assert all(each["luck"] == luck for each in run("log", "--stats", "-f", path, "--json").events)
    assert ("luck" in run("log", "--stats", "-f", path).out) == (luck is not None)


def test_several_steps_back_and_forth(run: Run, fought: Path) -> None:
    after = fought.read_bytes()
    done = run("undo", "3", "-f", fought)
    assert done.out.splitlines()[0] == "Undone: attack thugs tomas --dice 1,1,1,1."
    assert "\n  round 1 again (was 2)" in done.out
    assert "\n  ruffian: wounds none again (was 5); " in done.out
    told = [line.partition(" -")[0] for line in done.out.splitlines() if line.startswith("Undone")]
    assert told == ["Undone: attack thugs tomas", "Undone: next", "Undone: wound"]
    assert run("redo", "--to", "4", "-f", fought).code == 0
    assert fought.read_bytes() == after
    assert run("undo", "--to", "0", "-f", fought).code == 0
    assert "declared" in fought.read_text(encoding="utf-8")
    assert run("undo", "-f", fought).code == 3
    assert run("redo", "9", "-f", fought).code == 3
    for wrong in (["two"], ["0"], ["1", "--to", "1"]):
        assert run("redo", *wrong, "-f", fought).code == 2
    for command in ("undo", "redo"):
        for wrong in (["--to", "-1"], ["--to", "99"]):
            assert "there is no command" in run(command, *wrong, "-f", fought).err


def test_a_step_over_an_edit_by_hand_changes_nothing(run: Run, fought: Path) -> None:
    text = fought.read_text(encoding="utf-8") + "# noted\n"
    fought.write_text(text, encoding="utf-8")
    assert run("undo", "2", "-f", fought).code == 3
    run("attack", "tomas", "thugs", "--dice", "1,1", "-f", fought)
    before = fought.read_bytes()
    assert run("undo", "2", "-f", fought).code == 3
    assert fought.read_bytes() == before
    assert run("undo", "2", "--force", "-n", "-f", fought).code == 0
    assert fought.read_bytes() == before
    assert run("undo", "2", "--force", "-f", fought).code == 0


def test_who_wins_as_defender_has_done_it(run: Run, fight_file: FightFile) -> None:
    path = fight_file(run("new", "arq", "--example").out)
    run("attack", "bran", "gob1", "--cards", "1", "--apply", "-f", path)
    told = {each["who"]: each for each in run("log", "--stats", "-f", path, "--json").events}
    assert (told["bran"]["damage"], told["gob1"]["damage"], told["gob1"]["hits"]) == (0, 1, 1)
    assert (told["bran"]["attacks"], told["bran"]["misses"], told["gob1"]["attacks"]) == (1, 1, 1)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("realm", ["wound", "ruffian", "3", "--by", "mira"]),
        ("blade", ["wound", "orc1", "3", "--by", "darna"]),
        ("arq", ["wound", "gob1", "3", "--by", "bran"]),
        ("beacon", ["wound", "hound", "3", "--by", "vela"]),
    ],
)
def test_a_wound_with_an_author_is_theirs(run: Run, fight_file: FightFile, game: str, words: list[str]) -> None:
    path = fight_file(run("new", game, "--example").out)
    assert run(*words, "--json", "-f", path).event("wound")["by"] == words[4]
    assert run("log", "--stats", "--json", "-f", path).event("stats")["damage"] == (1 if game == "realm" else 3)
    assert "3 from " in run("log", "--story", "-f", path).out


@pytest.mark.parametrize(
    "events",
    [
        '[{"event":7}]',
        '[{"event":"loss","who":"mira"}]',
        '[{"event":"loss","who":"mira","left":{"1":[]}}]',
        "[[[]], 7, null]",
    ],
)
def test_a_line_whose_events_keep_no_shape_is_named_and_left_out(run: Run, fought: Path, events: str) -> None:
    journal = fought.with_name(f"{fought.name}.journal")
    before = run("log", "-f", fought, "--json").events
    lines = journal.read_text(encoding="utf-8").splitlines()
    lines[1] = re.sub(r'"events":\[.*\]', lambda _: f'"events":{events}', lines[1])
    journal.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run("log", "-f", fought, "--json")
    assert done.json["warnings"] == [f"line 2 of {journal} is damaged and was left out"]
    assert done.events == [each for each in before if each["number"] != before[1]["number"]]
    for view in ("--story", "--stats"):
        assert "line 2 of" in run("log", view, "-f", fought).out
    story = run("log", "--story", "--markdown", "-f", fought)
    assert (story.err, "damaged" in story.out) == (
        f"Warning: line 2 of {journal} is damaged and was left out.\n",
        False,
    )


@pytest.mark.parametrize(
    ("game", "words", "key", "value"),
    [
        ("beacon", ["wound", "hound", "3"], "marked", {"health": 3}),
        ("blade", ["wound", "orc1", "3"], "left", {"stamina": 0}),
        ("arq", ["wound", "gob1", "3"], "marked", {}),
        ("beacon", ["attack", "vela", "wight", "--seed", "a"], "pool", ["x"]),
        ("realm", ["attack", "mira", "ruffian", "--seed", "a"], "faces", [1] * 10_001),
    ],
)
def test_a_line_whose_events_cannot_be_told_is_named_and_left_out(
    run: Run, fight_file: FightFile, game: str, words: list[str], key: str, value: object
) -> None:
    path = fight_file(run("new", game, "--example").out)
    for each in (words, ["set", ".", "note=later"]):
        assert run(*each, "-f", path).code == 0
    journal = path.with_name("fight.toml.journal")
    first, later = journal.read_text(encoding="utf-8").splitlines(keepends=True)
    line = json.loads(first)
    for event in line["events"]:
        if key in event:
            event[key] = value
    journal.write_text(f"{json.dumps(line)}\n{later}", encoding="utf-8")
    for view in ([], ["--story"], ["--stats"]):
        done = run("log", *view, "-f", path, "--json")
        assert (done.code, len(done.json["warnings"])) == (0, 1), done.err
        assert "line 1 of" in done.json["warnings"][0]
    assert [event["number"] for event in run("log", "-f", path, "--json").events] == [2]


def told(run: Run, path: Path, text: str, *commands: tuple[str, ...]) -> str:
    """Return the story of some commands."""
    path.write_text(text, encoding="utf-8")
    for words in commands:
        assert run(*words, "-f", path).code == 0, words
    return run("log", "--story", "-f", path).out


@pytest.mark.rule("E34", "E42")
def test_the_story_tells_each_fall_of_somebody_who_got_up_again(run: Run, tmp_path: Path) -> None:
    text = 'ruleset = "beacon"\n[combatants.imp]\nhp = 9\nconditions = [{ name = "burning", severity = 1 }]\n'
    fall = ("wound", "imp", "10")
    story = told(run, tmp_path / "fight.toml", text, fall, ("boon", "imp", "healing:5", "--dice", "12"), fall)
    assert story.count("imp takes 10 and is dying.") == 2
    path = tmp_path / "other.toml"
    assert "imp resists burning (tier 1) and fails." in told(run, path, text, ("recover", "imp", "--dice", "3"))
    assert "imp resists burning (tier 1): rolls 3" in run("log", "--story", "-v", "-f", path).out


@pytest.mark.rule("R21", "R24")
def test_the_story_names_who_stepped_in_and_the_focus_that_was_completed(run: Run, tmp_path: Path) -> None:
    text = (
        'ruleset = "realm"\nphase = "5"\n[combatants.ogre]\n[combatants.mira]\n'
        '[combatants.tomas]\ndeclared = { phase = 1, action = "protect", targets = ["mira"] }\n'
        '[combatants.sefa]\ndeclared = { phase = 3, action = "focus", plan = "the rune" }\nstatus = ["focusing"]\n'
    )
    story = told(
        run,
        tmp_path / "fight.toml",
        text,
        ("attack", "ogre", "mira", "--bonus", "5", "--dice", "9,3"),
        ("next",),
        ("next",),
        ("next",),
    )
    assert "tomas steps in for mira and is hit by ogre." in story
    assert "sefa completes the focus: the rune." in story


@pytest.mark.rule("R42")
def test_the_story_says_what_wounds_come_from_and_of_nobody_anew_that_they_are_broken(run: Run, tmp_path: Path) -> None:
    text = (
        'ruleset = "realm"\nphase = "7"\n[combatants.ogre]\nwounds = 9\nmarked = [8, 9]\n'
        'status = ["incapacitated", "bleeding"]\n[combatants.imp]\nstatus = ["broken"]\nmarked = [5]\n'
    )
    story = told(run, tmp_path / "fight.toml", text, ("next",), ("wound", "imp", "1", "--by", "ogre"))
    assert "ogre takes wound 1 from bleeding." in story
    assert "imp takes wound 1 from ogre." in story
    assert "is broken" not in story
    assert "is incapacitated" not in story


def test_the_story_says_which_box_a_wound_marks_where_it_is_another(run: Run, tmp_path: Path) -> None:
    text = 'ruleset = "realm"\n[combatants.imp]\nmarked = [2]\n'
    assert "imp takes wound 2 (box 1)." in told(run, tmp_path / "fight.toml", text, ("wound", "imp", "2"))


def test_the_story_tells_of_many_though_one_of_them_is_left(run: Run, tmp_path: Path) -> None:
    text = 'ruleset = "realm"\n[combatants.thugs]\ncount = 2\nwounds = 1\n'
    assert "thugs take wound 1." in told(run, tmp_path / "fight.toml", text, ("wound", "thugs", "1"))


@pytest.mark.rule("B25", "B29")
def test_the_story_tells_no_command_and_no_bookkeeping(run: Run, tmp_path: Path) -> None:
    bow = "weapons.bow = { close = 30, medium = 60, far = 90 }"
    text = (
        f'ruleset = "blade"\nphase = "acting"\ninitiative = ["heroes", "orcs"]\n[combatants.ann]\nside = "heroes"\n'
        f'{bow}\n[combatants.kes]\nside = "heroes"\n[combatants.orc]\nside = "orcs"\nhealth = 3\n'
    )
    story = told(
        run,
        tmp_path / "fight.toml",
        text,
        ("attack", "ann", "orc", "--distance", "20", "--dice", "3,3,6"),
        ("wound",),
        ("test", "kes", "mind", "--spell", "light", "--dice", "6,5"),
        ("test", "kes", "mind", "--force", "--dice", "2"),
        ("next", "--round"),
    )
    assert "ann hits orc with bow for 3, and orc is dead." in story
    assert "kes takes 2 from forcing light." in story
    for word in ("--", "unless", "the time is over", "no longer"):
        assert word not in story
    stats = {
        each["who"]: each["damage"] for each in run("log", "--stats", "--json", "-f", tmp_path / "fight.toml").events
    }
    assert stats["ann"] == 3


@pytest.mark.rule("B30", "B41")
def test_the_story_tells_of_hits_for_no_damage_but_not_of_what_the_fallen_are_spared(run: Run, tmp_path: Path) -> None:
    text = (
        'ruleset = "blade"\nphase = "melee"\n[combatants.ann]\nside = "heroes"\nengaged = ["orc"]\n'
        'armor = { protection = 1 }\n[combatants.kes]\nside = "heroes"\nengaged = ["orc"]\n'
        '[combatants.orc]\nside = "orcs"\nhealth = 3\n'
    )
    attack = ("attack", "--all", "--apply", "--dice", "1,1,4,1,1,4,1,1,1")
    story = told(run, tmp_path / "fight.toml", text, attack)
    assert "orc hits ann for no damage." in story
    assert "ann hits orc for 3, and orc is dead." in story
    assert "nothing" not in story


@pytest.mark.rule("E33", "E34", "E15", "B42", "Q36")
def test_a_story_and_its_numbers_tell_what_was_lost_from_whom_and_each_end_once(
    run: Run, fight_file: FightFile
) -> None:
    path = fight_file(run("new", "beacon", "--example").out)
    for words in (
        ["boon", "hound", "resistant:3", "--against", "kinetic"],
        ["attack", "vela", "hound", "--dice", "15,7,3,5,6", "--apply"],
        ["wound", "hound", "bleeding:1", "--by", "vela"],
        ["next", "hound", "--dice", "3"],
        ["wound", "hound", "60", "--by", "osric"],
        ["wound", "osric", "41", "--by", "wight"],
        ["wound", "osric", "1", "--by", "wight"],
        ["next", "--end", "retreat"],
    ):
        assert run(*words, "-f", path).code == 0, words
    told = run("log", "--story", "-f", path).out
    for said in (
        "Vela hits Pale Hound with longbow for 5.",
        "Pale Hound takes 3 from Vela (bleeding).",
        "Osric Vane takes 1 from The Wight of the Bridge.",
    ):
        assert said in told
    assert told.count("is dying") == told.count("The fight ends") == 1
    assert "is incapacitated" not in told
    numbers = {each["who"]: each["damage"] for each in run("log", "--stats", "--json", "-f", path).events}
    assert numbers == {"vela": 8, "osric": 30, "wight": 42}


@pytest.mark.rule("B42")
def test_what_a_dead_body_does_not_lose_is_no_damage(run: Run, fight_file: FightFile) -> None:
    path = fight_file(
        'ruleset = "blade"\n[combatants.a]\nside = "h"\n[combatants.b]\nside = "f"\nstamina = 1\nhealth = 2\n'
    )
    assert run("wound", "b", "9", "--by", "a", "-f", path).code == 0
    assert run("log", "--stats", "--json", "-f", path).event("stats")["damage"] == 3


def test_commands_are_listed_without_the_file_that_they_were_given_for(run: Run, realm_file: Path) -> None:
    assert run("play", realm_file, stdin="condition mira winded\nnext\n").code == 0
    assert run("condition", "tomas", "winded", f"--file={realm_file}").code == 0
    told = [each["command"] for each in run("log", "--json", "-f", realm_file).events]
    assert told == ["condition mira winded", "next", "condition tomas winded"]
    assert run("undo", "-f", realm_file).out.startswith("Undone: condition tomas winded.")


@pytest.mark.rule("E15")
def test_the_end_of_a_fight_is_one_thing_that_came_of_it(run: Run, fight_file: FightFile) -> None:
    path = fight_file(run("new", "beacon", "--example").out)
    run("next", "--end", "surrender", "-f", path)
    assert run("log", "-f", path).out.count("The fight ends by surrender") == 1


def test_the_story_keeps_the_name_of_who_goes_by_another_id(run: Run, fight_file: FightFile) -> None:
    path = fight_file(run("new", "arq", "--example").out)
    run("wound", "gobs", "1", "-f", path)
    run("rename", "gobs", "horde", "-f", path)
    assert "Goblins of the Ford take 1." in run("log", "--story", "-f", path).out


def test_the_log_calls_everybody_by_the_name_of_that_time(run: Run, fight_file: FightFile) -> None:
    path = fight_file(run("new", "realm", "--example").out)
    for words in (
        ["wound", "ruffian", "9"],
        ["drop", "ruffian"],
        ["add", "ruffian", "name=Rescued Miller", "side=heroes", "brawn=1"],
        ["set", "mira", "name=Mira the Red"],
        ["wound", "thugs", "2", "--by", "mira"],
    ):
        assert run(*words, "-f", path).code == 0
    story = run("log", "--story", "-f", path).out
    assert "Scarred Ruffian takes wound 9" in story
    assert "Rescued Miller takes" not in story
    assert "from Mira the Red" in story


def test_the_numbers_follow_whoever_goes_by_another_id(run: Run, fight_file: FightFile) -> None:
    path = fight_file(run("new", "realm", "--example").out)
    for words in (
        ["attack", "mira", "ruffian", "--dice", "10,4,3,2"],
        ["rename", "mira", "scar"],
        ["wound", "--dice", "1"],
    ):
        assert run(*words, "-f", path).code == 0
    (row,) = run("log", "--stats", "--json", "-f", path).events
    assert (row["who"], row["attacks"], row["hits"], row["felled"]) == ("scar", 1, 1, 1)


@pytest.mark.parametrize("way", ["copied", "of other people"])
def test_a_file_that_is_put_back_begins_a_new_chapter_of_the_log(
    run: Run, fight_file: FightFile, tmp_path: Path, way: str
) -> None:
    path = fight_file(run("new", "realm", "--example").out)
    template = path.read_bytes()
    for words in (["wound", "mira", "2"], ["wound", "tomas", "1"]):
        assert run(*words, "-f", path).code == 0
    if way == "copied":
        path.write_bytes(template)
    else:
        path.write_text('ruleset = "realm"\n[combatants.mona]\n[combatants.thomas]\n', encoding="utf-8")
    assert "since its text was put back: `combatcli log --all`" in run("log", "-f", path).out
    first = "mira" if way == "copied" else "mona"
    done = run("wound", first, "3", "-f", path)
    assert "a new chapter of the log begins; `combatcli log --all` tells the earlier ones" in done.out
    assert "chapter" not in run("wound", first, "1", "-f", path).out
    own = [event["number"] for event in run("log", "--json", "-f", path).events]
    assert own == [3, 4]
    assert [event["number"] for event in run("log", "--all", "--json", "-f", path).events] == [1, 2, 3, 4]
    assert run("log", "--story", "-f", path).out.count("takes wound") == 2
    assert run("undo", "2", "-f", path).code == 0
    assert path.read_bytes() == (template if way == "copied" else path.read_bytes())


def test_the_heading_of_a_story_is_the_files_name_or_what_is_asked_for(run: Run, fought: Path) -> None:
    assert run("log", "--story", "--markdown", "-f", fought).out.startswith(f"# {fought.stem}\n")
    titled = ["log", "--story", "--markdown", "--title", "The *Docks*", "-f", fought]
    assert run(*titled).out.startswith("# The \\*Docks\\*\n")
    refused(run("log", "--title", "x", "-f", fought), 2, "--title needs --markdown")
    refused(run("log", "--markdown", "-f", fought), 2, "--markdown needs --story", "Add --story")


def test_the_story_tells_who_joins_and_who_leaves_and_what_the_gm_notes(run: Run, realm_file: Path) -> None:
    for words in (
        ["add", "goblin", "--times", "2", "name=Goblin", "side=foes"],
        ["add", "boss", "name=Old Skarn"],
        ["log", "--note", "The tide comes in."],
        ["drop", "boss"],
        ["drop", "goblin*"],
        ["set", "mira", "note=x"],
    ):
        assert run(*words, "-f", realm_file).code == 0
    assert run("log", "--story", "-f", realm_file).out.split("\n  ")[1].strip() == (
        "Goblin 1 and Goblin 2 join the fight. Old Skarn joins the fight. The tide comes in. "
        "Old Skarn leaves the fight. Goblin 1 and Goblin 2 leave the fight."
    )
    text = realm_file.read_bytes()
    refused(run("log", "--note", " ", "-f", realm_file), 2, "--note needs a sentence")
    refused(run("log", "--note", "x", "--story", "-f", realm_file), 2, "--note only adds to the log")
    assert realm_file.read_bytes() == text


def test_the_story_tells_deeds_and_points_set_by_hand(run: Run, tmp_path: Path) -> None:
    for game, who, points, said in (
        ("blade", "osk", "health=3", "Brother Osk's health is set to 3 of 6."),
        ("beacon", "vela", "hp=3", "Vela's hp is set to 3 of 25."),
        ("realm", "tomas", "marked=[2,4]", "Tomas Oak's wounds are set to 2, 4."),
    ):
        path = tmp_path / f"{game}.toml"
        path.write_text(run("new", game, "--example").out, encoding="utf-8")
        for words in (("set", who, points), ("set", who, "note=x")):
            assert run(*words, "-f", path).code == 0
        assert run("log", "--story", "-f", path).out.splitlines() == ["Round 1", f"  {said}"]
    path = tmp_path / "arq.toml"
    path.write_text(run("new", "arq", "--example").out, encoding="utf-8")
    assert run("declare", "bran", "act", "cuts the rope", "-f", path).code == 0
    assert run("log", "--story", "-f", path).out.splitlines()[1] == "  Bran Ashhand cuts the rope."


def test_players_read_no_deed_of_somebody_before_they_were_revealed(run: Run, realm_file: Path) -> None:
    for words in (
        ["set", "marksman", "hidden=true"],
        ["move", "marksman", "market"],
        ["attack", "marksman", "tomas", "--dice", "9,9,3", "--apply"],
        ["move", "marksman", "roofs"],
    ):
        assert run(*words, "-f", realm_file).code == 0, words
    whole, theirs = (run("log", "--story", *more, "-f", realm_file).out for more in ((), ("--players",)))
    assert whole.count("Marksman on the Roofs moves") == 2
    assert theirs.count("Marksman on the Roofs moves") == 1
    assert "Marksman on the Roofs hits Tomas Oak with bow for" in theirs
    refused(run("log", "--players", "-f", realm_file), 2, "--players needs --story", "Add --story")
