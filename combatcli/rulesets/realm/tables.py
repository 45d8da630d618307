"""The tables of `realm`'s rules, made from what the engine reads."""

from combatcli.report.blocks import with_sign
from combatcli.rulesets.parts import MakeTables, table
from combatcli.rulesets.realm import arena, ground, state, weapons

TABLES: dict[str, MakeTables] = {
    "R0": lambda: table(
        "Status words",
        ("status", "cannot act", "rule"),
        [(word, "yes" if word in state.FALLEN else "", rule) for word, rule in state.STATUS.items()],
    ),
    "R2": lambda: table(
        "Phases",
        ("phase#", "name", "what is done"),
        [(number, name, ", ".join(actions)) for number, (name, actions) in enumerate(state.DONE_IN.items(), 1)],
    ),
    "R11": lambda: table(
        "Kinds of arena",
        ("kind", "favours", "attack"),
        [
            (kind, ", ".join(classes) or "none", with_sign(ground.ARENA_BONUS) if classes else "")
            for kind, classes in ground.FAVORED.items()
        ],
    ),
    "R12": lambda: table(
        "Scenery, the kind that counts first at the top",
        ("kind", "suggested by"),
        [(kind, ", ".join(words)) for kind, words in arena.scenery_words()["words"].items()],
    ),
    "R23": lambda: table(
        "Aimed shots",
        ("weapon", "reaches", "arenas#"),
        [
            (range_, "" if range_ in weapons.WHOEVER_SHOOTS else f"{weapons.AIM_OF_BRAWN} x brawn, at most", arenas)
            for range_, arenas in weapons.FURTHEST_AIM.items()
        ],
    ),
    "R30": lambda: table(
        f"Weapon classes, of whose dice the best {weapons.KEPT} are kept",
        ("class", "dice"),
        [(class_, f"{dice}d{weapons.FACE_DIE}") for class_, dice in weapons.DICE.items()],
    ),
}
