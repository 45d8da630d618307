"""What `arq` adds to command lines: options, what words mean in it, examples."""

from __future__ import annotations

from combatcli.declarations import Addition, flag, number, number_or_nothing, text

VOID = text("--void", "WHO", "undo the last test of WHO; takes no arguments", enough=True)

ADDITIONS = {
    "attack": Addition(
        flag("--missile", "shoot, testing missile against movement"),
        flag("--reaction", "answer a move that ignored your threat"),
        VOID,
        words="--all resolves the pairs in order",
        examples=("combatcli attack --ruleset arq --with traits.melee=2 --against traits.melee=1 --odds",),
    ),
    "test": Addition(
        number("--target", "test against N instead of an opponent"),
        VOID,
        words="--against takes FOE or FOE:TRAIT",
    ),
    "dashtest": Addition(VOID),
    "order": Addition(
        flag("--all", "draw all cards that are left in this phase"),
        flag("--table", "take turns in file order, without cards"),
    ),
    "declare": Addition(words="ACTION is act or pass; without an ACTION, WHO is marked as activated"),
    "move": Addition(
        flag("--blunder", "ignore threats, so that foes may answer"),
        text("--meet", "WHO", "WHO advances too, and both take turns step by step"),
        number("--back", "pull back N squares along the last move"),
        words="WAY is squares X,Y … (also -2,0), or an arena",
    ),
    "wound": Addition(words="AMOUNT is a number of wounds"),
    "recover": Addition(number_or_nothing("--heal", "heal N wounds, if the GM says so", empty="0")),
}
