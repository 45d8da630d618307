"""What `arq` adds to command lines: options, what words mean in it, examples."""

from __future__ import annotations

from combatcli.declarations import Addition, flag, number, number_or_nothing, text

VOID = text("--void", "WHO", "undo the last test of WHO; takes no arguments", enough=True)

ADDITIONS = {
    "attack": Addition(
        flag("--missile", "shoot: missile against movement"),
        flag("--reaction", "answer a move that ignored your threat"),
        VOID,
        words="--all goes along the pairs",
        examples=("combatcli attack --ruleset arq --with traits.melee=2 --against traits.melee=1 --odds",),
    ),
    "test": Addition(
        number("--target", "against N instead of somebody"),
        VOID,
        words="--against takes FOE or FOE:TRAIT",
    ),
    "dashtest": Addition(VOID),
    "order": Addition(
        flag("--all", "draw all cards that are left in this phase"),
        flag("--table", "go round the file's order, without cards"),
    ),
    "declare": Addition(words="ACTION is act or pass; without one WHO has been activated"),
    "move": Addition(
        flag("--blunder", "ignore threats, which may be answered"),
        text("--meet", "WHO", "advance on each other, a step each in turn"),
        number("--back", "pull back along the way, N squares"),
        words="WAY is squares X,Y … (also -2,0), or an arena",
    ),
    "wound": Addition(words="AMOUNT is wounds"),
    "recover": Addition(number_or_nothing("--heal", "by the GM's word, N wounds heal", empty="0")),
}
