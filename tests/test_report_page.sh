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
cat >study.json <<'END'
{ "name": "plain", "games": [{ "game": "agros", "size": 5, "farmers": [1, 3], "rule": ["sow", "static"] }],
  "players": { "uct": "mcts:base=plain,simulations=20" }, "games_per_cell": 60 }
END
"$harrow" run study.json --out plain --quiet >out 2>err
"$harrow" stats plain --confirm-komi >komi.json
"$harrow" run komi.json --out komi --quiet >out 2>err
check 'a page with komi' "$harrow" report plain komi --out komi.html
node "$browser/check_report.js" "$harrow" ref both.html bare.html komi.html || failed=1
exit $failed
