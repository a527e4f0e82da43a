#!/bin/bash
# The commands from outside: output, exit codes, and one clear line for every mistake.
set -u
export LC_ALL=C
harrow=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

check() { # NAME COMMAND…
    local name=$1
    shift
    if "$@" >/dev/null 2>check.err; then echo "ok $name"; else
        echo "not ok $name: $* $(head -2 check.err)"
        failed=1
    fi
}

# commands/errors.txt: exit code | what stderr must say | arguments, as the shell reads them
errors() {
    local expected says arguments code
    while IFS='|' read -r expected says arguments; do
        case $expected in '' | '#'*) continue ;; esac
        code=0
        eval "\"$harrow\" $arguments" >out 2>err || code=$?
        check "error:$arguments" test "$code" -eq "$expected"
        check "error:$arguments says '$says'" grep -qF -- "$says" err
        check "error:$arguments is one line" test "$(wc -l <err)" -eq 1
        check "error:$arguments prints no result" test ! -s out
    done <"$here/commands/errors.txt"
}

agree() { # NAME EXPECTED COMMAND… : stdout is the file commands/EXPECTED
    local name=$1 expected=$2
    shift 2
    "$@" >out 2>err
    check "$name" diff "$here/commands/$expected" out
}

field='8/6,D1,1/5,L1,2/4,D1,3/3,L1,4/2,D1,5/1,L1,6/8 l 3 sow 0'
agree 'show' show.txt "$harrow" show --game agros --position "$field" --moves 'b2-a1 pass'
agree 'show --json' show.json "$harrow" show --game agros --position "$field" --moves 'b2-a1 pass'  --json
agree 'games' games.txt "$harrow" games
agree 'perft' perft.txt "$harrow" perft --game agros --position "$field" --depth 4
agree 'perft --threads' perft.txt "$harrow" perft --game agros --position "$field" --depth 4 --threads 2
agree 'perft --divide' divide.txt "$harrow" perft --game agros --position "$field" --depth 3 --divide
check 'the static rule has the same perft' diff <("$harrow" perft --game agros --depth 4 \
    --position "${field/sow/static}") "$here/commands/perft.txt"
for command in games players show perft replay run bench; do
    check "help $command" "$harrow" help "$command"
    "$harrow" help "$command" >out
    check "help $command fits 100 columns" test -z "$(LC_ALL=C.UTF-8 awk 'length > 100' out)"
    check "$command --help" diff out <("$harrow" "$command" --help)
done
errors

record=$(cat "$here/commands/record.json")
echo "$record" >one
check 'replay: plain' diff <(echo '1 games, 19 plies, all agree') <("$harrow" replay one)
check 'replay: gzip on stdin' diff <(echo '2 games, 38 plies, all agree') \
    <(cat one one | gzip | "$harrow" replay -)
while IFS='|' read -r what replacement says; do
    sed "$replacement" one >other
    "$harrow" replay other >out 2>err
    check "replay: $what is exit 1" test $? -eq 1
    check "replay: $what is named" grep -qF "other: line 1: id 3: ply $says" out
done <<'LIST'
an illegal ply|s/b5-b4 /b5-f6 /|
plies|s/"plies":19/"plies":18/|19: number of plies
the result|s/"0-1"/"1-0"/|19: result
the score|s/"score":\[[^]]*\]/"score":[1,2]/|19: score
LIST
check 'output to a full device is exit 3' test "$("$harrow" games >/dev/full 2>err; echo $?)" -eq 3
check 'head ends it quietly' test -z "$("$harrow" perft --game agros --depth 2 --divide 2>&1 >/dev/null | head -1)"
exit $failed
