# bash completion for combatcli; made by scripts/generate.py from the declarations of its commands: do not edit.
# It needs neither Python nor the bash-completion package, and works with bash 3.2.

# Split a line into `words` as the shell does, without their quotes. `raw` is the last as it was typed, `quote` what
# quotes it still, from its letter number `opened` on. < and > are words of their own.
_combatcli_split() {
    local line=$1 word='' begun='' char i
    words=() raw='' quote='' opened=0
    for ((i = 0; i < ${#line}; i++)); do
        char=${line:i:1}
        if [[ $quote == "'" ]]; then
            [[ $char == "'" ]] && quote='' || word+=$char
        elif [[ $quote == '"' && $char == '"' ]]; then
            quote=''
        elif [[ $quote == '"' && $char == '\' && ${line:i+1:1} == ['$`"\'] ]]; then
            raw+=$char
            char=${line:i+1:1}
            word+=$char
            ((i += 1))
        elif [[ $quote ]]; then
            word+=$char
        elif [[ $char == ["'"'"'] ]]; then
            quote=$char begun=yes opened=${#word}
        elif [[ $char == '\' ]]; then
            raw+=$char
            char=${line:i+1:1}
            word+=$char begun=yes
            ((i += 1))
        elif [[ $char == [[:space:]] ]]; then
            [[ $begun ]] && words+=("$word")
            word='' begun='' raw=''
            continue
        elif [[ $char == ['<>'] ]]; then
            [[ $begun ]] && words+=("$word")
            words+=("$char")
            word='' begun='' raw=''
            continue
        else
            word+=$char begun=yes
        fi
        raw+=$char
    done
    words+=("$word")
}

# Find the encounter's file, and the game by which the line is played: --ruleset's, else the file's.
_combatcli_find_game() {
    local i line key
    file=${COMBATCLI_FILE-} game=''
    for ((i = 1; i < ${#words[@]}; i++)); do
        case ${words[i]} in
            -f | --file) file=${words[i + 1]-} ;;
            --file=*) file=${words[i]#--file=} ;;
            -f?*) file=${words[i]#-f} ;;
            --ruleset) game=${words[i + 1]-} ;;
            --ruleset=*) game=${words[i]#--ruleset=} ;;
            '<') file=${words[i + 1]-} ;;
            --) break ;;
        esac
    done
    [[ $file == '~/'* ]] && file=$HOME/${file#'~/'}
    [[ -f $file && -r $file ]] || file=''
    if [[ ! $game && $file ]]; then
        while IFS= read -r line || [[ $line ]]; do
            line=${line#$'\xef\xbb\xbf'} line=${line:0:1000}
            key=${line%%=*} key=${key//[[:space:]\"\']/}
            [[ $key == \[* ]] && break
            [[ $key == ruleset && $line == *=* ]] || continue
            line=${line#*=} line=${line#"${line%%[![:space:]]*}"}
            [[ $line == [\"\']* ]] && line=${line:1} && game=${line%%[\"\']*} && break
        done < "$file"
    fi
    case $game in realm | blade | arq | beacon) ;; *) game='' ;; esac
}

# Names from the encounter, a line "name TAB description" for each: COMBATCLI_KINDS of them, COMBATCLI_OWNER's weapons.
_combatcli_names() {
    LC_ALL=C COMBATCLI_KINDS=$1 COMBATCLI_OWNER=$owner awk 'function more() {
    if ((getline rest) <= 0) return 0
    if (length(rest) > 100000) rest = ""
    sub(/\r$/, "", rest)
    return 1
}
function take(   taken) {
    taken = substr(rest, 1, RLENGTH)
    rest = substr(rest, RLENGTH + 1)
    return taken
}
function blanks() { if (match(rest, /^[ \t]+/)) take() }
function to_something() {
    for (;;) {
        blanks()
        if (rest != "" && rest !~ /^#/) return 1
        if (!more()) return 0
    }
}
function hex(digits,   i, number) {
    for (i = 1; i <= length(digits); i++)
        number = number * 16 + index("0123456789abcdef", tolower(substr(digits, i, 1))) - 1
    return number
}
function utf8(point) {
    if (point < 128) return sprintf("%c", point ? point : 1)
    if (point < 2048) return sprintf("%c%c", 192 + int(point / 64), 128 + point % 64)
    if (point < 65536)
        return sprintf("%c%c%c", 224 + int(point / 4096), 128 + int(point / 64) % 64, 128 + point % 64)
    return sprintf("%c%c%c%c", 240 + int(point / 262144), 128 + int(point / 4096) % 64, \
        128 + int(point / 64) % 64, 128 + point % 64)
}
function unescaped(text,   out, at, letter, digits) {
    while ((at = index(text, "\\")) > 0) {
        out = out substr(text, 1, at - 1)
        letter = substr(text, at + 1, 1)
        digits = letter == "u" ? 4 : letter == "U" ? 8 : letter == "x" ? 2 : 0
        if (digits) out = out utf8(hex(substr(text, at + 2, digits)))
        else out = out (index("btnfre", letter) && letter != "" ? "\n" : letter)
        text = substr(text, at + 2 + digits)
    }
    return out text
}
function part(   word) {
    blanks()
    if (match(rest, /^"([^"\\]|\\.)*"/)) {
        word = take()
        word = unescaped(substr(word, 2, length(word) - 2))
    } else if (match(rest, /^\047[^\047]*\047/)) {
        word = take()
        word = substr(word, 2, length(word) - 2)
    } else if (match(rest, /^[A-Za-z0-9_-]+/)) word = take()
    else { broken = 1; return "" }
    gsub(/\001/, UNSHOWN, word)
    return word
}
function dotted(path) {
    broken = 0
    path = (path == "" ? "" : path BETWEEN) part()
    blanks()
    while (!broken && rest ~ /^\./) {
        rest = substr(rest, 2)
        path = path BETWEEN part()
        blanks()
    }
    met(path)
    return path
}
function long_string(quote,   out, at, found) {
    rest = substr(rest, 4)
    for (;;) {
        found = quote == "\"" ? match(rest, /^([^"\\]|\\.|"[^"\\]|""[^"\\]|"\\.|""\\.)*"""/) : index(rest, "\047\047\047")
        if (found) break
        out = out rest " "
        if (!more()) { rest = ""; return out }
    }
    at = quote == "\"" ? RLENGTH : found + 2
    while (substr(rest, at + 1, 1) == quote && at - length(rest) < 0) at++
    out = out substr(rest, 1, at - 3)
    rest = substr(rest, at + 1)
    return quote == "\"" ? unescaped(out) : out
}
function value(path,   text, before) {
    blanks()
    if (rest ~ /^"""/) said(path, long_string("\""))
    else if (rest ~ /^\047\047\047/) said(path, long_string("\047"))
    else if (match(rest, /^"([^"\\]|\\.)*"/)) {
        text = take()
        said(path, unescaped(substr(text, 2, length(text) - 2)))
    } else if (match(rest, /^\047[^\047]*\047/)) {
        text = take()
        said(path, substr(text, 2, length(text) - 2))
    } else if (rest ~ /^\[/) {
        rest = substr(rest, 2)
        while (to_something() && rest !~ /^\]/) {
            before = rest
            if (rest ~ /^,/) rest = substr(rest, 2)
            else value(path BETWEEN UNSHOWN)
            if (rest == before) rest = ""
        }
        rest = substr(rest, 2)
    } else if (rest ~ /^\{/) {
        rest = substr(rest, 2)
        while (to_something() && rest !~ /^\}/) {
            before = rest
            if (rest ~ /^,/) rest = substr(rest, 2)
            else pair(path)
            if (rest == before) rest = ""
        }
        rest = substr(rest, 2)
    } else if (match(rest, /^[^],}#]+/)) {
        text = take()
        sub(/[ \t]+$/, "", text)
        if (text ~ /^[-+]?[0-9]/ && text !~ /[0-9][-:]/) varies(path)
        falls(path, text ~ /^-[0-9]/ ? 0 : text)
    }
}
function pair(path) {
    path = dotted(path)
    if (broken || rest !~ /^=/) return
    rest = substr(rest, 2)
    value(path)
}
function varies(path,   parts, count) {
    count = split(path, parts, BETWEEN)
    if (parts[1] != "combatants" || (count != 3 && parts[3] != "weapons") || path ~ UNBARE) return
    gsub(BETWEEN, ".", path)
    sub(/^combatants\./, "", path)
    name["keys", ++many["keys"]] = path
}
function called(what) {
    sub(/ *\(.*/, "", what)
    name["rolls", ++many["rolls"]] = "@" what
}
function met(path,   parts, count) {
    count = split(path, parts, BETWEEN)
    if (count > 1 && (parts[1] == "rolls" || parts[1] == "tables")) called(parts[2])
    if (count > 3 && parts[1] == "combatants" && parts[3] == "rolls") called(parts[2] "." parts[4])
    if (count < 2 || (parts[1] != "combatants" && parts[1] != "arenas")) return
    if (!((parts[1], parts[2]) in known)) {
        known[parts[1], parts[2]] = 1
        name[parts[1], ++many[parts[1]]] = parts[2]
        varies(parts[1] BETWEEN parts[2] BETWEEN "tactics")
    }
    if (count > 3 && parts[1] == "combatants" && parts[3] == "weapons" && !((parts[2], parts[4]) in armed)) {
        armed[parts[2], parts[4]] = 1
        owner[++weapons] = parts[2]
        weapon[weapons] = parts[4]
    }
}
function said(path, text) {
    told[path] = text
    falls(path, text)
}
function falls(path, text,   parts, count) {
    count = split(path, parts, BETWEEN)
    if (parts[1] != "combatants" || (count != 3 && !(count == 4 && parts[4] == UNSHOWN))) return
    if (index(GONE, " " parts[3] "=" text " ")) fallen[parts[2]] = 1
}
function about(kind, id,   text) {
    if (kind == "rolls" || kind == "keys") return ""
    if (kind == "combatants") {
        text = told[kind BETWEEN id BETWEEN "name"]
        return text != "" ? text : told[kind BETWEEN id BETWEEN "side"]
    }
    text = told[kind BETWEEN id BETWEEN "kind"]
    if (told[kind BETWEEN id BETWEEN "note"] != "") text = text (text == "" ? "" : ", ") told[kind BETWEEN id BETWEEN "note"]
    return text
}
function offer(word, text) {
    if (word == "" || word ~ CONTROL || (prefix, word) in offered) return
    offered[prefix, word] = 1
    gsub(CONTROL, " ", text)
    print prefix word suffix "\t" text
}
function meant(wanted,   i, id) {
    wanted = tolower(wanted)
    for (i = 1; wanted != "" && i <= many["combatants"]; i++) {
        id = name["combatants", i]
        if (tolower(id) == wanted || tolower(told["combatants" BETWEEN id BETWEEN "name"]) == wanted) return id
    }
    return ""
}
BEGIN {
    BETWEEN = "\001\001"
    UNSHOWN = "\002"
    UNBARE = "[^\001A-Za-z0-9_-]"
    GONE = " status=dead status=incapacitated status=broken health=0 hp=0 "
    # Controls, and what turns the writing direction: U+0080-9F, U+200E-F, U+202A-E, U+2066-9.
    CONTROL = "[\001-\037\177]|\302[\200-\237]|\342\200[\216\217\252-\256]|\342\201[\246-\251]"
    if (more()) {
        sub(/^\357\273\277/, "", rest)
        do {
            blanks()
            if (match(rest, /^\[\[?/)) {
                take()
                table = dotted("")
            } else if (rest != "" && rest !~ /^#/) pair(table)
        } while (more())
    }
    count = split(ENVIRON["COMBATCLI_KINDS"], kinds, " ")
    for (k = 1; k <= count; k++) {
        kind = kinds[k]
        suffix = sub(/=$/, "", kind) ? "=" : ""
        prefix = substr(kind, 1, index(kind, "="))
        kind = substr(kind, length(prefix) + 1)
        if (kind == "weapons") {
            who = meant(ENVIRON["COMBATCLI_OWNER"])
            for (i = 1; i <= weapons; i++) if (who == "" || owner[i] == who) offer(weapon[i], "")
        } else if (kind == "sides") {
            for (i = 1; i <= many["combatants"]; i++)
                offer(told["combatants" BETWEEN name["combatants", i] BETWEEN "side"], "")
        } else for (last = 0; last <= (kind == "combatants"); last++)
            for (i = 1; i <= many[kind]; i++)
                if (kind != "combatants" || (name[kind, i] in fallen) == last) offer(name[kind, i], about(kind, name[kind, i]))
    }
}' < "$file" 2> /dev/null
}

# Take what may stand in a place: kinds of names, joined by +, or -; then words.
_combatcli_offer() {
    local kinds=$1 line
    shift
    offered+=("$@")
    if [[ $kinds == *files* ]]; then
        names_of_files=yes
    elif [[ $kinds != - && $file ]]; then
        while IFS= read -r line; do
            offered+=("${line%%$'\t'*}")
        done < <(_combatcli_names "${kinds//+/ }")
        type compopt &> /dev/null && compopt -o nosort 2> /dev/null
    fi
}

# What may stand for a value of an option, or as a word in its place.
_combatcli_offer_for() {
    case "$command/$1/$game" in
        set\ ./[2-9]/) _combatcli_offer - round= phase= dice.seed= ;;
        set\ ./[2-9]/realm) _combatcli_offer - round= bowl= begun= phase=defend-protect phase=shoot-throw phase=focus-impede phase=move phase=attack-assist-aimed phase=push phase=focused house.strict=true house.strict=false house.resolve_target= dice.seed= ;;
        set\ ./[2-9]/blade) _combatcli_offer - round= confined=true confined=false phase=initiative phase=acting phase=reacting phase=melee house.strict=true house.strict=false house.strict_engagement=true house.strict_engagement=false house.confined_length=true house.confined_length=false dice.seed= ;;
        set\ ./[2-9]/arq) _combatcli_offer - round= phase=action phase=movement phase=melee house.strict=true house.strict=false house.gang_up=true house.gang_up=false house.strict_threat=true house.strict_threat=false dice.seed= ;;
        set\ ./[2-9]/beacon) _combatcli_offer - round= turn= over= phase=declare phase=ambush phase=rash phase=monsters phase=cautious house.strict=true house.strict=false house.death_at= house.ambush_every_round=true house.ambush_every_round=false dice.seed= ;;
        new/--game/*) _combatcli_offer files realm blade arq beacon ;;
        new/--copy/* | new/--output/* | new/-o/* | show/--file/* | show/-f/* | show/--output/* | show/-o/* | show/--svg/* | show/--html/* | play/--file/* | play/-f/* | play/1/* | roll/--file/* | roll/-f/* | odds/--file/* | odds/-f/* | odds/--svg/* | odds/--html/* | add/--from/* | add/--file/* | add/-f/* | add/--output/* | add/-o/* | set/--file/* | set/-f/* | set/--output/* | set/-o/* | rename/--file/* | rename/-f/* | rename/--output/* | rename/-o/* | drop/--file/* | drop/-f/* | drop/--output/* | drop/-o/* | check/--file/* | check/-f/* | check/--output/* | check/-o/* | next/--file/* | next/-f/* | next/--output/* | next/-o/* | order/--file/* | order/-f/* | order/--output/* | order/-o/* | order/--svg/* | order/--html/* | declare/--file/* | declare/-f/* | declare/--output/* | declare/-o/* | move/--file/* | move/-f/* | move/--output/* | move/-o/* | attack/--file/* | attack/-f/* | attack/--output/* | attack/-o/* | wound/--file/* | wound/-f/* | wound/--output/* | wound/-o/* | recover/--file/* | recover/-f/* | recover/--output/* | recover/-o/* | test/--file/* | test/-f/* | test/--output/* | test/-o/* | dashtest/--file/* | dashtest/-f/* | dashtest/--output/* | dashtest/-o/* | pairings/--file/* | pairings/-f/* | pairings/--output/* | pairings/-o/* | pairings/--svg/* | pairings/--html/* | arena\ list/--file/* | arena\ list/-f/* | arena\ list/--output/* | arena\ list/-o/* | arena\ map/--file/* | arena\ map/-f/* | arena\ map/--output/* | arena\ map/-o/* | arena\ map/--svg/* | arena\ map/--html/* | arena\ add/--file/* | arena\ add/-f/* | arena\ add/--output/* | arena\ add/-o/* | arena\ set/--file/* | arena\ set/-f/* | arena\ set/--output/* | arena\ set/-o/* | arena\ link/--file/* | arena\ link/-f/* | arena\ link/--output/* | arena\ link/-o/* | arena\ unlink/--file/* | arena\ unlink/-f/* | arena\ unlink/--output/* | arena\ unlink/-o/* | arena\ remove/--file/* | arena\ remove/-f/* | arena\ remove/--output/* | arena\ remove/-o/* | arena\ split/--file/* | arena\ split/-f/* | arena\ split/--output/* | arena\ split/-o/* | arena\ merge/--file/* | arena\ merge/-f/* | arena\ merge/--output/* | arena\ merge/-o/* | arena\ suggest/--file/* | arena\ suggest/-f/* | arena\ suggest/--output/* | arena\ suggest/-o/* | arena\ road/--file/* | arena\ road/-f/* | arena\ road/--output/* | arena\ road/-o/* | arena\ propose/--file/* | arena\ propose/-f/* | arena\ propose/--output/* | arena\ propose/-o/* | arena\ accept/--file/* | arena\ accept/-f/* | arena\ accept/--output/* | arena\ accept/-o/* | arena\ reject/--file/* | arena\ reject/-f/* | arena\ reject/--output/* | arena\ reject/-o/* | arena\ breach/--file/* | arena\ breach/-f/* | arena\ breach/--output/* | arena\ breach/-o/* | push/--file/* | push/-f/* | push/--output/* | push/-o/* | impede/--file/* | impede/-f/* | impede/--output/* | impede/-o/* | boon/--file/* | boon/-f/* | boon/--output/* | boon/-o/* | condition/--file/* | condition/-f/* | condition/--output/* | condition/-o/* | forecast/--svg/* | forecast/--file/* | forecast/-f/* | rules/--file/* | rules/-f/* | rules/--output/* | rules/-o/* | log/--file/* | log/-f/* | undo/--file/* | undo/-f/* | redo/--file/* | redo/-f/*) _combatcli_offer files ;;
        new/--color/* | show/--color/* | roll/--color/* | odds/--color/* | add/--color/* | set/--color/* | rename/--color/* | drop/--color/* | check/--color/* | next/--color/* | order/--color/* | declare/--color/* | move/--color/* | attack/--color/* | wound/--color/* | recover/--color/* | test/--color/* | dashtest/--color/* | pairings/--color/* | arena\ list/--color/* | arena\ map/--color/* | arena\ add/--color/* | arena\ set/--color/* | arena\ link/--color/* | arena\ unlink/--color/* | arena\ remove/--color/* | arena\ split/--color/* | arena\ merge/--color/* | arena\ suggest/--color/* | arena\ road/--color/* | arena\ propose/--color/* | arena\ accept/--color/* | arena\ reject/--color/* | arena\ breach/--color/* | push/--color/* | impede/--color/* | boon/--color/* | condition/--color/* | forecast/--color/* | rules/--color/* | log/--color/* | undo/--color/* | redo/--color/*) _combatcli_offer - auto always never ;;
        new/1/* | attack/--ruleset/* | wound/--ruleset/* | recover/--ruleset/* | test/--ruleset/* | dashtest/--ruleset/* | push/--ruleset/* | impede/--ruleset/* | rules/--ruleset/* | schema/1/*) _combatcli_offer - realm blade arq beacon ;;
        show/1/* | add/--like/* | set/1/* | rename/1/* | drop/[1-9]/* | next/--done/ | next/--done/realm | next/1/ | next/1/beacon | order/--early/ | order/--early/beacon | declare/--again/* | declare/1/* | move/--charge/ | move/--charge/blade | move/--meet/ | move/--meet/arq | move/1/* | attack/--assist/ | attack/--assist/realm | attack/--without/ | attack/--without/blade | attack/--void/ | attack/--void/arq | attack/--aid/ | attack/--aid/beacon | attack/1/* | attack/[2-9]/* | wound/--by/* | wound/[1-9]/realm | wound/[1-9]/blade | wound/[1-9]/arq | recover/[1-9]/realm | recover/[1-9]/blade | recover/[1-9]/arq | test/--against/ | test/--void/ | test/--void/arq | test/--aid/ | test/--aid/beacon | test/1/* | test/[2-9]/arq | dashtest/--void/ | dashtest/--void/arq | dashtest/1/* | dashtest/[2-9]/* | arena\ add/--on/ | arena\ add/--on/realm | arena\ breach/--by/* | push/1/ | push/1/realm | push/1/beacon | push/[2-9]/ | push/[2-9]/realm | push/[2-9]/beacon | impede/1/ | impede/1/realm | impede/2/ | impede/2/realm | boon/1/ | boon/1/beacon | condition/1/* | condition/[2-9]/* | forecast/--without/*) _combatcli_offer combatants ;;
        roll/[1-9]/* | odds/[1-9]/*) _combatcli_offer rolls ;;
        add/--side/* | set/--side/* | drop/--side/* | order/--surprised/ | order/--surprised/blade | test/--side/* | forecast/--side/*) _combatcli_offer sides ;;
        add/[2-9]/ | schema/--keys/) _combatcli_offer side=sides+arena=arenas+target=combatants+protects=combatants+aids=combatants ;;
        add/[2-9]/realm | schema/--keys/realm) _combatcli_offer side=sides+arena=arenas side= player=true player=false name= note= count= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= tactics=defend tactics=protect tactics=shoot tactics=throw tactics=aim tactics=focus tactics=impede tactics=move tactics=attack tactics=assist tactics=push tactics=pass tactics=recover tactics=answer tactics=never ;;
        add/[2-9]/blade | schema/--keys/blade) _combatcli_offer side=sides+arena=arenas+target=combatants side= player=true player=false name= note= count= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= tactics=cast tactics=improvise tactics=attack tactics=move tactics=recover tactics=answer tactics=never tactics=choose ;;
        add/[2-9]/arq | set/[2-9]/arq | schema/--keys/arq) _combatcli_offer side=sides+arena=arenas side= player=true player=false name= note= count= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan= tactics=attack tactics=move tactics=recover tactics=answer tactics=never tactics=choose ;;
        add/[2-9]/beacon | schema/--keys/beacon) _combatcli_offer side=sides+arena=arenas+protects=combatants+aids=combatants side= player=true player=false name= note= count= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= tactics=rash tactics=cautious tactics=act tactics=draw tactics=stow tactics=pick tactics=stand tactics=reload tactics=protect tactics=aid tactics=attack tactics=boon tactics=move tactics=push tactics=recover tactics=answer tactics=never tactics=choose ;;
        set/[2-9]/) _combatcli_offer side=sides+arena=arenas+wielding=weapons+parrying=weapons+target=combatants+protects=combatants+aids=combatants ;;
        set/[2-9]/realm) _combatcli_offer side=sides+arena=arenas+wielding=weapons+parrying=weapons side= player=true player=false name= note= count= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= tactics=defend tactics=protect tactics=shoot tactics=throw tactics=aim tactics=focus tactics=impede tactics=move tactics=attack tactics=assist tactics=push tactics=pass tactics=recover tactics=answer tactics=never ;;
        set/[2-9]/blade) _combatcli_offer side=sides+arena=arenas+wielding=weapons+target=combatants side= player=true player=false name= note= count= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= tactics=cast tactics=improvise tactics=attack tactics=move tactics=recover tactics=answer tactics=never tactics=choose ;;
        set/[2-9]/beacon) _combatcli_offer side=sides+arena=arenas+wielding=weapons+protects=combatants+aids=combatants side= player=true player=false name= note= count= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= tactics=rash tactics=cautious tactics=act tactics=draw tactics=stow tactics=pick tactics=stand tactics=reload tactics=protect tactics=aid tactics=attack tactics=boon tactics=move tactics=push tactics=recover tactics=answer tactics=never tactics=choose ;;
        next/--end/ | next/--end/beacon) _combatcli_offer - death defeat surrender ceasefire retreat ;;
        order/--ties/ | order/--ties/realm) _combatcli_offer - reroll ;;
        order/--choose/ | order/--choose/blade) _combatcli_offer - act react ;;
        declare/--phase/ | declare/--phase/realm) _combatcli_offer - defend-protect shoot-throw focus-impede move attack-assist-aimed push focused ;;
        declare/--pay/ | declare/--pay/realm | pairings/--choose/*) _combatcli_offer combatants= ;;
        declare/--push/ | declare/--push/beacon | move/--push/ | move/--push/beacon | attack/--push/ | attack/--push/beacon | recover/--push/ | recover/--push/beacon | test/--push/ | test/--push/beacon) _combatcli_offer - tier effect act closer ;;
        declare/2/) _combatcli_offer - defend protect shoot throw aim focus impede move attack assist push pass cast improvise act rash cautious draw stow pick stand reload aid ;;
        declare/[3-9]/) _combatcli_offer combatants+arenas+weapons ;;
        declare/2/realm) _combatcli_offer - defend protect shoot throw aim focus impede move attack assist push pass ;;
        declare/[3-9]/realm | declare/[3-9]/blade | move/[2-9]/blade) _combatcli_offer combatants+arenas ;;
        declare/2/blade) _combatcli_offer - attack cast improvise ;;
        declare/2/arq) _combatcli_offer - act pass ;;
        declare/2/beacon) _combatcli_offer - rash cautious act draw stow pick stand reload protect aid ;;
        declare/[3-9]/beacon) _combatcli_offer combatants+weapons ;;
        move/[2-9]/) _combatcli_offer arenas+combatants ;;
        move/[2-9]/realm | move/[2-9]/arq | move/[2-9]/beacon | arena\ list/[1-9]/* | arena\ map/[1-9]/* | arena\ add/--link/* | arena\ set/1/* | arena\ link/1/* | arena\ link/2/* | arena\ unlink/1/* | arena\ unlink/2/* | arena\ remove/--to/* | arena\ remove/1/* | arena\ split/1/* | arena\ merge/1/* | arena\ merge/2/* | arena\ road/--link/* | arena\ propose/--beside/* | arena\ breach/1/* | arena\ breach/2/* | push/--to/ | push/--to/realm) _combatcli_offer arenas ;;
        attack/--weapon/ | attack/--weapon/realm | attack/--weapon/blade | attack/--weapon/beacon | wound/--item/ | wound/--item/beacon) _combatcli_offer weapons unarmed ;;
        attack/--parry/ | attack/--parry/realm) _combatcli_offer - attack wound daring ;;
        attack/--called/ | attack/--called/blade) _combatcli_offer - hand hands eye eyes ;;
        attack/--versus/ | attack/--versus/beacon) _combatcli_offer - iron ward grit ;;
        attack/--action/ | attack/--action/beacon | dashtest/--trait/beacon) _combatcli_offer - finesse prowl skirmish traverse craft hunt study survey command consort sway utter ;;
        attack/--inflict/ | attack/--inflict/beacon | recover/--end/ | recover/--end/beacon) _combatcli_offer - bleeding blighted burning corroding weakened blinded deafened charmed dominated disarmed distracted downed exposed goaded incapacitated rooted sickened slowed stunned terrified vulnerable ;;
        attack/--type/ | attack/--type/beacon | wound/--type/ | wound/--type/beacon) _combatcli_offer - chemical electrical entropic glacial kinetic plasmic psychic radiant temporal thermal ;;
        attack/--position/ | attack/--position/beacon | recover/--position/ | recover/--position/beacon | test/--position/ | test/--position/beacon) _combatcli_offer - controlled risky desperate ;;
        attack/--with/realm | attack/--against/realm | wound/--against/realm | recover/--with/realm | recover/--against/realm | test/--with/realm) _combatcli_offer - side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow ;;
        attack/--with/blade | attack/--against/blade | wound/--with/blade | wound/--against/blade | recover/--with/blade | recover/--against/blade | test/--with/blade | push/--with/blade | push/--against/blade | impede/--with/blade | impede/--against/blade) _combatcli_offer - side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection= ;;
        attack/--with/arq | attack/--against/arq | wound/--with/arq | wound/--against/arq | recover/--with/arq | recover/--against/arq | test/--with/arq | dashtest/--with/arq | dashtest/--against/arq | push/--with/arq | push/--against/arq | impede/--with/arq | impede/--against/arq) _combatcli_offer - side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan= ;;
        attack/--with/beacon | attack/--against/beacon | wound/--with/beacon | wound/--against/beacon | recover/--against/beacon | test/--with/beacon | push/--with/beacon | push/--against/beacon | impede/--with/beacon | impede/--against/beacon) _combatcli_offer - side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false ;;
        wound/--with/) _combatcli_offer - daring commitment ;;
        wound/--with/realm) _combatcli_offer - daring commitment side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow ;;
        wound/[1-9]/ | wound/[1-9]/beacon | recover/[1-9]/ | recover/[1-9]/beacon) _combatcli_offer combatants bleeding blighted burning corroding weakened blinded deafened charmed dominated disarmed distracted downed exposed goaded incapacitated rooted sickened slowed stunned terrified vulnerable ;;
        recover/--with/) _combatcli_offer - body mind will ;;
        recover/--with/beacon) _combatcli_offer - body mind will side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false ;;
        test/--against/realm) _combatcli_offer combatants side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow ;;
        test/--against/blade) _combatcli_offer combatants side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection= ;;
        test/--against/arq) _combatcli_offer combatants side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan= ;;
        test/--against/beacon) _combatcli_offer combatants side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false ;;
        test/[2-9]/) _combatcli_offer combatants brawn cunning daring commitment awareness strength agility mind personality finesse prowl skirmish traverse craft hunt study survey command consort sway utter ;;
        test/[2-9]/realm) _combatcli_offer combatants brawn cunning daring commitment awareness ;;
        test/[2-9]/blade) _combatcli_offer combatants strength agility mind personality ;;
        test/[2-9]/beacon) _combatcli_offer combatants finesse prowl skirmish traverse craft hunt study survey command consort sway utter ;;
        dashtest/--trait/ | dashtest/--with/ | dashtest/--against/) _combatcli_offer - brawn cunning daring commitment awareness strength agility mind personality finesse prowl skirmish traverse craft hunt study survey command consort sway utter ;;
        dashtest/--trait/realm | arena\ breach/--with/*) _combatcli_offer - brawn cunning daring commitment awareness ;;
        dashtest/--with/realm | dashtest/--against/realm) _combatcli_offer - brawn cunning daring commitment awareness side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow ;;
        dashtest/--trait/blade) _combatcli_offer - strength agility mind personality ;;
        dashtest/--with/blade | dashtest/--against/blade) _combatcli_offer - strength agility mind personality side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection= ;;
        dashtest/--with/beacon | dashtest/--against/beacon) _combatcli_offer - finesse prowl skirmish traverse craft hunt study survey command consort sway utter side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false ;;
        arena\ add/--kind/ | arena\ add/--kind/realm | arena\ add/--kind/blade | arena\ split/--kind/* | arena\ merge/--kind/* | arena\ road/--kind/* | arena\ propose/--kind/* | arena\ accept/--kind/*) _combatcli_offer - neutral tight hazardous open dense ;;
        arena\ set/[2-9]/) _combatcli_offer on=combatants ;;
        arena\ set/[2-9]/realm) _combatcli_offer on=combatants kind=neutral kind=tight kind=hazardous kind=open kind=dense note= size= terrain=difficult terrain=impassable on= tactics=defend tactics=protect tactics=shoot tactics=throw tactics=aim tactics=focus tactics=impede tactics=move tactics=attack tactics=assist tactics=push tactics=pass tactics=recover tactics=answer tactics=never ;;
        arena\ set/[2-9]/blade) _combatcli_offer - kind=neutral kind=tight kind=hazardous kind=open kind=dense note= size= terrain=difficult terrain=impassable confined=true confined=false tactics=cast tactics=improvise tactics=attack tactics=move tactics=recover tactics=answer tactics=never tactics=choose ;;
        arena\ set/[2-9]/arq) _combatcli_offer - kind= note= size= terrain=difficult terrain=impassable tactics=attack tactics=move tactics=recover tactics=answer tactics=never tactics=choose ;;
        arena\ set/[2-9]/beacon) _combatcli_offer - kind= note= size= terrain=difficult terrain=impassable tactics=rash tactics=cautious tactics=act tactics=draw tactics=stow tactics=pick tactics=stand tactics=reload tactics=protect tactics=aid tactics=attack tactics=boon tactics=move tactics=push tactics=recover tactics=answer tactics=never tactics=choose ;;
        arena\ breach/--kind/*) _combatcli_offer - dense tight hazardous ;;
        push/--with/ | push/--against/ | impede/--with/ | impede/--against/) _combatcli_offer - brawn cunning daring ;;
        push/--with/realm | push/--against/realm | impede/--with/realm | impede/--against/realm) _combatcli_offer - brawn cunning daring side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow ;;
        boon/--against/) _combatcli_offer - iron ward grit chemical electrical entropic glacial kinetic plasmic psychic radiant temporal thermal ;;
        boon/--against/beacon) _combatcli_offer - iron ward grit chemical electrical entropic glacial kinetic plasmic psychic radiant temporal thermal side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false ;;
        boon/2/ | boon/2/beacon) _combatcli_offer - concealed deflecting flanking focused fortified hastened healing hidden immune quickened regenerating resistant sheltered strengthened ;;
        forecast/--vary/) _combatcli_offer keys= ;;
        forecast/--vary/realm) _combatcli_offer keys= house.strict= house.resolve_target= ;;
        forecast/--vary/blade) _combatcli_offer keys= house.strict= house.strict_engagement= house.confined_length= ;;
        forecast/--vary/arq) _combatcli_offer keys= house.strict= house.gang_up= house.strict_threat= ;;
        forecast/--vary/beacon) _combatcli_offer keys= house.strict= house.death_at= house.ambush_every_round= ;;
        completion/1/*) _combatcli_offer - bash zsh fish ;;
    esac
}

# The options of the command: `flags`, those that are `valued`, and those whose number may be left out.
_combatcli_options() {
    flags='--help -h' valued='' numbered=''
    case $command in
        new)
            flags+=' --example --schema --force --no-lock --json --quiet -q --verbose -v' valued+=' --game --copy --output -o --seed --wait --color'
            ;;
        show)
            flags+=' --players --dry-run -n --pass --no-lock --all --watch --json --quiet -q --verbose -v' valued+=' --file -f --output -o --wait --svg --html --color'
            ;;
        play)
            flags+=' --keep-going' valued+=' --file -f'
            ;;
        roll)
            flags+=' --tally --list --json --quiet -q --verbose -v --exit-status -e' valued+=' --times -t --until --file -f --seed --dice --color'
            ;;
        odds)
            flags+=' --by-label --csv --plain --mean --all --json --quiet -q --verbose -v' valued+=' --at-least --at-most --exactly --cumulative --bands --quantiles --until --given --against --file -f --svg --html --color'
            ;;
        add)
            flags+=' --as-is --update --dry-run -n --pass --no-lock --json --quiet -q --verbose -v' valued+=' --like --times --from --map --side --file -f --output -o --wait --seed --dice --color'
            ;;
        set)
            flags+=' --dry-run -n --pass --no-lock --json --quiet -q --verbose -v' valued+=' --side --file -f --output -o --wait --color'
            case $game in '' | realm) flags+=' --from-bowl' ;; esac
            ;;
        rename)
            flags+=' --dry-run -n --pass --no-lock --json --quiet -q --verbose -v' valued+=' --file -f --output -o --wait --color'
            ;;
        drop)
            flags+=' --out --dry-run -n --pass --no-lock --json --quiet -q --verbose -v' valued+=' --side --file -f --output -o --wait --color'
            ;;
        check)
            flags+=' --dry-run -n --pass --no-lock --json --quiet -q --verbose -v --exit-status -e' valued+=' --file -f --output -o --wait --color'
            ;;
        next)
            flags+=' --round --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --file -f --output -o --wait --seed --dice --color'
            case $game in '' | realm) valued+=' --done' ;; esac
            case $game in '' | arq) valued+=' --cards' ;; esac
            case $game in '' | beacon) valued+=' --soak --end' ;; esac
            ;;
        order)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --file -f --output -o --wait --seed --dice --color --svg --html'
            case $game in '' | realm) flags+=' --board --reveal --again' valued+=' --ties' ;; esac
            case $game in '' | blade) flags+=' --check-surprise' valued+=' --choose --surprised' ;; esac
            case $game in '' | arq) flags+=' --all --table' valued+=' --cards' ;; esac
            case $game in '' | beacon) valued+=' --early' ;; esac
            case $game in blade) flags+=' --again' ;; esac
            ;;
        declare)
            flags+=' --again --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --file -f --output -o --wait --seed --dice --color'
            case $game in '' | realm) flags+=' --hide-target --reveal --awesome' valued+=' --phase --plan --pay' numbered+=' --secret' ;; esac
            case $game in '' | blade) valued+=' --outcome' ;; esac
            case $game in '' | arq) valued+=' --cards' ;; esac
            case $game in '' | beacon) flags+=' --react' valued+=' --push' ;; esac
            ;;
        move)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --file -f --output -o --wait --seed --dice --color'
            case $game in '' | blade) flags+=' --run' valued+=' --charge' ;; esac
            case $game in '' | blade | beacon) valued+=' --distance' ;; esac
            case $game in '' | arq) flags+=' --blunder' valued+=' --cards --meet --back' ;; esac
            case $game in '' | beacon) flags+=' --maneuver' valued+=' --difficult --push' ;; esac
            ;;
        attack)
            case $game in '' | realm | blade | beacon) valued+=' --weapon' ;; esac
            flags+=' --apply --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v --exit-status -e' valued+=' --file -f --output -o --wait --seed --dice --ruleset --color'
            case $game in '' | realm | blade | arq) flags+=' --all' ;; esac
            case $game in '' | realm | blade) valued+=' --bonus' ;; esac
            case $game in '') valued+=' --with --against' ;; esac
            case $game in '' | realm) flags+=' --counter --aim --throw' valued+=' --extra-dice --defense --assist --parry' ;; esac
            case $game in '' | blade) flags+=' --opportunity' valued+=' --difficulty --called --distance --without' ;; esac
            case $game in '' | arq) flags+=' --missile --reaction' valued+=' --cards --void' ;; esac
            case $game in '' | beacon) flags+=' --supernatural --area --no-damage --concealed --sheltered --react --reroll --sight --sight-only --hearing --hearing-only' valued+=' --versus --action --inflict --effect --type --push --position --aid' ;; esac
            case $game in realm) valued+=' --with --against' ;; esac
            case $game in blade) valued+=' --with --against' ;; esac
            case $game in arq) valued+=' --with --against' ;; esac
            case $game in beacon) valued+=' --with --against --distance' ;; esac
            ;;
        wound)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --only --by --file -f --output -o --wait --seed --dice --ruleset --color' numbered+=' --discard'
            case $game in '') valued+=' --with --against' ;; esac
            case $game in '' | arq) valued+=' --cards' ;; esac
            case $game in '' | beacon) flags+=' --soak-wound' valued+=' --type --soak --rounds --item' ;; esac
            case $game in realm) valued+=' --with --against' ;; esac
            case $game in blade) valued+=' --with --against' ;; esac
            case $game in arq) valued+=' --with --against' ;; esac
            case $game in beacon) valued+=' --with --against' ;; esac
            ;;
        recover)
            case $game in '') valued+=' --with --against' ;; esac
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --file -f --output -o --wait --seed --dice --ruleset --color'
            case $game in '' | realm) valued+=' --days --wound' numbered+=' --heal' ;; esac
            case $game in '' | blade) flags+=' --sleep' valued+=' --stamina --health' ;; esac
            case $game in '' | arq) valued+=' --cards' ;; esac
            case $game in '' | beacon) flags+=' --act --react --rest' valued+=' --position --end --push' ;; esac
            case $game in realm) valued+=' --with --against' ;; esac
            case $game in blade) valued+=' --with --against' ;; esac
            case $game in arq) valued+=' --with --against' numbered+=' --heal' ;; esac
            case $game in beacon) valued+=' --with --against' ;; esac
            ;;
        test)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v --exit-status -e' valued+=' --bonus --side --file -f --output -o --wait --seed --dice --ruleset --color'
            case $game in '') valued+=' --with --against' ;; esac
            case $game in '' | realm) valued+=' --target' ;; esac
            case $game in '' | blade) flags+=' --force' valued+=' --difficulty --spell' ;; esac
            case $game in '' | arq) valued+=' --cards --void' ;; esac
            case $game in '' | beacon) flags+=' --not-watching --reroll --sight --sight-only --hearing --hearing-only' valued+=' --tier --goal --path --push --position --aid' ;; esac
            case $game in realm) valued+=' --with --against' ;; esac
            case $game in blade) valued+=' --with --against' ;; esac
            case $game in arq) valued+=' --with --against --target' ;; esac
            case $game in beacon) valued+=' --with --against' ;; esac
            ;;
        dashtest)
            case $game in '') valued+=' --trait --with --against' ;; esac
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v --exit-status -e' valued+=' --file -f --output -o --wait --seed --dice --ruleset --color'
            case $game in '' | arq) valued+=' --cards --void' ;; esac
            case $game in realm) valued+=' --trait --with --against' ;; esac
            case $game in blade) valued+=' --trait --with --against' ;; esac
            case $game in arq) valued+=' --trait --with --against' ;; esac
            case $game in beacon) valued+=' --trait --with --against' ;; esac
            ;;
        pairings)
            flags+=' --spread --gang --all --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --choose --limit --engaged --file -f --output -o --wait --seed --dice --color --svg --html'
            case $game in '' | arq) valued+=' --cards' ;; esac
            ;;
        arena\ list)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --file -f --output -o --wait --seed --dice --color'
            case $game in '' | arq) valued+=' --cards' ;; esac
            ;;
        arena\ map)
            flags+=' --dot --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --file -f --output -o --wait --seed --dice --color --svg --html'
            case $game in '' | arq) valued+=' --cards' ;; esac
            ;;
        arena\ add)
            case $game in '' | realm | blade) valued+=' --kind' ;; esac
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --note --size --link --file -f --output -o --wait --seed --dice --color'
            case $game in '' | realm) valued+=' --on' ;; esac
            case $game in '' | arq) valued+=' --cards' ;; esac
            case $game in arq | beacon) valued+=' --kind' ;; esac
            ;;
        arena\ set)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --file -f --output -o --wait --seed --dice --color'
            case $game in '' | arq) valued+=' --cards' ;; esac
            ;;
        arena\ link)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --file -f --output -o --wait --seed --dice --color'
            case $game in '' | arq) valued+=' --cards' ;; esac
            ;;
        arena\ unlink)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --file -f --output -o --wait --seed --dice --color'
            case $game in '' | arq) valued+=' --cards' ;; esac
            ;;
        arena\ remove)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --to --file -f --output -o --wait --seed --dice --color'
            case $game in '' | arq) valued+=' --cards' ;; esac
            ;;
        arena\ split)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --kind --file -f --output -o --wait --seed --dice --color'
            ;;
        arena\ merge)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --kind --file -f --output -o --wait --seed --dice --color'
            ;;
        arena\ suggest)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --file -f --output -o --wait --seed --dice --color'
            ;;
        arena\ road)
            flags+=' --force --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --kind --length --note --link --file -f --output -o --wait --seed --dice --color'
            ;;
        arena\ propose)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --kind --beside --note --file -f --output -o --wait --seed --dice --color'
            ;;
        arena\ accept)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --kind --file -f --output -o --wait --seed --dice --color'
            ;;
        arena\ reject)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --file -f --output -o --wait --seed --dice --color'
            ;;
        arena\ breach)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v --exit-status -e' valued+=' --by --with --target --kind --name --file -f --output -o --wait --seed --dice --color'
            ;;
        push)
            case $game in '') valued+=' --with --against' ;; esac
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v --exit-status -e' valued+=' --file -f --output -o --wait --seed --dice --ruleset --color'
            case $game in '' | realm) valued+=' --to' ;; esac
            case $game in '' | arq) valued+=' --cards' ;; esac
            case $game in '' | beacon) flags+=' --pull --slide --slam --teleport --hits' valued+=' --feet' ;; esac
            case $game in realm) valued+=' --with --against' ;; esac
            case $game in blade) valued+=' --with --against' ;; esac
            case $game in arq) valued+=' --with --against' ;; esac
            case $game in beacon) valued+=' --with --against --to' ;; esac
            ;;
        impede)
            case $game in '') valued+=' --with --against' ;; esac
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v --exit-status -e' valued+=' --file -f --output -o --wait --seed --dice --ruleset --color'
            case $game in '' | arq) valued+=' --cards' ;; esac
            case $game in realm) valued+=' --with --against' ;; esac
            case $game in blade) valued+=' --with --against' ;; esac
            case $game in arq) valued+=' --with --against' ;; esac
            case $game in beacon) valued+=' --with --against' ;; esac
            ;;
        boon)
            flags+=' --dry-run -n --pass --no-lock --strict --odds --json --quiet -q --verbose -v' valued+=' --file -f --output -o --wait --seed --dice --color'
            case $game in '' | arq) valued+=' --cards' ;; esac
            case $game in '') valued+=' --against' ;; esac
            case $game in '' | beacon) valued+=' --rounds' ;; esac
            case $game in beacon) valued+=' --against' ;; esac
            ;;
        condition)
            flags+=' --end --dry-run -n --pass --no-lock --json --quiet -q --verbose -v' valued+=' --rounds --note --file -f --output -o --wait --color'
            ;;
        forecast)
            flags+=' --exact --fair --csv --tactics --worth --story --script --json --quiet -q --verbose -v' valued+=' --within --times --rounds --jobs --cluster --side --svg --without --fight --file -f --seed --color'
            case $game in '') valued+=' --vary' ;; esac
            case $game in realm) valued+=' --vary' ;; esac
            case $game in blade) valued+=' --vary' ;; esac
            case $game in arq) valued+=' --vary' ;; esac
            case $game in beacon) valued+=' --vary' ;; esac
            ;;
        rules)
            flags+=' --house --dry-run -n --pass --no-lock --json --quiet -q --verbose -v' valued+=' --ruleset --file -f --output -o --wait --color'
            ;;
        log)
            flags+=' --story --markdown --all --stats --json --quiet -q --verbose -v' valued+=' --last --title --note --file -f --color'
            ;;
        undo)
            flags+=' --force --no-lock --dry-run -n --json --quiet -q --verbose -v' valued+=' --to --file -f --wait --color'
            ;;
        redo)
            flags+=' --force --no-lock --dry-run -n --json --quiet -q --verbose -v' valued+=' --to --file -f --wait --color'
            ;;
        schema)
            case $game in '') flags+=' --keys' ;; esac
            case $game in realm) flags+=' --keys' ;; esac
            case $game in blade) flags+=' --keys' ;; esac
            case $game in arq) flags+=' --keys' ;; esac
            case $game in beacon) flags+=' --keys' ;; esac
            ;;
        completion)
            ;;
    esac
}

# Reply with what begins with the current word, quoted as it is.
_combatcli_reply() {
    local each quoted at char prefix='' apostrophe="'\\''"
    for ((at = ${#raw}; at > 0; at--)); do
        char=${raw:at-1:1}
        [[ ! $quote && $char == [=:@] && $COMP_WORDBREAKS == *"$char"* ]] && prefix=${raw:0:at} && break
    done
    for each in ${offered[@]+"${offered[@]}"}; do
        [[ $each == "$current"* ]] || continue
        case $quote in
            "'") quoted=${each:opened} quoted=${quoted//\'/$apostrophe} ;;
            '"') quoted=${each:opened} quoted=${quoted//\\/\\\\} quoted=${quoted//\"/\\\"} quoted=${quoted//\$/\\\$} quoted=${quoted//\`/\\\`} ;;
            *) printf -v quoted %q "$each" ;;
        esac
        COMPREPLY+=("${quoted#"$prefix"}")
        [[ $each == *= ]] || spaced=yes
    done
}

_combatcli() {
    local words raw quote opened file game command='' owner='' current flags valued numbered spaced='' names_of_files=''
    local -a offered=()
    local i place=0 ended='' previous word IFS=$' \t\n'
    COMPREPLY=()
    _combatcli_split "$COMP_LINE"
    _combatcli_find_game
    _combatcli_split "${COMP_LINE:0:COMP_POINT}"
    current=${words[${#words[@]} - 1]}
    previous=''
    ((${#words[@]} > 1)) && previous=${words[${#words[@]} - 2]}
    if [[ $previous == ['<>'] ]]; then
        names_of_files=yes
    elif ((${#words[@]} == 2)); then
        offered=(new show play roll odds add set rename drop check next order declare move attack wound recover test dashtest pairings arena push impede boon condition forecast rules log undo redo schema completion help)
        [[ $current == -* ]] && offered=(-h --help -V --version)
    else
        command=${words[1]} i=2
        [[ $command == help ]] && ((${#words[@]} == 3)) && offered=(new show play roll odds add set rename drop check next order declare move attack wound recover test dashtest pairings arena push impede boon condition forecast rules log undo redo schema completion help)
        case $command in
            arena)
                command="$command ${words[2]}" i=3
                ;;
        esac
        if ((i == ${#words[@]})); then
            case "${command% *}/$game" in
                arena/) offered=(list map add set link unlink remove split merge suggest road propose accept reject breach) ;;
                arena/realm) offered=(list map add set link unlink remove split merge suggest road propose accept reject breach) ;;
                arena/blade) offered=(list map add set link unlink remove) ;;
                arena/arq) offered=(list map add set link unlink remove) ;;
                arena/beacon) offered=(list map add set link unlink remove) ;;
            esac
            [[ $current == -* ]] && offered=(-h --help)
        else
            _combatcli_line
        fi
    fi
    if [[ $names_of_files ]]; then
        type compopt &> /dev/null && compopt -o filenames
        while IFS= read -r word; do
            COMPREPLY+=("$word")
        done < <(compgen -f -- "$current")
        return
    fi
    _combatcli_reply
    [[ $spaced ]] || { type compopt &> /dev/null && compopt -o nospace; }
}

# Offer for the last of the words of a command: an option's value, an option, or a word in its place.
_combatcli_line() {
    _combatcli_options
    for (( ; i < ${#words[@]} - 1; i++)); do
        word=${words[i]}
        if [[ $word == ['<>'] ]]; then
            ((i++))
        elif [[ $ended || $word != -?* || $word == -[0-9.]* ]]; then
            ((place++))
            [[ $owner ]] || owner=$word
        elif [[ $word == -- ]]; then
            ended=yes
        elif [[ " $valued " == *" $word "* ]]; then
            if ((++i == ${#words[@]} - 1)); then
                _combatcli_offer_for "$word"
                return
            fi
        elif [[ " $numbered " == *" $word "* && ${words[i + 1]} && ${words[i + 1]} != *[!0-9]* ]] && ((i + 1 < ${#words[@]} - 1)); then
            ((i++))
        fi
    done
    if [[ ! $ended && $current == --*=* ]]; then
        word=${current%%=*}
        [[ " $valued " == *" $word "* ]] || return
        current=${current#*=} raw=${raw#*=}
        ((opened > ${#word})) && ((opened -= ${#word} + 1))
        _combatcli_offer_for "$word"
    elif [[ ! $ended && $current == -* && $current != -[0-9.]* ]]; then
        offered=($flags $valued $numbered)
    else
        ((place++))
        [[ $command == set && $owner == . ]] && command='set .'
        _combatcli_offer_for $((place > 9 ? 9 : place))
    fi
}

complete -F _combatcli combatcli
