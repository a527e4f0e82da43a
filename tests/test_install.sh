#!/bin/bash
# What `cmake --install` puts where, the manual pages, and completion in bash and zsh.
# Usage: test_install.sh HARROW, in the folder where it was built
. "$(dirname "$0")/run.sh"
build=$(dirname "$harrow")
root=$work/root/opt/harrow
share=$root/share
version=$("$harrow" --version | cut -d ' ' -f 2)
commands=$("$harrow" help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')

# ---- Files

installed() {
    local file
    DESTDIR=$work/root cmake --install "$build" --prefix /opt/harrow >log || { cat log; return 1; }
    [ "$(find root -mindepth 1 -maxdepth 2)" = $'root/opt\nroot/opt/harrow' ] || { find root; return 1; }
    for file in bin/harrow share/doc/harrow/{LICENSE,README.md,CHANGELOG.md} \
        share/harrow/configs/{agros-balance,schema}.json \
        share/harrow/examples/{engine.{c,py},read_records.py} \
        share/harrow/slurm/{{run,array,merge}.sbatch,submit} \
        share/bash-completion/completions/harrow share/zsh/site-functions/_harrow; do
        [ -s "$root/$file" ] || { echo "no $file"; return 1; }
    done
}

no_build_paths() {
    ! grep -rlF -e "$build" -e "$(dirname "$tests")" "$root"
}

runs_anywhere() {
    mkdir -p elsewhere/runs && cd elsewhere && "$root/bin/harrow" run \
        "$share/harrow/configs/agros-balance.json" --quiet --set games_per_cell=1 \
        --set players='{"r":"random"}' >out && [ -s runs/agros-balance/stats.json ] && cd ..
}

check 'cmake --install' installed
[ $failed -eq 0 ] || exit 1
# What is built for debuggers tells them where its sources are.
! grep -q 'CMAKE_BUILD_TYPE:STRING=Release' "$build/CMakeCache.txt" ||
    check 'no paths of the build' no_build_paths
check 'the version' test "$("$root/bin/harrow" --version)" = "harrow $version"
check 'a run from anywhere' runs_anywhere

# ---- Manual pages

pages() {
    diff <(cd "$share/man/man1" && printf '%s\n' *.1* | sed 's/\.gz$//' | sort) \
        <(printf 'harrow.1\n%s' "$(sed 's/.*/harrow-&.1/' <<<"$commands")" | sort)
}

page() { # [COMMAND]: as it is installed
    local file=$share/man/man1/harrow${1:+-$1}.1
    if [ -f "$file.gz" ]; then zcat "$file.gz"; else cat "$file"; fi
}

# Every word of the help is in the page, whatever its layout was made into.
whole() { # PAGE [COMMAND]
    local word missing=
    LC_ALL=C.UTF-8 man -E UTF-8 -l "$1" 2>/dev/null | tr -s ' \n' '\n' | sort -u >words
    while read -r word; do
        grep -qxF -e "$word" words || missing+=" $word"
    done < <("$harrow" help $2 | sed 's/^usage: //; s/^Examples*: *//; /^[A-Z].*:$/d' |
        tr -s ' \n' '\n' | sed '/^$/d' | sort -u)
    [ -z "$missing" ] || { echo "missing:$missing"; return 1; }
}

sections() { # FILE SECTION…
    local file=$1
    shift
    diff <(printf '.SH %s\n' "$@") <(grep -xF "$(printf '.SH %s\n' "$@")" "$file")
}

lint() { # FILE
    local said
    if command -v man >/dev/null; then
        said=$(man --warnings -E UTF-8 -l "$1" 2>&1 >/dev/null)
        [ -z "$said" ] || { echo "$said"; return 1; }
    fi
    if command -v mandoc >/dev/null; then
        said=$(mandoc -Tlint -Wwarning "$1")
        [ -z "$said" ] || { echo "$said"; return 1; }
    fi
}

check 'a page for each command' pages
for command in '' $commands; do
    name=harrow${command:+-$command}
    page "$command" >"$name.1"
    check "$name(1): lint" lint "$name.1"
    check "$name(1): sections" sections "$name.1" NAME SYNOPSIS 'EXIT STATUS' 'SEE ALSO'
    ! command -v man >/dev/null || [ "$command" = players ] ||
        check "$name(1): all of the help" whole "$name.1" $command
    check "$name(1): the same again" cmp "$name.1" <("$harrow" help --man $command)
done
check 'harrow-run(1): sections' sections harrow-run.1 NAME SYNOPSIS DESCRIPTION OPTIONS \
    'KEYS OF A CONFIG' 'FILES IN DIR' EXAMPLES 'EXIT STATUS' 'SEE ALSO'

every_key() { # LIST PAGE: the keys of harrow games or players have an item each
    local range='a number\|a whole\|an odd\|one of\|a multiple\|a text'
    diff <("$harrow" "$1" | sed -n "s/^  \([a-z_]*\)  *\($range\) .*/\1/p" | sort) \
        <(sed -n 's/^\\fB\([a-z_]*\)\\fR$/\1/p' "$2" | sort)
}

check 'harrow-games(1): all keys' every_key games harrow-games.1
check 'harrow-players(1): all keys' every_key players harrow-players.1

# ---- Completion

completion=$share/bash-completion/completions/harrow

# An option that is offered is one: getopt complains only of the unknown one behind it.
options_are_known() {
    local kind command option argument rest
    while IFS=$'\t' read -r kind command option argument rest; do
        [ "$argument" = - ] || option+=" 1"
        # shellcheck disable=SC2086 # an option and its argument
        timeout 20 "$harrow" "$command" $option --nonsense </dev/null >out 2>err
        ! grep -q -e "option '${option% 1}'" err || { cat err; return 1; }
    done < <(sed -n '/^option/p' "$completion")
}

# As bash calls it: words are split at : and = too, and what is replaced is the last of them.
complete_bash() { # WORD…
    bash -c '
        . "$0"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
        completes=($(complete -p harrow))
        "${completes[-2]}" 2>&1
        echo "${COMPREPLY[*]}"' "$completion" "$@"
}

offers() { # EXPECTED WORD…
    local expected got
    expected=$(tr ' ' '\n' <<<"$1" | sort | xargs)
    shift
    got=$(complete_bash "$@" | tr ' ' '\n' | sort | xargs)
    [ "$got" = "$expected" ] || { echo "offered: $got"; return 1; }
}

# Something to be offered.
mkdir offered offered/runs offered/ready
touch offered/{one.json,notes.txt,runs/two.json}

bash_lines() {
    local line expected
    while IFS='|' read -r line expected; do
        eval "check \"bash: $line\" offers '${expected# }' $line"
    done <<LIST
harrow ''| $(echo $commands)
harrow re| replay report records
harrow --v| --version
harrow stats --| --together --ratings --confirm-komi --player --json --csv --latex --help
harrow stats --j| --json
harrow stats --together r| runs ready
harrow run --out r| runs ready
harrow run --out = r| runs ready
harrow run --out ''| runs ready
harrow run ''| one.json runs ready
harrow run runs/| runs/two.json
harrow replay n| notes.txt
harrow run --set ga| games= games_per_cell=
harrow run --set seed = ''|
harrow run --threads ''|
harrow show --game a| agros agon awale
harrow show --game agros : r| rule=
harrow show --game agros : rule = ''| sow static
harrow show --game = agros : rule = st| static
harrow analyse --player m| mcts
harrow analyse --player mcts : sel| select=
harrow analyse --player mcts : select = ''| ucb1 tuned puct
harrow analyse --player mcts : simulations = 10,sol| 10,solver=
harrow analyse --player mcts : simulations = 10,solver = s| score
harrow analyse --player mcts:solver=s| mcts:solver=score
harrow engine --player alphabeta : nu| null=
harrow elo --model ''| normalized logistic
harrow elo 10 3 5 --sprt 0,5 --model l| logistic
harrow bench p| playouts perft
harrow bench perft m| mcts
harrow help sp| sprt
harrow help --completion z| zsh
harrow nonsense --| --help
LIST
}

check 'completion: options are known' options_are_known
check 'completion: every command' diff <(sed -n 's/^command\t\([^\t]*\).*/\1/p' "$completion") \
    <(echo "$commands")
check 'completion: every key of configs' diff \
    <(sed -n 's/^config\t\([^\t]*\).*/\1/p' "$completion" | sort) \
    <("$harrow" run --schema | jq -r '.properties | keys[] | select(. != "$schema")' | sort)
cd offered && bash_lines && cd ..

# A shell on a terminal of its own: prints what each line of stdin has become after a tab.
cat >drive.zsh <<'END'
zmodload zsh/zpty
zpty shell zsh -f -i
wait_for() { # TEXT: leaves what was said up to it in $said
    local chunk
    said=
    while [[ $said != *$1* ]]; do
        zpty -r -t shell chunk && said+=$chunk || sleep 0.02
    done
}
zpty -w shell "PS1=; fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D
    tell() { print -r -- \"<<\$BUFFER>>\"; BUFFER= }; zle -N tell; bindkey '^G' tell
    print rea''dy"
wait_for ready
while read -r line; do
    zpty -w -n shell "$line"$'\t\x07'
    wait_for '>>'
    said=${said##*<<}
    print -r -- "$line|${said%%>>*}"
done
zpty -d shell
END

zsh_lines() {
    cd offered && cat >../lines <<'LIST'
harrow ru|harrow run 
harrow run --dr|harrow run --dry-run 
harrow run --ou|harrow run --out=
harrow run o|harrow run one.json 
harrow run --out=ru|harrow run --out=runs/
harrow stats --together ru|harrow stats --together runs/
harrow run --set ply|harrow run --set ply_limit=
harrow show --game agr|harrow show --game agros
harrow show --game agros:ru|harrow show --game agros:rule=
harrow show --game=agros:rule=st|harrow show --game=agros:rule=static
harrow analyse --player mcts:simulations=10,sel|harrow analyse --player mcts:simulations=10,select=
harrow analyse --player mcts:select=u|harrow analyse --player mcts:select=ucb1
harrow elo --model n|harrow elo --model normalized 
harrow bench perft play|harrow bench perft playouts 
harrow help sp|harrow help sprt 
LIST
    cut -d '|' -f 1 ../lines | timeout $((60 * patience)) zsh -f ../drive.zsh \
        "$share/zsh/site-functions" >../got
    diff ../lines ../got
}

if command -v zsh >/dev/null; then
    check 'zsh: lines' zsh_lines
else
    echo 'skipped: zsh is not there'
fi
exit $failed
