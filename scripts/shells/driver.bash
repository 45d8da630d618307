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
    case $game in @GAMES@) ;; *) game='' ;; esac
}

# Names from the encounter, a line "name TAB description" for each: COMBATCLI_KINDS of them, COMBATCLI_OWNER's weapons.
_combatcli_names() {
    LC_ALL=C COMBATCLI_KINDS=$1 COMBATCLI_OWNER=$owner awk '@READER@' < "$file" 2> /dev/null
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
@OFFERS@
    esac
}

# The options of the command: `flags`, those that are `valued`, and those whose number may be left out.
_combatcli_options() {
    flags='--help -h' valued='' numbered=''
    case $command in
@OPTIONS@
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
        offered=(@COMMANDS@)
        [[ $current == -* ]] && offered=(-h --help -V --version)
    else
        command=${words[1]} i=2
        [[ $command == help ]] && ((${#words[@]} == 3)) && offered=(@COMMANDS@)
        case $command in
            @GROUPS@)
                command="$command ${words[2]}" i=3
                ;;
        esac
        if ((i == ${#words[@]})); then
            case "${command% *}/$game" in
@SUBCOMMANDS@
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
