#!/bin/sh
# The same signatures and the same bytes from every build. Usage: test_builds.sh HARROW HARROW…
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
n=0
for harrow in "$@"; do
    n=$((n + 1))
    "$harrow" bench --seconds 0 --json playouts perft mcts alphabeta |
        grep -o '"signature":"[0-9a-f]*"' >"$folder/signatures.$n"
    "$harrow" run "$here/configs/builds.json" --out "$folder/$n" --quiet >"$folder/table.$n"
    for file in "signatures.$n" "table.$n" "$n/games.jsonl.gz" "$n/stats.json"; do
        first=$(echo "$file" | sed "s/$n/1/")
        if cmp -s "$folder/$first" "$folder/$file"; then echo "ok $harrow: $file"
        else
            echo "not ok $harrow: $file is not what $1 gives"
            failed=1
        fi
    done
done
sort "$folder/signatures.1" | cmp -s - "$here/data/signatures.txt" || {
    echo "not ok: the signatures are not those of tests/data/signatures.txt; when behaviour changed"
    echo "on purpose, raise BEHAVIOUR_VERSION, name it in the commit and store these:"
    sort "$folder/signatures.1"
    failed=1
}
exit $failed
