#compdef combatcli
# zsh completion for combatcli; made by scripts/generate.py from the declarations of its commands: do not edit.
# It needs no Python.

# Find the encounter's file, and the game by which the line is played: --ruleset's, else the file's.
_combatcli_find_game() {
  local -a all=("${(@Q)words}")
  local line i
  file=$COMBATCLI_FILE game=
  for (( i = 2; i <= $#all; i++ )); do
    case $all[i] in
      (-f|--file) file=$all[i+1] ;;
      (--file=*) file=${all[i]#--file=} ;;
      (-f?*) file=${all[i]#-f} ;;
      (--ruleset) game=$all[i+1] ;;
      (--ruleset=*) game=${all[i]#--ruleset=} ;;
      (--) break ;;
    esac
  done
  [[ $file == '~/'* ]] && file=$HOME/${file#'~/'}
  [[ -f $file && -r $file ]] || file=
  if [[ -z $game && -n $file ]]; then
    while IFS= read -r line || [[ -n $line ]]; do
      line=${line#$'\xef\xbb\xbf'} line=${line#$'\ufeff'}
      if [[ $line == [[:space:]]#(ruleset|[\"\']ruleset[\"\'])[[:space:]]#=[[:space:]]#[\"\']* ]]; then
        game=${${line#*=[[:space:]]#[\"\']}%%[\"\']*}
        break
      fi
      [[ $line == [[:space:]]#\[* ]] && break
    done < $file
  fi
  [[ $game == (@GAMES@) ]] || game=-
}

# Names from the encounter, a line "name TAB description" for each; weapons of the combatant named first.
_combatcli_names() {
  LC_ALL=C COMBATCLI_KINDS=$1 COMBATCLI_OWNER=${(Q)line[1]} awk '@READER@' < $file 2> /dev/null
}

# Offer what may stand in a place: kinds of names, joined by +, or -; then words.
_combatcli_offer() {
  local kinds=$1 each id about ret=1
  shift
  if [[ $command == set && $line[1] == . && $kinds == *=* ]]; then
    kinds=-
    case $game in
@OWN@
    esac
  fi
  if [[ $kinds == *files* ]]; then
    _files
    return
  fi
  local -a keys=("${(M@)@:#*=}") plain=("${@:#*=}") names
  if [[ $kinds != - && -n $file ]]; then
    for each in "${(@f)$(_combatcli_names ${kinds//+/ })}"; do
      [[ -n $each ]] || continue
      id=${each%%$'\t'*} about=${each#*$'\t'}
      id=${id//\\/\\\\}
      names+=("${id//:/\\:}${about:+:$about}")
    done
  fi
  (( $#plain )) && _describe -V -t words word plain && ret=0
  (( $#keys )) && _describe -V -t keys key keys -S '' && ret=0
  if [[ $kinds == *= ]]; then
    (( $#names )) && _describe -V -t names name names -S '' && ret=0
  else
    (( $#names )) && _describe -V -t names name names && ret=0
  fi
  return ret
}

_combatcli_commands() {
  local -a commands=(
@COMMANDS@
  )
  _describe -V -t commands command commands
}

_combatcli_subcommands() {
  local -a commands
  case $1 in
@SUBCOMMANDS@
  esac
  _describe -V -t commands "$1 command" commands
}

_combatcli() {
  local curcontext=$curcontext file game command ret=1
  local -a specs=('(- : *)'{-h,--help}'[show what it does, with examples]') line
  local -A opt_args
  setopt localoptions extendedglob
  _combatcli_find_game
  if (( CURRENT == 2 )); then
    specs+=('(- : *)'{-V,--version}'[print the version]' '1: :_combatcli_commands')
    _arguments -s -S $specs
    return
  fi
  command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
    (@GROUPS@)
      if (( CURRENT == 2 )); then
        _arguments -s -S $specs "1: : _combatcli_subcommands $command"
        return
      fi
      command="$command $words[2]"
      shift words
      (( CURRENT-- ))
      ;;
  esac
  curcontext="${curcontext%:*}-${command// /-}:"
  case $command in
    (help) specs+=('1: :_combatcli_commands') ;;
@SPECS@
    (*) return 1 ;;
  esac
  _arguments -s -S $specs
}

if [[ $funcstack[1] == _combatcli ]]; then
  _combatcli "$@"
else
  compdef _combatcli combatcli
fi
