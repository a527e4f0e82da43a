#!/bin/bash
# The commands of README's "Your results in pandas and R" print what stands there.
# Usage: results.sh HARROW [NEW], where NEW gets the section as it should be. Installs pandas, R and
# Node with DuckDB's package, half a gigabyte, where they are missing.
. "$(dirname "$0")/../run.sh"
. "$tests/../scripts/packages.sh"
new=${2:-}
node=
command -v npm >/dev/null || node='nodejs npm'
# shellcheck disable=SC2086 # two names or none
install_packages jq python3-pandas r-base-core r-cran-jsonlite $node >packages.log 2>&1 ||
    { cat packages.log; exit 3; }
npm install --silent @duckdb/node-api >npm.log 2>&1 || { cat npm.log; exit 3; }
export LC_ALL=C.UTF-8 PATH="${harrow%/*}:/usr/bin:/bin:$PATH"
ln -s "$tests/../scripts" "$tests/../configs" . # as in the project's folder

# Files begin with their name as a comment; in a transcript what follows a command is its output.
section() {
    sed -n '/^## Your results in pandas and R$/,/^## Bring/p' "$tests/../README.md" | sed '$d'
}

write_files() {
    awk '/^```./ { getline; file = $2; if (file) print >file; next }
        /^```$/ { file = "" } file { print >file }' <(section)
}

play_again() {
    local line inside=
    section | while IFS= read -r line; do
        if [[ $line == '```'* ]]; then
            if [ -n "$inside" ]; then inside=; else inside=${line#'```'}; inside=${inside:-transcript}; fi
            echo "$line"
        elif [[ $inside != transcript || $line == '$ '* ]]; then
            echo "$line"
            [ "$inside" != transcript ] || eval "${line#\$ }" </dev/null 2>&1
        fi
    done
}

"$harrow" run configs/agros-balance.json --quiet >table || exit 3
write_files
play_again >again
[ -z "$new" ] || cp again "$new"
check 'every command of the section' diff <(section) again
exit $failed
