# A fight of four rounds in the market, with the faces that fell on the table. After each round the file is copied,
# and the test holds it against what the rules say, worked out by hand.
set -e
export COMBATCLI_FILE=fight.toml
combatcli new realm --example -o fight.toml
combatcli set . phase=defend-protect
for who in ruffian thugs marksman mira tomas sefa; do combatcli set $who declared=; done

# Round 1: Tomas defends behind his shield, Sefa calms the crowd, Mira goes for the ruffian.
combatcli declare ruffian attack mira
combatcli declare thugs attack tomas
combatcli declare marksman shoot mira
combatcli declare mira attack ruffian --strict
combatcli declare tomas defend --strict
combatcli declare sefa focus "calm the crowd" --strict
combatcli order --board
combatcli next
combatcli attack marksman mira --dice 4,5 --strict          # 9 against 10: miss
combatcli next
combatcli next
combatcli next
combatcli order --dice 5,8,6                                # thugs 8, Mira 6 + 2, ruffian 5
combatcli attack mira ruffian --parry attack --dice 10,3,3,2 --strict   # 13 + 1 + 2: hit, 3 + 2 by the face die
combatcli attack thugs tomas --dice 7,2,6,1 --strict        # 13 - 4: miss
combatcli attack ruffian mira --dice 6,2,5,4                # 11: hit, 4; the table lets him strike before his wound
combatcli wound --dice 7,8                                  # the ruffian 7 + 1 is broken, Mira 8 + 3 fights on
combatcli next
combatcli next                                              # the crowd is calm
combatcli next
cp fight.toml round1.toml

# Round 2: Mira holds the thugs, Tomas steps before her and answers, the marksman takes aim at Sefa.
combatcli declare thugs attack mira
combatcli declare marksman --phase 5
combatcli declare tomas protect mira --strict
combatcli declare mira impede thugs --strict
combatcli declare sefa move market --strict
combatcli next
combatcli next
combatcli impede mira thugs --dice 4,5 --strict             # 4 + 3 against 5 + 1
combatcli next
combatcli move sefa market --strict
combatcli next
combatcli declare marksman aim sefa --strict
combatcli attack marksman sefa --aim --dice 6,6,2 --strict  # 12: hit, 2
combatcli attack thugs mira --dice 9,3,4,2,5 --strict       # 13, and Tomas takes it: 5
combatcli attack tomas thugs --counter --dice 5,4,3 --strict            # 9 + 2 in the crowd: hit, 3
combatcli wound --dice 9,3                                  # Tomas 9 + 2 fights on, a thug falls
combatcli next
combatcli next
combatcli next
cp fight.toml round2.toml

# Round 3: the cornered thugs cannot move, Sefa helps Mira, Tomas throws what is left of them into the canal.
combatcli declare thugs move alley
combatcli declare marksman shoot mira
combatcli declare mira attack thugs --strict
combatcli declare tomas push thugs --strict
combatcli declare sefa assist mira --strict
combatcli next
combatcli attack marksman mira --dice 8,7,1 --apply --strict            # 15: hit, 1
combatcli next
combatcli next
if combatcli move thugs alley; then exit 99; fi             # cornered by Mira
combatcli attack thugs mira --dice 4,3,2 --strict           # 7: miss, so they stay
combatcli next
combatcli attack mira thugs --assist sefa --parry wound --dice 10,8,1,2,1 --strict  # 19: hit, 2 + 1, and the lowest
combatcli wound --dice 10                                   # the thugs fight on
combatcli next
combatcli push tomas thugs --to canal --dice 6,7 --strict   # 6 + 3 against 7 + 1
combatcli next
combatcli next
cp fight.toml round3.toml

# Round 4: the thugs brood on something, Tomas keeps his friend to himself, two focus and one is disturbed.
combatcli declare marksman --phase 2
combatcli declare thugs focus "call the watch" --secret 1
combatcli declare tomas protect --strict
combatcli declare mira focus throw marksman --strict
combatcli declare sefa focus "a word with the crowd" --strict
combatcli set sefa awesome=+1 --from-bowl
combatcli order --board
combatcli next
combatcli declare marksman aim mira --strict                # a bare phase 2 becomes an aim
combatcli next
combatcli next
combatcli next
combatcli declare tomas protect mira --strict               # named late, never irregular
combatcli attack --all --dice 5,5,2 --strict                # 10: hit, and Tomas takes it: 2
combatcli wound sefa 1 --by marksman                        # her focus is broken; Tomas's hit still waits
combatcli wound tomas
combatcli next
combatcli next
if combatcli attack tomas thugs --strict; then exit 99; fi  # he has protected, and they are elsewhere
combatcli attack mira marksman --throw --weapon dagger --dice 8,5,3 --strict  # 13: hit, 3
combatcli next --done thugs --strict
combatcli wound --only 1
combatcli declare thugs --reveal
combatcli next
cp fight.toml round4.toml

# The day after.
combatcli recover mira --dice 4
combatcli recover ruffian --heal 1
combatcli arena set market kind=neutral
cp fight.toml after.toml
for step in 1 2 3; do combatcli undo -q; done
cp fight.toml undone.toml

# Another fight, in a yard: two hold Pia, each for a time of their own; her hit is pending and is named; a defense ends.
export COMBATCLI_FILE=yard.toml
combatcli new realm -o yard.toml
combatcli arena add yard
combatcli arena add roof --link yard
combatcli add nash side=guards arena=yard
combatcli add moss side=guards arena=yard
combatcli add pia side=heroes player=true arena=yard
combatcli add jon side=heroes player=true arena=yard
if combatcli declare nash attack nash; then exit 99; fi
combatcli declare nash impede pia --strict
combatcli declare moss --phase 3 --strict
combatcli declare pia attack nash --strict
if combatcli declare jon protect moss --strict; then exit 99; fi
combatcli declare jon defend --strict
combatcli next
combatcli next
combatcli impede nash pia --dice 9,1 --strict               # 9 against 1: impeded in round 1, cornered in round 2
combatcli next
if combatcli move pia roof; then exit 99; fi                # impeded by Nash
combatcli next
combatcli next
combatcli next
combatcli next                                              # round 2
combatcli declare nash defend --strict
combatcli declare moss impede pia --strict
combatcli declare pia move roof --strict
combatcli declare jon attack nash --strict
combatcli next
combatcli next
combatcli impede moss pia --dice 9,1 --strict               # would corner her in round 3, but Moss leaves
combatcli next
combatcli move moss roof
if combatcli move pia roof; then exit 99; fi                # cornered by Nash
combatcli next
combatcli attack jon nash --bonus 4 --dice 9,2 --strict     # 9 + 4 - 2: hit, 2
combatcli next                                              # and the hit is named
combatcli wound
combatcli recover nash --heal
combatcli next
combatcli next                                              # round 3
combatcli declare nash defend --strict
combatcli declare moss --phase 3 --strict
combatcli declare pia move roof --strict
combatcli next
combatcli next
combatcli next
combatcli move pia roof --strict
cp yard.toml holds.toml
