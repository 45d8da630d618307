"""Section 1: the program, and a page for each command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combatcli import __version__
from combatcli.commands import SECTIONS, SUMMARIES
from combatcli.declarations import ABOUT_DICE, ABOUT_FILES, ABOUT_REPORT, RULESET
from combatcli.errors import ExitCode
from combatcli.rulesets import NAMES, additions
from combatcli.rulesets.game_files import OURS
from manual.common import (
    CODES,
    FILES,
    USUAL,
    VARIABLES,
    commands_of,
    environment,
    exit_status,
    files,
    options_in_all_games,
    release_date,
)
from manual.mdoc import argument, page, paragraph, paragraphs, section, see_also, sentence, subsection, tagged, typed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from combatcli.declarations import Argument, Command, Option

GROUPS = {"Dice and rules": (*ABOUT_DICE, RULESET), "The encounter": ABOUT_FILES, "The report": ABOUT_REPORT}
"""Options that many commands have, by what they are about."""
GROUPED = {option.name for group in GROUPS.values() for option in group}
FORMATS = [("combatcli", 1), ("combatcli-encounter", 5), ("combatcli-game", 5), ("combatcli-json", 7)]
DESCRIBED = ("who", "attacker", "target", "targets", "other")
"""Words for those that `--with` and `--against` may describe instead."""
HELP = (
    "`combatcli help` lists the commands. `combatcli help COMMAND` and `combatcli COMMAND --help` explain one command, "
    "with examples."
)
EXAMPLES = (
    "combatcli roll 4d6kh3+1",
    "combatcli odds 2d6+1 --at-least 9",
    "combatcli new realm --example --seed friday > fight.toml",
    "combatcli attack mira ruffian < fight.toml | combatcli wound | combatcli next > later.toml",
    "export COMBATCLI_FILE=fight.toml",
    "combatcli attack mira ruffian --apply && combatcli show",
    "combatcli undo",
)


def main_page() -> str:
    """Return the page of the program."""
    tables = [
        subsection(title, tagged([(name, paragraph(SUMMARIES[name])) for name in names], macro="Ic", width="condition"))
        for title, names in SECTIONS.items()
    ]
    return page(
        "combatcli",
        1,
        "run tabletop fights from your terminal",
        release_date(),
        section(
            "SYNOPSIS",
            ".Nm combatcli\n.Ar command\n.Op Ar option ...\n.Op Ar word ...",
            ".Nm combatcli\n.Ar expression ...",
            ".Nm combatcli\n.Op Fl h | Fl V",
        ),
        section("DESCRIPTION", _description(), *tables, subsection("Help", paragraph(HELP))),
        section(
            "OPTIONS",
            paragraph("Options follow the command. Each command has a page of its own that lists its options."),
            tagged(
                [
                    ("Fl h , Fl -help", "Print help, for the whole program or for the command before it."),
                    ("Fl V , Fl -version", "Print the version."),
                ]
            ),
        ),
        environment(list(VARIABLES)),
        files(list(FILES)),
        exit_status(
            list(CODES),
            "After an error no file has changed, unless the message says so, and standard output is empty. There are "
            "two exceptions. `roll` writes results as they come if they take more than a second or a megabyte. If the "
            "disk becomes full, the beginning of a report longer than 8 KiB may have been written. Python itself "
            "exits with 1 if standard input is a directory.",
        ),
        section("EXAMPLES", typed(EXAMPLES)),
        see_also(
            [*((f"combatcli-{name}", 1) for name in SUMMARIES), *FORMATS[1:], ("combatcli-dice", 7)],
        ),
    )


def _description() -> str:
    return paragraphs(
        "Each command reads an encounter, does one thing and passes the encounter on. Every rule of a game can use "
        "random dice, replayable dice (`--seed`) or the dice that you rolled on your table (`--dice`). It can also "
        "print exact odds (`--odds`).",
        f"This is version {__version__}. The games {_in_a_row(NAMES)} are built in. Small ones come as one file each: "
        f"{_in_a_row(OURS)}. You can write any other game in such a file, as combatcli-game(5) says, or install it as "
        "a package.",
        "A command reads the encounter from `-f FILE`. Without that option it reads standard input if that is a pipe "
        "or a file, and otherwise the file that COMBATCLI_FILE names. A command that changes a file changes it in "
        "place and reports on standard output. In a pipe, the encounter goes to standard output and the report to "
        "standard error. A read-only command prints its answer on standard output, so it ends a pipe. With `--pass` "
        "it passes the encounter on and reports on standard error.",
        "You can name a combatant, weapon, arena, condition or other argument by its id, in any letter case, or by "
        "its full name. On a terminal you can abbreviate it, and commands, options and keys, as long as it stays "
        "unique. A point is `X,Y`. A distance is a number of feet, or of meters as in `12m`. If an expression stands "
        "in place of a command, it is rolled.",
    )


def _in_a_row(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}"


def command_page(name: str) -> str:
    """Return the page of a command, or of a group of them."""
    commands = commands_of(name)
    return page(
        f"combatcli-{name}",
        1,
        _phrase(SUMMARIES[name]),
        release_date(),
        section("SYNOPSIS", *map(_synopsis, commands)),
        section("DESCRIPTION", *_about(name, commands)),
        section("OPTIONS", *_options(commands)),
        environment(_variables(commands)),
        files(_files(commands)),
        _codes(commands),
        section("EXAMPLES", *_examples(commands)),
        see_also([*FORMATS, *_related(name)]),
    )


def _phrase(summary: str) -> str:
    return f"{summary[0].lower()}{summary[1:]}".rstrip(".").replace("`", "")


def _synopsis(command: Command) -> str:
    every = {option.name: option for option in options_in_all_games(command)}
    lines = [f".Nm combatcli {command.name}", *([".Op Ar option ..."] if every else [])]
    optional = list(command.arguments) if any(option.enough for option in every.values()) else []
    if {"--ruleset", "--with"} <= every.keys():
        optional = [each for each in command.arguments if each.name in DESCRIBED]
    if len(optional) == len(command.arguments) > 1:
        return "\n".join([*lines, f".Op {' '.join([_argument(each) for each in optional])}"])
    return "\n".join(
        [*lines, *[f".Op {_argument(each)}" if each in optional else _word(each) for each in command.arguments]]
    )


def _argument(each: Argument) -> str:
    return f"Ar {each.name.upper().rstrip('_')}{' ...' if each.many else ''}"


def _word(each: Argument) -> str:
    return f".{'' if each.required else 'Op '}{_argument(each)}"


def _about(name: str, commands: Sequence[Command]) -> Iterator[str]:
    if len(commands) == 1:
        yield paragraph(f"{SUMMARIES[name]} {sentence(commands[0].about) if commands[0].about else ''}")
        yield _words(commands[0])
        return
    yield paragraph(f"{SUMMARIES[name]} Its subcommands are:")
    for command in commands:
        yield subsection(command.name, paragraph(f"{command.summary} {command.about}"), _words(command))


def _words(command: Command) -> str:
    return tagged([(_word(each)[1:], paragraph(sentence(each.help))) for each in command.arguments])


def _options(commands: Sequence[Command]) -> Iterator[str]:
    shared = {option.name: option for command in commands for option in command.shared_options}
    several = len(commands) > 1
    for command in commands:
        rare = [option for option in command.shared_options if option.name not in GROUPED]
        own = _listed([*command.options, *rare])
        yield subsection(command.name, own) if several and own else own
        for game, added in additions(command.name).items():
            title = f"{command.name} in {game}" if several else f"In {game}"
            if added.options or added.words:
                yield subsection(title, _meaning(added.words), _listed(added.options))
    for title, group in GROUPS.items():
        known = [shared.pop(option.name) for option in group if option.name in shared]
        if known:
            yield subsection(title, _listed(known))
    yield tagged([("Fl h , Fl -help", "Print help.")])


def _meaning(words: str) -> str:
    return "\n.br\n".join([paragraph(sentence(each)) for each in words.split("; ")]) if words else ""


def _listed(options: Iterable[Option]) -> str:
    return tagged([(_flag(option), paragraph(_said(option))) for option in options])


def _flag(option: Option) -> str:
    value = {"flag": "", "number or nothing": f" Op Ar {argument(option.metavar.strip('[]'))}"}.get(
        option.kind, f" Ar {argument(option.metavar.replace('…', '...'))}"
    )
    short = f"Fl {option.short[1:]}{value} , " if option.short else ""
    return f"{short}Fl {option.name[1:]}{value}"


def _said(option: Option) -> str:
    more = " You can repeat this option." if option.many else ""
    more += " In feet, or in meters as in `12m`." if option.kind == "feet" and "12m" not in option.help else ""
    return f"{sentence(option.help, may_list=option.kind != 'flag')}{more}"


def _has(commands: Sequence[Command], *names: str) -> bool:
    every = {option.name for command in commands for option in options_in_all_games(command)}
    return bool(every & set(names))


def _takes_fight(commands: Sequence[Command]) -> bool:
    return _has(commands, "--file") or any(each.name == "fight" for each in commands[0].arguments)


def _runs_others(commands: Sequence[Command]) -> bool:
    return commands[0].name == "play"


def _variables(commands: Sequence[Command]) -> list[str]:
    if _runs_others(commands):
        return list(VARIABLES)
    told = ["NO_COLOR", "TERM"] if _has(commands, "--color") else []
    named = ["XDG_CONFIG_HOME"] if _has(commands, "--list") else []
    return [*(["COMBATCLI_FILE"] if _takes_fight(commands) else []), *told, *named, "COMBATCLI_DEBUG"]


def _files(commands: Sequence[Command]) -> list[str]:
    takes_file = _takes_fight(commands) or _has(commands, "--output")
    keeps = takes_file and not _has(commands, "--times", "--schema") and not all(each.asks for each in commands)
    schema = _has(commands, "--schema") or commands[0].name == "schema"
    own = _has(commands, "--list") or _runs_others(commands)
    return [
        *(["FILE"] if takes_file else []),
        *(["FILE.journal"] if keeps else []),
        *(["FILE.journal.1"] if keeps or _has(commands, "--force") else []),
        *(["GAME.schema.json"] if schema else []),
        *(["~/.config/combatcli/rolls.toml"] if own else []),
    ]


def _codes(commands: Sequence[Command]) -> str:
    if _runs_others(commands):
        return exit_status(list(CODES), "A script exits with the code of its first line that failed.")
    codes = [code for code in CODES if code in USUAL or (code == ExitCode.FAILED and _has(commands, "--exit-status"))]
    return exit_status(codes, "combatcli(1) lists the other codes.")


def _examples(commands: Sequence[Command]) -> Iterator[str]:
    own = [example for command in commands for example in command.examples]
    told = [typed(own)] if own else []
    for command in commands:
        for game, added in additions(command.name).items():
            if added.examples:
                told.append(f"{paragraph(f'In {game}:')}\n{typed(added.examples)}")
    yield "\n.Pp\n".join(told)


def _related(name: str) -> list[tuple[str, int]]:
    near = next(names for names in SECTIONS.values() if name in names)
    dice = [("combatcli-dice", 7)] if name in ("roll", "odds", "test", "attack") else []
    return [*((f"combatcli-{each}", 1) for each in near if each != name), *dice]
