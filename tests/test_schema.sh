#!/bin/sh
# An independent validator on the schema of configs. npm has to fetch it: without node, npm or a
# network this is skipped (77), but fails where the long tests ask for it.
set -eu
cd "$(dirname "$0")/schema"
skip() {
    echo "# skip: $1"
    [ "${HARROW_TEST_LONG:-0}" = 0 ] || exit 1
    exit 77
}
command -v node >/dev/null && command -v npm >/dev/null || skip 'no node, or no npm'
[ -d node_modules/ajv ] ||
    timeout 60 npm install --no-package-lock --no-audit --no-fund --silent --prefer-offline \
        --fetch-retries=0 || skip 'npm cannot fetch ajv'
node check_schema.js
