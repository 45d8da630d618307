#!/bin/sh
# Four rounds of blade with the faces of real dice. What must hold after each round was worked out by hand from the
# rules; the sums stand beside the commands. Run it in an empty directory; its words, if any, are the command to run in place of `combatcli`.
set -eu
COMBATCLI_FILE=fight.toml
export COMBATCLI_FILE
program=${*:-combatcli}
c() { $program "$@"; }

# holds WHO KEY VALUE …: what `show WHO` says of somebody.
holds() {
    who=$1
    shown=$(c show "$who")
    shift
    while [ $# -gt 0 ]; do
        echo "$shown" | grep -Eq "^ *$1 +$2\$" || {
            printf '%s\n' "after round $round: $1 of $who should be $2" "$shown" >&2
            exit 1
        }
        shift 2
    done
}

c new blade -o fight.toml
c add darna side=heroes player=true strength=10 agility=9 stamina=4 armor.category=leather armor.protection=1 \
    weapons.sword.length=middle wielding=sword
c add ilvar side=heroes player=true agility=11 mind=8 weapons.bow.hands=2 weapons.bow.close=30 \
    weapons.bow.medium=100 weapons.bow.far=200 weapons.knife.attribute=agility wielding=bow
c play <<'END'
add orc1 side=orcs strength=8 agility=9 armor.category=leather armor.protection=1 weapons.axe.hands=2 wielding=axe
add orc2 side=orcs strength=9 armor.category=metal armor.protection=3 weapons.spear.reach=10 wielding=spear
END

round=1
c play <<'END'
order --strict --dice 5,2                                   # heroes 5, orcs 2: the heroes act
next --strict
move darna --charge orc1 --distance 30 --strict             # of 40 feet; orc1's axe stops no charge: First Strike
attack ilvar orc2 --distance 50 --strict --dice 5,5,6       # 11, no Evasion, medium: 10 hits; 6 + 1 - 3 = 4
wound                                                       # orc2: health 6 - 4 = 2
next --strict
move orc2 ilvar --strict
next --strict
# First: Darna needs 10 - 1 = 9, 7 hits, 3 - 1 = 2: orc1 6 - 2 = 4.
# Plain: orc1 needs 8 - 1 = 7, 7 hits, 6 + 1 - 1 = 6: Darna's stamina 4 and 2 of her health, 6 - 2 = 4.
#        orc2 needs 9 - 1 = 8, a natural 12 misses.
# Last:  Ilvar, who has shot, draws the knife: a natural 2 hits, 4 - 3 = 1: orc2 2 - 1 = 1.
attack --all --apply --strict --dice 3,4,3,2,5,6,6,6,1,1,4
next --strict
END
holds darna stamina 0 health 4
holds ilvar stamina 6 health 6
holds orc1 health 4 engaged darna
holds orc2 health 1 engaged ilvar

round=2
c play <<'END'
order --choose react --strict --dice 3,3,1,6                # a tie; then 1 and 6: the orcs choose to react
next --strict
move ilvar --distance 20 --strict                           # out of the melee of last round
attack orc2 ilvar --opportunity --strict --apply --dice 4,4,5  # needs 8, hits, 5: stamina 6 - 5 = 1
declare ilvar cast "Bind" --strict                          # nobody is near any more
test ilvar mind --difficulty 2 --force --strict --dice 5,4,2  # needs 6, 9 fails, forced for 2: 1 stamina, 1 health
next --strict
move orc2 --charge darna --distance 40 --strict
next --strict
# First: orc2 needs 9 - 1 = 8, 11 misses.
# Plain: Darna strikes orc1, whom she met first: 4 hits, 6 - 1 = 5, and orc1 had 4.
#        orc1, at the same time, needs 7, 7 hits, 1 + 1 - 1 = 1: Darna's health 4 - 1 = 3.
attack --all --strict --dice 6,5,2,2,6,3,4,1
wound
next --strict
END
holds darna stamina 0 health 3 engaged orc2
holds ilvar stamina 0 health 5 casts "Bind 1"
holds orc1 health 0 status dead
holds orc2 health 1 engaged darna

round=3
c play <<'END'
order --strict --dice 2,6                                   # the orcs act
next --strict
declare orc2 improvise "kick dirt into her eyes" --outcome "she blinks" --strict
test orc2 agility --difficulty 1 --strict --dice 3,3        # needs 7 - 1 = 6: 6 succeeds
next --strict
attack ilvar orc2 --called hands --distance 120 --strict --dice 4,5,1  # 11 - 1 far - 1 hands = 9 hits; 2 - 3 is 0
next --strict
attack --all --strict --dice 4,4,5                          # orc2 improvises; Darna needs 10, 5 - 3 = 2 against 1
wound
next --strict
END
holds darna stamina 0 health 3
holds ilvar stamina 0 health 5
holds orc1 status dead
holds orc2 health 0 status dead

round=4
c play <<'END'
add orc3 side=orcs strength=8 health=3 weapons.spear.hands=1 weapons.spear.close=20 weapons.spear.medium=40
order --strict --dice 4,2                                   # the heroes may choose,
order --choose react --strict                               # and having seen the roll they react
next --strict
attack orc3 ilvar --distance 9m --strict --dice 5,1,2       # 30 feet are medium: 7 - 1 = 6 hits; health 5 - 2 = 3
wound
next --strict
declare ilvar cast "Light" --strict
test ilvar mind --difficulty 1 --strict --dice 6,5          # Bind was cast, Light was not: needs 8 - 1 = 7, 11 fails
test ilvar mind --force --strict --dice 2                   # the 11 stands, forced for 2: health 3 - 2 = 1
move darna --charge orc3 --distance 12m --strict            # 40 feet
next --strict
attack darna orc3 --apply --strict --dice 6,1,2             # first: needs 10, 7 hits: health 3 - 2 = 1
attack orc3 darna --strict --dice 6,6                       # last, with the spear it has thrown and got back: a miss
END
holds ilvar casts "Bind 1; Light 1"
c play <<'END'
next --strict
recover ilvar --sleep
END
holds ilvar stamina 0 health 1
holds orc3 health 1 max_health 3 engaged darna
! c test ilvar mind --force 2> /dev/null
c show

# Another fight, where feet are kept: who stands beside a foe is engaged for everything, and what is said fits.
COMBATCLI_FILE=placed.toml

# says WORDS COMMAND …: what a command says, on whichever stream.
says() {
    words=$1
    shift
    c "$@" 2>&1 | grep -Fq -e "$words" || {
        echo "$* should say: $words" >&2
        exit 1
    }
}

c new blade -o placed.toml
c play <<'END'
add ann side=heroes player=true 'position=[0,0]' weapons.sword.hands=1 wielding=sword
add gor side=orcs 'position=[3,3]' weapons.axe.hands=1 wielding=axe
add uka side=orcs health=3 'position=[9,0]' weapons.pike.hands=1 weapons.pike.reach=10 wielding=pike
END
says "initiative has not been rolled this round (B2): combatcli order" next
says "heroes act, orcs react." order --strict --dice 6,1     # nobody has done anything yet
says "ann is already fighting gor (B13)" move ann --charge gor  # 4.24 feet since the round began
says "ann is already fighting uka (B13)" move ann --charge uka  # the pike reaches her
says "Go there first: combatcli move ann uka" attack ann uka # and her sword does not reach uka
says "ann moves to (4, 0), 4 feet (1.2 m)." move ann 4,0 --strict
c next --strict
says "uka moves to (9, 1), 1 foot (0.3 m)." move uka 9,1 --strict
c play <<'END'
declare gor improvise "hide" --strict
next --strict
END
says "uka is 5.1 feet away, and ann (sword) reaches 5 (B30)" attack ann uka
c attack ann gor --strict --dice 3,3,4                       # 7, no Evasion: 6 hits; 4
says "PENDING  1 hit: ann->gor 4" next
says "gor takes 4 from ann: 4 off health; health 2 left." wound
says "orcs are surprised." order --surprised orcs --dice 5,2 -n
