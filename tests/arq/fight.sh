# A fight at the ford through two rounds, with the cards that lay on the table. After each round the file is copied, and
# the test holds it against what the rules say, worked out by hand.
set -e
export COMBATCLI_FILE=fight.toml
combatcli new arq --example -o fight.toml
combatcli set gobs wounds=                                  # tougher goblins than those of the example

# Round 1: the activation deck says who begins; Isa shoots at the goblins, the goblin at her.
combatcli order --cards 4                                   # the goblin with the hook: foes
combatcli declare gob1
combatcli attack gob1 isa --missile --cards 6 --strict      # 6 + 6 against 13: lost, so Isa is wounded
combatcli order --all --cards 2,1,3,5,6
combatcli attack isa gobs --missile --cards 9 --strict      # 9 + 6 against 13: one of the three is wounded
combatcli declare bran act "shouts for Tor" --strict
combatcli wound
combatcli declare tor pass --strict
combatcli declare gobs pass --strict
combatcli declare wolf pass --strict
combatcli next

combatcli dashtest tor wolf --cards 14 --strict             # 14 + 3 against 16: Tor is first
combatcli move tor 3,0 --strict                             # three steps
combatcli move wolf 4,1 --strict                            # three steps, and beside Tor
combatcli move gobs 1,1 --strict                            # four steps, beside Bran and Isa
combatcli declare gob1 pass --strict
combatcli declare bran pass --strict
combatcli declare isa pass --strict
combatcli next
combatcli pairings
combatcli pairings --choose gobs=isa
combatcli attack --all --cards 5,12,17 --strict             # Bran 11, Isa 12, Tor 20 against 13, 13, 19
combatcli wound
combatcli next
cp fight.toml round1.toml

# Round 2: Bran runs past the wolf to Tor's side, and it answers; one of Isa's tests is void, says the GM.
for who in bran isa tor gob1 gobs wolf; do combatcli declare $who pass --strict; done
combatcli next
if combatcli move bran 1,2; then exit 99; fi                # the goblins stand in the way
combatcli move bran 3,1 4,0 --blunder --strict
combatcli attack wolf bran --reaction --cards 4 --strict    # 4 + 6 against 19: Bran is wounded
combatcli move isa 2,-1 --strict
combatcli move isa --back 1
combatcli next
if combatcli attack isa gobs --dice 3; then exit 99; fi     # cards, not dice
combatcli attack isa gobs --cards 3 --strict                # 3 against 13: lost
combatcli attack --void isa
combatcli attack isa gobs --cards 19 --strict               # 19: the goblins are wounded
combatcli attack --all --cards 2,14,16,2 --strict           # both on the wolf: Bran 14 + 6 wins, Tor 16 + 3 is level
combatcli wound
combatcli recover isa --heal 1
combatcli next
cp fight.toml round2.toml
combatcli undo -q
combatcli redo -q
cp fight.toml redone.toml

# What it comes to: every wound with its origin, and no command.
combatcli log --story
combatcli log --stats
if combatcli log --story | grep -e " --" -e "pairing is legal"; then exit 99; fi
