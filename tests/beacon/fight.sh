# A fight on the bridge through three rounds, with the faces that fell on the table. After each round the file is copied,
# and the test holds it against what the rules say, worked out by hand.
set -e
export COMBATCLI_FILE=fight.toml
combatcli new beacon --example -o fight.toml
combatcli order

# Round 1: Vela shoots from afar, the hound runs at her, the wight at Osric, Osric strikes back.
combatcli next
combatcli next vela
combatcli attack vela hound --dice 15,7,3,5,6 --strict      # 15 + 7 against 14: hit, 1 d8 (5) + d8 (6) = 11
combatcli wound                                             # 22 - 11 = 11, winded
if combatcli attack vela hound; then exit 99; fi            # rash: one Act
combatcli next
if combatcli wound vela terrified; then exit 99; fi         # of whom?
if combatcli wound vela blinded:5; then exit 99; fi         # blinded is 4
if combatcli move vela --distance 20; then exit 99; fi      # where to?
combatcli next hound
combatcli move hound -5,5 --strict                          # 25 feet
combatcli attack hound vela --dice 18,2,3,1 --strict        # 18 + 2 against 14: hit, 1 d6 (3) + d4 (1) = 4
combatcli wound
combatcli next wight
combatcli move wight 10,0 --strict
combatcli attack wight osric --dice 9,4,2,1,3,2 --strict    # 9 + 3 against 17: miss
combatcli next osric
combatcli move osric 5,0 --maneuver --strict
combatcli attack osric wight --dice 6,14,8,8,3,8,2,10,1,4,8 --strict  # 32 against 18, one step: 23
combatcli wound
combatcli next                                              # after the last turn: round 2, its declare phase
cp fight.toml round1.toml

# Round 2: stances are taken anew; the wight burns; Osric is slowed; Vela stows her longbow.
if combatcli next vela --strict; then exit 99; fi           # she has no stance any more
combatcli declare vela rash --strict
combatcli declare osric cautious --strict
combatcli next vela
if combatcli declare vela draw dagger; then exit 99; fi     # the longbow takes both hands
combatcli declare vela stow longbow --strict
combatcli wound wight burning:2 --by vela
combatcli next
combatcli next wight --dice 4                               # burning d6: 4 of 7
combatcli attack wight osric --dice 17,5,3,2,1,1,3,2,3 --inflict slowed --strict  # 17 + 2 against 17: hit, 3 + 2 + 3 = 8
combatcli recover osric --react --with body --dice 9,12,8,3 --strict  # d20s 12, d8 8 + 3 = 23 against 19: halves, 2 stress
combatcli wound
combatcli recover wight burning --dice 12,3,7 --strict      # its free roll: 12 against 11, burning 1
combatcli next hound
combatcli next osric
combatcli attack osric wight --push act --dice 12,3,6,4,1,5,5,5 --strict  # slowed: one Act is left anyway; 18 against 18: 15
combatcli wound
combatcli next
cp fight.toml round2.toml

# Round 3: what is left.
combatcli declare osric cautious --strict
combatcli boon osric regenerating:2 --rounds 1
combatcli next osric
combatcli declare osric aid vela --strict                   # waits for her next roll, 1 stress
combatcli test vela prowl --dice 11,12,3,4 --strict         # 2 d20s: 12 + 4 against 11
combatcli recover osric slowed --dice 11,4 --strict         # 11: slowed 1
combatcli next
combatcli next --end retreat
cp fight.toml round3.toml

# What it comes to: every wound with its origin, the end once, and no command.
combatcli log --story
combatcli log --stats
if combatcli log --story | grep -e " --" -e "attack hound"; then exit 99; fi
combatcli show --players
