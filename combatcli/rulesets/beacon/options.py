"""What `beacon` adds to command lines: options, what words mean in it, examples."""

from __future__ import annotations

from combatcli.declarations import Addition, feet, flag, number, text

PUSH = text("--push", "WHAT", "pay 1 stress for each of tier, effect, act and closer, as in tier,effect", many=True)
AID = text("--aid", "WHO", "WHO aids: +1 Tier for 1 stress and an Act or React")
REROLL = flag("--reroll", "with --aid after a failure: reroll instead of +1 Tier")
POSITION = text("--position", "P", "controlled, risky or desperate [default: risky]")
SENSES = (
    flag("--sight", "sight matters"),
    flag("--sight-only", "only sight matters"),
    flag("--hearing", "hearing matters"),
    flag("--hearing-only", "only hearing matters"),
)
REACT = flag("--react", "act as a React, in someone else's turn")

ADDITIONS = {
    "attack": Addition(
        text("--versus", "DEFENSE,…", "iron, ward or grit, or several [default: iron]"),
        text("--action", "ACTION", "use this action [default: the weapon's]"),
        POSITION,
        flag("--supernatural", "roll 1 + rating effect dice and no attribute die"),
        flag("--area", "make an area attack"),
        text("--inflict", "WOUND[:N]", "also inflict this wound; exposed:ward names the defense", many=True),
        flag("--no-damage", "do no damage"),
        text("--effect", "dN", "use a power with this effect die, not a weapon; needless without damage"),
        text("--type", "TYPE,…", "the types of energy, separated by commas"),
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
        flag("--not-watching", "the watcher is not paying attention: -1 Tier"),
        text("--goal", "NAME", "work toward this goal of a skill encounter"),
        text("--path", "TEXT", "the other path that a failure opens"),
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
        words="ACTION is rash, cautious, act, draw, stow, pick, stand, reload, protect or aid; "
        "TARGETS are its items, its ally or free text",
    ),
    "next": Addition(
        number("--soak", "use N boxes of soak against damage at the start of the turn"),
        text("--end", "HOW", "end the fight by death, defeat, surrender, ceasefire or retreat"),
        words="WHO is the combatant whose turn begins",
    ),
    "move": Addition(
        flag("--maneuver", "move five feet, safe from reactions"),
        feet("--difficult", "the distance through difficult terrain"),
        feet("--distance", "the distance, only without positions: 40, or 12m in meters"),
        PUSH,
        words="WAY is X,Y (also -2,0), or an arena",
    ),
    "push": Addition(
        feet("--feet", "the distance"),
        flag("--pull", "pull the target nearer"),
        flag("--slide", "move the target in any direction"),
        flag("--slam", "push the target away, with damage if something stops it"),
        flag("--teleport", "move the target to any free place within the distance"),
        flag("--hits", "something stops the target"),
        text("--to", "X,Y", "the destination"),
    ),
    "wound": Addition(
        text("--type", "TYPE,…", "the types of energy, separated by commas [default: kinetic]"),
        number("--soak", "use N boxes of soak, each against 10 points"),
        flag("--soak-wound", "use a box of soak to stop one inflicted wound"),
        number("--rounds", "end a condition after N of their turns"),
        words="AMOUNT is damage, or a condition such as burning:3",
    ),
    "recover": Addition(
        flag("--act", "roll again as an Act, besides the free roll"),
        REACT,
        POSITION,
        PUSH,
        text("--end", "NAME", "end a condition without a roll"),
        flag("--rest", "in downtime, regain a quarter of the maximum for 1 stress"),
        words="you can add a wound after WHO; --with takes body, mind or will",
    ),
    "boon": Addition(
        text("--against", "WHAT", "what it applies to: a type, a defense, or who you are hidden from"),
        number("--rounds", "end it after N of their turns"),
        examples=("combatcli boon vela focused -f beacon.toml",),
    ),
}
