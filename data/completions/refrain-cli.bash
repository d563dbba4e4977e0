# SPDX-License-Identifier: GPL-3.0-or-later
# Bash completes refrain-cli and refrain by what their --help tells, so that nothing here can be old.

# __refrain_options PROGRAM [COMMAND]: its options, a line each, "--view=" where one takes a value.
__refrain_options() {
  LC_ALL=C "$@" --help 2>/dev/null | sed -nE \
    -e 's/^  (-[A-Za-z?], )?(--[a-z][a-z-]*=?).*/\2/p' | sort -u
}

# __refrain_values OPTION PROGRAM [COMMAND]: what the help lists as its values ("What: a, b or c"); nothing
# where these are no words of a list.
__refrain_values() {
  local option=$1
  shift
  LC_ALL=C "$@" --help 2>/dev/null |
    sed -nE "s/^  (-[A-Za-z?], )?$option=[A-Z,]+ .*: (([a-z-]+( \\(default\\))?, )*[a-z-]+( \\(default\\))? or [a-z-]+( \\(default\\))?)(\$|;.*)/\\2/p" |
    sed -E 's/ \(default\)//g; s/, | or /\n/g'
}

# __refrain_reply WORD PROGRAM [COMMAND]
__refrain_reply() {
  local word=$1 option
  shift
  option=${COMP_WORDS[COMP_CWORD - 1]}
  [ "$word" != = ] || word=
  [ "$option" != = ] || option=${COMP_WORDS[COMP_CWORD - 2]}
  if [ "${COMP_WORDS[COMP_CWORD]}" = = ]; then
    option=${COMP_WORDS[COMP_CWORD - 1]}
  fi
  case $option in
    --*)
      mapfile -t COMPREPLY < <(compgen -W "$(__refrain_values "$option" "$@")" -- "$word")
      [ ${#COMPREPLY[@]} -eq 0 ] || return 0
      ;;
  esac
  case $word in
    -*)
      mapfile -t COMPREPLY < <(compgen -W "$(__refrain_options "$@")" -- "$word")
      case ${COMPREPLY[*]} in *=) compopt -o nospace 2>/dev/null ;; esac
      ;;
  esac
}

_refrain_cli() {
  local word=${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$(LC_ALL=C "$1" --help 2>/dev/null |
      awk '/^Commands:/ { on = 1; next } on && NF == 0 { exit } on { print $1 }') --help --version" -- "$word")
    return 0
  fi
  __refrain_reply "$word" "$1" "${COMP_WORDS[1]}"
}

_refrain() {
  COMPREPLY=()
  __refrain_reply "${COMP_WORDS[COMP_CWORD]}" "$1"
}

complete -o default -F _refrain_cli refrain-cli
complete -o default -F _refrain refrain
