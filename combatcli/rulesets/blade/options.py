"""What `blade` adds to command lines: options, what words mean in it, examples."""

from __future__ import annotations

from combatcli.declarations import Addition, feet, flag, number, text

ADDITIONS = {
    "attack": Addition(
        number("--difficulty", "add a Difficulty of N"),
        text("--called", "PART[:N]", "called shot, N harder; hands are 1, eyes 3"),
        feet("--distance", "distance of a shot: 40, or 12m in meters"),
        flag("--opportunity", "strike out of turn at a foe who turns away or casts"),
        examples=("combatcli attack --ruleset blade --with strength=10 --against agility=9,protection=1 --odds",),
    ),
    "declare": Addition(
        text("--outcome", "TEXT", "what an improvised action hopes for"),
        words="ACTION is attack, cast or improvise",
        examples=('combatcli declare darna improvise "swing from the lamp" -f blade.toml',),
    ),
    "order": Addition(
        text("--choose", "act|react", "what the highest chooses, also after the roll [default: act]"),
        flag("--again", "roll again"),
        text("--surprised", "SIDE", "this side is surprised and does nothing", many=True),
        flag("--check-surprise", "roll for each side whether it is surprised"),
    ),
    "move": Addition(
        flag("--run", "up to twice as far, straight"),
        text("--charge", "FOE", "at an enemy, for a First Strike"),
        feet("--distance", "how far: 40, or 12m in meters; only without positions"),
        words="WAY is X,Y (also -2,0), an arena, or up to whom",
        examples=("combatcli move ilvar --charge orc1 -f blade.toml",),
    ),
    "wound": Addition(words="AMOUNT is points"),
    "recover": Addition(
        number("--stamina", "by the GM's word, N points of stamina"),
        number("--health", "by the GM's word, N points of health"),
        flag("--sleep", "forget which spells were cast, and which failed"),
    ),
    "test": Addition(
        number("--difficulty", "a Difficulty of N; a spell's own, to which its casts since sleep are added"),
        text("--spell", "NAME", "cast this spell, declared or not; a check of mind"),
        flag("--force", "force the spell that has just failed, or that fails now, for 1d6 damage"),
        examples=("combatcli test osk mind --spell Light --difficulty 2 -f blade.toml",),
    ),
}
