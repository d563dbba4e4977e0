#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Shells complete commands, options and values of refrain-cli as its --help tells them.
. "$(dirname "$0")/tap.sh"

scripts=$REFRAIN_SOURCE/data/completions
PATH=$(dirname "$cli"):$PATH
# shellcheck source=data/completions/refrain-cli.bash
. "$scripts/refrain-cli.bash"

# completed WORD...: what bash offers for the last word, in one line.
completed() {
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
  _refrain_cli "$1"
  printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
}

# Options of COMMAND as test-usage.sh compares them with the manual.
options() {
  "$cli" "$1" --help | sed -n '/Options:/,$p' | grep -oE '(^|, |  )--[a-z][a-z-]*' | grep -oE -- '--.*' | sort -u
}

is "bash: commands" "$(completed refrain-cli ex)" "export "
is "bash: all commands" "$(completed refrain-cli '' | tr ' ' '\n' | grep -cv -e '^-' -e '^$')" \
  "$("$cli" --help | awk '/^Commands:/ { on = 1; next } on && NF == 0 { exit } on' | wc -l)"
for command in export query record; do
  is "bash: options of $command" "$(completed refrain-cli "$command" -- | tr -d '=' | tr ' ' '\n' | sed '/^$/d' | sort)" "$(options "$command")"
done
is "bash: an option that takes a value" "$(completed refrain-cli export --pal)" "--palette= "
is "bash: values" "$(completed refrain-cli export --palette '')" "dark grey light print "
is "bash: values after =" "$(completed refrain-cli export --palette = g)" "grey "
is "bash: a value that is the default" "$(completed refrain-cli patterns --receive = po)" "posting "
is "bash: traces are files" "$(completed refrain-cli info wave)" " "
if command -v fish >/dev/null; then
  # offered LINE: what fish offers at its end.
  offered() {
    XDG_CONFIG_HOME=$work/fish HOME=$work fish -c "source '$scripts/refrain-cli.fish'; complete -C '$1'" | cut -f 1 | sort | tr '\n' ' '
  }
  is "fish: commands" "$(offered 'refrain-cli ex')" "export "
  is "fish: options" "$(offered 'refrain-cli export --pal')" \
    "--palette= --palette=dark --palette=grey --palette=light --palette=print "
fi
if command -v zsh >/dev/null; then
  specs() {
    REFRAIN_COMPLETION_TEST=1 zsh -fc ". '$scripts/_refrain-cli'; $1"
  }
  is "zsh: commands" "$(specs '_refrain_commands refrain-cli' | grep ^export)" "export:Draw a view of a trace as a figure"
  is "zsh: options and values" "$(specs '_refrain_specs refrain-cli export' | grep ^--palette)" \
    "--palette=[Colours print, light, dark or grey]:PALETTE:(print light dark grey)"
fi
done_testing
