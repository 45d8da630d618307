# fish completion for combatcli: the program itself says what may stand at the cursor.

function __combatcli_words --description 'What may stand at the cursor, each with a tab and what is said of it'
    set -l before (commandline -cp | string collect)
    set -l after (string sub -s (math 1 + (string length -- $before)) -- (commandline -p | string collect))
    set -l lines (command combatcli completion fish --words="$before" --after="$after" </dev/null 2>/dev/null)
    set -l path (string replace -rf '^\tfiles\t' '' -- $lines[1])
    if test $status -eq 0
        string replace -r '^' (string match -r '^--[^=]*=' -- (commandline -ct); or echo) -- (__fish_complete_path $path)
    else
        string join \n -- $lines
    end
end

complete -c combatcli -f -k -a '(__combatcli_words)'
