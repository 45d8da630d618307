"""Damage as it stands in a file: what can be read and rolled, and what is refused by its key."""

from __future__ import annotations

import pytest

from support import Run

FIGHTS = {
    "realm": 'ruleset = "realm"\n[combatants.mira]\nweapons.club.damage = "DAMAGE"\n[combatants.ogre]\n',
    "blade": (
        'ruleset = "blade"\nphase = "melee"\n'
        '[combatants.mira]\nside = "us"\nweapons.club = { hands = 1, damage = "DAMAGE" }\n'
        '[combatants.ogre]\nside = "them"\n'
    ),
}
KEY = "combatants.mira.weapons.club.damage"


@pytest.mark.parametrize("game", FIGHTS)
@pytest.mark.parametrize("damage", ["1d6", "d6", "10d10", "99d99", "2d6+1", "1d6!", "{2d6, 1d8}kh1", "0100d6"])
def test_damage_that_can_be_rolled_is_valid(run: Run, game: str, damage: str) -> None:
    assert run("check", stdin=FIGHTS[game].replace("DAMAGE", damage)).code == 0


@pytest.mark.parametrize("game", FIGHTS)
@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("1d6/0", "division by zero"),
        ("1d6%0", "modulo by zero"),
        ("2**99999*1d6", "too large"),
        ("6x4d6", '"6x4d6" is rolled 6 times, and damage once'),
        ("d", "expected"),
        ("1d0", "0 sides"),
        ("1d\u0663", "expected"),
        ("dx", "expected"),
    ],
)
def test_damage_that_cannot_be_rolled_is_refused_by_its_key(run: Run, game: str, damage: str, said: str) -> None:
    fight = FIGHTS[game]
    read = run("check", stdin=fight.replace("DAMAGE", damage))
    changed = run("set", "mira", f"weapons.club.damage={damage}", stdin=fight.replace("DAMAGE", "1d6"))
    for done in (read, changed):
        assert done.code == 3
        assert f"{KEY}: " in done.err
        assert said in done.err


@pytest.mark.parametrize("damage", ["0d6", "5", "0d6+3", "00d6", "if(1, 2, 1d6)"])
def test_in_realm_damage_rolls_a_die(run: Run, damage: str) -> None:
    done = run("check", stdin=FIGHTS["realm"].replace("DAMAGE", damage))
    assert (done.code, "rolls no die" in done.err) == (3, True)


@pytest.mark.parametrize("damage", ["2d6dl2", "{2d6+1d4}dh3", "1d6kl1dl1+2", "{1d6,1d8}dl2", "a = 2d6dl2; a"])
def test_in_realm_a_die_of_damage_may_count(run: Run, damage: str) -> None:
    done = run("check", stdin=FIGHTS["realm"].replace("DAMAGE", damage))
    assert (done.code, f'"{damage}" keeps no die, and each die of damage marks a wound' in done.err) == (3, True)


@pytest.mark.parametrize(
    "damage", ["2d6dl1", "2d6dl2+1d4", "if(1d6>3, 2d6, 0)", "(1d4-1)d6", "1d6-6", "{1d6,1d8}kl1", "3d6>=5", "2d6!!dh1"]
)
def test_in_realm_damage_of_which_a_die_may_count_is_damage(run: Run, damage: str) -> None:
    assert run("check", stdin=FIGHTS["realm"].replace("DAMAGE", damage)).code == 0


def test_damage_that_fails_as_it_falls_is_refused(run: Run) -> None:
    fight = FIGHTS["realm"].replace("DAMAGE", "8/(1d6-2)+1d4")
    done = run("attack", "mira", "ogre", "--dice", "9,9,9,2,1", stdin=fight)
    assert (done.code, done.out) == (3, "")
    assert "cannot be rolled: division by zero" in done.err


def test_a_game_without_an_option_of_set_says_so(run: Run) -> None:
    done = run("set", "mira", "count=2", "--from-bowl", stdin=FIGHTS["blade"].replace("DAMAGE", "1d6"))
    assert (done.code, done.err) == (3, "combatcli: blade's set has no --from-bowl.\n  realm has it.\n")


def test_comments_beside_numbers_stay_where_they_are(run: Run) -> None:
    text = (
        'ruleset = "arq"\nphase = "movement"\n[combatants.tor]\nspeed = 9\nposition = [\n  1, # east\n  2, # north\n]\n'
    )
    done = run("set", "tor", "position=[2,2]", "-q", stdin=text)
    assert done.out == text.replace("1, # east", "2, # east")
    assert run("set", "tor", "position=[2,3]", "-q", stdin=done.out).out == done.out.replace("2, # north", "3, # north")
