"""What `beacon` adds to command lines: options, what words mean in it, examples."""

from __future__ import annotations

from combatcli.declarations import Addition, feet, flag, number, text

PUSH = text("--push", "WHAT", "for 1 stress each: tier, effect, act or closer; several as tier,effect", many=True)
AID = text("--aid", "WHO", "WHO aids: +1 Tier for 1 stress and an Act or React")
REROLL = flag("--reroll", "with --aid after a failure: reroll instead of +1 Tier")
POSITION = text("--position", "P", "controlled, risky or desperate [default: risky]")
SENSES = (
    flag("--sight", "sight matters"),
    flag("--sight-only", "it takes sight alone"),
    flag("--hearing", "hearing matters"),
    flag("--hearing-only", "it takes hearing alone"),
)
REACT = flag("--react", "act as a React, in someone else's turn")

ADDITIONS = {
    "attack": Addition(
        text("--versus", "DEFENSE,…", "iron, ward or grit, or several [default: iron]"),
        text("--action", "ACTION", "use this action [default: the weapon's]"),
        POSITION,
        flag("--supernatural", "1 + rating effect dice, no attribute die"),
        flag("--area", "an area attack"),
        text("--inflict", "WOUND[:N]", "also inflict this wound; exposed:ward names what it is about", many=True),
        flag("--no-damage", "do no damage"),
        text("--effect", "dN", "use a power instead of a weapon: its effect die; without damage it needs none"),
        text("--type", "TYPE,…", "types of energy, separated by commas"),
        PUSH,
        AID,
        REROLL,
        flag("--concealed", "the target is partly out of sight"),
        flag("--sheltered", "the target is behind something that stops attacks"),
        *SENSES,
        REACT,
        feet("--distance", "distance in feet, or 12m in meters"),
    ),
    "test": Addition(
        POSITION,
        number("--tier", "the opposing Tier"),
        flag("--not-watching", "a watcher who is not watching: -1 Tier"),
        text("--goal", "NAME", "toward the goal of a skill encounter"),
        text("--path", "TEXT", "what a failure opens instead"),
        PUSH,
        AID,
        REROLL,
        *SENSES,
        words="TRAIT is an action; --against takes WHO:ACTION",
    ),
    "order": Addition(text("--early", "NPC", "this NPC takes its turn now")),
    "declare": Addition(
        REACT,
        PUSH,
        words="ACTION is rash, cautious, act, draw, stow, pick, stand, reload, protect, aid; then items, ally, words",
    ),
    "next": Addition(
        number("--soak", "N boxes of soak against what the start of the turn does"),
        text("--end", "HOW", "the fight ends: death, defeat, surrender, ceasefire or retreat"),
        words="WHO begins WHO's turn",
    ),
    "move": Addition(
        flag("--maneuver", "five feet, and nobody strikes at it"),
        feet("--difficult", "so many feet of it are difficult terrain"),
        feet("--distance", "how far: 40, or 12m in meters; only without positions"),
        PUSH,
        words="WAY is X,Y (also -2,0), or an arena",
    ),
    "push": Addition(
        feet("--feet", "how far"),
        flag("--pull", "nearer instead of away"),
        flag("--slide", "in any direction"),
        flag("--slam", "away, and it hurts if something stops it"),
        flag("--teleport", "to where one can be, within the distance"),
        flag("--hits", "something stops it"),
        text("--to", "X,Y", "where to"),
    ),
    "wound": Addition(
        text("--type", "TYPE,…", "types of energy, separated by commas [default: kinetic]"),
        number("--soak", "N boxes of soak take 10 off each"),
        flag("--soak-wound", "a box of soak stops one inflicted wound"),
        number("--rounds", "end a condition after N of their turns"),
        words="AMOUNT is damage, or a condition as in burning:3",
    ),
    "recover": Addition(
        flag("--act", "as an Act, beside the free roll"),
        REACT,
        POSITION,
        PUSH,
        text("--end", "NAME", "end a condition by word"),
        flag("--rest", "a quarter of the maximum for 1 stress, in downtime"),
        words="WHO may be followed by a wound; --with takes body, mind or will",
    ),
    "boon": Addition(
        text("--against", "WHAT", "what it is about: a type, a defense; from whom one is hidden"),
        number("--rounds", "end it after N of their turns"),
        examples=("combatcli boon vela focused -f beacon.toml",),
    ),
}
