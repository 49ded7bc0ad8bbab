#!/bin/sh
# Says what is wrong with a home, one line each, and exits with 1; says nothing and exits with 0 when all is well.
#
#   check-home.sh https://home.example /srv/home/.home-world
#
# It needs curl. Without a second argument it does not look at the disk.
home=${1:?the address of the home, such as https://home.example}
data=$2
least_megabytes=1000
wrong=0
say() {
  echo "$home: $*"
  wrong=1
}

health=$(curl -sS -m 10 -w ' %{http_code}' "${home%/}/healthz" 2>&1) || health="no answer: $health"
case $health in
*' 200') ;;
*) say "/healthz: $health" ;;
esac

# A reading that is old, has failed, or cannot be asked for without a network. A home that has just started has none yet: that is no fault.
for reading in $(curl -sS -m 10 "${home%/}/api/status.json" 2>/dev/null |
  grep -o '"[a-z-]*":{"state":"\(error\|stale\|offline\)"' | sed 's/"\(.*\)":{"state":"\(.*\)"/\1=\2/'); do
  say "reading ${reading%=*} is ${reading#*=}"
done

if [ -n "$data" ]; then
  free=$(df -Pk "$data" | awk 'NR == 2 { print int($4 / 1024) }')
  [ "${free:-0}" -ge "$least_megabytes" ] || say "only ${free:-0} MB free for $data"
fi
exit $wrong
