# A fight of four rounds in the market, with the faces that fell on the table. After each round the file is copied,
# and the test holds it against what the rules say, worked out by hand.
set -e
export COMBATCLI_FILE=fight.toml
combatcli new realm --example -o fight.toml
combatcli set . phase=defend-protect
for who in ruffian thugs marksman mira tomas sefa; do combatcli set $who declared=; done

# Round 1: Tomas defends behind his shield, Sefa calms the crowd, Mira goes for the ruffian.
combatcli play <<'END'
declare ruffian attack mira
declare thugs attack tomas
declare marksman shoot mira
declare mira attack ruffian --strict
declare tomas defend --strict
declare sefa focus "calm the crowd" --strict
order --board
next
attack marksman mira --dice 4,5 --strict                    # 9 against 10: miss
next
next
next
order --dice 5,8,6                                          # thugs 8, Mira 6 + 2, ruffian 5
attack mira ruffian --parry attack --dice 10,3,3,2 --strict  # 13 + 1 + 2: hit, 3 + 2 by the face die
attack thugs tomas --dice 7,2,6,1 --strict                  # 13 - 4: miss
attack ruffian mira --dice 6,2,5,4                          # 11: hit, 4; the table lets him strike before his wound
wound --dice 7,8                                            # the ruffian 7 + 1 is broken, Mira 8 + 3 fights on
next
next                                                        # the crowd is calm
next
END
cp fight.toml round1.toml

# Round 2: Mira holds the thugs, Tomas steps before her and answers, the marksman takes aim at Sefa.
combatcli play <<'END'
declare thugs attack mira
declare marksman --phase 5
declare tomas protect mira --strict
declare mira impede thugs --strict
declare sefa move market --strict
next
next
impede mira thugs --dice 4,5 --strict                       # 4 + 3 against 5 + 1
next
move sefa market --strict
next
declare marksman aim sefa --strict
attack marksman sefa --aim --dice 6,6,2 --strict            # 12: hit, 2
attack thugs mira --dice 9,3,4,2,5 --strict                 # 13, and Tomas takes it: 5
attack tomas thugs --counter --dice 5,4,3 --strict          # 9 + 2 in the crowd: hit, 3
wound --dice 9,3                                            # Tomas 9 + 2 fights on, a thug falls
next
next
next
END
cp fight.toml round2.toml

# Round 3: the cornered thugs cannot move, Sefa helps Mira, Tomas throws what is left of them into the canal.
combatcli play <<'END'
declare thugs move alley
declare marksman shoot mira
declare mira attack thugs --strict
declare tomas push thugs --strict
declare sefa assist mira --strict
next
attack marksman mira --dice 8,7,1 --apply --strict          # 15: hit, 1
next
next
END
if combatcli move thugs alley; then exit 99; fi             # cornered by Mira
combatcli play <<'END'
attack thugs mira --dice 4,3,2 --strict                     # 7: miss, so they stay
next
attack mira thugs --assist sefa --parry wound --dice 10,8,1,2,1 --strict  # 19: hit, 2 + 1, and the lowest
wound --dice 10                                             # the thugs fight on
next
push tomas thugs --to canal --dice 6,7 --strict             # 6 + 3 against 7 + 1
next
next
END
cp fight.toml round3.toml

# Round 4: the thugs brood on something, Tomas keeps his friend to himself, two focus and one is disturbed.
combatcli play <<'END'
declare marksman --phase 2
declare thugs focus "call the watch" --secret 1
declare tomas protect --strict
declare mira focus throw marksman --strict
declare sefa focus "a word with the crowd" --strict
set sefa awesome=+1 --from-bowl
order --board
next
declare marksman aim mira --strict                          # a bare phase 2 becomes an aim
next
next
next
declare tomas protect mira --strict                         # named late, never irregular
attack --all --dice 5,5,2 --strict                          # 10: hit, and Tomas takes it: 2
wound sefa 1 --by marksman                                  # her focus is broken; Tomas's hit still waits
wound tomas
next
next
END
if combatcli attack tomas thugs --strict; then exit 99; fi  # he has protected, and they are elsewhere
combatcli play <<'END'
attack mira marksman --throw --weapon dagger --dice 8,5,3 --strict  # 13: hit, 3
next --done thugs --strict
wound --only 1
declare thugs --reveal
next
END
cp fight.toml round4.toml

# The day after.
combatcli play <<'END'
recover mira --dice 4
recover ruffian --heal 1
arena set market kind=neutral
END
cp fight.toml after.toml
for step in 1 2 3; do combatcli undo -q; done
cp fight.toml undone.toml

# Another fight, in a yard: two hold Pia, each for a time of their own; her hit is pending and is named; a defense ends.
export COMBATCLI_FILE=yard.toml
combatcli new realm -o yard.toml
combatcli play <<'END'
arena add yard
arena add roof --link yard
add nash side=guards arena=yard
add moss side=guards arena=yard
add pia side=heroes player=true arena=yard
add jon side=heroes player=true arena=yard
END
if combatcli declare nash attack nash; then exit 99; fi
combatcli play <<'END'
declare nash impede pia --strict
declare moss --phase 3 --strict
declare pia attack nash --strict
END
if combatcli declare jon protect moss --strict; then exit 99; fi
combatcli play <<'END'
declare jon defend --strict
next
next
impede nash pia --dice 9,1 --strict                         # 9 against 1: impeded in round 1, cornered in round 2
next
END
if combatcli move pia roof; then exit 99; fi                # impeded by Nash
combatcli play <<'END'
next
next
next
next                                                        # round 2
declare nash defend --strict
declare moss impede pia --strict
declare pia move roof --strict
declare jon attack nash --strict
next
next
impede moss pia --dice 9,1 --strict                         # would corner her in round 3, but Moss leaves
next
move moss roof
END
if combatcli move pia roof; then exit 99; fi                # cornered by Nash
combatcli play <<'END'
next
attack jon nash --bonus 4 --dice 9,2 --strict               # 9 + 4 - 2: hit, 2
next                                                        # and the hit is named
wound
recover nash --heal
next
next                                                        # round 3
declare nash defend --strict
declare moss --phase 3 --strict
declare pia move roof --strict
next
next
next
move pia roof --strict
END
cp yard.toml holds.toml
