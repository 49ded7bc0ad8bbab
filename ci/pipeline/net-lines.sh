#!/usr/bin/env bash
# The rule of specification 8 on the net lines of a change, off unless MAX_NET_LINES is set. The change is what was
# committed since BASE_COMMIT; without one, what is staged.
set -euo pipefail
[ -n "${MAX_NET_LINES:-}" ] || exit 0
range=${BASE_COMMIT:+$BASE_COMMIT...HEAD}
range=${range:---cached}
net=$(git diff --numstat "$range" -- | awk '{ net += $1 - $2 } END { print net + 0 }')
[ "$net" -le "$MAX_NET_LINES" ] || {
  echo "The change adds $net net lines, the limit is $MAX_NET_LINES." >&2
  exit 1
}
