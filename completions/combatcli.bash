# bash completion for combatcli: the program itself says what may stand at the cursor.

_combatcli() {
    local line spaced='' files=$'\tfiles\t'
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == "$files"* ]]; then
            type compopt &> /dev/null && compopt -o filenames
            while IFS= read -r line; do
                COMPREPLY+=("$line")
            done < <(compgen -f -- "${line#"$files"}")
            return
        fi
        COMPREPLY+=("$line")
        [[ $line == *= ]] || spaced=yes
    done < <(COMP_WORDBREAKS=$COMP_WORDBREAKS command "${1/#\~\//$HOME/}" completion bash \
        --words="${COMP_LINE:0:COMP_POINT}" --after="${COMP_LINE:COMP_POINT}" < /dev/null 2> /dev/null)
    type compopt &> /dev/null || return
    compopt -o nosort 2> /dev/null
    [[ $spaced ]] || compopt -o nospace
}

complete -F _combatcli combatcli
