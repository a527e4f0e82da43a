#!/bin/sh
# An independent validator on the schema of configs; a long test, since npm has to fetch it.
set -eu
cd "$(dirname "$0")/schema"
[ -d node_modules/ajv ] || npm install --no-package-lock --no-audit --no-fund --silent
node check_schema.js
