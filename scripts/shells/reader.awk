# Names from an encounter: TOML on standard input, a line "name TAB description" for each on standard output.
# COMBATCLI_KINDS says which: combatants, arenas, weapons, sides, rolls (@sneak, tables too), keys (mira.wounds, each number of a combatant, and
# mira.tactics); one with a = behind it is written so (mira=), and so is one with KEY= before it (arena=market).
# COMBATCLI_OWNER is whose weapons, by id or display name in any letter case; everybody's where nobody is so called.
# The fallen come after all others: whose table has a key and value of GONE, or a number below it.
# Names that cannot be shown in a line are left out. Run it with LC_ALL=C: it works on bytes.

function more() {
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
    GONE = " @GONE@ "
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
}
