#!/bin/bash
# The page of a report in a browser (Debian's chromium, driven by playwright-core): a long test,
# since npm has to fetch that. HARROW_TEST_SCREENSHOTS=DIR keeps pictures to look at.
# Usage: test_report_page.sh HARROW
. "$(dirname "$0")/run.sh"
browser=$tests/browser
[ -d "$browser/node_modules/playwright-core" ] ||
    (cd "$browser" && npm install --no-package-lock --no-audit --no-fund --silent) || exit 1

run ref report
check 'a run' ended 0
check 'its report' "$harrow" report ref
run other run-paired
check 'a page of two runs' "$harrow" report ref other --out both.html
PATH=$work "$harrow" report ref --out bare.html 2>err
node "$browser/check_report.js" "$harrow" ref both.html bare.html || failed=1
exit $failed
