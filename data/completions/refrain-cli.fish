# SPDX-License-Identifier: GPL-3.0-or-later
# Fish completes refrain-cli by what its --help tells, so that nothing here can be old.

function __refrain_cli_command
    set -l words (commandline -opc)
    test (count $words) -gt 1; and echo $words[2]
end

function __refrain_cli_commands
    env LC_ALL=C refrain-cli --help 2>/dev/null |
        awk '/^Commands:/ { on = 1; next } on && NF == 0 { exit } on { name = $1; sub(/^ *[^ ]+ +/, ""); print name "\t" $0 }'
end

# The options, and after "--view=" the values that the help lists.
function __refrain_cli_options
    env LC_ALL=C refrain-cli (__refrain_cli_command) --help 2>/dev/null | sed -nE \
        -e 's/^  (-[A-Za-z?], )?(--[a-z][a-z-]*=?)[A-Z,]* +(.*)$/\2\t\3/p' | awk -F '\t' '
          { print }
          $1 ~ /=$/ && match($2, /: ([a-z-]+( \(default\))?, )*[a-z-]+( \(default\))? or [a-z-]+( \(default\))?($|;)/) {
            values = substr($2, RSTART + 2, RLENGTH - 2)
            gsub(/;| \(default\)/, "", values)
            n = split(values, value, /, | or /)
            for (i = 1; i <= n; i++)
              print $1 value[i]
          }'
end

complete -c refrain-cli -n 'not __refrain_cli_command' -f -a '(__refrain_cli_commands)'
complete -c refrain-cli -n '__refrain_cli_command' -a '(__refrain_cli_options)'
complete -c refrain -l version -d 'Print the version and exit'
complete -c refrain -s h -l help -d 'Show help options'
