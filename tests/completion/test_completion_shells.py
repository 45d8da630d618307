"""What TAB offers in bash, zsh and fish, and what a command is given after it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from combatcli.commands import SUMMARIES
from combatcli.commands.completion import SHELLS, path_of
from combatcli.commands.new import new_text
from combatcli.commands.play import names
from combatcli.rulesets import NAMES, load
from completing import Table, options

HARD = """ruleset = "realm"
[combatants."Mira Vane"]
weapons."long knife" = {}
[combatants."o'brien"]
[combatants.'x $HOME']
[combatants.'say "hi"']
[combatants."Zoë `x`"]
[combatants.'back\\slash!']
[combatants."a:b=c@d"]
[arenas."two words"]
"""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    for game in NAMES:
        (tmp_path / f"{game}.toml").write_text(
            new_text(load(game), seed=None, example=True, schema=False), encoding="utf-8"
        )
    (tmp_path / "hard.toml").write_text(HARD, encoding="utf-8")
    return Table(tmp_path)


@pytest.fixture(params=SHELLS)
def shell(request: pytest.FixtureRequest, need: Callable[[str], str]) -> str:
    name = str(request.param)
    need(name)
    return name


def test_commands_are_offered_in_the_order_of_the_help(table: Table, shell: str) -> None:
    every, begun, helped = table.offers(shell, "combatcli ", "combatcli at", "combatcli help dash")
    assert every == [*SUMMARIES, "help"]
    assert begun == ["attack"]
    assert helped == ["dashtest"]
    common = ["list", "map", "add", "set", "link", "unlink", "remove"]
    (offered,) = table.offers(shell, "combatcli arena ", file=table.folder / "arq.toml")
    assert offered == common
    (offered,) = table.offers(shell, "combatcli arena ", file=table.folder / "realm.toml")
    assert set(offered) == {*common, "split", "merge", "suggest", "road", "propose", "accept", "reject", "breach"}


def test_options_are_those_of_the_game_in_play(table: Table, shell: str) -> None:
    line = "combatcli attack mira ruffian "
    lines = [f"{line}--", f"{line}-f arq.toml --", f"{line}--file=beacon.toml --", f"{line}--ruleset blade --"]
    own = {"realm": "--parry", "arq": "--missile", "beacon": "--versus", "blade": "--called"}
    for offered, game in zip(table.offers(shell, *lines, file=table.folder / "realm.toml"), own, strict=True):
        assert options(offered) & set(own.values()) == {own[game]}
        assert options(offered) >= {"--apply", "--odds", "--help"}
        assert ("--weapon" in offered) is (game != "arq")
        assert ("--cards" in offered) is (game == "arq")
    (offered,) = table.offers(shell, f"{line}--")
    assert options(offered) >= {*own.values(), "--weapon", "--cards"}
    (offered,) = table.offers(shell, "combatcli arena breach a b --")
    assert options(offered) >= {"--by", "--kind", "--target"}


DATA = {
    "combatcli roll --color ": "auto always never",
    "combatcli attack --ruleset ": "realm blade arq beacon",
    "combatcli attack --ruleset b": "blade beacon",
    "combatcli new ": "realm blade arq beacon",
    "combatcli completion ": "bash zsh fish",
    "combatcli arena add x --kind ": "neutral tight hazardous open dense",
    "combatcli attack --ruleset realm --with class=h": "class=hand class=heavy",
    "combatcli boon vela f": "focused flanking fortified",
    "combatcli attack vela hound --inflict b": "bleeding blighted burning blinded",
    "combatcli attack vela hound --position ": "controlled risky desperate",
    "combatcli declare mira --phase f": "focus-impede focused",
    "combatcli declare osk c": "cast cautious",
    "combatcli declare osk -f blade.toml c": "cast",
    "combatcli order --choose ": "act react",
    "combatcli test mira -f realm.toml d": "daring",
    "combatcli recover mira --heal 2 -f realm.toml m": "marksman mira",
}


def test_values_that_are_data_are_offered(table: Table, shell: str) -> None:
    offered = table.offers(shell, *DATA)
    assert {line: sorted(words) for line, words in zip(DATA, offered, strict=True)} == {
        line: sorted(wanted.split()) for line, wanted in DATA.items()
    }


FROM_ENCOUNTER = {
    "combatcli attack ": "ruffian thugs marksman mira tomas sefa",
    "combatcli attack m": "marksman mira",
    "combatcli attack mira --odds t": "thugs tomas",
    "combatcli attack -q mira -- t": "thugs tomas",
    "combatcli attack mira --assist s": "sefa",
    "combatcli attack mira --weapon ": "sabre dagger unarmed",
    "combatcli attack tomas ruffian --weapon ": "maul unarmed",
    "combatcli attack 'Tomas Oak' ruffian --weapon m": "maul",
    "combatcli attack mira ruffian --by": "",
    "combatcli wound ruffian 4 --by to": "tomas",
    "combatcli move mira ": "market alley roofs canal",
    "combatcli arena link alley r": "roofs",
    "combatcli arena remove canal --to m": "market",
    "combatcli set --side ": "heroes collectors",
    "combatcli pairings --choose t": "thugs= tomas=",
    "combatcli drop ru": "ruffian",
    "combatcli set mira arena=r": "arena=roofs",
    "combatcli set mira wielding=s": "wielding=sabre",
    "combatcli set tomas side=c": "side=collectors",
    "combatcli add ogre wielding=": "wielding=",
    "combatcli forecast --vary thugs.": "thugs.tactics= thugs.count= thugs.wounds= thugs.brawn=",
    "combatcli forecast --vary house.str": "house.strict=",
    "combatcli set . rou": "round=",
    "combatcli set . round=2 dice": "dice.seed=",
    "combatcli set . house.st": "house.strict=true house.strict=false",
    "combatcli set . phase=f": "phase=focus-impede phase=focused",
    "combatcli set . are": "",
    "combatcli set -f blade.toml . conf": "confined=true confined=false",
    "combatcli set mira rou": "",
    "combatcli show -f blade.toml or": "orc1 orc2",
}


def test_names_from_the_encounter_are_offered(table: Table, shell: str) -> None:
    offered = table.offers(shell, *FROM_ENCOUNTER, file=table.folder / "realm.toml")
    assert {line: sorted(words) for line, words in zip(FROM_ENCOUNTER, offered, strict=True)} == {
        line: sorted(wanted.split()) for line, wanted in FROM_ENCOUNTER.items()
    }


def test_rolls_and_tables_are_offered_by_their_names(table: Table, shell: str) -> None:
    path = table.folder / "loot.toml"
    path.write_text(
        'ruleset = "realm"\n[rolls]\nfall = "3d6"\n[tables.treasure]\nroll = "1d2"\n"1-2" = "x"\n', encoding="utf-8"
    )
    every, begun = table.offers(shell, "combatcli roll @", "combatcli odds @t", file=path)
    assert {each.lstrip("@") for each in every} == {"fall", "treasure"}
    assert [each.lstrip("@") for each in begun] == ["treasure"]


def test_a_line_without_end_does_not_hold_up_the_shell(table: Table, shell: str) -> None:
    text = (table.folder / "realm.toml").read_text(encoding="utf-8")
    (table.folder / "long.toml").write_text(f"{text}\n[notes]\nlong = {[1] * 200_000}\n", encoding="utf-8")
    (offered,) = table.offers(shell, "combatcli attack -f long.toml m")
    assert sorted(offered) == ["marksman", "mira"]


def test_a_name_that_turns_the_writing_direction_is_not_listed(table: Table, shell: str) -> None:
    names = ["mi\u202era", "mi\u2066x", "mi\u200fy", "mi\x85z", "mi–dash"]
    text = 'ruleset = "realm"\n' + "".join(f'[combatants."{name}"]\n' for name in names)
    (table.folder / "bidi.toml").write_text(f'{text}[combatants."mi\\u202Eq"]\n[combatants.mia]\n', encoding="utf-8")
    (offered,) = table.offers(shell, "combatcli attack -f bidi.toml m")
    assert sorted(offered) == ["mia", "mi–dash"]


def test_bash_leaves_no_variable_of_its_own(table: Table) -> None:
    script = """
        compopt() { :; }; source "$1"; [[ abc =~ b ]]
        before=$(set | grep -v '^_=\\|^BASH_LINENO=\\|^COMP\\|^PIPESTATUS=\\|^before=')
        COMP_LINE="combatcli attack -f realm.toml mira --weapon 3 -t 4 x " COMP_POINT=50; _combatcli
        after=$(set | grep -v '^_=\\|^BASH_LINENO=\\|^COMP\\|^PIPESTATUS=\\|^before=')
        [[ $before == "$after" ]] || diff <(echo "$before") <(echo "$after")
        echo "${BASH_REMATCH[0]}"
    """
    words = ["bash", "-c", script, "bash", path_of("bash")]
    done = subprocess.run(words, env=table.environment, cwd=table.folder, capture_output=True, text=True, check=False)
    assert done.stdout == "b\n"


def test_files_are_offered_where_one_is_expected(table: Table, shell: str) -> None:
    lines = ["show -f re", "add --from re", "attack mira --output re", "play re"]
    assert table.offers(shell, *(f"combatcli {line}" for line in lines)) == [["realm.toml"]] * len(lines)


def test_nothing_is_offered_for_free_words(table: Table, shell: str) -> None:
    starts = ("roll", "odds", "add", "arena add", "condition mira", "condition mira x --note", "roll -t", "undo", "x")
    lines = [f"combatcli {start} " for start in starts]
    assert table.offers(shell, *lines) == [[]] * len(lines)
    (offered,) = table.offers(shell, "combatcli attack mira -- --", file=table.folder / "realm.toml")
    assert options(offered) == set()


def test_names_reach_the_command_as_they_are(table: Table, shell: str) -> None:
    lines = {
        "combatcli show Mir\t": ["show", "Mira Vane"],
        "combatcli show o\t": ["show", "o'brien"],
        "combatcli show x\t": ["show", "x $HOME"],
        "combatcli show sa\t": ["show", 'say "hi"'],
        "combatcli show Zo\t": ["show", "Zoë `x`"],
        "combatcli show b\t": ["show", "back\\slash!"],
        "combatcli show a\t": ["show", "a:b=c@d"],
        "combatcli show a:b\t": ["show", "a:b=c@d"],
        "combatcli show 'Mira V\t": ["show", "Mira Vane"],
        "combatcli show 'o'\\''\t": ["show", "o'brien"],
        'combatcli show "x \t': ["show", "x $HOME"],
        "combatcli show Mira\\ V\t": ["show", "Mira Vane"],
        "combatcli att\tMir\t--weapon lo\t": ["attack", "Mira Vane", "--weapon", "long knife"],
        "combatcli arena remove tw\t": ["arena", "remove", "two words"],
        "true; combatcli show Mir\t": ["show", "Mira Vane"],
        "combatcli show -f rea\tmir\t": ["show", "-f", "realm.toml", "mira"],
        "combatcli set Mir\tarena=tw\t": ["set", "Mira Vane", "arena=two words"],
        "combatcli attack --color=al\t": ["attack", "--color=always"],
        'combatcli attack --color="al\t': ["attack", "--color=always"],
        "combatcli attack --ruleset realm --with class=hea\t": [
            *("attack", "--ruleset", "realm", "--with"),
            "class=heavy",
        ],
    }
    assert table.arguments(shell, *lines, file=table.folder / "hard.toml") == list(lines.values())


def test_no_program_of_ours_is_started(table: Table, shell: str) -> None:
    lines = ["", "attack ", "attack mira --", "attack mira --weapon ", "arena "]
    offered = table.offers(shell, *(f"combatcli {line}" for line in lines), file=table.folder / "realm.toml")
    assert all(offered)
    assert not table.started.exists()
    subprocess.run(["/bin/sh", "-c", "combatcli; python"], env=table.environment, check=False)
    assert table.started.read_text(encoding="utf-8").split() == ["combatcli", "python"]


def test_what_is_no_encounter_hinders_nothing(table: Table, shell: str) -> None:
    (table.folder / "bytes.toml").write_bytes(bytes(range(256)) * 4)
    lines = [f"combatcli attack -f {name} --app" for name in ("bytes.toml", "bin", "missing.toml", "-")]
    assert table.offers(shell, *lines) == [["--apply"]] * len(lines)
    assert table.offers(shell, "combatcli attack -f missing.toml ", "combatcli attack -f bin ") == [[], []]


FALLEN = {
    "realm": 'status = ["focusing", "broken"]',
    "blade": "health = 0 # dead",
    "arq": 'status = ["incapacitated"]',
    "beacon": "hp = -3",
}


STANDING = {"beacon": "hp = 20"}


def test_the_fallen_are_offered_last_by_each_shell_and_in_play(table: Table, shell: str) -> None:
    for game, fallen in FALLEN.items():
        path = table.folder / f"fallen_{game}.toml"
        path.write_text(f'ruleset = "{game}"\n[combatants.ann]\n{fallen}\n[combatants.bob]\n{STANDING.get(game, "")}\n')
        offered, begun = table.offers(shell, "combatcli attack ", "combatcli attack bob a", file=path)
        assert (offered, begun) == (["bob", "ann"], ["ann"])
        found = names(str(path))
        assert found is not None
        assert found.combatants == offered
