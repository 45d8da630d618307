"""What TAB offers in bash, zsh, fish and `play`, and what a command is given after it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from combatcli.cli import command_named
from combatcli.commands import SUMMARIES
from combatcli.commands.completion import FILES, bundled_script_path
from combatcli.commands.new import new_encounter_text
from combatcli.pipeline.typed import parse_typed_line
from combatcli.pipeline.words import LineCompleter
from combatcli.rulesets import NAMES, load
from completing import Table
from support import Run

SHELLS = tuple(FILES)
Offers = Callable[..., list[list[str]]]
"""What is offered at the end of lines, with a file."""
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
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.chdir(tmp_path)
    for game in NAMES:
        (tmp_path / f"{game}.toml").write_text(
            new_encounter_text(load(game), seed=None, example=True, schema=False), encoding="utf-8"
        )
    (tmp_path / "hard.toml").write_text(HARD, encoding="utf-8")
    return Table(tmp_path)


@pytest.fixture(params=SHELLS)
def shell(request: pytest.FixtureRequest, need: Callable[[str], str]) -> str:
    name = str(request.param)
    need(name)
    return name


@pytest.fixture(params=["program", "play"])
def offers(request: pytest.FixtureRequest, run: Run, monkeypatch: pytest.MonkeyPatch) -> Offers:
    """Return what is offered where each line ends: by the program that every shell asks, and in `play`."""

    def asked(*lines: str, file: Path | None = None) -> list[list[str]]:
        if file is not None:
            monkeypatch.setenv("COMBATCLI_FILE", str(file))
        answers = [run("completion", "fish", f"--words=combatcli {line}").out for line in lines]
        return [[word.partition("\t")[0] for word in answer.splitlines()] for answer in answers]

    def in_play(*lines: str, file: Path | None = None) -> list[list[str]]:
        words = LineCompleter(SUMMARIES, command_named, None if file is None else str(file))
        return [
            [*words.completions_at_cursor(at).words] if (at := parse_typed_line(line, in_play=True)) else []
            for line in lines
        ]

    return in_play if request.param == "play" else asked


def test_commands_are_offered_in_the_order_of_the_help(table: Table, shell: str) -> None:
    assert table.offers(shell, "combatcli ") == [[*SUMMARIES, "help"]]


def test_commands_of_arenas_and_options_are_those_of_the_game_in_play(table: Table, offers: Offers) -> None:
    common = ["list", "map", "add", "set", "link", "unlink", "remove"]
    assert offers("arena ", file=table.folder / "arq.toml") == [common]
    (offered,) = offers("arena ", file=table.folder / "realm.toml")
    assert set(offered) == {*common, "split", "merge", "suggest", "road", "propose", "accept", "reject", "breach"}
    line = "attack mira ruffian "
    own = {"realm": "--parry", "arq": "--missile", "beacon": "--versus", "blade": "--called"}
    starts = (line, f"{line}-f arq.toml ", f"{line}--file=beacon.toml ", f"{line}--ruleset blade ")
    for start, game in zip(starts, own, strict=True):
        (offered,) = offers(f"{start}--", file=table.folder / "realm.toml")
        assert {*offered} & {*own.values()} == {own[game]}
        assert {*offered} >= {"--apply", "--odds", "--help"}
        assert ("--weapon" in offered) is (game != "arq")
        assert ("--cards" in offered) is (game == "arq")


def test_without_a_file_options_are_those_of_every_game(offers: Offers) -> None:
    attack, breach = offers("attack mira ruffian --", "arena breach a b --")
    assert {*attack} >= {"--parry", "--missile", "--versus", "--called", "--weapon", "--cards"}
    assert {*breach} >= {"--by", "--kind", "--target"}


WITHOUT_FILE = {
    "roll --color ": "auto always never",
    "attack --ruleset ": "realm blade arq beacon plain d20 moves pool percent wild bare",
    "attack --ruleset b": "blade beacon bare",
    "new ": "realm blade arq beacon plain d20 moves pool percent wild bare",
    "schema a": "arq",
    "completion ": "bash zsh fish",
    "arena add x --kind ": "neutral tight hazardous open dense",
    "attack --ruleset realm --with class=h": "class=hand class=heavy",
    "attack --ruleset=realm --with=class=h": "--with=class=hand --with=class=heavy",
    "boon vela f": "focused flanking fortified",
    "attack vela hound --inflict b": "bleeding blighted burning blinded",
    "attack vela hound --position ": "controlled risky desperate",
    "declare mira --phase f": "focus-impede focused",
    "declare osk c": "cast cautious",
    "declare osk -f blade.toml c": "cast",
    "order --choose ": "act react",
    "test mira -f realm.toml d": "daring",
    "recover mira --heal 2 -f realm.toml m": "marksman",
    "rules Q36": "Q36",
    "dice ": "ask roll",
    "at": "attack",
    **{f"attack -f {name} --app": "--apply" for name in ("bytes.toml", "missing.toml", "-")},
    "attack -f missing.toml ": "",
    **dict.fromkeys(["roll ", "odds ", "add ", "arena add ", "condition mira ", "condition mira x --note "], ""),
    **dict.fromkeys(["roll -t ", "undo ", "x "], ""),
}
"""Lines, and what each of them offers where no file is in play."""
IN_PLAY = {
    "attack ": "ruffian thugs marksman mira tomas sefa",
    "attack m": "marksman mira",
    "attack M": "marksman mira",
    "attack mira ": "ruffian thugs marksman tomas sefa",
    "attack mira --odds t": "thugs tomas",
    "attack -q mira -- t": "thugs tomas",
    "attack mira --assist s": "sefa",
    "attack mira --weapon ": "sabre dagger unarmed",
    "attack mira --weapon=s": "--weapon=sabre",
    "attack tomas ruffian --weapon ": "maul unarmed",
    "attack 'Tomas Oak' ruffian --weapon m": "maul",
    "attack mira ruffian --by": "",
    "attack mira -- --": "",
    "wound ruffian 4 --by to": "tomas",
    "move mira ": "market alley roofs canal ruffian thugs marksman tomas sefa",
    "arena link alley r": "roofs",
    "arena remove canal --to m": "market",
    "set --side ": "heroes collectors",
    "pairings --choose t": "thugs= tomas=",
    "drop ru": "ruffian",
    "set mira arena=r": "arena=roofs",
    "set mira wielding=s": "wielding=sabre",
    "set tomas side=c": "side=collectors",
    "add ogre wielding=": "wielding=",
    "forecast --vary thugs.": "thugs.tactics= thugs.count= thugs.wounds= thugs.brawn=",
    "forecast --vary house.str": "house.strict=",
    "set . rou": "round=",
    "set . round=2 dice": "dice.seed=",
    "set . house.st": "house.strict=true house.strict=false",
    "set . phase=f": "phase=focus-impede phase=focused",
    "set . are": "",
    "set -f blade.toml . conf": "confined=true confined=false",
    "set mira rou": "",
    "show -f blade.toml or": "orc1 orc2",
    "declare --again mira to": "tomas",
    "roll @": "@fall @mira.sneak @treasure",
    "odds 3d6 @t": "@treasure",
    "rules r11": "R11",
    "rules E3": "",
    "help dash": "dashtest",
    "unkno ": "",
}
"""The same where a file is: its game's words alone, and its names."""
IN_SHELLS = {
    "roll --color ",
    "attack --ruleset=realm --with=class=h",
    "attack M",
    "attack mira --weapon=s",
    "attack 'Tomas Oak' ruffian --weapon m",
    "attack mira -- --",
    "pairings --choose t",
    "set mira arena=r",
    "set . house.st",
    "forecast --vary thugs.",
    "roll @",
    "unkno ",
    "attack -f - --app",
}
"""The lines of both that the script of a shell may get wrong."""
ROLLS = (
    '\n[rolls]\nfall = "3d6"\n[tables.treasure]\nroll = "1d2"\n"1-2" = "x"\n[combatants.mira.rolls]\nsneak = "1d20"\n'
)


@pytest.fixture
def everywhere(table: Table) -> list[tuple[Path | None, dict[str, str]]]:
    """Return what lines are to offer, without a file and in one, which lies in the folder at hand."""
    text = (table.folder / "realm.toml").read_text(encoding="utf-8")
    (table.folder / "fight.toml").write_text(f"{text}{ROLLS}", encoding="utf-8")
    (table.folder / "bytes.toml").write_bytes(bytes(range(256)) * 4)
    return [(None, WITHOUT_FILE), (table.folder / "fight.toml", IN_PLAY)]


def in_any_order(lines: Iterable[str], words: Iterable[Iterable[str]]) -> dict[str, list[str]]:
    return {line: sorted(each) for line, each in zip(lines, words, strict=True)}


def test_the_same_line_is_offered_the_same_words_everywhere(
    everywhere: list[tuple[Path | None, dict[str, str]]], offers: Offers
) -> None:
    for file, lines in everywhere:
        assert in_any_order(lines, offers(*lines, file=file)) == in_any_order(lines, map(str.split, lines.values()))


@pytest.mark.untraced
def test_a_shell_offers_what_the_program_says(
    everywhere: list[tuple[Path | None, dict[str, str]]], table: Table, shell: str
) -> None:
    for file, every in everywhere:
        lines = {line: words for line, words in every.items() if line in IN_SHELLS}
        offered = table.offers(shell, *(f"combatcli {line}" for line in lines), file=file)
        assert in_any_order(lines, offered) == in_any_order(lines, map(str.split, lines.values()))


@pytest.mark.usefixtures("toy")
def test_a_game_from_outside_is_completed_like_ours(run: Run, table: Table, offers: Offers) -> None:
    (table.folder / "toy.toml").write_text(run("new", "toy", "--example").out, encoding="utf-8")
    lines = {
        "attack a": "ann",
        "attack ann bob --ea": "--eager",
        "set ann pok": "pokes=",
        "new t": "toy",
        "attack --ruleset t": "toy",
    }
    offered = offers(*lines, file=table.folder / "toy.toml")
    assert dict(zip(lines, offered, strict=True)) == {line: wanted.split() for line, wanted in lines.items()}


def test_a_file_behind_the_cursor_is_the_one_in_play(run: Run, table: Table) -> None:
    asked = ("completion", "fish", "--words=combatcli attack mi", "--after= -f realm.toml")
    assert run(*asked).out == "mira\tMira Vane\n"
    assert run("completion", "fish", "--words=A=b combatcli attack < realm.toml mi").out == "mira\tMira Vane\n"
    assert run("completion", "fish", "--words=combatcli attack < re").out == "\tfiles\tre\n"


def test_a_line_without_end_does_not_hold_up_the_shell(table: Table, offers: Offers) -> None:
    text = (table.folder / "realm.toml").read_text(encoding="utf-8")
    (table.folder / "long.toml").write_text(f"{text}\n[notes]\nlong = {[1] * 200_000}\n", encoding="utf-8")
    (offered,) = offers("attack -f long.toml m")
    assert sorted(offered) == ["marksman", "mira"]


def test_a_name_that_turns_the_writing_direction_is_not_listed(table: Table, offers: Offers) -> None:
    names = ["mi\u202era", "mi\u2066x", "mi\u200fy", "mi\x85z", "mi–dash"]
    text = 'ruleset = "realm"\n' + "".join(f'[combatants."{name}"]\n' for name in names)
    (table.folder / "bidi.toml").write_text(f'{text}[combatants."mi\\u202Eq"]\n[combatants.mia]\n', encoding="utf-8")
    (offered,) = offers("attack -f bidi.toml m")
    assert sorted(offered) == ["mia", "mi–dash"]


def test_bash_leaves_no_variable_of_its_own(table: Table) -> None:
    script = """
        compopt() { :; }; source "$1"; [[ abc =~ b ]]
        before=$(set | grep -v '^_=\\|^BASH_LINENO=\\|^COMP\\|^PIPESTATUS=\\|^before=')
        COMP_LINE="combatcli attack -f realm.toml mira --weapon 3 -t 4 x " COMP_POINT=50; _combatcli combatcli
        after=$(set | grep -v '^_=\\|^BASH_LINENO=\\|^COMP\\|^PIPESTATUS=\\|^before=')
        [[ $before == "$after" ]] || diff <(echo "$before") <(echo "$after")
        echo "${BASH_REMATCH[0]}"
    """
    words = ["bash", "-c", script, "bash", bundled_script_path("bash")]
    done = subprocess.run(words, env=table.environment, cwd=table.folder, capture_output=True, text=True, check=False)
    assert done.stdout == "b\n"


NEWER_THAN_BASH_3_2 = re.compile(
    r"mapfile|readarray|coproc|(?:declare|local|typeset) -\w*[Agn]|\$\{\w+(?:\[[^]]*\])?[,^@]"
    r"|&>>|\|&|;;?&|\[\[ -v|read -\w*[iN]"
)


@pytest.mark.parametrize(("line", "offered"), [("show mi", "mira"), ("show -f re", "realm.toml")])
def test_bash_completes_without_what_bash_3_2_lacks(table: Table, line: str, offered: str) -> None:
    path = bundled_script_path("bash")
    assert NEWER_THAN_BASH_3_2.search(Path(path).read_text(encoding="utf-8")) is None
    script = """
        enable -n compopt; set -u; source "$1"; COMP_LINE="combatcli $2" COMP_POINT=99; _combatcli combatcli
        printf '%s\n' "${COMPREPLY[@]}"
    """
    words = ["bash", "-c", script, "bash", path, line]
    environment = {**table.environment, "COMBATCLI_FILE": "realm.toml", "BASH_COMPAT": "3.2"}
    done = subprocess.run(words, env=environment, cwd=table.folder, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"{offered}\n", "")


@pytest.mark.untraced
def test_files_are_offered_where_one_is_expected(table: Table, shell: str) -> None:
    lines = ["show -f re", "add --from re", "attack mira --output re", "play re"]
    assert table.offers(shell, *(f"combatcli {line}" for line in lines)) == [["realm.toml"]] * len(lines)


@pytest.mark.untraced
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


FALLEN = {
    "realm": 'status = ["focusing", "broken"]',
    "blade": "health = 0 # dead",
    "arq": 'status = ["incapacitated"]',
    "beacon": "hp = -3",
}


def test_the_fallen_are_offered_last(table: Table, offers: Offers) -> None:
    for game, fallen in FALLEN.items():
        path = table.folder / f"fallen_{game}.toml"
        path.write_text(f'ruleset = "{game}"\n[combatants.ann]\n{fallen}\n[combatants.bob]\n')
        assert offers("attack ", "attack bob a", file=path) == [["bob", "ann"], ["ann"]]
