"""What `realm` adds to command lines: options, what words mean in it, its own subcommands of `arena`, examples."""

from __future__ import annotations

from combatcli.declarations import Addition, Argument, Option, Subcommand, flag, number, number_or_nothing, text

KIND = text("--kind", "KIND", "neutral, tight, hazardous, open or dense")
NOTE = text("--note", "TEXT", "its scenery")
LINK = text("--link", "ARENA", "it touches this one", many=True)
NAME = Argument("name", "the arena")
PAIR = (Argument("one", "an arena"), Argument("other", "another"))


def _arena(name: str, summary: str, arguments: tuple[Argument, ...], *options: Option, example: str) -> Subcommand:
    return Subcommand(f"arena {name}", summary, arguments, options, (f"combatcli arena {example}",))


ADDITIONS = {
    "attack": Addition(
        number("--extra-dice", "roll N extra dice, for abilities"),
        number("--defense", "raise the target's defense by N"),
        text("--assist", "WHO", "this ally adds a die", many=True),
        text("--parry", "USE", "parry with a weapon: attack, wound or daring[:WHO] [default: the target's]", many=True),
        flag("--counter", "answer a hit while defending or protecting"),
        flag("--aim", "aimed shot, over several arenas"),
        flag("--throw", "throw the weapon in hand"),
        examples=("combatcli attack --ruleset realm --with class=medium --against defense=12 --odds",),
    ),
    "show": Addition(words="A dot is a free wound box, a number a marked one; *2 are two Awesome."),
    "declare": Addition(
        text("--phase", "PHASE", "the phase alone, by number or name"),
        text("--plan", "TEXT", "free text, made precise later"),
        text("--pay", "WHO=N", "pay Awesomes for a change of an NPC's plan", many=True),
        number_or_nothing("--secret", "hide it from the board; N Awesomes go to the bowl", empty="0"),
        flag("--hide-target", "hide whom it is aimed at"),
        flag("--reveal", "show what was secret, of WHO or of all"),
        flag("--awesome", "for an Awesome, a helper attacks or protects instead"),
        words="ACTION is defend, protect, shoot, throw, aim, focus, impede, move, attack, assist or push",
        examples=(
            "combatcli declare ruffian --phase 5 -f fight.toml",
            'combatcli declare tomas focus "the rune on the door" -f fight.toml',
        ),
    ),
    "order": Addition(
        flag("--board", "show the board, rolling nothing"),
        flag("--reveal", "show secret declarations too"),
        text("--ties", "reroll", "let the tied roll again until they are split"),
        flag("--again", "roll again where an order stands"),
        examples=("combatcli order --board -f fight.toml",),
    ),
    "next": Addition(
        text("--done", "WHO", "WHO has done what they declared or focused on; the phase goes on", many=True),
        examples=("combatcli next --done sefa -f fight.toml",),
    ),
    "move": Addition(words="WAY is one arena, or two for an Awesome"),
    "wound": Addition(
        words="AMOUNT is the wound's number, or several as 4,2; --with daring or commitment, or WHO=daring, to fight on"
    ),
    "recover": Addition(
        number("--days", "days of rest [default: 1]"),
        number_or_nothing("--heal", "healing stops the bleeding, and clears N wounds", empty="0"),
        number("--wound", "healing clears this wound"),
        examples=("combatcli recover mira --days 3 -f fight.toml", "combatcli recover mira --heal 1 -f fight.toml"),
    ),
    "test": Addition(
        number("--target", "the number to reach [default: 10]"),
        words="--against WHO or WHO:TRAIT rolls too and must be beaten",
        examples=("combatcli test --ruleset realm --with daring=3 daring --odds",),
    ),
    "push": Addition(
        text("--to", "ARENA", "into this arena, where more than one is adjacent"),
        words="each side contests with the highest of brawn, cunning and daring, unless --with and --against say else",
    ),
    "impede": Addition(
        words="each side contests with the highest of brawn, cunning and daring, unless --with and --against say else",
    ),
    "set": Addition(flag("--from-bowl", "the Awesomes come out of the bowl: set WHO awesome=+1 --from-bowl")),
    "arena add": Addition(text("--on", "WHO", "it is carried by somebody")),
    "arena": Addition(
        subcommands=(
            _arena(
                "split",
                "Split an arena in two.",
                (Argument("one", "the arena"), Argument("other", "the new one")),
                KIND,
                example="split market stalls -f fight.toml",
            ),
            _arena(
                "merge",
                "Merge the second of two arenas into the first.",
                PAIR,
                KIND,
                example="merge market alley -f fight.toml",
            ),
            Subcommand(
                "arena suggest",
                "Suggest a kind for some scenery.",
                (Argument("words", "the scenery", many=True),),
                examples=("combatcli arena suggest a crowded bar-room",),
                alone=True,
            ),
            _arena(
                "road",
                "Lay a road of several arenas.",
                (NAME,),
                number("--length", "how many arenas, 1 to 15 [default: 10]"),
                KIND,
                NOTE,
                LINK,
                flag("--force", "a longer road"),
                example="road highway --length 12 --link market -f fight.toml",
            ),
            _arena(
                "propose",
                "Propose an arena beside another.",
                (NAME,),
                text("--beside", "ARENA", "which one it would touch"),
                KIND,
                NOTE,
                example="propose awnings --beside market --kind hazardous -f fight.toml",
            ),
            _arena(
                "accept", "Accept an arena that was proposed.", (NAME,), KIND, example="accept awnings -f fight.toml"
            ),
            _arena("reject", "Reject an arena that was proposed.", (NAME,), example="reject awnings -f fight.toml"),
            Subcommand(
                "arena breach",
                "Break a flimsy wall between two arenas.",
                PAIR,
                (
                    text("--by", "WHO", "who breaks it"),
                    text("--with", "TRAIT", "by this attribute [default: brawn]", many=True),
                    number("--target", "the number to reach [default: 10]"),
                    text("--kind", "KIND", "the rubble is dense, tight or hazardous"),
                    text("--name", "NAME", "what the rubble is called"),
                ),
                ("combatcli arena breach market alley --by tomas --kind dense -f fight.toml",),
                fails=True,
            ),
        ),
    ),
}
