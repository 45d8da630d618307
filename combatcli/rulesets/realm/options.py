"""What `realm` adds to command lines: options, what words mean in it, its own subcommands of `arena`, examples."""

from __future__ import annotations

from combatcli.declarations import Addition, Argument, Option, Subcommand, flag, number, number_or_nothing, text

KIND = text("--kind", "KIND", "neutral, tight, hazardous, open or dense")
NOTE = text("--note", "TEXT", "its scenery")
LINK = text("--link", "ARENA", "link it to this arena", many=True)
NAME = Argument("name", "the arena")
PAIR = (Argument("one", "an arena"), Argument("other", "another"))


def _arena(name: str, summary: str, arguments: tuple[Argument, ...], *options: Option, example: str) -> Subcommand:
    return Subcommand(f"arena {name}", summary, arguments, options, (f"combatcli arena {example}",))


ADDITIONS = {
    "attack": Addition(
        number("--extra-dice", "roll N extra dice, for abilities"),
        number("--defense", "raise the target's defense by N"),
        text("--assist", "WHO", "this ally adds a die", many=True),
        text("--parry", "USE", "parry with a weapon: attack, wound or daring[:WHO] [default: the target]", many=True),
        flag("--counter", "answer a hit while defending or protecting"),
        flag("--aim", "make an aimed shot, across several arenas"),
        flag("--throw", "throw the weapon in hand"),
        examples=("combatcli attack --ruleset realm --with class=medium --against defense=12 --odds",),
    ),
    "show": Addition(words="a dot is a free wound box, and a number is a marked one; *2 means two Awesomes"),
    "declare": Addition(
        text("--phase", "PHASE", "declare only the phase, by number or name"),
        text("--plan", "TEXT", "declare a plan as free text, to be made precise later"),
        text("--pay", "WHO=N", "pay N Awesomes to change an NPC's plan", many=True),
        number_or_nothing("--secret", "hide it from the board; N Awesomes go to the bowl", empty="0"),
        flag("--hide-target", "hide only the target"),
        flag("--reveal", "show the secret declarations of WHO, or of everybody"),
        flag("--awesome", "spend an Awesome so that a helper attacks or protects instead"),
        words="ACTION is defend, protect, shoot, throw, aim, focus, impede, move, attack, assist or push",
        examples=(
            "combatcli declare ruffian --phase 5 -f fight.toml",
            'combatcli declare tomas focus "the rune on the door" -f fight.toml',
        ),
    ),
    "order": Addition(
        flag("--board", "show the declaration board without rolling"),
        flag("--reveal", "show secret declarations too"),
        text("--ties", "reroll", "reroll ties until they are broken"),
        flag("--again", "roll again even if there already is an order"),
        examples=("combatcli order --board -f fight.toml",),
    ),
    "next": Addition(
        text("--done", "WHO", "mark WHO's declared or focused action as done, without ending the phase", many=True),
        examples=("combatcli next --done sefa -f fight.toml",),
    ),
    "move": Addition(words="WAY is one arena, or two for an Awesome"),
    "wound": Addition(
        words="AMOUNT is the wound's number, or several as in 4,2; "
        "--with takes the trait to fight on, daring or commitment, or WHO=daring"
    ),
    "recover": Addition(
        number("--days", "days of rest [default: 1]"),
        number_or_nothing("--heal", "stop the bleeding by healing, and clear N wounds", empty="0"),
        number("--wound", "clear this wound by healing"),
        examples=("combatcli recover mira --days 3 -f fight.toml", "combatcli recover mira --heal 1 -f fight.toml"),
    ),
    "test": Addition(
        number("--target", "the number to reach [default: 10]"),
        words="--against takes WHO or WHO:TRAIT, an opponent who also rolls and must be beaten",
        examples=("combatcli test --ruleset realm --with daring=3 daring --odds",),
    ),
    "push": Addition(
        text("--to", "ARENA", "push into this arena, if several are adjacent"),
        words="each side uses the highest of brawn, cunning and daring unless you give --with or --against",
    ),
    "impede": Addition(
        words="each side uses the highest of brawn, cunning and daring unless you give --with or --against",
    ),
    "set": Addition(flag("--from-bowl", "take the Awesomes from the bowl: set WHO awesome=+1 --from-bowl")),
    "arena add": Addition(text("--on", "WHO", "WHO carries the arena")),
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
                "Add a road of several arenas.",
                (NAME,),
                number("--length", "the number of arenas, 1 to 15 [default: 10]"),
                KIND,
                NOTE,
                LINK,
                flag("--force", "allow a longer road"),
                example="road highway --length 12 --link market -f fight.toml",
            ),
            _arena(
                "propose",
                "Propose an arena beside another.",
                (NAME,),
                text("--beside", "ARENA", "the arena next to it"),
                KIND,
                NOTE,
                example="propose awnings --beside market --kind hazardous -f fight.toml",
            ),
            _arena("accept", "Accept a proposed arena.", (NAME,), KIND, example="accept awnings -f fight.toml"),
            _arena("reject", "Reject a proposed arena.", (NAME,), example="reject awnings -f fight.toml"),
            Subcommand(
                "arena breach",
                "Break a flimsy wall between two arenas.",
                PAIR,
                (
                    text("--by", "WHO", "who breaks it"),
                    text("--with", "TRAIT", "use this attribute [default: brawn]", many=True),
                    number("--target", "the number to reach [default: 10]"),
                    text("--kind", "KIND", "the kind of the rubble: dense, tight or hazardous"),
                    text("--name", "NAME", "the name of the rubble"),
                ),
                ("combatcli arena breach market alley --by tomas --kind dense -f fight.toml",),
                fails=True,
            ),
        ),
    ),
}
