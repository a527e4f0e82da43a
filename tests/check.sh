# Shared by the test scripts: a folder of their own, one line a check, and the final verdict.
# Sourced with the path of harrow in $1.
harrow=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
failed=0

check() { # WHAT COMMAND… : one check, which holds when the command succeeds
    what=$1
    shift
    if "$@" >check.out 2>check.err; then echo "ok $what"
    else
        echo "not ok $what: $*"
        head -5 check.out check.err
        failed=$((failed + 1))
    fi
}

exits() { # CODE COMMAND… : runs with stdout in out and stderr in err
    expected=$1
    shift
    code=0
    "$@" >out 2>err || code=$?
    [ "$code" -eq "$expected" ] || { echo "exit $code, $expected expected"; return 1; }
}

says() { # TEXT : the last command of `exits` said so on stderr
    grep -qF -- "$1" err || { echo "stderr lacks: $1"; cat err; return 1; }
}

same_run() { # DIR DIR : the files that are promised to be the same bytes
    cmp "$1/games.jsonl.gz" "$2/games.jsonl.gz" && cmp "$1/stats.json" "$2/stats.json" &&
        [ ! -e "$2/journal.jsonl" ]
}

finish() {
    [ "$failed" -eq 0 ] && echo "all checks hold" && exit 0
    echo "$failed checks failed"
    exit 1
}
