"""Of very many things that are wrong or unknown the first hundred are told, and the number of the rest."""

from __future__ import annotations

from pathlib import Path

from support import Run, refused

FIGHT = 'ruleset = "realm"\n[combatants.mira]\n'


def written(path: Path, text: str) -> Path:
    file = path / "fight.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_check_tells_a_hundred_unknown_keys_and_how_many_more_there_are(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, FIGHT + "".join(f"k{number} = 1\n" for number in range(250)))
    done = run("check", "-f", file)
    assert (done.code, done.out.count("unknown key, kept")) == (0, 100)
    assert "150 more unknown keys, which were kept" in done.out
    assert len([event for event in run("check", "--json", "-f", file).events if event["event"] == "unknown"]) == 100


def test_a_key_that_must_be_there_and_does_not_fit_is_told_once(run: Run, tmp_path: Path) -> None:
    done = run("check", "-f", written(tmp_path, FIGHT + 'declared = { phase = 9, action = "attack" }\n'))
    refused(done, 3, "combatants.mira.declared.phase: expected a whole number <= 6, found 9")
    assert "missing" not in done.err


def test_set_warns_of_a_hundred_unknown_keys_and_how_many_more_there_are(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, FIGHT)
    done = run("set", "mira", *(f"k{number}=1" for number in range(130)), "-f", file)
    assert done.out.count("is an unknown key, kept") == 100
    assert "30 more unknown keys" in done.out


def test_check_tells_a_hundred_names_that_nobody_bears_and_how_many_there_are(run: Run, tmp_path: Path) -> None:
    file = written(
        tmp_path, f"{FIGHT}engaged = [{', '.join(f'{chr(34)}x{number}{chr(34)}' for number in range(130))}]\n"
    )
    done = run("check", "-f", file)
    refused(done, 3, "this encounter has 130 problems", "first 100")
    assert done.err.count("there is no combatant") == 100
    problems = run("check", "--json", "-f", file).json["error"]["problems"]
    assert len(problems) == 101
    assert problems[-1]["message"] == "30 more problems"


def test_check_tells_a_hundred_values_of_a_wrong_type_and_how_many_there_are_with_all_else(
    run: Run, tmp_path: Path
) -> None:
    numbers = ", ".join(["1"] * 20_000)
    combatants = "".join(f"[combatants.c{number}]\nbrawn = true\n" for number in range(200))
    file = written(
        tmp_path,
        f'{FIGHT}engaged = ["nobody", {numbers}]\n{"".join(f"k{n} = 1{chr(10)}" for n in range(130))}{combatants}',
    )
    done = run("check", "-f", file)
    refused(done, 3, "this encounter has 20,201 problems", "first 100", "30 more unknown keys, which were kept")
    assert done.err.count("expected text in quotes, found 1") == 100
    problems = run("check", "--json", "-f", file).json["error"]["problems"]
    assert (len(problems), problems[-1]["message"]) == (101, "20,101 more problems")


def test_check_tells_every_value_of_a_wrong_type_by_its_own_place(run: Run, tmp_path: Path) -> None:
    file = written(
        tmp_path,
        f'{FIGHT}marked = [1, "x", 0, 2, true]\ndeclared = {{ action = "atack" }}\nweapons.axe = {{ class = 5 }}\n'
        "until = { stunned = [true], held = 1.5 }\n[combatants.ogre]\ndeclared = { targets = 3 }\n[arenas]\nhall = 4\n",
    )
    problems = run("check", "--json", "-f", file).json["error"]["problems"]
    assert [(each["path"], each["message"]) for each in problems] == [
        ("combatants.mira.marked.2", 'expected a whole number, found "x"'),
        ("combatants.mira.marked.3", "expected a whole number of 1 or more, found 0"),
        ("combatants.mira.marked.5", "expected a whole number, found true"),
        ("combatants.mira.declared.action", '"atack" is none of its values'),
        ("combatants.mira.declared.phase", "this key is missing"),
        ("combatants.mira.weapons.axe.class", "5 is none of its values"),
        ("combatants.mira.until.stunned.1", "expected a whole number, found true"),
        ("combatants.mira.until.held", "expected a whole number or a list, found 1.5"),
        ("combatants.ogre.declared.targets", "expected a list, found 3"),
        ("combatants.ogre.declared.phase", "this key is missing"),
        ("arenas.hall", "expected a table, found 4"),
    ]
