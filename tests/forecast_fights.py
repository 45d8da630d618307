"""Small random fights of every game, by a number: seeds of a test that a failure names."""

from __future__ import annotations

import re
from random import Random

from forecasts import fight_of, side_of

TARGETS = ("nearest", "weakest", "strongest", "any", "attacker", "same", "engaged", "farthest")
STATES = ("hurt", "fresh", "alone", "outnumbered", "engaged", "round > 1", "foes > 1")
CARDS = ("[[1], [5], [3]]", "[[1], [20]]", "[[2, 4], [4, 2], [6, 6], [1, 5]]", "[[1], [5], [3], [4], [2]]")
NOTHING = "tier = 1\nbody = 0\nmind = 0\nwill = 0\nactions.skirmish = 2"


def random_fight(game: str, number: int) -> str:
    """Return the fight of a number: two of each side at most, weak, so that few blows end it; some have own dice."""
    rng = Random(f"{game} {number}")
    text = {"arq": _arq, "blade": _blade, "beacon": _beacon, "realm": _realm}[game](rng)
    return f'dice.seed = "{number}"\n{text}' if rng.random() < 0.25 else text


def rounds_of(text: str) -> int:
    """Return after how many rounds a fight is small enough for all of it to be gone through."""
    small = text.count("[combatants.") == 2 and "count = " not in text
    return 1 + (small or not re.search('"(beacon|realm)"', text))


def _names(rng: Random, most: tuple[int, int] = (2, 2)) -> list[str]:
    """Return the names of two sides, or in a third of the fights of one combatant each on three."""
    if rng.random() < 1 / 3:
        return ["ann", "bob", "zoe"]
    ours, theirs = rng.choice([(1, 1), (1, 2), (2, 1), (1, 1), (1, 1), most])
    return ["ann", "al"][:ours] + ["bob", "cat"][:theirs]


def _tactics(rng: Random, rest: str = "") -> str:
    if rng.random() < 0.5:
        return ""
    lines = []
    for _ in range(rng.randint(1, 2)):
        condition = f" if {rng.choice(STATES)}" if rng.random() < 0.4 else ""
        lines.append(f'"attack {rng.choice(TARGETS)}{rest}{condition}"')
    return f"tactics = [{', '.join(lines)}]\n"


def _count(rng: Random) -> str:
    return "count = 2\n" if rng.random() < 0.15 else ""


def _arq(rng: Random) -> str:
    names = _names(rng)
    deck, row = rng.choice(CARDS), rng.choice(["[3]", "[2]", "[4, 3]"])
    wide = deck.startswith("[[2, 4]")
    squares = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (4, 0)]
    rng.shuffle(squares)
    each = {}
    for who in names:
        player = "player = true\n" if who.startswith("a") else ""
        melee = rng.randint(0, 1) if wide and row == "[4, 3]" else 0
        x, y = squares.pop()
        shots = rng.random() < 0.3
        each[who] = (
            f'{player}deck = "small"\nwounds = {rng.randint(1, 2)}\ntraits.melee = {melee}\nposition = [{x}, {y}]\n'
            f"speed = {rng.randint(0, 4)}\n{_count(rng)}{_tactics(rng, ' --missile') if shots else ''}"
        )
    house = f"[house]\ngang_up = {rng.choice(['true', 'false'])}"
    phase = rng.choice(["action", "movement", "melee"])
    return fight_of("arq", f'phase = "{phase}"\n{house}\n[decks.small]\ncards = {deck}\nfoes = {row}', **each)


def _blade(rng: Random) -> str:
    names, each = _names(rng), {}
    for who in names:
        foes = [name for name in names if side_of(name) != side_of(who)]
        health, length = rng.randint(1, 2), rng.choice(["short", "long"])
        each[who] = (
            f"strength = {rng.randint(4, 9)}\nhealth = {health}\nmax_health = {health}\n"
            f'weapons.knife = {{ length = "{length}", damage = "1d2" }}\nwielding = "knife"\n'
            f'engaged = ["{rng.choice(foes)}"]\n{_count(rng)}{_tactics(rng)}'
        )
    return fight_of("blade", f'phase = "{rng.choice(["melee", "melee", "initiative"])}"', **each)


def _beacon(rng: Random) -> str:
    each, names = {}, _names(rng, (1, 1))
    for who in names:
        hp = rng.randint(1, 4 - len(names))
        if who.startswith("a"):
            each[who] = (
                f'player = true\nstance = "cautious"\nhp = {hp}\niron = {rng.randint(8, 16)}\n'
                f'{_tactics(rng)}{NOTHING}\nweapons.club = {{ effect = "d2" }}'
            )
        else:
            each[who] = f"hp = {hp}\niron = {rng.randint(8, 16)}\n{_count(rng)}{_tactics(rng)}"
    return fight_of("beacon", 'phase = "monsters"', **each)


def _realm(rng: Random) -> str:
    """Return a fight; three begin with their blows, in an order that stands: all that they may roll is too much."""
    each, names, top = {}, _names(rng, (1, 1)), "round = 1"
    if many := len(names) > 2:
        first, *others = rng.sample(names, len(names))
        top = f'phase = "attack-assist-aimed"\norder.places = [["{first}"], {others}]'
    for who in names:
        kind, foe = rng.choice(["light", "medium"]), rng.choice([foe for foe in names if side_of(foe) != side_of(who)])
        declared = f'declared = {{ phase = 5, action = "attack", targets = ["{foe}"] }}\n' if many else ""
        each[who] = (
            f"wounds = {rng.randint(1, 4 - len(names))}\ndefense = {rng.randint(8, 14)}\n{declared}"
            f'{_count(rng)}{_tactics(rng)}weapons.club = {{ class = "{kind}" }}'
        )
    return fight_of("realm", top, **each)
