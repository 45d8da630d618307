"""Games in files: turns of sides, rounds without turns, blows at once, groups, changes of weapons and conditions."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import Done, Run, refused, tables, whose

START = """\
game = "small"
out = "hp = 0"
[combatant]
speed = 0
hp = { full = 5 }
kind_of = ["plain", "odd"]
shaken = false
[weapon]
damage = 2
ammo = 2
[attack]
refuse."no ammunition is left" = "weapon.ammo = 0"
die = "1d6"
hit = "die >= 3"
damage = "weapon.damage"
weapon.ammo = "weapon.ammo - 1"
target.slowed = "if(hit, 2, 0)"
[wound]
target.hp = "target.hp - damage"
target.shaken = true
[conditions]
slowed = "has -2 on its speed"
[turn]
who.shaken = false
"""
FIGHT = """\
ruleset = "small.toml"
[combatants.ann]
side = "us"
weapons.bow = {}
[combatants.abe]
side = "us"
speed = 3
[combatants.rats]
side = "them"
count = 2
"""


class Table:
    """A game and a fight, and what is played in it."""

    def __init__(self, run: Run, folder: Path) -> None:
        self.run, self.folder = run, folder
        self.file = folder / "fight.toml"
        self.file.write_text(FIGHT, encoding="utf-8")
        self.rules("")

    def rules(self, more: str, top: str = "") -> None:
        """Write the game's file."""
        (self.folder / "small.toml").write_text(f"{top}{START}{more}", encoding="utf-8")

    def play(self, line: str) -> Done:
        """Play a line."""
        return self.run(*line.split(), "-f", self.file)

    def keys(self, who: str) -> dict[str, object]:
        """Return the keys of somebody."""
        keys: dict[str, object] = whose(self.run, self.file)[who]["keys"]  # type: ignore[assignment]
        return keys


@pytest.fixture
def table(run: Run, tmp_path: Path) -> Table:
    """Return a table to play at."""
    return Table(run, tmp_path)


def test_a_side_rolls_once_and_all_of_it_begin_their_turn(table: Table) -> None:
    """With the keys of the first who is able."""
    table.rules('[order]\nroll = "1d6 + speed"\nby = "side"\n')
    table.play("wound ann 5")
    done = table.play("order --dice 1,2")
    assert "1. us with 4" in done.out
    assert "Now round 1, us' turn." in done.out
    assert "them's turn" in table.play("next").out


def test_low_comes_first_and_each_round_is_rolled_anew(table: Table) -> None:
    """If the game says so."""
    table.rules('[order]\nroll = "1d6"\nlow = true\nagain = "each round"\n')
    assert "Chance that ann comes first: 91/216" in table.play("order --odds").out
    assert "1. abe with 1" in table.play("order --dice 3,1,5").out
    table.play("next")
    table.play("next")
    done = table.play("next --dice 1,2,3")
    assert "1. ann with 1" in done.out
    assert "Now round 2, ann's turn." in done.out
    assert "Now round 3, rats' turn." in table.play("next --round --dice 6,5,4").out


def test_next_stops_where_one_side_alone_is_left(table: Table) -> None:
    """So that no further turn makes a victory a defeat; after it, those who are out are passed over."""
    table.rules('who.hp = "who.hp - if(who.speed < 3, 5, 0)"\n[order]\nroll = "speed"\n')
    table.play("set rats count=1")
    table.play("order")
    table.play("wound ann 5")
    assert table.play("next").out.startswith("Now round 1, ann's turn.\nNow round 1, rats's turn.\nrats: hp -5.\n")
    assert table.play("next").out.startswith("Now round 2, abe's turn.")
    assert "Now round 3, abe's turn." in table.play("next").out


def test_without_an_order_a_round_is_a_round(table: Table) -> None:
    """And the turn of all begins with it."""
    table.play("wound ann 1")
    assert table.keys("ann")["shaken"] is True
    table.play("next")
    assert table.keys("ann")["shaken"] is False


def test_a_member_of_a_group_falls_and_the_next_is_as_before(table: Table) -> None:
    """With full points, and without what the wound has set."""
    done = table.play("wound rats 9")
    assert "rats: one falls, 1 left" in done.out
    rats = tables(table.file)["combatants"]["rats"]
    assert rats.get("hp", 5) == 5
    assert not rats.get("shaken", False)


def test_a_weapon_is_used_up(table: Table) -> None:
    """And what is refused asks for no dice."""
    table.play("attack ann rats --dice 1")
    table.play("attack ann rats --dice 1")
    assert tables(table.file)["combatants"]["ann"]["weapons"]["bow"]["ammo"] == 0
    refused(table.play("attack ann rats --dice 1"), 3, "ann: no ammunition is left")


def test_who_is_unarmed_uses_nothing_up(table: Table) -> None:
    """And attacks by the defaults."""
    done = table.play("attack abe rats --dice 5 --apply")
    assert "rats take 2 from abe: 2 off hp." in done.out


def test_a_change_gives_a_condition_for_some_rounds(table: Table) -> None:
    """Which `condition` gives and ends as well."""
    assert "rats are slowed for 2 rounds (has -2 on its speed)." in table.play("attack ann rats --dice 5").out
    assert "slowed (2 rounds)" in table.play("show").out
    assert "ann is slowed for 3 rounds (has -2 on its speed)." in table.play("condition ann slowed --rounds 3").out
    assert "has -2 on its speed" in table.play("rules slowed").out


@pytest.mark.parametrize(("faces", "says"), [("1,2,1", "pool [1, 2, 1], all 3"), ("6,6,6", "hits 3, all 3")])
def test_a_pool_is_counted_though_no_die_or_each_shows_it(table: Table, faces: str, says: str) -> None:
    """It is told as its dice, whatever their number came from."""
    table.rules(
        '[attacks.x]\npool = "{(1 + attacker.count + 1)d6}"\nhits = "pool >= 5"\nall = "pool < 7"\nhit = "hits > 0"\n'
    )
    table.play("set ann weapons.bow.kind=x")
    done = table.play(f"attack ann rats --dice {faces}")
    assert says in done.out


def test_the_damage_of_a_pool_is_its_total(table: Table) -> None:
    """So are the numbers of changes."""
    table.rules('[attacks.x]\ndamage = "{2d6}"\nattacker.speed = "{1d4}"\n')
    table.play("set abe weapons.bow.kind=x")
    assert "rats take 7 from abe" in table.play("attack abe rats --dice 3,4,2 --apply").out
    assert table.keys("abe")["speed"] == 2


def test_the_damage_of_a_miss_is_none(table: Table) -> None:
    """Also for the values and changes below it."""
    table.rules('[attacks.x]\nhit = "1d6 = 6"\ndamage = "weapon.damage"\nattacker.speed = "attacker.speed + damage"\n')
    table.play("set abe weapons.bow.kind=x")
    table.play("attack abe rats --dice 1")
    assert table.keys("abe")["speed"] == 3
    table.play("attack abe rats --dice 6")
    assert table.keys("abe")["speed"] == 5


def test_blows_may_fall_at_once(table: Table) -> None:
    """Where no hit is pending."""
    table.rules("", "pending = false\n")
    done = table.play("attack ann rats --dice 5")
    assert "rats take 2 from ann" in done.out
    assert "pending" not in tables(table.file)


def test_who_is_out_may_still_be_hit(table: Table) -> None:
    """For a death save needs that; but they do not act."""
    table.play("wound ann 5")
    assert table.play("wound ann 1").code == 0
    refused(table.play("attack ann rats"), 3, "cannot act (out)")


def test_no_rule_is_named_where_the_game_has_none(table: Table) -> None:
    """Its file says nothing of allies."""
    refused(table.play("attack ann ann"), 3, "ann cannot attack themselves.")


def test_a_table_rolls_no_more_dice_than_a_roll(table: Table) -> None:
    """However many values it has."""
    table.rules("[attacks.x]\na = '6000d6'\nb = '6000d6'\n")
    table.play("set ann weapons.bow.kind=x")
    refused(table.play("attack ann rats"), 3, "attacks.x rolls more than 10,000 dice")


def test_an_expression_without_quotes_is_told(table: Table) -> None:
    """With how it is written."""
    table.rules("[attacks.x]\ndamage = 1d6\n")
    refused(table.play("show"), 3, "an expression stands in quotes", 'As in damage = "1d6"')


def test_an_initiative_that_is_too_large_names_its_table(table: Table) -> None:
    table.rules('[order]\nroll = "1d20 + speed"\n')
    table.play("set ann speed=1000000000")
    refused(table.play("order"), 3, 'order.roll "1d20 + speed": a number of 10 digits is too large')
