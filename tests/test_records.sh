#!/bin/bash
# `harrow records` and `harrow status`: what is asked for, from runs, also under way, and from files,
# also damaged ones. Usage: test_records.sh HARROW
. "$(dirname "$0")/run.sh"

records() {
    "$harrow" records "$@" >out 2>err
    code=$?
}

# The same games as a condition of jq over the records.
agrees() { # CONDITION JQ
    diff <("$harrow" records ref --jsonl --where "$1") <(zcat ref/games.jsonl.gz | jq -c "select($2)") &&
        [ -n "$("$harrow" records ref --jsonl --where "$1")" ]
}

refuses() { # CONDITION PATTERN
    records ref --where "$1"
    ended 2 '--where: ' "$2"
}

run ref run-paired
check 'a run' ended 0
cp ref/games.jsonl.gz all.gz
zcat all.gz >all.jsonl
games=$(wc -l <all.jsonl)

for source in ref all.gz all.jsonl; do
    check "$source: all records as they are" diff <("$harrow" records "$source" --jsonl) all.jsonl
done
check 'stdin' diff <("$harrow" records - --jsonl <all.gz) all.jsonl
check 'two sources' test "$("$harrow" records ref all.gz --moves | wc -l)" -eq $((2 * games))
check 'moves' diff <("$harrow" records ref --moves) <(jq -r .moves all.jsonl)
check 'a cell' diff <("$harrow" records ref --cell 7 --jsonl) <(jq -c 'select(.cell == 7)' all.jsonl)
check 'the first ones' diff <("$harrow" records ref --head 3 --jsonl) <(head -n 3 all.jsonl)
check 'none' test -z "$("$harrow" records ref --head 0 --moves)"
check 'a table of at most 100 columns' eval \
    '"$harrow" records ref | awk "length > 100 { exit 1 } END { exit NR != '$((games + 1))' }"'
# What players thought of their plies: a byte a ply behind the opening, 255 for who does not think.
run values run-paired --set values=true --set 'players={"uct":"mcts:simulations=20","r":"random"}' \
    --set 'pairing=[["uct","r"],["uct","uct"],["r","r"]]' --set opening.random_plies=3
check 'values: exit 0' ended 0
check 'values: a byte for each ply' jq -es 'all(.[]; .plies - .opening ==
    (.values | length / 4 * 3 - (match("=*$").length)))' <(zcat values/games.jsonl.gz)
values_of() { # PLAYER: all of its games against itself, as numbers
    zcat values/games.jsonl.gz | jq -r "select(.first == \"$1\" and .second == \"$1\").values" |
        while read -r text; do base64 -d <<<"$text"; done | od -An -v -tu1 -w1 | tr -d ' ' | sort -nu
}
check 'values: none for random plies' test "$(values_of r)" = 255
# A forced ply needs no thought and has none either.
check 'values: those of others are numbers' test "$(values_of uct | grep -cv 255)" -gt 5
check 'values: replay' "$harrow" replay values/games.jsonl.gz
zcat values/games.jsonl.gz | sed '1s/"values":"..../"values":"/' >cut.jsonl
check 'values: too few are refused' eval '"$harrow" replay cut.jsonl 2>err; [ $? = 2 ] && grep -q "line 1.*values" err'
check 'values: another experiment' eval 'run values run-paired; ended 2 "another experiment"'

check 'a reader that leaves' eval '"$harrow" records ref --jsonl 2>err | head -n 1 >out; [ ! -s err ]'

check 'where: as in the help' agrees 'first=uct and result=0-1 and plies>20' \
    '.first == "uct" and .result == "0-1" and .plies > 20'
check 'where: or binds less than and' agrees 'first=ab or second=ab and plies<=12' \
    '.first == "ab" or (.second == "ab" and .plies <= 12)'
check 'where: parentheses and not' agrees 'not (first=ab or second=ab) and plies>=13' \
    '((.first == "ab" or .second == "ab") | not) and .plies >= 13'
check 'where: not not' agrees 'not not end=passes' '.end == "passes"'
check 'where: !=, unfinished' agrees 'result!=*' '.result != "*"'
check 'where: a value with = and ,' agrees 'game=agros:size=4,farmers=1,rule=sow' \
    '.game == "agros:size=4,farmers=1,rule=sow"'
check 'where: contains' agrees 'game~size=5 and moves~pass' \
    '(.game | contains("size=5")) and (.moves | contains("pass"))'
check 'where: winner' agrees 'winner=greedy' \
    '(.first == "greedy" and .result == "1-0") or (.second == "greedy" and .result == "0-1")'
check 'where: nobody won' agrees 'winner=""' '.result == "*" or .result == "1/2-1/2"'
check 'where: numbers with a sign and a half' agrees 'margin<-0.5 or score_first=2.5' \
    '.score[0] - .score[1] < -0.5 or .score[0] == 2.5'
check 'where: pair and id' agrees 'pair=3 and id<200' '.pair == 3 and .id < 200'
check 'where: quotes' agrees 'first = "uct"' '.first == "uct"'
check 'where: no such field' refuses 'player=uct' "at 'player=uct': a field"
check 'where: no operator' refuses 'first uct' '= != < <='
check 'where: no value' refuses 'first=' 'a value'
check 'where: an open quote' refuses 'first="uct' 'a value'
check 'where: an open parenthesis' refuses '(first=uct' "'\)' expected"
check 'where: one too many' refuses 'first=uct)' 'and, or, or the end'
check 'where: text with <' refuses 'first<uct' 'for a field with a text'
check 'where: number with ~' refuses 'plies~3' 'for a field with a number'
check 'where: no number' refuses 'plies>many' 'a number'
check 'where: empty' refuses '' 'a field'
check 'where: too deep' refuses "$(printf '(%.0s' {1..200})" 'less deep'
check 'where: too long' refuses "$(printf 'id=1 or %.0s' {1..300})id=1" 'shorter'

run self run-self --set 'players={"a, \"b\"":"greedy"}' --set games_per_cell=2
records self --csv
check 'csv: a line of names' eval 'head -n 1 out |
    grep -qx "id,cell,pair,game,first,second,winner,result,end,plies,opening,score_first,score_second,margin,resigning,position,moves"'
check 'csv: quotes, and nothing for what is not there' eval \
    '[ "$(tail -n +2 out | grep -Ec "^[0-9]+,[0-9]+,,\"agros:[^\"]*\",\"a, \"\"b\"\"\",\"a, \"\"b\"\"\",(\"a, \"\"b\"\"\")?,")" -eq "$(zcat self/games.jsonl.gz | wc -l)" ]'

# A run under way: what its journal keeps is listed too, and asking takes nothing from it.
says() { # DIR PATTERN…
    "$harrow" status "$1" >out 2>err || return 1
    shift
    local pattern
    for pattern in "$@"; do grep -Eq "$pattern" out || { cat out; return 1; }; done
}
start part run-kill --threads 2
check 'status: running, by whom, how far' eventually says part "running \(process $pid on" \
    '^[0-9]+/900 games, [0-9]+ %, .* games/s, .*ETA ' '^agros 6×6/3 sow, uct against greedy'
check 'status: JSON' eval '"$harrow" status part --json |
    jq -e ".state == \"running\" and .progress.total == 900 and .progress.games >= 0"'
check 'some games are saved' eventually eval '[ "$(saved part)" -gt 2 ]'
kill_9
check 'status: stopped' says part 'part: stopped; .*run part. goes on' '^[0-9]+/900 games'
check 'status: complete' says ref '^ref: complete$'
check 'status: no run' eval '! "$harrow" status tests 2>err && grep -q experiment.json err'
check 'a run under way' test "$("$harrow" records part --moves | wc -l)" -eq "$(saved part)"
cp -r part torn
sed -i '2s/"plies":/"plies":1/' torn/journal.jsonl
records torn --moves
check 'a damaged journal: told' ended 1 'journal.jsonl: 1 damaged lines'
check 'a damaged journal: the others' test "$(wc -l <out)" -eq $(($(saved part) - 1))
check 'a run under way: no game twice' test \
    "$("$harrow" records part --jsonl | jq .id | sort -n | uniq -d | wc -l)" -eq 0

# Damage in the second of four members.
starts=($(member_starts all.gz))
cp all.gz damaged.gz
printf '\xff\xff\xff\xff' | dd of=damaged.gz bs=1 seek=$((starts[1] + 500)) conv=notrunc 2>/dev/null
records damaged.gz --jsonl
check 'damage: exit 1 and what is lost' ended 1 'damaged at byte' 'are lost, with games behind id 255'
check 'damage: all whole games' cmp out <(sed -n '1,256p; 513,$p' all.jsonl)
head -c $((starts[2] + 700)) all.gz >cut.gz
records cut.gz --jsonl
check 'a cut file: exit 1 and where it ends' ended 1 'ends within a gzip member'
check 'a cut file: all whole games' cmp <(head -n 512 out) <(head -n 512 all.jsonl)
head -c $((starts[1] + 500)) damaged.gz >tail.gz
head -c 3000 /dev/urandom >>tail.gz
records tail.gz --jsonl
check 'nothing whole behind the damage' ended 1
check 'nothing whole behind the damage: what is before' cmp <(head -n 256 out) <(head -n 256 all.jsonl)

records
check 'no source' ended 2 'DIR or FILE'
records missing
check 'a missing source' ended 2 'missing'
mkdir empty
records empty
check 'an empty folder' ended 2 'empty: has no games.jsonl.gz'
echo '{"id":1}' >bad.jsonl
records bad.jsonl
check 'no record' ended 1 'bad.jsonl: line 1: record: key'
{ head -n 3 all.jsonl; echo '{"id":'; sed -n '4,$p' all.jsonl; } >bad.jsonl
records bad.jsonl --jsonl
check 'a line that is no record: told' ended 1 'bad.jsonl: line 4'
check 'a line that is no record: the others' cmp out all.jsonl
{ sed -n '1,500p' all.jsonl; printf '{"id":\0\0 7}\n'; head -c 17000000 /dev/zero | tr '\0' x; echo
    sed -n '501,$p' all.jsonl; } >bad.jsonl
records bad.jsonl --jsonl
check 'lines that are no text: told' ended 1 'bad.jsonl: line 501: has a NUL byte' 'line 502: has a NUL byte or more'
check 'lines that are no text: the others' cmp out all.jsonl

cp -r ref missing-games
member_starts missing-games/games.jsonl.gz >starts
truncate -s "$(sed -n 2p starts)" missing-games/games.jsonl.gz
records missing-games --jsonl
check 'members are missing: told' ended 1 "games.jsonl.gz: has 256 of the $(jq '[.cells[].games] | add' ref/stats.json) games"
: >missing-games/games.jsonl.gz
records missing-games
check 'all are missing: told' ended 1 'has 0 of the'
echo '{' >missing-games/stats.json
records missing-games
check 'nobody knows how many there were' ended 0
cp -r ref extended
cp ref/games.jsonl.gz extended/previous.jsonl.gz
records extended --moves
check 'what an extension has still to take over: told' ended 1 'extended/previous.jsonl.gz: has the games from before'

records ref --csv --jsonl
check 'two forms' ended 2 'one of --csv, --jsonl and --moves'
records ref --where 'end=foo'
check 'an end that there is not' ended 2 'an end such as passes'
records ref --where 'plies>3 and result!=2-0'
check 'a result that there is not' ended 2 '1-0, 1/2-1/2, 0-1 or'
records ref --where 'end~pass or result=*'
check 'a part of an end' ended 0
exit $failed
