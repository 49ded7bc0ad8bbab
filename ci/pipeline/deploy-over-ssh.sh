#!/usr/bin/env bash
# The deploy step (specification 5 and 8): signs in on the server by SSH, where `deploy.sh --pull` fetches, resets to
# origin/main and deploys. Reads DEPLOY_HOST, DEPLOY_USER, DEPLOY_SSH_KEY, DEPLOY_KNOWN_HOSTS, DEPLOY_FOLDER and
# DEPLOY_SERVICE.
set -euo pipefail
umask 077
LC_ALL=C

fail() {
  printf '%s\n  %s\n' "$2" "$3" >&2
  exit "$1"
}
wrong() {
  fail 2 "$1 is not $2." 'Correct it in the settings of the repository.'
}
# The value of a variable without white space around it; an unset secret is empty.
setting() {
  local text=${!1:-}
  text=${text#"${text%%[![:space:]]*}"}
  printf '%s' "${text%"${text##*[![:space:]]}"}"
}

secrets=(DEPLOY_HOST DEPLOY_USER DEPLOY_SSH_KEY)
missing=()
for name in "${secrets[@]}"; do
  [ -n "$(setting "$name")" ] || missing+=("$name")
done
if [ "${#missing[@]}" -eq "${#secrets[@]}" ]; then
  echo "There are no secrets ${secrets[*]} for this run, so nothing is deployed."
  exit
fi
[ "${#missing[@]}" -eq 0 ] ||
  fail 2 "A secret of the deployment is missing: ${missing[*]}." \
    'Set all three in the settings of the repository, or none.'

ipv6='[0-9A-Fa-f]*:[0-9A-Fa-f:]+:[0-9A-Fa-f]*'
[[ $(setting DEPLOY_HOST) =~ ^([A-Za-z0-9][A-Za-z0-9_.-]*|$ipv6)(:([0-9]{1,5}))?$ ]] ||
  wrong DEPLOY_HOST 'a host name, with or without :port'
host=${BASH_REMATCH[1]}
port=${BASH_REMATCH[3]:-22}
user=$(setting DEPLOY_USER)
[[ $user =~ ^[A-Za-z_][A-Za-z0-9_.-]*$ ]] || wrong DEPLOY_USER 'the name of a user'
key=$(setting DEPLOY_SSH_KEY)
[[ $key == '-----BEGIN '* ]] || wrong DEPLOY_SSH_KEY 'the text of a private key'
service=$(setting DEPLOY_SERVICE)
[[ ${service:=main} =~ ^(main|staging)$ ]] || wrong DEPLOY_SERVICE 'main or staging'
folder=$(setting DEPLOY_FOLDER)
folder=${folder:-home-world}
known_hosts=$(setting DEPLOY_KNOWN_HOSTS)
check=yes
if [ -z "$known_hosts" ]; then
  check=accept-new
  echo 'The key of the server is not checked: set the variable DEPLOY_KNOWN_HOSTS (docs/pipeline.md).'
fi
command -v ssh >/dev/null || fail 1 'This runner has no ssh.' 'Use an image of the runner with openssh-client.'

files=$(mktemp -d)
trap 'rm -rf "$files"' EXIT
printf '%s\n' "${key//$'\r'/}" >"$files/key"
printf '%s\n' "$known_hosts" >"$files/known_hosts"
unset "${secrets[@]}"
code=0
# The settings of this machine's user do not count.
ssh -F /dev/null -i "$files/key" -p "$port" -o BatchMode=yes -o ConnectTimeout=20 -o IdentitiesOnly=yes \
  -o ServerAliveInterval=15 -o StrictHostKeyChecking="$check" -o UserKnownHostsFile="$files/known_hosts" \
  -- "$user@$host" "cd -- ${folder@Q} && ./deploy.sh --pull $service" </dev/null || code=$?
case $code in
  0) ;;
  # The code of ssh itself; deploy.sh has none above 5.
  255)
    fail 1 'The SSH session failed.' \
      'Its message is above. Check the three secrets, the key of the server, and that the server runs.'
    ;;
  *)
    fail "$code" "The deployment ended with exit code $code." \
      'Its messages are above; “deploy.sh --help” explains the codes.'
    ;;
esac
