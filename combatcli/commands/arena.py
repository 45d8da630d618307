"""`arena`: its subcommands."""

from __future__ import annotations

from combatcli.cli import (
    Argument,
    Call,
    Command,
    Group,
    dice_options,
    flag,
    number,
    option,
    report_options,
    rule_options,
    stream_options,
)
from combatcli.commands.assign import split
from combatcli.commands.pipeline import resolve
from combatcli.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from typer.core import TyperOption

NAME = Argument("name", "the arena")
KIND = ("--kind", "KIND", "neutral, tight, hazardous, open or dense")
KEYS = ("kind", "note", "size", "on")


def _sub(
    name: str,
    summary: str,
    arguments: Sequence[Argument],
    options: Sequence[TyperOption] = (),
    *,
    example: str,
) -> Command:
    return Command(
        name,
        change if name == "set" else suggest if name == "suggest" else resolve,
        summary=summary,
        arguments=arguments,
        options=options,
        shared=[*stream_options(), *dice_options(), *rule_options(odds=False, stateless=False), *report_options()],
        examples=[f"combatcli arena {example}"],
    )


def change(call: Call) -> int:
    """Read key=value words, as `set` has them."""
    changes = {}
    for word in call.words.get("keys", []):
        keys, value = split(word)
        if len(keys) > 1 or keys[0] not in KEYS:
            raise UsageError(f'an arena has no key "{".".join(keys)}" to set', f"It has {', '.join(KEYS)}.")
        changes[keys[0]] = value
    return resolve(call._replace(words={"name": call.words["name"], **changes}))


def suggest(call: Call) -> int:
    """Suggest a kind; that needs no encounter."""
    from combatcli.commands.pipeline import answer

    return answer(call, "realm") if not {"file", "output"} & call.shared.keys() else resolve(call)


def commands() -> list[Command]:
    """Return the subcommands."""
    names = Argument("names", "only these", many=True, required=False)
    pair = [Argument("one", "an arena"), Argument("other", "another")]
    kind = option(*KIND)
    note = option("--note", "TEXT", "its scenery")
    size = option("--size", "WORD", "how large it is")
    link = option("--link", "ARENA", "it touches this one", many=True)
    on = option("--on", "WHO", "it is carried by somebody")
    return [
        _sub("list", "List the arenas.", [names], example="list -f fight.toml"),
        _sub(
            "map",
            "Draw which arenas touch.",
            [names],
            [flag("--dot", "as a Graphviz graph")],
            example="map --dot -f fight.toml",
        ),
        _sub(
            "add",
            "Add an arena.",
            [NAME],
            [kind, note, size, link, on],
            example="add roofs --kind hazardous --link alley",
        ),
        _sub(
            "set",
            "Change an arena in mid-fight.",
            [NAME, Argument("keys", "kind=, note=, size=, on=", many=True)],
            example="set hayloft kind=hazardous -f fight.toml",
        ),
        _sub("link", "Let two arenas touch.", pair, example="link alley roofs -f fight.toml"),
        _sub("unlink", "Let two arenas touch no longer.", pair, example="unlink alley roofs -f fight.toml"),
        _sub(
            "remove",
            "Remove an arena.",
            [NAME],
            [option("--to", "ARENA", "where its occupants go")],
            example="remove bridge --to canal -f fight.toml",
        ),
        _sub(
            "split",
            "Split an arena in two.",
            [Argument("one", "the arena"), Argument("other", "the new one")],
            [kind],
            example="split market stalls -f fight.toml",
        ),
        _sub("merge", "Merge the second of two arenas into the first.", pair, [kind], example="merge market stalls"),
        _sub(
            "suggest",
            "Suggest a kind for some scenery.",
            [Argument("words", "the scenery", many=True)],
            example="suggest a crowded bar-room",
        ),
        _sub(
            "road",
            "Lay a road of several arenas.",
            [NAME],
            [
                number("--length", "how many arenas, 1 to 15; 10 unless said"),
                kind,
                note,
                link,
                flag("--force", "a longer road"),
            ],
            example="road highway --length 12 --link gate -f fight.toml",
        ),
        _sub(
            "propose",
            "Propose an arena beside another.",
            [NAME],
            [option("--beside", "ARENA", "which one it would touch"), kind, note],
            example="propose awnings --beside street --kind hazardous -f fight.toml",
        ),
        _sub("accept", "Accept an arena that was proposed.", [NAME], [kind], example="accept awnings -f fight.toml"),
        _sub(
            "breach",
            "Break a flimsy wall between two arenas.",
            pair,
            [
                option("--by", "WHO", "who breaks it"),
                option("--with", "TRAIT", "by this attribute, brawn unless said", many=True),
                number("--target", "the number to reach, 10 unless said"),
                option("--kind", "KIND", "the rubble is dense, tight or hazardous"),
                option("--name", "NAME", "what the rubble is called"),
            ],
            example="breach shop street --by ogre --kind dense -f fight.toml",
        ),
    ]


COMMAND = Group("arena", commands())
