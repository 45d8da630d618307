"""What `blade` adds to command lines: options, what words mean in it, examples."""

from __future__ import annotations

from combatcli.declarations import Addition, feet, flag, number, text

ADDITIONS = {
    "attack": Addition(
        number("--difficulty", "add a Difficulty of N"),
        text("--called", "PART[:N]", "make a called shot, N harder; hands are 1, eyes 3"),
        feet("--distance", "distance of a shot: 40, or 12m in meters"),
        flag("--opportunity", "strike out of turn at a foe who turns away or casts"),
        examples=("combatcli attack --ruleset blade --with strength=10 --against agility=9,protection=1 --odds",),
    ),
    "declare": Addition(
        text("--outcome", "TEXT", "the intended outcome of an improvised action"),
        words="ACTION is attack, cast or improvise",
        examples=('combatcli declare darna improvise "swing from the lamp" -f blade.toml',),
    ),
    "order": Addition(
        text("--choose", "act|react", "the choice of the highest side, now or after the roll [default: act]"),
        flag("--again", "roll again"),
        text("--surprised", "SIDE", "this side is surprised and does nothing", many=True),
        flag("--check-surprise", "roll for surprise, once for each side"),
    ),
    "move": Addition(
        flag("--run", "run up to twice as far, in a straight line"),
        text("--charge", "FOE", "charge an enemy, for a First Strike"),
        feet("--distance", "the distance, only without positions: 40, or 12m in meters"),
        words="WAY is X,Y (also -2,0), an arena, or a combatant to approach",
        examples=("combatcli move ilvar --charge orc1 -f blade.toml",),
    ),
    "wound": Addition(words="AMOUNT is points"),
    "recover": Addition(
        number("--stamina", "restore N points of stamina, if the GM says so"),
        number("--health", "restore N points of health, if the GM says so"),
        flag("--sleep", "sleep, which clears the lists of cast and failed spells"),
    ),
    "test": Addition(
        number("--difficulty", "set the Difficulty; for a spell, casts since the last sleep are added"),
        text("--spell", "NAME", "cast this spell by a check of mind, declared or not"),
        flag("--force", "force a spell that just failed, or fails now, for 1d6 damage"),
        examples=("combatcli test osk mind --spell Light --difficulty 2 -f blade.toml",),
    ),
}
