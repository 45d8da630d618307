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
