"""Each option of each command of each game is heard or refused: it changes what comes of a line, or what is said."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from combatcli.cli import command_named
from combatcli.commands import SUMMARIES
from combatcli.declarations import Command, CommandGroup, Option
from combatcli.rulesets import NAMES, additions, load
from support import Run

pytestmark = pytest.mark.unmeasured

GAMES = {
    "realm": {"one": "mira", "foe": "ruffian", "here": "market", "there": "canal"},
    "blade": {"one": "darna", "foe": "orc1", "here": "yard", "there": "stairs"},
    "arq": {"one": "bran", "foe": "gob1", "here": "ford", "there": "mill"},
    "beacon": {"one": "vela", "foe": "hound", "here": "ford", "there": "mill"},
}
"""Who is in the example of a game, and where."""
LINES = {
    "show": "show",
    "next": "next",
    "order": "order",
    "wound": "wound {one} 2",
    "condition": "condition {one} blessed",
    "attack": "attack {one} {foe}",
    "dashtest": "dashtest {one} {foe}",
    "pairings": "pairings",
    "recover": "recover {one}",
    "arena map": "arena map",
    "arena add": "arena add cellar",
    "arena remove": "arena remove {here}",
    "arena split": "arena split {here} stalls",
    "arena merge": "arena merge {here} alley",
    "arena road": "arena road highway",
    "arena propose": "arena propose awnings --beside market",
    "arena accept": "arena accept awnings",
    "arena breach": "arena breach {here} {there} --by {one}",
    "impede": "impede {one} {foe}",
    "boon": "boon {one} focused",
    "realm set": "set . bowl=0",
    "realm declare": "declare mira attack ruffian",
    "realm test": "test mira daring",
    "realm push": "push mira ruffian --to canal",
    "beacon declare": "declare vela aid osric",
    "beacon move": "move vela 0,5",
    "beacon test": "test vela prowl",
    "beacon recover": "recover vela burning",
    "beacon push": "push vela hound --feet 10",
    "blade declare": "declare osk cast Light",
    "blade move": "move osk yard",
    "blade test": "test osk mind",
    "blade recover": "recover darna --stamina 1",
    "arq declare": "declare bran pass",
    "arq move": "move bran 1,-1",
    "arq test": "test bran movement --target 10",
    "arq recover": "recover bran --heal 1",
}
"""A line of each command, of a game's own where it says so."""
BEFORE = {
    "recover": ["wound {one} 2"],
    "arena remove": ["arena add {here}", "arena add {there}", "set {one} arena={here}"],
    "beacon recover": ["wound vela 2", "wound vela burning"],
    "arena map": ["arena add {here}"],
    "arena accept": ["arena propose awnings --beside market"],
}
"""What has to happen first, where it is not so yet."""
VALUES = {
    "WHO": "{one} {foe}",
    "FOE": "{foe}",
    "NPC": "{foe}",
    "WHO=N": "{foe}=1",
    "WHO=WHOM": "{one}={foe}",
    "SIDE": "heroes",
    "ARENA": "{there}",
    "KIND": "dense difficult",
    "TRAIT": "brawn strength melee finesse",
    "KEY=VALUE,…": "awareness agility movement prowl {foe} brawn=3",
    "NAME": "unarmed fist Light dying",
    "PART[:N]": "head head:2",
    "X,Y": "5,5",
    "dN": "d12",
    "P": "desperate",
    "ACTION": "hunt finesse",
}
"""What values of an option may be, by how its help calls them."""
ENGAGED = [f'set {who} \'engaged=["vela", "osric"]\'' for who in ("hound", "wight")]
SECOND: dict[str, Sequence[str]] = {
    **{f"{game} show --players": ["set {one} note=x", "show"] for game in NAMES},
    "realm set --from-bowl": ["set . bowl=2", "set mira awesome=+1"],
    "realm order --reveal": ["declare mira move canal --secret", "order --board"],
    "realm order --again": ["order", "order"],
    "realm arena road --force": ["arena road highway --length 30"],
    "realm attack --aim": ["declare mira aim ruffian", "attack mira ruffian"],
    "blade next --round": ["next --round", "next"],
    "beacon attack --area": ["boon hound hidden", "attack vela hound"],
    "beacon recover --rest": ["wound vela 9", "recover vela"],
    "blade recover --health": ["wound darna 9", "recover darna --stamina 1"],
    "beacon pairings --spread": [*ENGAGED, "pairings"],
    "beacon pairings --gang": [*ENGAGED, "pairings"],
    "beacon recover --position": ["wound vela burning", "recover vela burning"],
    "beacon recover --act": ["wound vela burning", "recover vela burning"],
    **{
        f"beacon {line.split()[0]} --{option}": [f"wound vela {wound}", line]
        for line in ("attack vela hound", "test vela prowl")
        for sense, wound in (("sight", "blinded"), ("hearing", "deafened"))
        for option in (sense, f"{sense}-only")
    },
}
"""Of an option whose line has no use for it: lines, of which the last one is given with the option and without."""


def commands() -> Iterator[Command]:
    for name in SUMMARIES:
        command = command_named(name)
        yield from command.commands.values() if isinstance(command, CommandGroup) else [command]


def options(command: Command, game: str) -> list[Option]:
    """Return the options that a game's command has, but those that many commands share."""
    doing = load(game).action(command.name)
    added = additions(command.name).get(game)
    own = [*command.options, *(added.options if added else ())]
    return [] if doing is None else [one for one in own if one.key in doing.request.__struct_encode_fields__]


def given(option: Option, names: dict[str, str]) -> Iterator[list[str]]:
    """Yield the ways to give an option that are plausible, each as words."""
    if option.kind in ("flag", "number or nothing"):
        yield [option.name]
    if option.kind != "flag":
        kinds = {"number": "1 2 3", "number or nothing": "1 2", "feet": "5 60"}
        values = kinds.get(option.kind) or VALUES.get(option.metavar, "words")
        yield from ([option.name, value] for value in (*option.offers, *values.format(**names).split()))


CASES = [
    (game, command.name, option)
    for command in commands()
    if command.is_played_by_rules
    for game in NAMES
    for option in options(command, game)
]


class Trial:
    """A line on a game's example, which is tried with and without an option."""

    def __init__(self, run: Run, folder: Path, game: str, lines: Sequence[str]) -> None:
        self._run, self._path, self._line = run, folder / "fight.toml", lines[-1]
        self._path.write_text(run("new", game, "--example", "--seed", "heard").out, encoding="utf-8")
        for line in lines[:-1]:
            self._run(*shlex.split(line.format(**GAMES[game])), "-f", self._path)
        self._text = self._path.read_text(encoding="utf-8")
        self._line = lines[-1].format(**GAMES[game])
        self.plain = self.comes_of()

    def comes_of(self, *option: str) -> tuple[object, ...]:
        """Return what comes of the line: its exit code, the fight, what is told."""
        self._path.write_text(self._text, encoding="utf-8")
        done = self._run(*shlex.split(self._line), *option, "-v", "-f", self._path)
        return done.code, done.out, done.err, self._path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "command", "option"), CASES, ids=lambda each: getattr(each, "name", each))
def test_an_option_is_heard_or_refused(run: Run, tmp_path: Path, game: str, command: str, option: Option) -> None:
    line = LINES.get(f"{game} {command}") or LINES[command]
    before = BEFORE.get(f"{game} {command}") or BEFORE.get(command) or []
    lines = SECOND.get(f"{game} {command} {option.name}") or [*before, line]
    trial = Trial(run, tmp_path, game, lines)
    heard = [came for words in given(option, GAMES[game]) if (came := trial.comes_of(*words)) != trial.plain]
    assert heard, lines[-1]
    assert 0 in [trial.plain[0], *(code for code, *_ in heard)], trial.plain
