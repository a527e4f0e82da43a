#!/bin/bash
# An engine that goes wrong: bad.sh MODE N ENGINE… passes all on to ENGINE and back, but misbehaves
# as MODE says at every N-th `go` since it was started.
mode=$1 every=$2 gos=0
shift 2
trap '' TERM INT
[ "$mode" != mute ] || exec sleep 1000
[ "$mode" != dead ] || exit 7
sleep 1000 & # it would outlive us, and holds our output open
coproc INNER { exec "$@"; }
exec {to}>&"${INNER[1]}" {from}<&"${INNER[0]}"

# All that the engine says up to a line that begins so.
pass_back() { # WORD
    local line
    while IFS= read -r line <&"$from"; do
        [ "$mode" != tabs ] || line=${line// /$'\t'}
        echo "$line"
        [[ $line != "$1"* ]] || return
    done
}

play() { # LINE
    echo "$1" >&"$to"
    pass_back bestmove
}

misbehave() { # LINE
    case $mode in
    segv) kill -SEGV $$ ;;
    exit) exit 3 ;;
    exit-255) exit 255 ;;
    hang) sleep 1000 ;;
    shut) pkill -KILL -P $$ -x sleep; exec >&-; sleep 1000 ;;
    illegal) echo 'bestmove z99' ;;
    empty) echo 'bestmove' ;;
    garbage) head -c 300000 /dev/urandom; sleep 1000 ;;
    flood) exec yes 'info string and so on' ;;
    endless) exec cat /dev/zero ;;
    half) printf 'bestmove A'; sleep 1000 ;;
    half-exit) printf 'bestmove A1'; exit 0 ;;
    slow) sleep 1.5; play "$1" ;;
    twice) play "$1"; echo 'bestmove z99' ;;
    tired) play "$1"; exit 0 ;;
    watch) pgrep -fc 'bad.sh hang' >>watched; play "$1" ;;
    deaf) exec sleep 1000 ;;
    chatty-illegal) head -c 3000000 /dev/zero | tr '\0' 'x' >&2; echo 'bestmove z99' ;;
    huge) play "$1" | sed 's/nodes [0-9]*/nodes 3000000000/' ;;
    chatty) head -c 3000000 /dev/zero | tr '\0' 'x' >&2; play "$1" ;;
    *) play "$1" ;;
    esac
}

while IFS= read -r line; do
    case $line in
    go*)
        gos=$((gos + 1))
        if ((gos % every == 0)); then misbehave "$line"; else play "$line"; fi ;;
    ugi) echo "$line" >&"$to"; pass_back ugiok ;;
    isready) echo "$line" >&"$to"; pass_back readyok ;;
    quit) [ "$mode" = stubborn ] || exit 0 ;;
    *) echo "$line" >&"$to" ;;
    esac
done
[ "$mode" != stubborn ] || sleep 1000
