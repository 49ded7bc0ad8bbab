#!/usr/bin/env bash
# The auto-merge step (specification 4.B, 5 and 7): merges the pull request whose checks have passed. Reads MERGE_TOKEN,
# CODE_HOST_URL, REPOSITORY, PULL_REQUEST and DRAFT. No answer of the code host fails the job: the log has it.
set -euo pipefail

if [ -z "${MERGE_TOKEN:-}" ]; then
  echo 'There is no secret MERGE_TOKEN for this run, so nothing is merged.'
  exit
fi
if [ "${DRAFT:-}" = true ]; then
  echo 'The pull request is a draft, so it is not merged.'
  exit
fi

# The token comes by standard input, as other programs can read the arguments. curl follows no redirect with it.
answer=$(curl --silent --show-error --max-time 30 --header @- --header 'Content-Type: application/json' \
  --data '{"Do":"squash","delete_branch_after_merge":true}' --write-out '\n%{http_code}' \
  "${CODE_HOST_URL%/}/api/v1/repos/$REPOSITORY/pulls/$PULL_REQUEST/merge" 2>&1 <<<"Authorization: token $MERGE_TOKEN") || true
status=${answer##*$'\n'}
body=${answer%$'\n'*}
# Without the token, in case that the code host repeats it, and without the control characters of a terminal.
words=$(tr -d '\000-\010\013-\037\177' <<<"${body//"$MERGE_TOKEN"/…}")
words=${words:0:2000}

case $status in
  200) echo 'Merged.' ;;
  # Gitea also answers so when it refuses, for a conflict for example: its message says it.
  405) echo "Counts as merged or already merged: the code host answered 405 $words" ;;
  000) echo "The code host did not answer ($words). The pull request stays open." ;;
  *) echo "Not merged, the pull request stays open: the code host answered $status $words" ;;
esac
