"""The tables of `realm`'s rules, made from what the engine reads."""

from __future__ import annotations

from combatcli.report.blocks import with_sign
from combatcli.rulesets.lookup.catalog import Table
from combatcli.rulesets.realm import arena, attack_roll, impede, reach, recover, scenery, state, test
from combatcli.rulesets.shared.clock import SECONDS


def status_words() -> list[Table]:
    """Return what somebody may be, whether it keeps from acting, and the rule that each word comes from."""
    rows = [(word, "yes", rule) for word, rule in state.FALLEN.items()]
    rows += [(word, "", rule) for word, rule in state.HAMPERED.items()]
    return [Table("Status words", ("status", "cannot act", "rule"), rows)]


def time() -> list[Table]:
    """Return how long a round and a turn are."""
    rows = [("round", f"{SECONDS} seconds"), ("turn", f"{state.ROUNDS_A_TURN} rounds")]
    return [Table("Time", ("", "lasts"), rows)]


def phases() -> list[Table]:
    """Return the phases, and what is done in each."""
    rows = [
        (number, name, ", ".join([action for action, phase in state.PHASE_OF.items() if phase == number]))
        for number, name in enumerate(state.PHASES, 1)
    ]
    return [Table("Phases", ("phase#", "name", "what is done"), rows)]


def arena_kinds() -> list[Table]:
    """Return which classes of weapon each kind of arena favors."""
    rows = [
        (kind, ", ".join(classes) or "none", with_sign(attack_roll.ARENA_BONUS) if classes else "")
        for kind, classes in attack_roll.FAVORED.items()
    ]
    return [Table("Kinds of arena", ("kind", "favours", "attack"), rows)]


def kinds_of_scenery() -> list[Table]:
    """Return which words suggest which kind, the kind that counts first at the top."""
    rows = [(kind, scenery.SCENERY[kind].replace(";", ", ")) for kind in scenery.PRECEDENCE]
    return [Table("Scenery, the kind that counts first at the top", ("kind", "suggested by"), rows)]


def measures() -> list[Table]:
    """Return how large an open arena is, and how long a road."""
    rows = [("open arena", arena.MEASURE), ("road", f"{arena.LONGEST_ROAD} arenas at most")]
    return [Table("Measures", ("", "size"), rows)]


def rubble() -> list[Table]:
    """Return which kinds of arena rubble may be."""
    return [Table("Rubble", ("kind",), [(kind,) for kind in arena.RUBBLE])]


def defending() -> list[Table]:
    """Return what attacks on a defender are at."""
    rows = [(held or "no shield", with_sign(penalty)) for held, penalty in attack_roll.DEFENDING.items()]
    return [Table("Attacks on who defends", ("with", "attack"), rows)]


def aimed_shots() -> list[Table]:
    """Return how far an aimed shot reaches by its weapon."""
    rows = [
        (range_, "" if range_ in reach.WHOEVER_SHOOTS else f"{reach.AIM_OF_BRAWN} x brawn, at most", arenas)
        for range_, arenas in reach.FURTHEST_AIM.items()
    ]
    return [Table("Aimed shots", ("weapon", "reaches", "arenas#"), rows)]


def holding() -> list[Table]:
    """Return by which attributes one may impede and push."""
    return [Table("Attributes to hold or push by", ("attribute",), [(trait,) for trait in impede.HOLDING])]


def weapon_classes() -> list[Table]:
    """Return how many dice an attack has by the class of its weapon."""
    rows = [(class_, f"{dice}d{attack_roll.FACE_DIE}") for class_, dice in attack_roll.DICE.items()]
    title = f"Weapon classes, of whose dice the best {attack_roll.KEPT} are kept"
    return [Table(title, ("class", "dice"), rows)]


def face_die() -> list[Table]:
    """Return what the face die must show, and what it adds."""
    row = (attack_roll.FACE_DIE, f"1d{attack_roll.FACE_BONUS_DIE}")
    return [Table("The face die", ("shows#", "adds to the damage"), [row])]


def parrying() -> list[Table]:
    """Return which weapons parry beside which, and what a parry adds to an attack."""
    rows = [
        ("held to parry", ", ".join([*attack_roll.PARRYING, "shield"])),
        ("beside", ", ".join(attack_roll.BESIDE)),
        ("adds to an attack", with_sign(attack_roll.PARRY_BONUS)),
    ]
    return [Table("Parrying weapons", ("", "what"), rows)]


def recovery() -> list[Table]:
    """Return the die of a day's rest."""
    return [Table("Recovery", ("die a day",), [(f"1d{recover.RECOVERY_DIE}",)])]


def tests() -> list[Table]:
    """Return the die of a test, what it needs, and the attributes."""
    rows = [(attribute, f"1d{test.DIE}", test.TARGET) for attribute in test.ATTRIBUTES]
    return [Table("Tests", ("attribute", "die", "needs#"), rows)]


TABLES = {
    "R0": status_words,
    "R1": time,
    "R2": phases,
    "R11": arena_kinds,
    "R12": kinds_of_scenery,
    "R14": measures,
    "R17": rubble,
    "R20": defending,
    "R23": aimed_shots,
    "R25": holding,
    "R30": weapon_classes,
    "R31": face_die,
    "R33": parrying,
    "R44": recovery,
    "R50": tests,
}
