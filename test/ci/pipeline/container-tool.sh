#!/usr/bin/env bash
# The stand-in for the container tool: notes each call in the folder STAND_IN and answers as its files say.
# `fails` has a line for each call that fails, by its beginning; `running` is there while containers run, and
# `second` while a second gateway does.
printf '%s\n' "$*" >>"$STAND_IN/calls"
case $* in
  'compose ps '*) [ ! -e "$STAND_IN/running" ] || echo "of-${*: -1}" ;;
  'compose --profile gateways ps '*) [ ! -e "$STAND_IN/second" ] || echo "of-${*: -1}" ;;
  'inspect --format {{.Image}} '*) echo "sha256:old-${*: -1}" ;;
  'inspect --format {{.Config.Image}} '*) echo "name-${*: -1}" ;;
  'compose port '*) cat "$STAND_IN/address" ;;
  'compose logs '*) echo 'a line of the log' ;;
esac
while read -r beginning; do
  [[ $* != "$beginning"* ]] || exit 1
done <"$STAND_IN/fails"
