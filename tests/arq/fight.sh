# A fight at the ford through two rounds, with the cards that lay on the table. After each round the file is copied, and
# the test holds it against what the rules say, worked out by hand.
set -e
export COMBATCLI_FILE=fight.toml
combatcli new arq --example -o fight.toml
combatcli play <<'END'
set gobs wounds=                                            # tougher goblins than those of the example

# Round 1: the activation deck says who begins; Isa shoots at the goblins, the goblin at her.
order --cards 4                                             # the goblin with the hook: foes
declare gob1
attack gob1 isa --missile --cards 6 --strict                # 6 + 6 against 13: lost, so Isa is wounded
order --all --cards 2,1,3,5,6
attack isa gobs --missile --cards 9 --strict                # 9 + 6 against 13: one of the three is wounded
declare bran act "shouts for Tor" --strict
wound
declare tor pass --strict
declare gobs pass --strict
declare wolf pass --strict
next

dashtest tor wolf --cards 14 --strict                       # 14 + 3 against 16: Tor is first
move tor 3,0 --strict                                       # three steps
move wolf 4,1 --strict                                      # three steps, and beside Tor
move gobs 1,1 --strict                                      # four steps, beside Bran and Isa
declare gob1 pass --strict
declare bran pass --strict
declare isa pass --strict
next
pairings
pairings --choose gobs=isa
attack --all --cards 5,12,17 --strict                       # Bran 11, Isa 12, Tor 20 against 13, 13, 19
wound
next
END
cp fight.toml round1.toml

# Round 2: Bran runs past the wolf to Tor's side, and it answers; one of Isa's tests is void, says the GM.
for who in bran isa tor gob1 gobs wolf; do combatcli declare $who pass --strict; done
combatcli next
if combatcli move bran 1,2; then exit 99; fi                # the goblins stand in the way
combatcli play <<'END'
move bran 3,1 4,0 --blunder --strict
attack wolf bran --reaction --cards 4 --strict              # 4 + 6 against 19: Bran is wounded
move isa 2,-1 --strict
move isa --back 1
next
END
if combatcli attack isa gobs --dice 3; then exit 99; fi     # cards, not dice
combatcli play <<'END'
attack isa gobs --cards 3 --strict                          # 3 against 13: lost
attack --void isa
attack isa gobs --cards 19 --strict                         # 19: the goblins are wounded
attack --all --cards 2,14,16,2 --strict                     # both on the wolf: Bran 14 + 6 wins, Tor 16 + 3 is level
wound
recover isa --heal 1
next
END
cp fight.toml round2.toml
combatcli play <<'END'
undo -q
redo -q
END
cp fight.toml redone.toml

# What it comes to: every wound with its origin, and no command.
combatcli play <<'END'
log --story
log --stats
END
if combatcli log --story | grep -e " --" -e "pairing is legal"; then exit 99; fi
