#!/bin/sh
# Dependencies point one way: core <- search, core <- analysis, {search, analysis} <- selfplay.
# Usage: check_includes.sh ROOT
set -eu
cd "$1"
failed=0
check() { # FOLDER ALLOWED… : the folders whose headers it may include
    folder=$1
    shift
    allowed=$(echo "$*" | tr ' ' '|')
    bad=$(grep -nE '^#include "' "$folder"/*.[ch] | grep -vE "#include \"($allowed)/" || true)
    [ -z "$bad" ] && echo "ok $folder" && return
    echo "not ok: $folder may include only $*:"
    echo "$bad"
    failed=1
}
check core core
check search core search
check analysis core analysis
check selfplay core search analysis selfplay
included=$(grep -rn '^#include ".*\.c"' --include='*.[ch]' core search analysis selfplay tests || true)
[ -z "$included" ] || { echo "not ok: a .c is included:"; echo "$included"; failed=1; }
exit $failed
