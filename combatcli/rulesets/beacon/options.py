"""What `beacon` adds to command lines: options, what words mean in it, examples."""

from __future__ import annotations

from combatcli.declarations import Addition, feet, flag, number, text

PUSH = text("--push", "WHAT", "1 stress each: tier, effect, act, or closer to what terrifies", many=True)
AID = text("--aid", "WHO", "WHO aids: +1 Tier, for 1 stress and an Act or a React")
REROLL = flag("--reroll", "after a failure, with --aid: rolled again instead of +1 Tier")
POSITION = text("--position", "P", "controlled, risky or desperate; risky unless said")
SENSES = (
    flag("--sight", "sight matters"),
    flag("--sight-only", "it takes sight alone"),
    flag("--hearing", "hearing matters"),
    flag("--hearing-only", "it takes hearing alone"),
)
REACT = flag("--react", "as a React, in another's turn")

ADDITIONS = {
    "attack": Addition(
        text("--versus", "DEFENCE,…", "iron, ward or grit, several with commas; iron unless said"),
        text("--action", "ACTION", "by this action instead of the weapon's own"),
        POSITION,
        flag("--supernatural", "1 + rating effect dice, no attribute die"),
        flag("--area", "an area attack"),
        text("--inflict", "WOUND[:N]", "it brings this wound; about what, as in exposed:ward", many=True),
        flag("--no-damage", "it does no damage"),
        text("--effect", "dN", "a power that is no weapon: its effect die"),
        text("--type", "TYPE,…", "its type of energy, several with commas"),
        PUSH,
        AID,
        REROLL,
        flag("--concealed", "the target is partly out of sight"),
        flag("--sheltered", "the target is behind something that stops attacks"),
        *SENSES,
        REACT,
        feet("--distance", "so many feet, or metres as in 12m"),
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
        words="ACTION is rash, cautious, act, draw, stow, pick, stand, reload or protect; then items, an ally, words",
    ),
    "next": Addition(
        number("--soak", "N boxes of soak against what the start of the turn does"),
        text("--end", "HOW", "the fight ends: death, defeat, surrender, ceasefire or retreat"),
        words="WHO begins WHO's turn",
    ),
    "move": Addition(
        flag("--maneuver", "five feet, and nobody strikes at it"),
        feet("--difficult", "so many feet of it are difficult terrain"),
        feet("--distance", "so many feet, or metres as in 12m, where no positions are kept"),
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
        text("--type", "TYPE,…", "types of energy, several with commas; kinetic unless said"),
        number("--soak", "N boxes of soak take 10 off each"),
        flag("--soak-wound", "a box of soak stops one inflicted wound"),
        number("--rounds", "a condition ends after N of one's turns"),
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
        text("--against", "WHAT", "what it is about: a type, a defence; from whom one is hidden"),
        number("--rounds", "it ends after N of one's turns"),
        examples=("combatcli boon vela focused -f beacon.toml",),
    ),
}
