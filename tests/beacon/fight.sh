# A fight on the bridge through three rounds, with the faces that fell on the table. After each round the file is copied,
# and the test holds it against what the rules say, worked out by hand.
set -e
export COMBATCLI_FILE=fight.toml
combatcli new beacon --example -o fight.toml
combatcli play <<'END'
order

# Round 1: Vela shoots from afar, the hound runs at her, the wight at Osric, Osric strikes back.
next
next vela
attack vela hound --dice 15,7,3,5,6 --strict                # 15 + 7 against 14: hit, 1 d8 (5) + d8 (6) = 11
wound                                                       # 22 - 11 = 11, winded
END
if combatcli attack vela hound; then exit 99; fi            # rash: one Act
combatcli next
if combatcli wound vela terrified; then exit 99; fi         # of whom?
if combatcli wound vela blinded:5; then exit 99; fi         # blinded is 4
if combatcli move vela --distance 20; then exit 99; fi      # where to?
combatcli play <<'END'
next hound
move hound -5,5 --strict                                    # 25 feet
attack hound vela --dice 18,2,3,1 --strict                  # 18 + 2 against 14: hit, 1 d6 (3) + d4 (1) = 4
wound
next wight
move wight 10,0 --strict
attack wight osric --dice 9,4,2,1,3,2 --strict              # 9 + 3 against 17: miss
next osric
move osric 5,0 --maneuver --strict
attack osric wight --dice 6,14,8,8,3,8,2,10,1,4,8 --strict  # 32 against 18, one step: 23
wound
next                                                        # after the last turn: round 2, its declare phase
END
cp fight.toml round1.toml

# Round 2: stances are taken anew; the wight burns; Osric is slowed; Vela stows her longbow.
if combatcli next vela --strict; then exit 99; fi           # she has no stance any more
combatcli play <<'END'
declare vela rash --strict
declare osric cautious --strict
next vela
END
if combatcli declare vela draw dagger; then exit 99; fi     # the longbow takes both hands
combatcli play <<'END'
declare vela stow longbow --strict
wound wight burning:2 --by vela
next
next wight --dice 4                                         # burning d6: 4 of 7
attack wight osric --dice 17,5,3,2,1,1,3,2,3 --inflict slowed --strict  # 17 + 2 against 17: hit, 3 + 2 + 3 = 8
recover osric --react --with body --dice 9,12,8,3 --strict  # d20s 12, d8 8 + 3 = 23 against 19: halves, 2 stress
wound
recover wight burning --dice 12,3,7 --strict                # its free roll: 12 against 11, burning 1
next hound
next osric
attack osric wight --push act --dice 12,3,6,4,1,5,5,5 --strict  # slowed: one Act is left anyway; 18 against 18: 15
wound
next
END
cp fight.toml round2.toml

# Round 3: what is left.
combatcli play <<'END'
declare osric cautious --strict
boon osric regenerating:2 --rounds 1
next osric
declare osric aid vela --strict                             # waits for her next roll, 1 stress
test vela prowl --dice 11,12,3,4 --strict                   # 2 d20s: 12 + 4 against 11
recover osric slowed --dice 11,4 --strict                   # 11: slowed 1
next
next --end retreat
END
cp fight.toml round3.toml

# What it comes to: every wound with its origin, the end once, and no command.
combatcli play <<'END'
log --story
log --stats
END
if combatcli log --story | grep -e " --" -e "attack hound"; then exit 99; fi
combatcli show --players
