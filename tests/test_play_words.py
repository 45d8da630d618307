"""TAB in `play`: what may stand at the cursor, of this game and of this fight alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from combatcli.cli import command_named
from combatcli.commands import SUMMARIES
from combatcli.pipeline.coming import next_words
from combatcli.pipeline.typed import typed
from combatcli.pipeline.words import Words
from combatcli.rulesets.coming import Coming, Step
from support import Run


def offered(path: Path, line: str, sooner: Sequence[Step] = ()) -> list[str]:
    at_cursor = typed(line, in_play=True)
    words = Words(SUMMARIES, command_named, str(path), lambda before: next_words(Coming(steps=sooner), before))
    return [] if at_cursor is None else [*words.fitting(at_cursor).words]


def test_the_first_to_be_offered_are_fighters_and_no_options(realm_file: Path) -> None:
    assert sorted(offered(realm_file, "attack ")) == ["marksman", "mira", "ruffian", "sefa", "thugs", "tomas"]
    assert offered(realm_file, "attack mira r") == ["ruffian"]
    assert "mira" not in offered(realm_file, "attack mira ")


def test_what_makes_sense_now_is_offered_first(realm_file: Path) -> None:
    now = [
        Step("wound", ""),
        Step("attack thugs tomas", ""),
        Step("attack thugs", "", "TARGET"),
        Step("attack --all", ""),
    ]
    assert offered(realm_file, "", now)[:3] == ["wound", "attack", "tutorial"]
    assert offered(realm_file, "attack ", now)[0] == "thugs"
    assert offered(realm_file, "attack thugs ", now)[0] == "tomas"
    assert offered(realm_file, "attack -", now)[0] == "--all"
    assert offered(realm_file, "attack mira ", now) == offered(realm_file, "attack mira ")


def test_foes_are_offered_before_friends(realm_file: Path) -> None:
    foes, friends = ["mira", "tomas", "sefa"], ["thugs", "marksman"]
    assert offered(realm_file, "attack ruffian ") == [*foes, *friends]
    assert offered(realm_file, "declare ruffian attack ")[:5] == [*foes, *friends]


def test_the_dead_are_offered_last(run: Run, realm_file: Path) -> None:
    assert run("set", "mira", "marked=[1,2,3,4,5]", "-f", realm_file).code == 0
    assert offered(realm_file, "attack ")[-1] == "mira"


def test_options_are_those_of_the_game_alone_and_only_after_a_minus(realm_file: Path) -> None:
    options = offered(realm_file, "attack mira ruffian --")
    assert {"--weapon", "--dice", "--odds", "--help"} <= set(options)
    assert "--versus" not in options
    assert "--advantage" not in options
    assert not any(each.startswith("-") for each in offered(realm_file, "attack mira ruffian "))


@pytest.mark.usefixtures("toy")
def test_options_of_a_game_from_outside_are_offered(run: Run, tmp_path: Path) -> None:
    assert run("new", "toy", "--example", "-o", tmp_path / "fight.toml").code == 0
    assert offered(tmp_path / "fight.toml", "attack ann bob --ea") == ["--eager"]


def test_a_forecast_varies_the_numbers_of_somebody_and_the_house(realm_file: Path) -> None:
    assert offered(realm_file, "forecast --vary thugs.") == [
        "thugs.tactics=",
        "thugs.count=",
        "thugs.wounds=",
        "thugs.brawn=",
    ]
    assert offered(realm_file, "forecast --vary house.str") == ["house.strict="]


def test_weapons_are_those_of_whoever_attacks(realm_file: Path) -> None:
    assert offered(realm_file, "attack mira ruffian --weapon ")[0] == "sabre"
    assert offered(realm_file, "attack mira ruffian --weapon=s") == ["--weapon=sabre"]
    assert "maul" not in offered(realm_file, "attack mira ruffian --weapon ")


def test_set_knows_keys_and_values(realm_file: Path) -> None:
    keys = offered(realm_file, "set mira w")
    assert keys
    assert all(each.startswith("w") and "=" in each for each in keys)
    assert "side=heroes" in offered(realm_file, "set mira side=")
    assert "round=" in offered(realm_file, "set . r")
    assert "phase=push" in offered(realm_file, "set . phase=p")


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("atta", "attack"),
        ("", "tutorial"),
        ("? att", "attack"),
        ("help att", "attack"),
        ("arena a", "add"),
        ("wound; attack mi", "mira"),
        ("attack 'mi", "mira"),
        ("arena nothing ", None),
        ("nonsense ", None),
        ("# att", None),
        ("show -- mi", "mira"),
        ("show --nonsense=", None),
    ],
)
def test_what_is_offered_first(realm_file: Path, line: str, first: str | None) -> None:
    assert next(iter(offered(realm_file, line)), None) == first


def test_subcommands_are_those_that_the_game_has(run: Run, realm_file: Path, tmp_path: Path) -> None:
    blade = tmp_path / "blade.toml"
    assert run("new", "blade", "--example", "-o", blade).code == 0
    assert "breach" in offered(realm_file, "arena ")
    assert "breach" not in offered(blade, "arena ")


def test_where_the_file_cannot_be_read_commands_and_options_are_left(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    assert offered(path, "und") == ["undo"]
    assert "--file" in offered(path, "show --f")
    assert "list" in offered(path, "arena ")


def test_rolls_and_tables_are_offered_by_their_names(realm_file: Path) -> None:
    own = '[rolls]\nfall = "3d6"\n[tables.treasure]\nroll = "1d2"\n"1-2" = "x"\n'
    text = f'{realm_file.read_text(encoding="utf-8")}\n{own}[combatants.mira.rolls]\nsneak = "1d20"\n'
    realm_file.write_text(text, encoding="utf-8")
    assert sorted(offered(realm_file, "roll @")) == ["@fall", "@mira.sneak", "@treasure"]
    assert offered(realm_file, "odds 3d6 @t") == ["@treasure"]


def test_after_declare_again_all_words_are_fighters(realm_file: Path) -> None:
    assert "tomas" in offered(realm_file, "declare --again ")
    assert offered(realm_file, "declare --again mira to") == ["tomas"]
    assert offered(realm_file, "declare --again mira tomas s") == ["sefa"]
    assert offered(realm_file, "declare --again mira pro") == []
