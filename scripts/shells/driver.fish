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
    if contains -- "$words[1]" @GROUPS@
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
    contains -- "$game" @GAMES@; and echo $game; or echo -
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
@OPTIONS@
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
    awk '@READER@' <$file 2>/dev/null
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
@OFFERS@
    end
end

function __combatcli_commands
    printf '%s\t%s\n' \
@COMMANDS@
end

function __combatcli_subcommands
    set -l game (__combatcli_game)
    switch (__combatcli_command)
@SUBCOMMANDS@
    end
end

complete -c combatcli -f
complete -c combatcli -n __combatcli_first -s V -l version -d 'print the version'
complete -c combatcli -s h -l help -d 'show what it does, with examples'
complete -c combatcli -n __combatcli_first -k -a '(__combatcli_commands)'
complete -c combatcli -n '__combatcli_at help' -x -k -a '(__combatcli_commands)'
complete -c combatcli -n '__combatcli_at @GROUPS@' -k -a '(__combatcli_subcommands)'
@COMPLETIONS@
complete -c combatcli -n 'not __combatcli_first' -k -a '(__combatcli_word)'
