# install_packages NAME…: installs the Debian packages among these that are missing.
install_packages() {
    missing=
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
            missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    sudo=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || {
            echo "harrow: these packages are missing:$missing; install them as root" >&2
            return 3
        }
        sudo=sudo
    fi
    $sudo apt-get update -q
    # shellcheck disable=SC2086 # a list of names
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
}
