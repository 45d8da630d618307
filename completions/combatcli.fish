# fish completion for combatcli; made by scripts/generate.py from the declarations of its commands: do not edit.
# It needs no Python.

function __combatcli_words --description 'The words of the line before the cursor, without the program'
    set -l words (commandline -opc)
    while string match -qr '^\w+=' -- $words[1]
        set -e words[1]
    end
    set -e words[1]
    string join \n -- $words
end

function __combatcli_command --description 'The command of the line, with its subcommand'
    set -l words (__combatcli_words)
    if contains -- "$words[1]" arena
        string join ' ' -- $words[1..2]
    else
        echo $words[1]
    end
end

function __combatcli_file --description 'The file of the encounter that the line is for'
    set -l words (commandline -op)
    set -l file $COMBATCLI_FILE
    for place in (seq 2 (count $words))
        switch $words[$place]
            case -f --file
                set file $words[(math $place + 1)]
            case '--file=*'
                set file (string replace -- --file= '' $words[$place])
            case '-f*'
                set file (string sub -s 3 -- $words[$place])
            case --
                break
        end
    end
    set file (string replace -r '^~/' "$HOME/" -- $file)
    test -f "$file" -a -r "$file"; and echo $file
end

function __combatcli_game --description 'The game by which the line is played: that of --ruleset, else that of the file; - for none'
    set -l words (commandline -op)
    set -l game
    for place in (seq 2 (count $words))
        switch $words[$place]
            case --ruleset
                set game $words[(math $place + 1)]
            case '--ruleset=*'
                set game (string replace -- --ruleset= '' $words[$place])
        end
    end
    set -l file (__combatcli_file)
    if test -z "$game" -a -n "$file"
        while read -l line
            set -l found (string match -r '^\x{feff}?\s*["\']?ruleset["\']?\s*=\s*["\']([^"\']*)["\']' -- $line)
            and set game $found[2]
            and break
            string match -qr '^\s*\[' -- $line; and break
        end <$file
    end
    contains -- "$game" realm blade arq beacon; and echo $game; or echo -
end

function __combatcli_first --description 'The command is still to come'
    test (count (__combatcli_words)) -eq 0
end

function __combatcli_at --description 'The command of the line is one of these'
    contains -- (__combatcli_command) $argv
end

function __combatcli_in --description 'The command of the line is the first of these, played by one of the games that follow'
    __combatcli_at $argv[1]; and contains -- (__combatcli_game) $argv[2..]
end

# The plain words of the line before the cursor: no options and no values of options.
function __combatcli_plain
    set -l words (__combatcli_words)
    set -l command (__combatcli_command)
    set -l valued
    set -l numbered
    switch $command
        case 'new'
            set valued --game --copy --output -o --seed --wait --color
        case 'show'
            set valued --file -f --output -o --wait --svg --html --color
        case 'play'
            set valued --file -f
        case 'roll'
            set valued --times -t --until --file -f --seed --dice --color
        case 'odds'
            set valued --at-least --at-most --exactly --cumulative --bands --quantiles --until --given --against --file -f --svg --html --color
        case 'add'
            set valued --like --times --from --map --side --file -f --output -o --wait --seed --dice --color
        case 'set'
            set valued --side --file -f --output -o --wait --color
        case 'rename'
            set valued --file -f --output -o --wait --color
        case 'drop'
            set valued --side --file -f --output -o --wait --color
        case 'check'
            set valued --file -f --output -o --wait --color
        case 'next'
            set valued --file -f --output -o --wait --seed --dice --color --done --cards --soak --end
        case 'order'
            set valued --file -f --output -o --wait --seed --dice --color --svg --html --ties --choose --surprised --cards --early
        case 'declare'
            set valued --file -f --output -o --wait --seed --dice --color --phase --plan --pay --outcome --cards --push
            set numbered --secret
        case 'move'
            set valued --file -f --output -o --wait --seed --dice --color --charge --distance --cards --meet --back --difficult --push
        case 'attack'
            set valued --weapon --bonus --with --against --file -f --output -o --wait --seed --dice --ruleset --color --extra-dice --defense --assist --parry --difficulty --called --distance --without --cards --void --versus --action --inflict --effect --type --push --position --aid
        case 'wound'
            set valued --only --by --with --against --file -f --output -o --wait --seed --dice --ruleset --color --cards --type --soak --rounds --item
            set numbered --discard
        case 'recover'
            set valued --with --against --file -f --output -o --wait --seed --dice --ruleset --color --days --wound --stamina --health --cards --position --end --push
            set numbered --heal
        case 'test'
            set valued --bonus --side --with --against --file -f --output -o --wait --seed --dice --ruleset --color --target --difficulty --spell --cards --void --tier --goal --path --push --position --aid
        case 'dashtest'
            set valued --trait --with --against --file -f --output -o --wait --seed --dice --ruleset --color --cards --void
        case 'pairings'
            set valued --choose --limit --engaged --file -f --output -o --wait --seed --dice --color --svg --html --cards
        case 'arena list'
            set valued --file -f --output -o --wait --seed --dice --color --cards
        case 'arena map'
            set valued --file -f --output -o --wait --seed --dice --color --svg --html --cards
        case 'arena add'
            set valued --kind --note --size --link --file -f --output -o --wait --seed --dice --color --on --cards
        case 'arena set'
            set valued --file -f --output -o --wait --seed --dice --color --cards
        case 'arena link'
            set valued --file -f --output -o --wait --seed --dice --color --cards
        case 'arena unlink'
            set valued --file -f --output -o --wait --seed --dice --color --cards
        case 'arena remove'
            set valued --to --file -f --output -o --wait --seed --dice --color --cards
        case 'arena split'
            set valued --kind --file -f --output -o --wait --seed --dice --color
        case 'arena merge'
            set valued --kind --file -f --output -o --wait --seed --dice --color
        case 'arena suggest'
            set valued --file -f --output -o --wait --seed --dice --color
        case 'arena road'
            set valued --kind --length --note --link --file -f --output -o --wait --seed --dice --color
        case 'arena propose'
            set valued --kind --beside --note --file -f --output -o --wait --seed --dice --color
        case 'arena accept'
            set valued --kind --file -f --output -o --wait --seed --dice --color
        case 'arena reject'
            set valued --file -f --output -o --wait --seed --dice --color
        case 'arena breach'
            set valued --by --with --target --kind --name --file -f --output -o --wait --seed --dice --color
        case 'push'
            set valued --with --against --file -f --output -o --wait --seed --dice --ruleset --color --to --cards --feet
        case 'impede'
            set valued --with --against --file -f --output -o --wait --seed --dice --ruleset --color --cards
        case 'boon'
            set valued --file -f --output -o --wait --seed --dice --color --cards --against --rounds
        case 'condition'
            set valued --rounds --note --file -f --output -o --wait --color
        case 'forecast'
            set valued --within --times --rounds --jobs --cluster --side --vary --svg --without --fight --file -f --seed --color
        case 'rules'
            set valued --ruleset --file -f --output -o --wait --color
        case 'log'
            set valued --last --title --note --file -f --color
        case 'undo'
            set valued --to --file -f --wait --color
        case 'redo'
            set valued --to --file -f --wait --color
    end
    set -e words[1]
    string match -q '* *' -- $command; and set -e words[1]
    while set -q words[1]
        set -l word $words[1]
        set -e words[1]
        if test "$word" = --
            string join \n -- $words
            return
        else if contains -- $word $valued
            set -e words[1]
        else if contains -- $word $numbered; and string match -qr '^\d+$' -- $words[1]
            set -e words[1]
        else if not string match -qr '^-[^0-9.]' -- $word
            string join \n -- $word
        end
    end
end

# Names from the encounter, a line "name TAB description" for each; weapons of the combatant named first.
function __combatcli_names
    set -l file (__combatcli_file)
    test -n "$file"; or return
    set -l plain (__combatcli_plain)
    set -lx LC_ALL C
    set -lx COMBATCLI_KINDS "$argv"
    set -lx COMBATCLI_OWNER "$plain[1]"
    awk 'function more() {
    if ((getline rest) <= 0) return 0
    if (length(rest) > 100000) rest = ""
    sub(/\\r$/, "", rest)
    return 1
}
function take(   taken) {
    taken = substr(rest, 1, RLENGTH)
    rest = substr(rest, RLENGTH + 1)
    return taken
}
function blanks() { if (match(rest, /^[ \\t]+/)) take() }
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
    return sprintf("%c%c%c%c", 240 + int(point / 262144), 128 + int(point / 4096) % 64, \\
        128 + int(point / 64) % 64, 128 + point % 64)
}
function unescaped(text,   out, at, letter, digits) {
    while ((at = index(text, "\\\\")) > 0) {
        out = out substr(text, 1, at - 1)
        letter = substr(text, at + 1, 1)
        digits = letter == "u" ? 4 : letter == "U" ? 8 : letter == "x" ? 2 : 0
        if (digits) out = out utf8(hex(substr(text, at + 2, digits)))
        else out = out (index("btnfre", letter) && letter != "" ? "\\n" : letter)
        text = substr(text, at + 2 + digits)
    }
    return out text
}
function part(   word) {
    blanks()
    if (match(rest, /^"([^"\\\\]|\\\\.)*"/)) {
        word = take()
        word = unescaped(substr(word, 2, length(word) - 2))
    } else if (match(rest, /^\\047[^\\047]*\\047/)) {
        word = take()
        word = substr(word, 2, length(word) - 2)
    } else if (match(rest, /^[A-Za-z0-9_-]+/)) word = take()
    else { broken = 1; return "" }
    gsub(/\\001/, UNSHOWN, word)
    return word
}
function dotted(path) {
    broken = 0
    path = (path == "" ? "" : path BETWEEN) part()
    blanks()
    while (!broken && rest ~ /^\\./) {
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
        found = quote == "\\"" ? match(rest, /^([^"\\\\]|\\\\.|"[^"\\\\]|""[^"\\\\]|"\\\\.|""\\\\.)*"""/) : index(rest, "\\047\\047\\047")
        if (found) break
        out = out rest " "
        if (!more()) { rest = ""; return out }
    }
    at = quote == "\\"" ? RLENGTH : found + 2
    while (substr(rest, at + 1, 1) == quote && at - length(rest) < 0) at++
    out = out substr(rest, 1, at - 3)
    rest = substr(rest, at + 1)
    return quote == "\\"" ? unescaped(out) : out
}
function value(path,   text, before) {
    blanks()
    if (rest ~ /^"""/) said(path, long_string("\\""))
    else if (rest ~ /^\\047\\047\\047/) said(path, long_string("\\047"))
    else if (match(rest, /^"([^"\\\\]|\\\\.)*"/)) {
        text = take()
        said(path, unescaped(substr(text, 2, length(text) - 2)))
    } else if (match(rest, /^\\047[^\\047]*\\047/)) {
        text = take()
        said(path, substr(text, 2, length(text) - 2))
    } else if (rest ~ /^\\[/) {
        rest = substr(rest, 2)
        while (to_something() && rest !~ /^\\]/) {
            before = rest
            if (rest ~ /^,/) rest = substr(rest, 2)
            else value(path BETWEEN UNSHOWN)
            if (rest == before) rest = ""
        }
        rest = substr(rest, 2)
    } else if (rest ~ /^\\{/) {
        rest = substr(rest, 2)
        while (to_something() && rest !~ /^\\}/) {
            before = rest
            if (rest ~ /^,/) rest = substr(rest, 2)
            else pair(path)
            if (rest == before) rest = ""
        }
        rest = substr(rest, 2)
    } else if (match(rest, /^[^],}#]+/)) {
        text = take()
        sub(/[ \\t]+$/, "", text)
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
    sub(/^combatants\\./, "", path)
    name["keys", ++many["keys"]] = path
}
function called(what) {
    sub(/ *\\(.*/, "", what)
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
    print prefix word suffix "\\t" text
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
    BETWEEN = "\\001\\001"
    UNSHOWN = "\\002"
    UNBARE = "[^\\001A-Za-z0-9_-]"
    GONE = " status=dead status=incapacitated status=broken health=0 hp=0 "
    # Controls, and what turns the writing direction: U+0080-9F, U+200E-F, U+202A-E, U+2066-9.
    CONTROL = "[\\001-\\037\\177]|\\302[\\200-\\237]|\\342\\200[\\216\\217\\252-\\256]|\\342\\201[\\246-\\251]"
    if (more()) {
        sub(/^\\357\\273\\277/, "", rest)
        do {
            blanks()
            if (match(rest, /^\\[\\[?/)) {
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
}' <$file 2>/dev/null
end

# A pattern of what begins as the current word does, quotes aside: fish would replace a word by what is only like it.
function __combatcli_beginning
    set -l typed (commandline -ct)
    set typed (string replace -r '^--[^=]*=' '' -- "$typed")
    set -l letters (string escape --style=regex -- (string split '' -- (string replace -ra '[\\\\\'"]' '' -- "$typed")))
    echo '^[\\\\\'"]*'(string join '[\\\\\'"]*' -- $letters)'.*$'
end

# What may stand in a place: kinds of names, joined by +, or -; then words.
function __combatcli_offer
    set -l pattern (__combatcli_beginning)
    string match -ri -- $pattern $argv[2..]
    switch $argv[1]
        case -
        case '*files*'
            __fish_complete_path (commandline -ct)
        case '*'
            string match -ri -- $pattern (__combatcli_names (string split + -- $argv[1]))
    end
end

# What may stand as the next plain word.
function __combatcli_word
    set -l plain (__combatcli_plain)
    set -l place (math 1 + (count $plain))
    test $place -gt 9; and set place 9
    set -l command (__combatcli_command)
    test "$command" = set -a "$plain[1]" = .; and set command 'set .'
    switch $command/$place/(__combatcli_game)
        case 'set ./2/-' 'set ./3/-' 'set ./4/-' 'set ./5/-' 'set ./6/-' 'set ./7/-' 'set ./8/-' 'set ./9/-'
            __combatcli_offer - round= phase= dice.seed=
        case 'set ./2/realm' 'set ./3/realm' 'set ./4/realm' 'set ./5/realm' 'set ./6/realm' 'set ./7/realm' 'set ./8/realm' 'set ./9/realm'
            __combatcli_offer - round= bowl= begun= phase=defend-protect phase=shoot-throw phase=focus-impede phase=move phase=attack-assist-aimed phase=push phase=focused house.strict=true house.strict=false house.resolve_target= dice.seed=
        case 'set ./2/blade' 'set ./3/blade' 'set ./4/blade' 'set ./5/blade' 'set ./6/blade' 'set ./7/blade' 'set ./8/blade' 'set ./9/blade'
            __combatcli_offer - round= confined=true confined=false phase=initiative phase=acting phase=reacting phase=melee house.strict=true house.strict=false house.strict_engagement=true house.strict_engagement=false house.confined_length=true house.confined_length=false dice.seed=
        case 'set ./2/arq' 'set ./3/arq' 'set ./4/arq' 'set ./5/arq' 'set ./6/arq' 'set ./7/arq' 'set ./8/arq' 'set ./9/arq'
            __combatcli_offer - round= phase=action phase=movement phase=melee house.strict=true house.strict=false house.gang_up=true house.gang_up=false house.strict_threat=true house.strict_threat=false dice.seed=
        case 'set ./2/beacon' 'set ./3/beacon' 'set ./4/beacon' 'set ./5/beacon' 'set ./6/beacon' 'set ./7/beacon' 'set ./8/beacon' 'set ./9/beacon'
            __combatcli_offer - round= turn= over= phase=declare phase=ambush phase=rash phase=monsters phase=cautious house.strict=true house.strict=false house.death_at= house.ambush_every_round=true house.ambush_every_round=false dice.seed=
        case 'new/--game/*'
            __combatcli_offer files realm blade arq beacon
        case 'new/--copy/*' 'new/--output/*' 'new/-o/*' 'show/--file/*' 'show/-f/*' 'show/--output/*' 'show/-o/*' 'show/--svg/*' 'show/--html/*' 'play/--file/*' 'play/-f/*' 'play/1/*' 'roll/--file/*' 'roll/-f/*' 'odds/--file/*' 'odds/-f/*' 'odds/--svg/*' 'odds/--html/*' 'add/--from/*' 'add/--file/*' 'add/-f/*' 'add/--output/*' 'add/-o/*' 'set/--file/*' 'set/-f/*' 'set/--output/*' 'set/-o/*' 'rename/--file/*' 'rename/-f/*' 'rename/--output/*' 'rename/-o/*' 'drop/--file/*' 'drop/-f/*' 'drop/--output/*' 'drop/-o/*' 'check/--file/*' 'check/-f/*' 'check/--output/*' 'check/-o/*' 'next/--file/*' 'next/-f/*' 'next/--output/*' 'next/-o/*' 'order/--file/*' 'order/-f/*' 'order/--output/*' 'order/-o/*' 'order/--svg/*' 'order/--html/*' 'declare/--file/*' 'declare/-f/*' 'declare/--output/*' 'declare/-o/*' 'move/--file/*' 'move/-f/*' 'move/--output/*' 'move/-o/*' 'attack/--file/*' 'attack/-f/*' 'attack/--output/*' 'attack/-o/*' 'wound/--file/*' 'wound/-f/*' 'wound/--output/*' 'wound/-o/*' 'recover/--file/*' 'recover/-f/*' 'recover/--output/*' 'recover/-o/*' 'test/--file/*' 'test/-f/*' 'test/--output/*' 'test/-o/*' 'dashtest/--file/*' 'dashtest/-f/*' 'dashtest/--output/*' 'dashtest/-o/*' 'pairings/--file/*' 'pairings/-f/*' 'pairings/--output/*' 'pairings/-o/*' 'pairings/--svg/*' 'pairings/--html/*' 'arena list/--file/*' 'arena list/-f/*' 'arena list/--output/*' 'arena list/-o/*' 'arena map/--file/*' 'arena map/-f/*' 'arena map/--output/*' 'arena map/-o/*' 'arena map/--svg/*' 'arena map/--html/*' 'arena add/--file/*' 'arena add/-f/*' 'arena add/--output/*' 'arena add/-o/*' 'arena set/--file/*' 'arena set/-f/*' 'arena set/--output/*' 'arena set/-o/*' 'arena link/--file/*' 'arena link/-f/*' 'arena link/--output/*' 'arena link/-o/*' 'arena unlink/--file/*' 'arena unlink/-f/*' 'arena unlink/--output/*' 'arena unlink/-o/*' 'arena remove/--file/*' 'arena remove/-f/*' 'arena remove/--output/*' 'arena remove/-o/*' 'arena split/--file/*' 'arena split/-f/*' 'arena split/--output/*' 'arena split/-o/*' 'arena merge/--file/*' 'arena merge/-f/*' 'arena merge/--output/*' 'arena merge/-o/*' 'arena suggest/--file/*' 'arena suggest/-f/*' 'arena suggest/--output/*' 'arena suggest/-o/*' 'arena road/--file/*' 'arena road/-f/*' 'arena road/--output/*' 'arena road/-o/*' 'arena propose/--file/*' 'arena propose/-f/*' 'arena propose/--output/*' 'arena propose/-o/*' 'arena accept/--file/*' 'arena accept/-f/*' 'arena accept/--output/*' 'arena accept/-o/*' 'arena reject/--file/*' 'arena reject/-f/*' 'arena reject/--output/*' 'arena reject/-o/*' 'arena breach/--file/*' 'arena breach/-f/*' 'arena breach/--output/*' 'arena breach/-o/*' 'push/--file/*' 'push/-f/*' 'push/--output/*' 'push/-o/*' 'impede/--file/*' 'impede/-f/*' 'impede/--output/*' 'impede/-o/*' 'boon/--file/*' 'boon/-f/*' 'boon/--output/*' 'boon/-o/*' 'condition/--file/*' 'condition/-f/*' 'condition/--output/*' 'condition/-o/*' 'forecast/--svg/*' 'forecast/--file/*' 'forecast/-f/*' 'rules/--file/*' 'rules/-f/*' 'rules/--output/*' 'rules/-o/*' 'log/--file/*' 'log/-f/*' 'undo/--file/*' 'undo/-f/*' 'redo/--file/*' 'redo/-f/*'
            __combatcli_offer files
        case 'new/--color/*' 'show/--color/*' 'roll/--color/*' 'odds/--color/*' 'add/--color/*' 'set/--color/*' 'rename/--color/*' 'drop/--color/*' 'check/--color/*' 'next/--color/*' 'order/--color/*' 'declare/--color/*' 'move/--color/*' 'attack/--color/*' 'wound/--color/*' 'recover/--color/*' 'test/--color/*' 'dashtest/--color/*' 'pairings/--color/*' 'arena list/--color/*' 'arena map/--color/*' 'arena add/--color/*' 'arena set/--color/*' 'arena link/--color/*' 'arena unlink/--color/*' 'arena remove/--color/*' 'arena split/--color/*' 'arena merge/--color/*' 'arena suggest/--color/*' 'arena road/--color/*' 'arena propose/--color/*' 'arena accept/--color/*' 'arena reject/--color/*' 'arena breach/--color/*' 'push/--color/*' 'impede/--color/*' 'boon/--color/*' 'condition/--color/*' 'forecast/--color/*' 'rules/--color/*' 'log/--color/*' 'undo/--color/*' 'redo/--color/*'
            __combatcli_offer - auto always never
        case 'new/1/*' 'attack/--ruleset/*' 'wound/--ruleset/*' 'recover/--ruleset/*' 'test/--ruleset/*' 'dashtest/--ruleset/*' 'push/--ruleset/*' 'impede/--ruleset/*' 'rules/--ruleset/*' 'schema/1/*'
            __combatcli_offer - realm blade arq beacon
        case 'show/1/*' 'add/--like/*' 'set/1/*' 'rename/1/*' 'drop/1/*' 'drop/2/*' 'drop/3/*' 'drop/4/*' 'drop/5/*' 'drop/6/*' 'drop/7/*' 'drop/8/*' 'drop/9/*' 'next/--done/-' 'next/--done/realm' 'next/1/-' 'next/1/beacon' 'order/--early/-' 'order/--early/beacon' 'declare/--again/*' 'declare/1/*' 'move/--charge/-' 'move/--charge/blade' 'move/--meet/-' 'move/--meet/arq' 'move/1/*' 'attack/--assist/-' 'attack/--assist/realm' 'attack/--without/-' 'attack/--without/blade' 'attack/--void/-' 'attack/--void/arq' 'attack/--aid/-' 'attack/--aid/beacon' 'attack/1/*' 'attack/2/*' 'attack/3/*' 'attack/4/*' 'attack/5/*' 'attack/6/*' 'attack/7/*' 'attack/8/*' 'attack/9/*' 'wound/--by/*' 'wound/1/realm' 'wound/2/realm' 'wound/3/realm' 'wound/4/realm' 'wound/5/realm' 'wound/6/realm' 'wound/7/realm' 'wound/8/realm' 'wound/9/realm' 'wound/1/blade' 'wound/2/blade' 'wound/3/blade' 'wound/4/blade' 'wound/5/blade' 'wound/6/blade' 'wound/7/blade' 'wound/8/blade' 'wound/9/blade' 'wound/1/arq' 'wound/2/arq' 'wound/3/arq' 'wound/4/arq' 'wound/5/arq' 'wound/6/arq' 'wound/7/arq' 'wound/8/arq' 'wound/9/arq' 'recover/1/realm' 'recover/2/realm' 'recover/3/realm' 'recover/4/realm' 'recover/5/realm' 'recover/6/realm' 'recover/7/realm' 'recover/8/realm' 'recover/9/realm' 'recover/1/blade' 'recover/2/blade' 'recover/3/blade' 'recover/4/blade' 'recover/5/blade' 'recover/6/blade' 'recover/7/blade' 'recover/8/blade' 'recover/9/blade' 'recover/1/arq' 'recover/2/arq' 'recover/3/arq' 'recover/4/arq' 'recover/5/arq' 'recover/6/arq' 'recover/7/arq' 'recover/8/arq' 'recover/9/arq' 'test/--against/-' 'test/--void/-' 'test/--void/arq' 'test/--aid/-' 'test/--aid/beacon' 'test/1/*' 'test/2/arq' 'test/3/arq' 'test/4/arq' 'test/5/arq' 'test/6/arq' 'test/7/arq' 'test/8/arq' 'test/9/arq' 'dashtest/--void/-' 'dashtest/--void/arq' 'dashtest/1/*' 'dashtest/2/*' 'dashtest/3/*' 'dashtest/4/*' 'dashtest/5/*' 'dashtest/6/*' 'dashtest/7/*' 'dashtest/8/*' 'dashtest/9/*' 'arena add/--on/-' 'arena add/--on/realm' 'arena breach/--by/*' 'push/1/-' 'push/1/realm' 'push/1/beacon' 'push/2/-' 'push/3/-' 'push/4/-' 'push/5/-' 'push/6/-' 'push/7/-' 'push/8/-' 'push/9/-' 'push/2/realm' 'push/3/realm' 'push/4/realm' 'push/5/realm' 'push/6/realm' 'push/7/realm' 'push/8/realm' 'push/9/realm' 'push/2/beacon' 'push/3/beacon' 'push/4/beacon' 'push/5/beacon' 'push/6/beacon' 'push/7/beacon' 'push/8/beacon' 'push/9/beacon' 'impede/1/-' 'impede/1/realm' 'impede/2/-' 'impede/2/realm' 'boon/1/-' 'boon/1/beacon' 'condition/1/*' 'condition/2/*' 'condition/3/*' 'condition/4/*' 'condition/5/*' 'condition/6/*' 'condition/7/*' 'condition/8/*' 'condition/9/*' 'forecast/--without/*'
            __combatcli_offer combatants
        case 'roll/1/*' 'roll/2/*' 'roll/3/*' 'roll/4/*' 'roll/5/*' 'roll/6/*' 'roll/7/*' 'roll/8/*' 'roll/9/*' 'odds/1/*' 'odds/2/*' 'odds/3/*' 'odds/4/*' 'odds/5/*' 'odds/6/*' 'odds/7/*' 'odds/8/*' 'odds/9/*'
            __combatcli_offer rolls
        case 'add/--side/*' 'set/--side/*' 'drop/--side/*' 'order/--surprised/-' 'order/--surprised/blade' 'test/--side/*' 'forecast/--side/*'
            __combatcli_offer sides
        case 'add/2/-' 'add/3/-' 'add/4/-' 'add/5/-' 'add/6/-' 'add/7/-' 'add/8/-' 'add/9/-' 'schema/--keys/-'
            __combatcli_offer side=sides+arena=arenas+target=combatants+protects=combatants+aids=combatants
        case 'add/2/realm' 'add/3/realm' 'add/4/realm' 'add/5/realm' 'add/6/realm' 'add/7/realm' 'add/8/realm' 'add/9/realm' 'schema/--keys/realm'
            __combatcli_offer side=sides+arena=arenas side= player=true player=false name= note= count= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= tactics=defend tactics=protect tactics=shoot tactics=throw tactics=aim tactics=focus tactics=impede tactics=move tactics=attack tactics=assist tactics=push tactics=pass tactics=recover tactics=answer tactics=never
        case 'add/2/blade' 'add/3/blade' 'add/4/blade' 'add/5/blade' 'add/6/blade' 'add/7/blade' 'add/8/blade' 'add/9/blade' 'schema/--keys/blade'
            __combatcli_offer side=sides+arena=arenas+target=combatants side= player=true player=false name= note= count= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= tactics=cast tactics=improvise tactics=attack tactics=move tactics=recover tactics=answer tactics=never tactics=choose
        case 'add/2/arq' 'add/3/arq' 'add/4/arq' 'add/5/arq' 'add/6/arq' 'add/7/arq' 'add/8/arq' 'add/9/arq' 'set/2/arq' 'set/3/arq' 'set/4/arq' 'set/5/arq' 'set/6/arq' 'set/7/arq' 'set/8/arq' 'set/9/arq' 'schema/--keys/arq'
            __combatcli_offer side=sides+arena=arenas side= player=true player=false name= note= count= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan= tactics=attack tactics=move tactics=recover tactics=answer tactics=never tactics=choose
        case 'add/2/beacon' 'add/3/beacon' 'add/4/beacon' 'add/5/beacon' 'add/6/beacon' 'add/7/beacon' 'add/8/beacon' 'add/9/beacon' 'schema/--keys/beacon'
            __combatcli_offer side=sides+arena=arenas+protects=combatants+aids=combatants side= player=true player=false name= note= count= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= tactics=rash tactics=cautious tactics=act tactics=draw tactics=stow tactics=pick tactics=stand tactics=reload tactics=protect tactics=aid tactics=attack tactics=boon tactics=move tactics=push tactics=recover tactics=answer tactics=never tactics=choose
        case 'set/2/-' 'set/3/-' 'set/4/-' 'set/5/-' 'set/6/-' 'set/7/-' 'set/8/-' 'set/9/-'
            __combatcli_offer side=sides+arena=arenas+wielding=weapons+parrying=weapons+target=combatants+protects=combatants+aids=combatants
        case 'set/2/realm' 'set/3/realm' 'set/4/realm' 'set/5/realm' 'set/6/realm' 'set/7/realm' 'set/8/realm' 'set/9/realm'
            __combatcli_offer side=sides+arena=arenas+wielding=weapons+parrying=weapons side= player=true player=false name= note= count= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= tactics=defend tactics=protect tactics=shoot tactics=throw tactics=aim tactics=focus tactics=impede tactics=move tactics=attack tactics=assist tactics=push tactics=pass tactics=recover tactics=answer tactics=never
        case 'set/2/blade' 'set/3/blade' 'set/4/blade' 'set/5/blade' 'set/6/blade' 'set/7/blade' 'set/8/blade' 'set/9/blade'
            __combatcli_offer side=sides+arena=arenas+wielding=weapons+target=combatants side= player=true player=false name= note= count= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= tactics=cast tactics=improvise tactics=attack tactics=move tactics=recover tactics=answer tactics=never tactics=choose
        case 'set/2/beacon' 'set/3/beacon' 'set/4/beacon' 'set/5/beacon' 'set/6/beacon' 'set/7/beacon' 'set/8/beacon' 'set/9/beacon'
            __combatcli_offer side=sides+arena=arenas+wielding=weapons+protects=combatants+aids=combatants side= player=true player=false name= note= count= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= tactics=rash tactics=cautious tactics=act tactics=draw tactics=stow tactics=pick tactics=stand tactics=reload tactics=protect tactics=aid tactics=attack tactics=boon tactics=move tactics=push tactics=recover tactics=answer tactics=never tactics=choose
        case 'next/--end/-' 'next/--end/beacon'
            __combatcli_offer - death defeat surrender ceasefire retreat
        case 'order/--ties/-' 'order/--ties/realm'
            __combatcli_offer - reroll
        case 'order/--choose/-' 'order/--choose/blade'
            __combatcli_offer - act react
        case 'declare/--phase/-' 'declare/--phase/realm'
            __combatcli_offer - defend-protect shoot-throw focus-impede move attack-assist-aimed push focused
        case 'declare/--pay/-' 'declare/--pay/realm' 'pairings/--choose/*'
            __combatcli_offer combatants=
        case 'declare/--push/-' 'declare/--push/beacon' 'move/--push/-' 'move/--push/beacon' 'attack/--push/-' 'attack/--push/beacon' 'recover/--push/-' 'recover/--push/beacon' 'test/--push/-' 'test/--push/beacon'
            __combatcli_offer - tier effect act closer
        case 'declare/2/-'
            __combatcli_offer - defend protect shoot throw aim focus impede move attack assist push pass cast improvise act rash cautious draw stow pick stand reload aid
        case 'declare/3/-' 'declare/4/-' 'declare/5/-' 'declare/6/-' 'declare/7/-' 'declare/8/-' 'declare/9/-'
            __combatcli_offer combatants+arenas+weapons
        case 'declare/2/realm'
            __combatcli_offer - defend protect shoot throw aim focus impede move attack assist push pass
        case 'declare/3/realm' 'declare/4/realm' 'declare/5/realm' 'declare/6/realm' 'declare/7/realm' 'declare/8/realm' 'declare/9/realm' 'declare/3/blade' 'declare/4/blade' 'declare/5/blade' 'declare/6/blade' 'declare/7/blade' 'declare/8/blade' 'declare/9/blade' 'move/2/blade' 'move/3/blade' 'move/4/blade' 'move/5/blade' 'move/6/blade' 'move/7/blade' 'move/8/blade' 'move/9/blade'
            __combatcli_offer combatants+arenas
        case 'declare/2/blade'
            __combatcli_offer - attack cast improvise
        case 'declare/2/arq'
            __combatcli_offer - act pass
        case 'declare/2/beacon'
            __combatcli_offer - rash cautious act draw stow pick stand reload protect aid
        case 'declare/3/beacon' 'declare/4/beacon' 'declare/5/beacon' 'declare/6/beacon' 'declare/7/beacon' 'declare/8/beacon' 'declare/9/beacon'
            __combatcli_offer combatants+weapons
        case 'move/2/-' 'move/3/-' 'move/4/-' 'move/5/-' 'move/6/-' 'move/7/-' 'move/8/-' 'move/9/-'
            __combatcli_offer arenas+combatants
        case 'move/2/realm' 'move/3/realm' 'move/4/realm' 'move/5/realm' 'move/6/realm' 'move/7/realm' 'move/8/realm' 'move/9/realm' 'move/2/arq' 'move/3/arq' 'move/4/arq' 'move/5/arq' 'move/6/arq' 'move/7/arq' 'move/8/arq' 'move/9/arq' 'move/2/beacon' 'move/3/beacon' 'move/4/beacon' 'move/5/beacon' 'move/6/beacon' 'move/7/beacon' 'move/8/beacon' 'move/9/beacon' 'arena list/1/*' 'arena list/2/*' 'arena list/3/*' 'arena list/4/*' 'arena list/5/*' 'arena list/6/*' 'arena list/7/*' 'arena list/8/*' 'arena list/9/*' 'arena map/1/*' 'arena map/2/*' 'arena map/3/*' 'arena map/4/*' 'arena map/5/*' 'arena map/6/*' 'arena map/7/*' 'arena map/8/*' 'arena map/9/*' 'arena add/--link/*' 'arena set/1/*' 'arena link/1/*' 'arena link/2/*' 'arena unlink/1/*' 'arena unlink/2/*' 'arena remove/--to/*' 'arena remove/1/*' 'arena split/1/*' 'arena merge/1/*' 'arena merge/2/*' 'arena road/--link/*' 'arena propose/--beside/*' 'arena breach/1/*' 'arena breach/2/*' 'push/--to/-' 'push/--to/realm'
            __combatcli_offer arenas
        case 'attack/--weapon/-' 'attack/--weapon/realm' 'attack/--weapon/blade' 'attack/--weapon/beacon' 'wound/--item/-' 'wound/--item/beacon'
            __combatcli_offer weapons unarmed
        case 'attack/--parry/-' 'attack/--parry/realm'
            __combatcli_offer - attack wound daring
        case 'attack/--called/-' 'attack/--called/blade'
            __combatcli_offer - hand hands eye eyes
        case 'attack/--versus/-' 'attack/--versus/beacon'
            __combatcli_offer - iron ward grit
        case 'attack/--action/-' 'attack/--action/beacon' 'dashtest/--trait/beacon'
            __combatcli_offer - finesse prowl skirmish traverse craft hunt study survey command consort sway utter
        case 'attack/--inflict/-' 'attack/--inflict/beacon' 'recover/--end/-' 'recover/--end/beacon'
            __combatcli_offer - bleeding blighted burning corroding weakened blinded deafened charmed dominated disarmed distracted downed exposed goaded incapacitated rooted sickened slowed stunned terrified vulnerable
        case 'attack/--type/-' 'attack/--type/beacon' 'wound/--type/-' 'wound/--type/beacon'
            __combatcli_offer - chemical electrical entropic glacial kinetic plasmic psychic radiant temporal thermal
        case 'attack/--position/-' 'attack/--position/beacon' 'recover/--position/-' 'recover/--position/beacon' 'test/--position/-' 'test/--position/beacon'
            __combatcli_offer - controlled risky desperate
        case 'attack/--with/realm' 'attack/--against/realm' 'wound/--against/realm' 'recover/--with/realm' 'recover/--against/realm' 'test/--with/realm'
            __combatcli_offer - side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow
        case 'attack/--with/blade' 'attack/--against/blade' 'wound/--with/blade' 'wound/--against/blade' 'recover/--with/blade' 'recover/--against/blade' 'test/--with/blade' 'push/--with/blade' 'push/--against/blade' 'impede/--with/blade' 'impede/--against/blade'
            __combatcli_offer - side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=
        case 'attack/--with/arq' 'attack/--against/arq' 'wound/--with/arq' 'wound/--against/arq' 'recover/--with/arq' 'recover/--against/arq' 'test/--with/arq' 'dashtest/--with/arq' 'dashtest/--against/arq' 'push/--with/arq' 'push/--against/arq' 'impede/--with/arq' 'impede/--against/arq'
            __combatcli_offer - side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan=
        case 'attack/--with/beacon' 'attack/--against/beacon' 'wound/--with/beacon' 'wound/--against/beacon' 'recover/--against/beacon' 'test/--with/beacon' 'push/--with/beacon' 'push/--against/beacon' 'impede/--with/beacon' 'impede/--against/beacon'
            __combatcli_offer - side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false
        case 'wound/--with/-'
            __combatcli_offer - daring commitment
        case 'wound/--with/realm'
            __combatcli_offer - daring commitment side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow
        case 'wound/1/-' 'wound/2/-' 'wound/3/-' 'wound/4/-' 'wound/5/-' 'wound/6/-' 'wound/7/-' 'wound/8/-' 'wound/9/-' 'wound/1/beacon' 'wound/2/beacon' 'wound/3/beacon' 'wound/4/beacon' 'wound/5/beacon' 'wound/6/beacon' 'wound/7/beacon' 'wound/8/beacon' 'wound/9/beacon' 'recover/1/-' 'recover/2/-' 'recover/3/-' 'recover/4/-' 'recover/5/-' 'recover/6/-' 'recover/7/-' 'recover/8/-' 'recover/9/-' 'recover/1/beacon' 'recover/2/beacon' 'recover/3/beacon' 'recover/4/beacon' 'recover/5/beacon' 'recover/6/beacon' 'recover/7/beacon' 'recover/8/beacon' 'recover/9/beacon'
            __combatcli_offer combatants bleeding blighted burning corroding weakened blinded deafened charmed dominated disarmed distracted downed exposed goaded incapacitated rooted sickened slowed stunned terrified vulnerable
        case 'recover/--with/-'
            __combatcli_offer - body mind will
        case 'recover/--with/beacon'
            __combatcli_offer - body mind will side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false
        case 'test/--against/realm'
            __combatcli_offer combatants side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow
        case 'test/--against/blade'
            __combatcli_offer combatants side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=
        case 'test/--against/arq'
            __combatcli_offer combatants side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan=
        case 'test/--against/beacon'
            __combatcli_offer combatants side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false
        case 'test/2/-' 'test/3/-' 'test/4/-' 'test/5/-' 'test/6/-' 'test/7/-' 'test/8/-' 'test/9/-'
            __combatcli_offer combatants brawn cunning daring commitment awareness strength agility mind personality finesse prowl skirmish traverse craft hunt study survey command consort sway utter
        case 'test/2/realm' 'test/3/realm' 'test/4/realm' 'test/5/realm' 'test/6/realm' 'test/7/realm' 'test/8/realm' 'test/9/realm'
            __combatcli_offer combatants brawn cunning daring commitment awareness
        case 'test/2/blade' 'test/3/blade' 'test/4/blade' 'test/5/blade' 'test/6/blade' 'test/7/blade' 'test/8/blade' 'test/9/blade'
            __combatcli_offer combatants strength agility mind personality
        case 'test/2/beacon' 'test/3/beacon' 'test/4/beacon' 'test/5/beacon' 'test/6/beacon' 'test/7/beacon' 'test/8/beacon' 'test/9/beacon'
            __combatcli_offer combatants finesse prowl skirmish traverse craft hunt study survey command consort sway utter
        case 'dashtest/--trait/-' 'dashtest/--with/-' 'dashtest/--against/-'
            __combatcli_offer - brawn cunning daring commitment awareness strength agility mind personality finesse prowl skirmish traverse craft hunt study survey command consort sway utter
        case 'dashtest/--trait/realm' 'arena breach/--with/*'
            __combatcli_offer - brawn cunning daring commitment awareness
        case 'dashtest/--with/realm' 'dashtest/--against/realm'
            __combatcli_offer - brawn cunning daring commitment awareness side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow
        case 'dashtest/--trait/blade'
            __combatcli_offer - strength agility mind personality
        case 'dashtest/--with/blade' 'dashtest/--against/blade'
            __combatcli_offer - strength agility mind personality side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=
        case 'dashtest/--with/beacon' 'dashtest/--against/beacon'
            __combatcli_offer - finesse prowl skirmish traverse craft hunt study survey command consort sway utter side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false
        case 'arena add/--kind/-' 'arena add/--kind/realm' 'arena add/--kind/blade' 'arena split/--kind/*' 'arena merge/--kind/*' 'arena road/--kind/*' 'arena propose/--kind/*' 'arena accept/--kind/*'
            __combatcli_offer - neutral tight hazardous open dense
        case 'arena set/2/-' 'arena set/3/-' 'arena set/4/-' 'arena set/5/-' 'arena set/6/-' 'arena set/7/-' 'arena set/8/-' 'arena set/9/-'
            __combatcli_offer on=combatants
        case 'arena set/2/realm' 'arena set/3/realm' 'arena set/4/realm' 'arena set/5/realm' 'arena set/6/realm' 'arena set/7/realm' 'arena set/8/realm' 'arena set/9/realm'
            __combatcli_offer on=combatants kind=neutral kind=tight kind=hazardous kind=open kind=dense note= size= terrain=difficult terrain=impassable on= tactics=defend tactics=protect tactics=shoot tactics=throw tactics=aim tactics=focus tactics=impede tactics=move tactics=attack tactics=assist tactics=push tactics=pass tactics=recover tactics=answer tactics=never
        case 'arena set/2/blade' 'arena set/3/blade' 'arena set/4/blade' 'arena set/5/blade' 'arena set/6/blade' 'arena set/7/blade' 'arena set/8/blade' 'arena set/9/blade'
            __combatcli_offer - kind=neutral kind=tight kind=hazardous kind=open kind=dense note= size= terrain=difficult terrain=impassable confined=true confined=false tactics=cast tactics=improvise tactics=attack tactics=move tactics=recover tactics=answer tactics=never tactics=choose
        case 'arena set/2/arq' 'arena set/3/arq' 'arena set/4/arq' 'arena set/5/arq' 'arena set/6/arq' 'arena set/7/arq' 'arena set/8/arq' 'arena set/9/arq'
            __combatcli_offer - kind= note= size= terrain=difficult terrain=impassable tactics=attack tactics=move tactics=recover tactics=answer tactics=never tactics=choose
        case 'arena set/2/beacon' 'arena set/3/beacon' 'arena set/4/beacon' 'arena set/5/beacon' 'arena set/6/beacon' 'arena set/7/beacon' 'arena set/8/beacon' 'arena set/9/beacon'
            __combatcli_offer - kind= note= size= terrain=difficult terrain=impassable tactics=rash tactics=cautious tactics=act tactics=draw tactics=stow tactics=pick tactics=stand tactics=reload tactics=protect tactics=aid tactics=attack tactics=boon tactics=move tactics=push tactics=recover tactics=answer tactics=never tactics=choose
        case 'arena breach/--kind/*'
            __combatcli_offer - dense tight hazardous
        case 'push/--with/-' 'push/--against/-' 'impede/--with/-' 'impede/--against/-'
            __combatcli_offer - brawn cunning daring
        case 'push/--with/realm' 'push/--against/realm' 'impede/--with/realm' 'impede/--against/realm'
            __combatcli_offer - brawn cunning daring side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow
        case 'boon/--against/-'
            __combatcli_offer - iron ward grit chemical electrical entropic glacial kinetic plasmic psychic radiant temporal thermal
        case 'boon/--against/beacon'
            __combatcli_offer - iron ward grit chemical electrical entropic glacial kinetic plasmic psychic radiant temporal thermal side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false
        case 'boon/2/-' 'boon/2/beacon'
            __combatcli_offer - concealed deflecting flanking focused fortified hastened healing hidden immune quickened regenerating resistant sheltered strengthened
        case 'forecast/--vary/-'
            __combatcli_offer keys=
        case 'forecast/--vary/realm'
            __combatcli_offer keys= house.strict= house.resolve_target=
        case 'forecast/--vary/blade'
            __combatcli_offer keys= house.strict= house.strict_engagement= house.confined_length=
        case 'forecast/--vary/arq'
            __combatcli_offer keys= house.strict= house.gang_up= house.strict_threat=
        case 'forecast/--vary/beacon'
            __combatcli_offer keys= house.strict= house.death_at= house.ambush_every_round=
        case 'completion/1/*'
            __combatcli_offer - bash zsh fish
    end
end

function __combatcli_commands
    printf '%s\t%s\n' \
        new 'Write a new encounter of a game.' \
        show 'Show the fight, or one combatant.' \
        play 'Run the fight interactively, or from a script.' \
        roll 'Roll dice expressions, or lines of them from standard input.' \
        odds 'Print the exact distribution of a dice expression.' \
        add 'Add combatants.' \
        set 'Change keys of combatants, or of the encounter itself.' \
        rename 'Give a combatant another id.' \
        drop 'Remove combatants from the encounter.' \
        check 'Validate an encounter file.' \
        next 'Go on to the next phase, turn or round.' \
        order 'Roll or show initiative, or show the declaration board.' \
        declare 'Declare what a combatant will do this round.' \
        move 'Move a combatant.' \
        attack 'Attack one or more targets.' \
        wound 'Apply pending hits, or a wound you name.' \
        recover 'Heal, rest or shake off a condition.' \
        test 'Test a trait against a number or an opponent.' \
        dashtest 'Race two combatants to a spot or an action.' \
        pairings 'Work out who fights whom in a melee.' \
        arena 'List, change and link the arenas of the fight.' \
        push 'Push an opponent out of their place.' \
        impede 'Grapple or hold an opponent in place.' \
        boon 'Give a combatant a boon.' \
        condition 'Track a custom condition, with an optional countdown.' \
        forecast 'Find out who wins a fight from here.' \
        rules 'Look up a rule by its id or by a question.' \
        log 'List the changes, retell the fight, or count it up.' \
        undo 'Take back the last change.' \
        redo 'Bring back what was undone.' \
        schema 'Print the JSON Schema of a game\'s encounters, for editors.' \
        completion 'Print the shell completion script.' \
        help 'Show the help of a command.'
end

function __combatcli_subcommands
    set -l game (__combatcli_game)
    switch (__combatcli_command)
        case arena
            printf '%s\t%s\n' list 'List the arenas.'
            printf '%s\t%s\n' map 'Draw a map of linked arenas.'
            printf '%s\t%s\n' add 'Add an arena.'
            printf '%s\t%s\n' set 'Change an arena during a fight.'
            printf '%s\t%s\n' link 'Link two arenas.'
            printf '%s\t%s\n' unlink 'Remove the link between two arenas.'
            printf '%s\t%s\n' remove 'Remove an arena.'
            contains -- $game - realm; and printf '%s\t%s\n' split 'Split an arena in two.'
            contains -- $game - realm; and printf '%s\t%s\n' merge 'Merge the second of two arenas into the first.'
            contains -- $game - realm; and printf '%s\t%s\n' suggest 'Suggest a kind for some scenery.'
            contains -- $game - realm; and printf '%s\t%s\n' road 'Add a road of several arenas.'
            contains -- $game - realm; and printf '%s\t%s\n' propose 'Propose an arena beside another.'
            contains -- $game - realm; and printf '%s\t%s\n' accept 'Accept a proposed arena.'
            contains -- $game - realm; and printf '%s\t%s\n' reject 'Reject a proposed arena.'
            contains -- $game - realm; and printf '%s\t%s\n' breach 'Break a flimsy wall between two arenas.'
    end
end

complete -c combatcli -f
complete -c combatcli -n __combatcli_first -s V -l version -d 'print the version'
complete -c combatcli -s h -l help -d 'show what it does, with examples'
complete -c combatcli -n __combatcli_first -k -a '(__combatcli_commands)'
complete -c combatcli -n '__combatcli_at help' -x -k -a '(__combatcli_commands)'
complete -c combatcli -n '__combatcli_at arena' -k -a '(__combatcli_subcommands)'
complete -c combatcli -n '__combatcli_in "set" - realm' -l from-bowl -d 'take the Awesomes from the bowl: set WHO awesome=+1 --from-bowl'
complete -c combatcli -n '__combatcli_in "next" - realm' -l done -d 'mark WHO\'s declared or focused action as done, without ending the phase' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_in "next" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "next" - beacon' -l soak -d 'use N boxes of soak against damage at the start of the turn' -x
complete -c combatcli -n '__combatcli_in "next" - beacon' -l end -d 'end the fight by death, defeat, surrender, ceasefire or retreat' -x -k -a '(__combatcli_offer - death defeat surrender ceasefire retreat)'
complete -c combatcli -n '__combatcli_in "order" - realm' -l board -d 'show the declaration board without rolling'
complete -c combatcli -n '__combatcli_in "order" - realm' -l reveal -d 'show secret declarations too'
complete -c combatcli -n '__combatcli_in "order" - realm' -l ties -d 'reroll ties until they are broken' -x -k -a '(__combatcli_offer - reroll)'
complete -c combatcli -n '__combatcli_in "order" - realm' -l again -d 'roll again even if there already is an order'
complete -c combatcli -n '__combatcli_in "order" - blade' -l choose -d 'the choice of the highest side, now or after the roll [default: act]' -x -k -a '(__combatcli_offer - act react)'
complete -c combatcli -n '__combatcli_in "order" - blade' -l surprised -d 'this side is surprised and does nothing' -x -k -a '(__combatcli_offer sides)'
complete -c combatcli -n '__combatcli_in "order" - blade' -l check-surprise -d 'roll for surprise, once for each side'
complete -c combatcli -n '__combatcli_in "order" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "order" - arq' -l all -d 'draw all cards that are left in this phase'
complete -c combatcli -n '__combatcli_in "order" - arq' -l table -d 'take turns in file order, without cards'
complete -c combatcli -n '__combatcli_in "order" - beacon' -l early -d 'this NPC takes its turn now' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_in "order" blade' -l again -d 'roll again'
complete -c combatcli -n '__combatcli_in "declare" - realm' -l phase -d 'declare only the phase, by number or name' -x -k -a '(__combatcli_offer - defend-protect shoot-throw focus-impede move attack-assist-aimed push focused)'
complete -c combatcli -n '__combatcli_in "declare" - realm' -l plan -d 'declare a plan as free text, to be made precise later' -x
complete -c combatcli -n '__combatcli_in "declare" - realm' -l pay -d 'pay N Awesomes to change an NPC\'s plan' -x -k -a '(__combatcli_offer combatants=)'
complete -c combatcli -n '__combatcli_in "declare" - realm' -l secret -d 'hide it from the board; N Awesomes go to the bowl'
complete -c combatcli -n '__combatcli_in "declare" - realm' -l hide-target -d 'hide only the target'
complete -c combatcli -n '__combatcli_in "declare" - realm' -l reveal -d 'show the secret declarations of WHO, or of everybody'
complete -c combatcli -n '__combatcli_in "declare" - realm' -l awesome -d 'spend an Awesome so that a helper attacks or protects instead'
complete -c combatcli -n '__combatcli_in "declare" - blade' -l outcome -d 'the intended outcome of an improvised action' -x
complete -c combatcli -n '__combatcli_in "declare" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "declare" - beacon' -l react -d 'act as a React, in someone else\'s turn'
complete -c combatcli -n '__combatcli_in "declare" - beacon' -l push -d 'pay 1 stress for each of tier, effect, act and closer, as in tier,effect' -x -k -a '(__combatcli_offer - tier effect act closer)'
complete -c combatcli -n '__combatcli_in "move" - blade' -l run -d 'run up to twice as far, in a straight line'
complete -c combatcli -n '__combatcli_in "move" - blade' -l charge -d 'charge an enemy, for a First Strike' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_in "move" - blade beacon' -l distance -d 'the distance, only without positions: 40, or 12m in meters' -x
complete -c combatcli -n '__combatcli_in "move" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "move" - arq' -l blunder -d 'ignore threats, so that foes may answer'
complete -c combatcli -n '__combatcli_in "move" - arq' -l meet -d 'WHO advances too, and both take turns step by step' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_in "move" - arq' -l back -d 'pull back N squares along the last move' -x
complete -c combatcli -n '__combatcli_in "move" - beacon' -l maneuver -d 'move five feet, safe from reactions'
complete -c combatcli -n '__combatcli_in "move" - beacon' -l difficult -d 'the distance through difficult terrain' -x
complete -c combatcli -n '__combatcli_in "move" - beacon' -l push -d 'pay 1 stress for each of tier, effect, act and closer, as in tier,effect' -x -k -a '(__combatcli_offer - tier effect act closer)'
complete -c combatcli -n '__combatcli_in "attack" - realm blade beacon' -l weapon -d 'use this weapon [default: the one wielded]' -x -k -a '(__combatcli_offer weapons unarmed)'
complete -c combatcli -n '__combatcli_in "attack" - realm blade arq' -l all -d 'make all declared or paired attacks'
complete -c combatcli -n '__combatcli_in "attack" - realm blade' -l bonus -d 'add N to the attack' -x
complete -c combatcli -n '__combatcli_in "attack" -' -l with -d 'without a file: describe `attacker`' -x
complete -c combatcli -n '__combatcli_in "attack" -' -l against -d 'without a file: describe `target`' -x
complete -c combatcli -n '__combatcli_in "attack" - realm' -l extra-dice -d 'roll N extra dice, for abilities' -x
complete -c combatcli -n '__combatcli_in "attack" - realm' -l defense -d 'raise the target\'s defense by N' -x
complete -c combatcli -n '__combatcli_in "attack" - realm' -l assist -d 'this ally adds a die' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_in "attack" - realm' -l parry -d 'parry with a weapon: attack, wound or daring[:WHO] [default: the target]' -x -k -a '(__combatcli_offer - attack wound daring)'
complete -c combatcli -n '__combatcli_in "attack" - realm' -l counter -d 'answer a hit while defending or protecting'
complete -c combatcli -n '__combatcli_in "attack" - realm' -l aim -d 'make an aimed shot, across several arenas'
complete -c combatcli -n '__combatcli_in "attack" - realm' -l throw -d 'throw the weapon in hand'
complete -c combatcli -n '__combatcli_in "attack" - blade' -l difficulty -d 'set a Difficulty of N; of several, only the highest counts' -x
complete -c combatcli -n '__combatcli_in "attack" - blade' -l called -d 'make a called shot, N harder; hands are 1, eyes 3' -x -k -a '(__combatcli_offer - hand hands eye eyes)'
complete -c combatcli -n '__combatcli_in "attack" - blade' -l distance -d 'distance of a shot: 40, or 12m in meters' -x
complete -c combatcli -n '__combatcli_in "attack" - blade' -l opportunity -d 'strike out of turn at a foe who turns away or casts'
complete -c combatcli -n '__combatcli_in "attack" - blade' -l without -d 'with --all: this one strikes at nobody' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_in "attack" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "attack" - arq' -l missile -d 'shoot, testing missile against movement'
complete -c combatcli -n '__combatcli_in "attack" - arq' -l reaction -d 'answer a move that ignored your threat'
complete -c combatcli -n '__combatcli_in "attack" - arq' -l void -d 'undo the last test of WHO; takes no arguments' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l versus -d 'iron, ward or grit, or several [default: iron]' -x -k -a '(__combatcli_offer - iron ward grit)'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l action -d 'use this action [default: the weapon\'s]' -x -k -a '(__combatcli_offer - finesse prowl skirmish traverse craft hunt study survey command consort sway utter)'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l supernatural -d 'roll 1 + rating effect dice and no attribute die'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l area -d 'make an area attack'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l inflict -d 'also inflict this wound; exposed:ward names the defense' -x -k -a '(__combatcli_offer - bleeding blighted burning corroding weakened blinded deafened charmed dominated disarmed distracted downed exposed goaded incapacitated rooted sickened slowed stunned terrified vulnerable)'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l no-damage -d 'do no damage'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l effect -d 'use a power with this effect die, not a weapon; needless without damage' -x
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l type -d 'the types of energy, separated by commas' -x -k -a '(__combatcli_offer - chemical electrical entropic glacial kinetic plasmic psychic radiant temporal thermal)'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l concealed -d 'the target is partly out of sight'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l sheltered -d 'the target is behind something that stops attacks'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l react -d 'act as a React, in someone else\'s turn'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l push -d 'pay 1 stress for each of tier, effect, act and closer, as in tier,effect' -x -k -a '(__combatcli_offer - tier effect act closer)'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l position -d 'controlled, risky or desperate [default: risky]' -x -k -a '(__combatcli_offer - controlled risky desperate)'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l aid -d 'WHO aids: +1 Tier for 1 stress and an Act or React' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l reroll -d 'with --aid after a failure: reroll instead of +1 Tier'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l sight -d 'sight matters'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l sight-only -d 'only sight matters'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l hearing -d 'hearing matters'
complete -c combatcli -n '__combatcli_in "attack" - beacon' -l hearing-only -d 'only hearing matters'
complete -c combatcli -n '__combatcli_in "attack" realm' -l with -d 'without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow)'
complete -c combatcli -n '__combatcli_in "attack" realm' -l against -d 'without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow)'
complete -c combatcli -n '__combatcli_in "attack" blade' -l with -d 'without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=)'
complete -c combatcli -n '__combatcli_in "attack" blade' -l against -d 'without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=)'
complete -c combatcli -n '__combatcli_in "attack" arq' -l with -d 'without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan=)'
complete -c combatcli -n '__combatcli_in "attack" arq' -l against -d 'without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan=)'
complete -c combatcli -n '__combatcli_in "attack" beacon' -l with -d 'without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false)'
complete -c combatcli -n '__combatcli_in "attack" beacon' -l against -d 'without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false)'
complete -c combatcli -n '__combatcli_in "attack" beacon' -l distance -d 'distance in feet, or 12m in meters' -x
complete -c combatcli -n '__combatcli_in "wound" -' -l with -d 'the trait for a test that wounds may cause; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - daring commitment)'
complete -c combatcli -n '__combatcli_in "wound" -' -l against -d 'without a file: describe `target`' -x
complete -c combatcli -n '__combatcli_in "wound" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "wound" - beacon' -l type -d 'the types of energy, separated by commas [default: kinetic]' -x -k -a '(__combatcli_offer - chemical electrical entropic glacial kinetic plasmic psychic radiant temporal thermal)'
complete -c combatcli -n '__combatcli_in "wound" - beacon' -l soak -d 'use N boxes of soak, each against 10 points' -x
complete -c combatcli -n '__combatcli_in "wound" - beacon' -l soak-wound -d 'use a box of soak to stop one inflicted wound'
complete -c combatcli -n '__combatcli_in "wound" - beacon' -l rounds -d 'end a condition after N of their turns' -x
complete -c combatcli -n '__combatcli_in "wound" - beacon' -l item -d 'disarmed drops this [default: all that is held]' -x -k -a '(__combatcli_offer weapons unarmed)'
complete -c combatcli -n '__combatcli_in "wound" realm' -l with -d 'the trait for a test that wounds may cause; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - daring commitment side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow)'
complete -c combatcli -n '__combatcli_in "wound" realm' -l against -d 'without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow)'
complete -c combatcli -n '__combatcli_in "wound" blade' -l with -d 'the trait for a test that wounds may cause; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=)'
complete -c combatcli -n '__combatcli_in "wound" blade' -l against -d 'without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=)'
complete -c combatcli -n '__combatcli_in "wound" arq' -l with -d 'the trait for a test that wounds may cause; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan=)'
complete -c combatcli -n '__combatcli_in "wound" arq' -l against -d 'without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan=)'
complete -c combatcli -n '__combatcli_in "wound" beacon' -l with -d 'the trait for a test that wounds may cause; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false)'
complete -c combatcli -n '__combatcli_in "wound" beacon' -l against -d 'without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false)'
complete -c combatcli -n '__combatcli_in "recover" -' -l with -d 'without a file: describe `attacker`' -x -k -a '(__combatcli_offer - body mind will)'
complete -c combatcli -n '__combatcli_in "recover" -' -l against -d 'without a file: describe `target`' -x
complete -c combatcli -n '__combatcli_in "recover" - realm' -l days -d 'days of rest [default: 1]' -x
complete -c combatcli -n '__combatcli_in "recover" - realm' -l heal -d 'stop the bleeding by healing, and clear N wounds'
complete -c combatcli -n '__combatcli_in "recover" - realm' -l wound -d 'clear this wound by healing' -x
complete -c combatcli -n '__combatcli_in "recover" - blade' -l stamina -d 'restore N points of stamina, if the GM says so' -x
complete -c combatcli -n '__combatcli_in "recover" - blade' -l health -d 'restore N points of health, if the GM says so' -x
complete -c combatcli -n '__combatcli_in "recover" - blade' -l sleep -d 'sleep, which clears the lists of cast and failed spells'
complete -c combatcli -n '__combatcli_in "recover" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "recover" - beacon' -l act -d 'roll again as an Act, besides the free roll'
complete -c combatcli -n '__combatcli_in "recover" - beacon' -l react -d 'act as a React, in someone else\'s turn'
complete -c combatcli -n '__combatcli_in "recover" - beacon' -l position -d 'controlled, risky or desperate [default: risky]' -x -k -a '(__combatcli_offer - controlled risky desperate)'
complete -c combatcli -n '__combatcli_in "recover" - beacon' -l end -d 'end a condition without a roll' -x -k -a '(__combatcli_offer - bleeding blighted burning corroding weakened blinded deafened charmed dominated disarmed distracted downed exposed goaded incapacitated rooted sickened slowed stunned terrified vulnerable)'
complete -c combatcli -n '__combatcli_in "recover" - beacon' -l rest -d 'in downtime, regain a quarter of the maximum for 1 stress'
complete -c combatcli -n '__combatcli_in "recover" - beacon' -l push -d 'pay 1 stress for each of tier, effect, act and closer, as in tier,effect' -x -k -a '(__combatcli_offer - tier effect act closer)'
complete -c combatcli -n '__combatcli_in "recover" realm' -l with -d 'without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow)'
complete -c combatcli -n '__combatcli_in "recover" realm' -l against -d 'without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow)'
complete -c combatcli -n '__combatcli_in "recover" blade' -l with -d 'without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=)'
complete -c combatcli -n '__combatcli_in "recover" blade' -l against -d 'without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=)'
complete -c combatcli -n '__combatcli_in "recover" arq' -l with -d 'without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan=)'
complete -c combatcli -n '__combatcli_in "recover" arq' -l against -d 'without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan=)'
complete -c combatcli -n '__combatcli_in "recover" arq' -l heal -d 'heal N wounds, if the GM says so'
complete -c combatcli -n '__combatcli_in "recover" beacon' -l with -d 'without a file: describe `attacker`' -x -k -a '(__combatcli_offer - body mind will side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false)'
complete -c combatcli -n '__combatcli_in "recover" beacon' -l against -d 'without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false)'
complete -c combatcli -n '__combatcli_in "test" -' -l with -d 'without a file: describe `attacker`' -x
complete -c combatcli -n '__combatcli_in "test" -' -l against -d 'the opponent; without a file: describe `target`' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_in "test" - realm' -l target -d 'the number to reach [default: 10]' -x
complete -c combatcli -n '__combatcli_in "test" - blade' -l difficulty -d 'set the Difficulty; for a spell, casts since the last sleep are added' -x
complete -c combatcli -n '__combatcli_in "test" - blade' -l spell -d 'cast this spell by a check of mind, declared or not' -x
complete -c combatcli -n '__combatcli_in "test" - blade' -l force -d 'force a spell that just failed, or fails now, for 1d6 damage'
complete -c combatcli -n '__combatcli_in "test" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "test" - arq' -l void -d 'undo the last test of WHO; takes no arguments' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_in "test" - beacon' -l tier -d 'the opposing Tier' -x
complete -c combatcli -n '__combatcli_in "test" - beacon' -l not-watching -d 'the watcher is not paying attention: -1 Tier'
complete -c combatcli -n '__combatcli_in "test" - beacon' -l goal -d 'work toward this goal of a skill encounter' -x
complete -c combatcli -n '__combatcli_in "test" - beacon' -l path -d 'the other path that a failure opens' -x
complete -c combatcli -n '__combatcli_in "test" - beacon' -l push -d 'pay 1 stress for each of tier, effect, act and closer, as in tier,effect' -x -k -a '(__combatcli_offer - tier effect act closer)'
complete -c combatcli -n '__combatcli_in "test" - beacon' -l position -d 'controlled, risky or desperate [default: risky]' -x -k -a '(__combatcli_offer - controlled risky desperate)'
complete -c combatcli -n '__combatcli_in "test" - beacon' -l aid -d 'WHO aids: +1 Tier for 1 stress and an Act or React' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_in "test" - beacon' -l reroll -d 'with --aid after a failure: reroll instead of +1 Tier'
complete -c combatcli -n '__combatcli_in "test" - beacon' -l sight -d 'sight matters'
complete -c combatcli -n '__combatcli_in "test" - beacon' -l sight-only -d 'only sight matters'
complete -c combatcli -n '__combatcli_in "test" - beacon' -l hearing -d 'hearing matters'
complete -c combatcli -n '__combatcli_in "test" - beacon' -l hearing-only -d 'only hearing matters'
complete -c combatcli -n '__combatcli_in "test" realm' -l with -d 'without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow)'
complete -c combatcli -n '__combatcli_in "test" realm' -l against -d 'the opponent; without a file: describe `target`' -x -k -a '(__combatcli_offer combatants side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow)'
complete -c combatcli -n '__combatcli_in "test" blade' -l with -d 'without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=)'
complete -c combatcli -n '__combatcli_in "test" blade' -l against -d 'the opponent; without a file: describe `target`' -x -k -a '(__combatcli_offer combatants side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=)'
complete -c combatcli -n '__combatcli_in "test" arq' -l with -d 'without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan=)'
complete -c combatcli -n '__combatcli_in "test" arq' -l against -d 'the opponent; without a file: describe `target`' -x -k -a '(__combatcli_offer combatants side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan=)'
complete -c combatcli -n '__combatcli_in "test" arq' -l target -d 'test against N instead of an opponent' -x
complete -c combatcli -n '__combatcli_in "test" beacon' -l with -d 'without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false)'
complete -c combatcli -n '__combatcli_in "test" beacon' -l against -d 'the opponent; without a file: describe `target`' -x -k -a '(__combatcli_offer combatants side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false)'
complete -c combatcli -n '__combatcli_in "dashtest" -' -l trait -d 'use this trait instead of the game\'s own' -x -k -a '(__combatcli_offer - brawn cunning daring commitment awareness strength agility mind personality finesse prowl skirmish traverse craft hunt study survey command consort sway utter)'
complete -c combatcli -n '__combatcli_in "dashtest" -' -l with -d 'the same; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - brawn cunning daring commitment awareness strength agility mind personality finesse prowl skirmish traverse craft hunt study survey command consort sway utter)'
complete -c combatcli -n '__combatcli_in "dashtest" -' -l against -d 'the opponent\'s trait; without a file: describe `target`' -x -k -a '(__combatcli_offer - brawn cunning daring commitment awareness strength agility mind personality finesse prowl skirmish traverse craft hunt study survey command consort sway utter)'
complete -c combatcli -n '__combatcli_in "dashtest" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "dashtest" - arq' -l void -d 'undo the last test of WHO; takes no arguments' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_in "dashtest" realm' -l trait -d 'use this trait instead of the game\'s own' -x -k -a '(__combatcli_offer - brawn cunning daring commitment awareness)'
complete -c combatcli -n '__combatcli_in "dashtest" realm' -l with -d 'the same; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - brawn cunning daring commitment awareness side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow)'
complete -c combatcli -n '__combatcli_in "dashtest" realm' -l against -d 'the opponent\'s trait; without a file: describe `target`' -x -k -a '(__combatcli_offer - brawn cunning daring commitment awareness side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow)'
complete -c combatcli -n '__combatcli_in "dashtest" blade' -l trait -d 'use this trait instead of the game\'s own' -x -k -a '(__combatcli_offer - strength agility mind personality)'
complete -c combatcli -n '__combatcli_in "dashtest" blade' -l with -d 'the same; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - strength agility mind personality side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=)'
complete -c combatcli -n '__combatcli_in "dashtest" blade' -l against -d 'the opponent\'s trait; without a file: describe `target`' -x -k -a '(__combatcli_offer - strength agility mind personality side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=)'
complete -c combatcli -n '__combatcli_in "dashtest" arq' -l trait -d 'use this trait instead of the game\'s own' -x
complete -c combatcli -n '__combatcli_in "dashtest" arq' -l with -d 'the same; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan=)'
complete -c combatcli -n '__combatcli_in "dashtest" arq' -l against -d 'the opponent\'s trait; without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan=)'
complete -c combatcli -n '__combatcli_in "dashtest" beacon' -l trait -d 'use this trait instead of the game\'s own' -x -k -a '(__combatcli_offer - finesse prowl skirmish traverse craft hunt study survey command consort sway utter)'
complete -c combatcli -n '__combatcli_in "dashtest" beacon' -l with -d 'the same; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - finesse prowl skirmish traverse craft hunt study survey command consort sway utter side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false)'
complete -c combatcli -n '__combatcli_in "dashtest" beacon' -l against -d 'the opponent\'s trait; without a file: describe `target`' -x -k -a '(__combatcli_offer - finesse prowl skirmish traverse craft hunt study survey command consort sway utter side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false)'
complete -c combatcli -n '__combatcli_in "pairings" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "arena list" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "arena map" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "arena add" - realm blade' -l kind -d 'one of the game\'s kinds' -x -k -a '(__combatcli_offer - neutral tight hazardous open dense)'
complete -c combatcli -n '__combatcli_in "arena add" - realm' -l on -d 'WHO carries the arena' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_in "arena add" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "arena add" arq beacon' -l kind -d 'one of the game\'s kinds' -x
complete -c combatcli -n '__combatcli_in "arena set" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "arena link" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "arena unlink" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "arena remove" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "push" -' -l with -d 'the actor\'s trait; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - brawn cunning daring)'
complete -c combatcli -n '__combatcli_in "push" -' -l against -d 'the targets\' trait; without a file: describe `target`' -x -k -a '(__combatcli_offer - brawn cunning daring)'
complete -c combatcli -n '__combatcli_in "push" - realm' -l to -d 'push into this arena, if several are adjacent' -x -k -a '(__combatcli_offer arenas)'
complete -c combatcli -n '__combatcli_in "push" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "push" - beacon' -l feet -d 'the distance' -x
complete -c combatcli -n '__combatcli_in "push" - beacon' -l pull -d 'pull the target nearer'
complete -c combatcli -n '__combatcli_in "push" - beacon' -l slide -d 'move the target in any direction'
complete -c combatcli -n '__combatcli_in "push" - beacon' -l slam -d 'push the target away, with damage if something stops it'
complete -c combatcli -n '__combatcli_in "push" - beacon' -l teleport -d 'move the target to any free place within the distance'
complete -c combatcli -n '__combatcli_in "push" - beacon' -l hits -d 'something stops the target'
complete -c combatcli -n '__combatcli_in "push" realm' -l with -d 'the actor\'s trait; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - brawn cunning daring side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow)'
complete -c combatcli -n '__combatcli_in "push" realm' -l against -d 'the targets\' trait; without a file: describe `target`' -x -k -a '(__combatcli_offer - brawn cunning daring side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow)'
complete -c combatcli -n '__combatcli_in "push" blade' -l with -d 'the actor\'s trait; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=)'
complete -c combatcli -n '__combatcli_in "push" blade' -l against -d 'the targets\' trait; without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=)'
complete -c combatcli -n '__combatcli_in "push" arq' -l with -d 'the actor\'s trait; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan=)'
complete -c combatcli -n '__combatcli_in "push" arq' -l against -d 'the targets\' trait; without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan=)'
complete -c combatcli -n '__combatcli_in "push" beacon' -l with -d 'the actor\'s trait; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false)'
complete -c combatcli -n '__combatcli_in "push" beacon' -l against -d 'the targets\' trait; without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false)'
complete -c combatcli -n '__combatcli_in "push" beacon' -l to -d 'the destination' -x
complete -c combatcli -n '__combatcli_in "impede" -' -l with -d 'the actor\'s trait; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - brawn cunning daring)'
complete -c combatcli -n '__combatcli_in "impede" -' -l against -d 'the target\'s trait; without a file: describe `target`' -x -k -a '(__combatcli_offer - brawn cunning daring)'
complete -c combatcli -n '__combatcli_in "impede" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "impede" realm' -l with -d 'the actor\'s trait; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - brawn cunning daring side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow)'
complete -c combatcli -n '__combatcli_in "impede" realm' -l against -d 'the target\'s trait; without a file: describe `target`' -x -k -a '(__combatcli_offer - brawn cunning daring side= player=true player=false name= note= count= tactics= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= class=light class=hand class=medium class=heavy class=very-heavy class=reach class=ranged class=unarmed damage= bonus= range=thrown range=sling range=short-bow range=long-bow range=crossbow)'
complete -c combatcli -n '__combatcli_in "impede" blade' -l with -d 'the actor\'s trait; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=)'
complete -c combatcli -n '__combatcli_in "impede" blade' -l against -d 'the target\'s trait; without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= attribute=strength attribute=agility attribute=mind attribute=personality hands=1 hands=2 damage= length=short length=middle length=long reach= close= medium= far= stops_charge=true stops_charge=false category= protection=)'
complete -c combatcli -n '__combatcli_in "impede" arq' -l with -d 'the actor\'s trait; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan=)'
complete -c combatcli -n '__combatcli_in "impede" arq' -l against -d 'the target\'s trait; without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan=)'
complete -c combatcli -n '__combatcli_in "impede" beacon' -l with -d 'the actor\'s trait; without a file: describe `attacker`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false)'
complete -c combatcli -n '__combatcli_in "impede" beacon' -l against -d 'the target\'s trait; without a file: describe `target`' -x -k -a '(__combatcli_offer - side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false)'
complete -c combatcli -n '__combatcli_in "boon" - arq' -l cards -d 'use the cards drawn on your table, in order: 7,12' -x
complete -c combatcli -n '__combatcli_in "boon" -' -l against -d 'a type, a defense, or whom you hide from or flank' -x -k -a '(__combatcli_offer - iron ward grit chemical electrical entropic glacial kinetic plasmic psychic radiant temporal thermal)'
complete -c combatcli -n '__combatcli_in "boon" - beacon' -l rounds -d 'end it after N of their turns' -x
complete -c combatcli -n '__combatcli_in "boon" beacon' -l against -d 'a type, a defense, or whom you hide from or flank' -x -k -a '(__combatcli_offer - iron ward grit chemical electrical entropic glacial kinetic plasmic psychic radiant temporal thermal side= player=true player=false name= note= count= tactics= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= effect= reach= range= hands=1 hands=2 type=chemical type=electrical type=entropic type=glacial type=kinetic type=plasmic type=psychic type=radiant type=temporal type=thermal loaded=true loaded=false)'
complete -c combatcli -n '__combatcli_in "forecast" -' -l vary -d 'print chances for values of one or two keys, as 1..6 or 0,2,4' -x -k -a '(__combatcli_offer keys=)'
complete -c combatcli -n '__combatcli_in "forecast" realm' -l vary -d 'print chances for values of one or two keys, as 1..6 or 0,2,4' -x -k -a '(__combatcli_offer keys= house.strict= house.resolve_target=)'
complete -c combatcli -n '__combatcli_in "forecast" blade' -l vary -d 'print chances for values of one or two keys, as 1..6 or 0,2,4' -x -k -a '(__combatcli_offer keys= house.strict= house.strict_engagement= house.confined_length=)'
complete -c combatcli -n '__combatcli_in "forecast" arq' -l vary -d 'print chances for values of one or two keys, as 1..6 or 0,2,4' -x -k -a '(__combatcli_offer keys= house.strict= house.gang_up= house.strict_threat=)'
complete -c combatcli -n '__combatcli_in "forecast" beacon' -l vary -d 'print chances for values of one or two keys, as 1..6 or 0,2,4' -x -k -a '(__combatcli_offer keys= house.strict= house.death_at= house.ambush_every_round=)'
complete -c combatcli -n '__combatcli_in "schema" -' -l keys -d 'list a combatant\'s keys with their types and meanings, the usual ones first' -x -k -a '(__combatcli_offer side=sides+arena=arenas+target=combatants+protects=combatants+aids=combatants)'
complete -c combatcli -n '__combatcli_in "schema" realm' -l keys -d 'list a combatant\'s keys with their types and meanings, the usual ones first' -x -k -a '(__combatcli_offer side=sides+arena=arenas side= player=true player=false name= note= count= arena= brawn= cunning= daring= commitment= awareness= awesome= wounds= defense= armor= shield=true shield=false wielding= parrying= parried= struggled= acted= tactics=defend tactics=protect tactics=shoot tactics=throw tactics=aim tactics=focus tactics=impede tactics=move tactics=attack tactics=assist tactics=push tactics=pass tactics=recover tactics=answer tactics=never)'
complete -c combatcli -n '__combatcli_in "schema" blade' -l keys -d 'list a combatant\'s keys with their types and meanings, the usual ones first' -x -k -a '(__combatcli_offer side=sides+arena=arenas+target=combatants side= player=true player=false name= note= count= arena= strength= agility= mind= personality= stamina= max_stamina= health= max_health= movement= wielding= mounted=true mounted=false mount_trained=true mount_trained=false confined=true confined=false target= tactics=cast tactics=improvise tactics=attack tactics=move tactics=recover tactics=answer tactics=never tactics=choose)'
complete -c combatcli -n '__combatcli_in "schema" arq' -l keys -d 'list a combatant\'s keys with their types and meanings, the usual ones first' -x -k -a '(__combatcli_offer side=sides+arena=arenas side= player=true player=false name= note= count= arena= speed= wounds= wounds_taken= deck= steps= acted=true acted=false activated=true activated=false plan= tactics=attack tactics=move tactics=recover tactics=answer tactics=never tactics=choose)'
complete -c combatcli -n '__combatcli_in "schema" beacon' -l keys -d 'list a combatant\'s keys with their types and meanings, the usual ones first' -x -k -a '(__combatcli_offer side=sides+arena=arenas+protects=combatants+aids=combatants side= player=true player=false name= note= count= arena= tier= body= mind= will= archetype=wizard archetype=rogue archetype=technician archetype=warrior hp= max_hp= stress= max_stress= iron= ward= grit= stride= soak= stance=rash stance=cautious last_declared=rash last_declared=cautious ambushing=true ambushing=false living=true living=false wielding= acted=true acted=false early=true early=false acts= reacts= resisted=true resisted=false protects= aids= tactics=rash tactics=cautious tactics=act tactics=draw tactics=stow tactics=pick tactics=stand tactics=reload tactics=protect tactics=aid tactics=attack tactics=boon tactics=move tactics=push tactics=recover tactics=answer tactics=never tactics=choose)'
complete -c combatcli -n '__combatcli_at new' -l example -d 'include a fight that is ready to play'
complete -c combatcli -n '__combatcli_at new' -l schema -d 'also write the game\'s JSON Schema, for editors, and name it in the first line'
complete -c combatcli -n '__combatcli_at new' -l game -d 'begin a game of your own in this file' -r -F
complete -c combatcli -n '__combatcli_at new' -l copy -d 'write the game itself into this file, for you to change' -r -F
complete -c combatcli -n '__combatcli_at new' -l force -d 'replace existing files'
complete -c combatcli -n '__combatcli_at new' -l output -s o -d 'write it there; - is standard output' -r -F
complete -c combatcli -n '__combatcli_at new' -l seed -d 'replayable dice: the same seed gives the same fight' -x
complete -c combatcli -n '__combatcli_at new show add set rename drop check next order declare move attack wound recover test dashtest pairings "arena list" "arena map" "arena add" "arena set" "arena link" "arena unlink" "arena remove" "arena split" "arena merge" "arena suggest" "arena road" "arena propose" "arena accept" "arena reject" "arena breach" push impede boon condition rules undo redo' -l wait -d 'wait for another process to release the file [default: 60]' -x
complete -c combatcli -n '__combatcli_at new show add set rename drop check next order declare move attack wound recover test dashtest pairings "arena list" "arena map" "arena add" "arena set" "arena link" "arena unlink" "arena remove" "arena split" "arena merge" "arena suggest" "arena road" "arena propose" "arena accept" "arena reject" "arena breach" push impede boon condition rules undo redo' -l no-lock -d 'continue on file systems without locking'
complete -c combatcli -n '__combatcli_at new show roll odds add set rename drop check next order declare move attack wound recover test dashtest pairings "arena list" "arena map" "arena add" "arena set" "arena link" "arena unlink" "arena remove" "arena split" "arena merge" "arena suggest" "arena road" "arena propose" "arena accept" "arena reject" "arena breach" push impede boon condition forecast rules log undo redo' -l json -d 'report as one JSON document'
complete -c combatcli -n '__combatcli_at new show roll odds add set rename drop check next order declare move attack wound recover test dashtest pairings "arena list" "arena map" "arena add" "arena set" "arena link" "arena unlink" "arena remove" "arena split" "arena merge" "arena suggest" "arena road" "arena propose" "arena accept" "arena reject" "arena breach" push impede boon condition forecast rules log undo redo' -l quiet -s q -d 'print no report'
complete -c combatcli -n '__combatcli_at new show roll odds add set rename drop check next order declare move attack wound recover test dashtest pairings "arena list" "arena map" "arena add" "arena set" "arena link" "arena unlink" "arena remove" "arena split" "arena merge" "arena suggest" "arena road" "arena propose" "arena accept" "arena reject" "arena breach" push impede boon condition forecast rules log undo redo' -l verbose -s v -d 'report in more detail'
complete -c combatcli -n '__combatcli_at new show roll odds add set rename drop check next order declare move attack wound recover test dashtest pairings "arena list" "arena map" "arena add" "arena set" "arena link" "arena unlink" "arena remove" "arena split" "arena merge" "arena suggest" "arena road" "arena propose" "arena accept" "arena reject" "arena breach" push impede boon condition forecast rules log undo redo' -l color -d 'auto, always or never [default: auto]' -x -k -a '(__combatcli_offer - auto always never)'
complete -c combatcli -n '__combatcli_at show' -l players -d 'show what players may see: for foes, only how hurt they look'
complete -c combatcli -n '__combatcli_at show add set rename drop check next order declare move attack wound recover test dashtest pairings "arena list" "arena map" "arena add" "arena set" "arena link" "arena unlink" "arena remove" "arena split" "arena merge" "arena suggest" "arena road" "arena propose" "arena accept" "arena reject" "arena breach" push impede boon condition forecast rules' -l file -s f -d 'the encounter; - is standard input [default: $COMBATCLI_FILE]' -r -F
complete -c combatcli -n '__combatcli_at show add set rename drop check next order declare move attack wound recover test dashtest pairings "arena list" "arena map" "arena add" "arena set" "arena link" "arena unlink" "arena remove" "arena split" "arena merge" "arena suggest" "arena road" "arena propose" "arena accept" "arena reject" "arena breach" push impede boon condition rules' -l output -s o -d 'write the encounter there; - is standard output' -r -F
complete -c combatcli -n '__combatcli_at show add set rename drop check next order declare move attack wound recover test dashtest pairings "arena list" "arena map" "arena add" "arena set" "arena link" "arena unlink" "arena remove" "arena split" "arena merge" "arena suggest" "arena road" "arena propose" "arena accept" "arena reject" "arena breach" push impede boon condition rules' -l dry-run -s n -d 'change nothing, but report what would change'
complete -c combatcli -n '__combatcli_at show add set rename drop check next order declare move attack wound recover test dashtest pairings "arena list" "arena map" "arena add" "arena set" "arena link" "arena unlink" "arena remove" "arena split" "arena merge" "arena suggest" "arena road" "arena propose" "arena accept" "arena reject" "arena breach" push impede boon condition rules' -l pass -d 'in a pipe, pass the encounter on; report on standard error'
complete -c combatcli -n '__combatcli_at show odds' -l all -d 'show everything, even if the terminal is too small'
complete -c combatcli -n '__combatcli_at show' -l watch -d 'redraw whenever the file changes, until Ctrl-C'
complete -c combatcli -n '__combatcli_at show odds order pairings "arena map"' -l svg -d 'write an SVG picture of what a terminal shows' -r -F
complete -c combatcli -n '__combatcli_at show odds order pairings "arena map"' -l html -d 'write an HTML page of what a terminal shows' -r -F
complete -c combatcli -n '__combatcli_at play' -l keep-going -d 'in a script: continue after a line that fails'
complete -c combatcli -n '__combatcli_at play roll odds log undo redo' -l file -s f -d 'the encounter [default: $COMBATCLI_FILE]' -r -F
complete -c combatcli -n '__combatcli_at roll' -l times -s t -d 'roll that many times' -x
complete -c combatcli -n '__combatcli_at roll' -l until -d 'roll until the sum is N or more, and print how many rolls it took' -x
complete -c combatcli -n '__combatcli_at roll' -l tally -d 'how often each total comes up, with standard errors, instead of the rolls'
complete -c combatcli -n '__combatcli_at roll' -l list -d 'list the rolls that have names'
complete -c combatcli -n '__combatcli_at roll add next order declare move attack wound recover test dashtest pairings "arena list" "arena map" "arena add" "arena set" "arena link" "arena unlink" "arena remove" "arena split" "arena merge" "arena suggest" "arena road" "arena propose" "arena accept" "arena reject" "arena breach" push impede boon forecast' -l seed -d 'roll replayable dice from this seed' -x
complete -c combatcli -n '__combatcli_at roll add next order declare move attack wound recover test dashtest pairings "arena list" "arena map" "arena add" "arena set" "arena link" "arena unlink" "arena remove" "arena split" "arena merge" "arena suggest" "arena road" "arena propose" "arena accept" "arena reject" "arena breach" push impede boon' -l dice -d 'use the faces rolled on your table, in order: 4,7,10' -x
complete -c combatcli -n '__combatcli_at roll' -l exit-status -s e -d 'exit with 1 if it comes to 0'
complete -c combatcli -n '__combatcli_at odds' -l at-least -d 'the chance of N or more; with --at-most, of the range' -x
complete -c combatcli -n '__combatcli_at odds' -l at-most -d 'the chance of N or less' -x
complete -c combatcli -n '__combatcli_at odds' -l exactly -d 'the chance of this total, or of any of these' -x
complete -c combatcli -n '__combatcli_at odds' -l cumulative -d 'the chance of each total or more (least), or of each total or less (most)' -x
complete -c combatcli -n '__combatcli_at odds' -l bands -d 'the chance of each band; bands begin at these totals, as in miss,7:weak,10:strong' -x
complete -c combatcli -n '__combatcli_at odds' -l quantiles -d 'for each percentage, the lowest total that this share does not exceed' -x
complete -c combatcli -n '__combatcli_at odds' -l until -d 'how many rolls it takes to reach a sum of N' -x
complete -c combatcli -n '__combatcli_at odds' -l by-label -d 'the odds of each label, as in 2d6[fire] + 1d8[cold]'
complete -c combatcli -n '__combatcli_at odds' -l given -d 'count only the rolls in which this holds; it may use names of the expression' -x
complete -c combatcli -n '__combatcli_at odds' -l against -d 'the chances to be above, equal to and below another roll' -x
complete -c combatcli -n '__combatcli_at odds' -l csv -d 'print outcome, chance and percentage as CSV'
complete -c combatcli -n '__combatcli_at odds' -l plain -d 'print only numbers, such as 0.625 for a chance'
complete -c combatcli -n '__combatcli_at odds' -l mean -d 'print only the mean'
complete -c combatcli -n '__combatcli_at add' -l like -d 'make another one of WHO: fresh, without wounds, conditions and deeds' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_at add' -l as-is -d 'with --like, copy wounds, conditions and deeds, too'
complete -c combatcli -n '__combatcli_at add' -l times -d 'add N combatants, as goblin1, goblin2, …' -x
complete -c combatcli -n '__combatcli_at add' -l from -d 'add those of a TOML, CSV or JSON file: all, or those you name; - is standard input' -r -F
complete -c combatcli -n '__combatcli_at add' -l map -d 'give the key for headings that are called otherwise' -x
complete -c combatcli -n '__combatcli_at add' -l side -d 'with --from, only those on this side' -x -k -a '(__combatcli_offer sides)'
complete -c combatcli -n '__combatcli_at add' -l update -d 'with --from, also change those that are there'
complete -c combatcli -n '__combatcli_at set' -l side -d 'change a whole side, or only the combatants on it that you name' -x -k -a '(__combatcli_offer sides)'
complete -c combatcli -n '__combatcli_at drop test' -l side -d 'all of a side, or those on it that you name' -x -k -a '(__combatcli_offer sides)'
complete -c combatcli -n '__combatcli_at drop' -l out -d 'only those who are out of the fight'
complete -c combatcli -n '__combatcli_at check attack test dashtest "arena breach" push impede' -l exit-status -s e -d 'exit with 1 if it failed, missed or was lost'
complete -c combatcli -n '__combatcli_at next' -l round -d 'go to the first phase of the next round'
complete -c combatcli -n '__combatcli_at next order declare move attack wound recover test dashtest pairings "arena list" "arena map" "arena add" "arena set" "arena link" "arena unlink" "arena remove" "arena split" "arena merge" "arena suggest" "arena road" "arena propose" "arena accept" "arena reject" "arena breach" push impede boon' -l strict -d 'refuse actions that are out of phase or undeclared'
complete -c combatcli -n '__combatcli_at next order declare move attack wound recover test dashtest pairings "arena list" "arena map" "arena add" "arena set" "arena link" "arena unlink" "arena remove" "arena split" "arena merge" "arena suggest" "arena road" "arena propose" "arena accept" "arena reject" "arena breach" push impede boon' -l odds -d 'print exact chances without rolling or changing anything'
complete -c combatcli -n '__combatcli_at declare' -l again -d 'declare what was declared in the last round, for all who can or those named' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_at attack' -l apply -d 'apply the hits at once'
complete -c combatcli -n '__combatcli_at attack wound recover test dashtest push impede' -l ruleset -d 'without a file: play this game' -x -k -a '(__combatcli_offer - realm blade arq beacon)'
complete -c combatcli -n '__combatcli_at wound' -l only -d 'apply only the N-th hit that `show` lists' -x
complete -c combatcli -n '__combatcli_at wound' -l by -d 'who dealt the amount' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_at wound' -l discard -d 'discard pending hits: all, or the N-th that `show` lists'
complete -c combatcli -n '__combatcli_at test' -l bonus -d 'add N' -x
complete -c combatcli -n '__combatcli_at pairings' -l choose -d 'let these two fight' -x -k -a '(__combatcli_offer combatants=)'
complete -c combatcli -n '__combatcli_at pairings' -l spread -d 'spread the spare fighters as evenly as possible'
complete -c combatcli -n '__combatcli_at pairings' -l gang -d 'gang up, starting with the first combatant in the file'
complete -c combatcli -n '__combatcli_at pairings' -l all -d 'list every legal pairing'
complete -c combatcli -n '__combatcli_at pairings' -l limit -d 'list at most N of them [default: 100]' -x
complete -c combatcli -n '__combatcli_at pairings' -l engaged -d 'without an encounter: \'orc1:mira orc2:mira,tomas\', foes first' -x
complete -c combatcli -n '__combatcli_at "arena map"' -l dot -d 'print a Graphviz graph'
complete -c combatcli -n '__combatcli_at "arena add" "arena road" "arena propose"' -l note -d 'its scenery' -x
complete -c combatcli -n '__combatcli_at "arena add"' -l size -d 'its size' -x
complete -c combatcli -n '__combatcli_at "arena add" "arena road"' -l link -d 'link it to this arena' -x -k -a '(__combatcli_offer arenas)'
complete -c combatcli -n '__combatcli_at "arena remove"' -l to -d 'move its occupants there' -x -k -a '(__combatcli_offer arenas)'
complete -c combatcli -n '__combatcli_at "arena split" "arena merge" "arena road" "arena propose" "arena accept"' -l kind -d 'neutral, tight, hazardous, open or dense' -x -k -a '(__combatcli_offer - neutral tight hazardous open dense)'
complete -c combatcli -n '__combatcli_at "arena road"' -l length -d 'the number of arenas, 1 to 15 [default: 10]' -x
complete -c combatcli -n '__combatcli_at "arena road"' -l force -d 'allow a longer road'
complete -c combatcli -n '__combatcli_at "arena propose"' -l beside -d 'the arena next to it' -x -k -a '(__combatcli_offer arenas)'
complete -c combatcli -n '__combatcli_at "arena breach"' -l by -d 'who breaks it' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_at "arena breach"' -l with -d 'use this attribute [default: brawn]' -x -k -a '(__combatcli_offer - brawn cunning daring commitment awareness)'
complete -c combatcli -n '__combatcli_at "arena breach"' -l target -d 'the number to reach [default: 10]' -x
complete -c combatcli -n '__combatcli_at "arena breach"' -l kind -d 'the kind of the rubble: dense, tight or hazardous' -x -k -a '(__combatcli_offer - dense tight hazardous)'
complete -c combatcli -n '__combatcli_at "arena breach"' -l name -d 'the name of the rubble' -x
complete -c combatcli -n '__combatcli_at condition' -l rounds -d 'end it after N rounds' -x
complete -c combatcli -n '__combatcli_at condition' -l note -d 'add a note, such as what it does or who keeps it up' -x
complete -c combatcli -n '__combatcli_at condition' -l end -d 'end it now'
complete -c combatcli -n '__combatcli_at forecast' -l within -d 'simulate until each chance is known within so many percent, with 95% confidence [default: 1]' -x
complete -c combatcli -n '__combatcli_at forecast' -l times -d 'simulate at most N fights [default: 100000]' -x
complete -c combatcli -n '__combatcli_at forecast' -l exact -d 'print exact chances, if the fight has few enough outcomes'
complete -c combatcli -n '__combatcli_at forecast' -l rounds -d 'call a fight undecided after N rounds [default: 50]' -x
complete -c combatcli -n '__combatcli_at forecast' -l jobs -d 'use N processes, at most 61; the result is the same for any N [default: all cores]' -x
complete -c combatcli -n '__combatcli_at forecast' -l cluster -d 'simulate on the workers of a Dask scheduler, as tcp://host:8786' -x
complete -c combatcli -n '__combatcli_at forecast' -l side -d 'with -q: print only the chance of this side' -x -k -a '(__combatcli_offer sides)'
complete -c combatcli -n '__combatcli_at forecast' -l fair -d 'with --vary: mark the values that make the fight most even'
complete -c combatcli -n '__combatcli_at forecast' -l csv -d 'report as CSV, for a spreadsheet'
complete -c combatcli -n '__combatcli_at forecast' -l svg -d 'also draw a picture: bars for sides, lines for one key, a grid for two' -r -F
complete -c combatcli -n '__combatcli_at forecast' -l tactics -d 'show what everybody would do now, and why earlier lines do not apply'
complete -c combatcli -n '__combatcli_at forecast' -l without -d 'leave out a combatant, or all that match a pattern' -x -k -a '(__combatcli_offer combatants)'
complete -c combatcli -n '__combatcli_at forecast' -l worth -d 'show each side\'s chance with and without each combatant'
complete -c combatcli -n '__combatcli_at forecast' -l fight -d 'show fight number N of the seed; lost:SIDE is the first that a side loses' -x
complete -c combatcli -n '__combatcli_at forecast' -l story -d 'with --fight: tell it as a story'
complete -c combatcli -n '__combatcli_at forecast' -l script -d 'with --fight: print the commands that replay it'
complete -c combatcli -n '__combatcli_at rules' -l ruleset -d 'search only the rules of this game' -x -k -a '(__combatcli_offer - realm blade arq beacon)'
complete -c combatcli -n '__combatcli_at rules' -l house -d 'show our rulings where a game is silent or unclear, and the options of [house]'
complete -c combatcli -n '__combatcli_at log' -l last -d 'show only the last N commands' -x
complete -c combatcli -n '__combatcli_at log' -l story -d 'tell the fight as a story'
complete -c combatcli -n '__combatcli_at log' -l markdown -d 'print the story as Markdown'
complete -c combatcli -n '__combatcli_at log' -l title -d 'the heading of the Markdown [default: the name of the file]' -x
complete -c combatcli -n '__combatcli_at log' -l note -d 'put a sentence of yours into the story' -x
complete -c combatcli -n '__combatcli_at log' -l all -d 'also what was before the file was put back to an earlier text'
complete -c combatcli -n '__combatcli_at log' -l stats -d 'count attacks, hits, misses, damage and foes felled; luck compares rolls with the exact mean'
complete -c combatcli -n '__combatcli_at undo redo' -l to -d 'to how command N left it, as `log` counts; 0 is the beginning' -x
complete -c combatcli -n '__combatcli_at undo redo' -l force -d 'also where the file was edited since'
complete -c combatcli -n '__combatcli_at undo redo' -l dry-run -s n -d 'change nothing, only report'
complete -c combatcli -n 'not __combatcli_first' -k -a '(__combatcli_word)'
