#!/usr/bin/env bash
# The smoke check of staging (specification 7 and 8): the address in STAGING_URL must answer 200. A redirect is another
# answer: to a page for signing in, for example.
set -euo pipefail

fail() {
  printf '%s\n  %s\n' "$2" "$3" >&2
  exit "$1"
}

url=${STAGING_URL:-}
if [ -z "$url" ]; then
  echo 'The variable STAGING_URL is not set, so nothing is checked.'
  exit
fi
[[ $url =~ ^https?://[^/?#@]+([/?#]|$) ]] ||
  fail 2 'STAGING_URL is not an http or https address without a name and password.' \
    'Correct the variable, for example to https://staging.home.example/.'
# Without a query, which may contain a key.
shown=${url%%[?#]*}
answer=$(curl --silent --show-error --globoff --max-time 20 --output /dev/null --write-out '%{http_code}' "$url" 2>&1) ||
  fail 1 "Staging does not answer at $shown: ${answer//$'\n'/ }" \
    'Look whether the staging container runs: “docker compose ps staging” on the server.'
[ "$answer" = 200 ] ||
  fail 1 "Staging answers $answer instead of 200 at $shown." \
    'Look at its log: “docker compose logs staging” on the server.'
echo "Staging answers 200 at $shown."
