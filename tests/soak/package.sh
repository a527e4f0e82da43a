#!/bin/bash
# The Debian package: what is in it, and that it installs, runs and is purged on a clean Debian that
# has nothing else, made by debootstrap from where this machine's apt gets its packages.
# Usage: package.sh. As root; builds build/package and takes half a gigabyte below TMPDIR.
set -u
source=$(dirname "$(realpath "$0")")/../..
. "$source/scripts/packages.sh"
install_packages gcc libc6-dev cmake ninja-build zlib1g-dev libcjson-dev dpkg-dev file debootstrap \
    lintian >/dev/null || exit 3
(cd "$source" && cmake --workflow --preset package) >/dev/null || exit 3
set -- "$(realpath "$source"/build/package/harrow)"
. "$source/tests/run.sh"
package=$(realpath "$source"/build/package/harrow_*.deb)
clean=$work/clean
trap 'umount "$clean/proc" 2>/dev/null; clean_up' EXIT

# ---- What is in it

field() {
    dpkg-deb -f "$package" "$1"
}

# Besides what has to be told of who maintains it, and of bugs that are no Debian's.
lint() {
    local said
    said=$(lintian --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog,initial-upload-closes-no-bugs \
        "$package" 2>&1 | grep -E '^[EW]:')
    [ -z "$said" ] || { echo "$said"; return 1; }
}

for library in libc6 libcjson1 libgomp1 zlib1g; do
    check "it depends on $library" grep -q "\\b$library\\b" <(field Depends)
done
check 'it recommends gnuplot' grep -q '\bgnuplot-nox\b' <(field Recommends)
check 'it is of root' test -z "$(dpkg-deb -c "$package" | awk '$2 != "root/root"')"
check 'lintian' lint

# ---- On a clean root

mirror() { # of this machine's apt
    apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' | head -n 1
}

inside() {
    chroot "$clean" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@"
}

# apt there looks where it looks here, by whatever way.
make_clean() {
    # shellcheck disable=SC1091
    debootstrap --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$clean" "$(mirror)" &&
        rm -rf "$clean"/etc/apt/{sources.list,sources.list.d} &&
        cp -rL /etc/apt/{sources.list*,apt.conf.d,trusted.gpg.d,auth.conf*} "$clean/etc/apt/" 2>/dev/null
    cp -L /etc/resolv.conf /etc/hosts "$clean/etc/"
    cp "$package" "$clean/tmp/"
    mount -t proc proc "$clean/proc" && inside apt-get update
}

installs() {
    inside apt-get install -y --no-install-recommends "/tmp/$(basename "$package")"
}

runs() {
    inside sh -c 'cd /root && harrow run /usr/share/harrow/configs/agros-players.json --quiet \
        --set games_per_cell=10 && harrow report runs/agros-players &&
        harrow replay runs/agros-players/games.jsonl.gz' && [ -s "$clean/root/runs/agros-players/report.html" ]
}

same_records() {
    "$harrow" run "$source/configs/agros-players.json" --quiet --set games_per_cell=10 --out here >/dev/null &&
        cmp here/games.jsonl.gz "$clean/root/runs/agros-players/games.jsonl.gz"
}

has_manual() {
    inside apt-get install -y --no-install-recommends man-db bash-completion &&
        inside man harrow | grep -q 'HARROW(1)' && inside man harrow-run | grep -q 'KEYS OF A CONFIG'
}

completes() {
    inside bash -c '. /usr/share/bash-completion/bash_completion
        _completion_loader harrow
        COMP_WORDS=(harrow repo) COMP_CWORD=1
        _harrow && echo "${COMPREPLY[*]}"' | grep -qx report
}

# What a user made stays, and what man-db keeps of pages that were looked at.
purges() {
    inside apt-get purge -y harrow >log 2>&1 || { cat log; return 1; }
    inside find / -xdev -name '*harrow*' ! -path '/tmp/*' ! -path '/root/*' \
        ! -path '/var/cache/man/*' >left
    [ ! -s left ] || { cat left; return 1; }
}

check 'a clean root' make_clean
check 'harrow is not there' test ! -e "$clean/usr/bin/harrow"
check 'it installs' installs
check '--version' test "$(inside harrow --version)" = "$("$harrow" --version)"
check 'it runs, reports and replays' runs
check 'the records of this machine' same_records
check 'man harrow' has_manual
check 'completion by bash-completion' completes
check 'it is purged without a trace' purges
exit $failed
