#!/bin/sh
# Checks the settings of the environment, fills them into the templates, and runs nginx (or any other command).
# It is the entry point of the container; the tests run it too, with folders of their own.
set -eu

: "${HOME_WORLD_NGINX:=/etc/home-world/nginx}"  # templates and what the build wrote
: "${HOME_WORLD_PAGES:=/srv/home-world/pages}"  # the built pages
: "${HOME_WORLD_FILES:=/srv/home-world/files}"  # the owner's files, which win over those of the build
: "${HOME_WORLD_RUN:=/run/home-world}"          # the only folder that is written
: "${HOME_WORLD_LISTEN:=80}"
: "${HOME_WORLD_ACCESS_LOG:=/dev/stdout}"
: "${HOME_WORLD_GATEWAY:=}"
: "${HOME_WORLD_CONNECT_TO=$(cat "$HOME_WORLD_NGINX/connect-to")}"
: "${HOME_WORLD_CODE_HOST:=}"
: "${HOME_WORLD_CODE_HOST_OWNER:=}"
: "${HOME_WORLD_CODE_HOST_REPO:=}"
: "${HOME_WORLD_CODE_HOST_TOKEN:=}"
: "${HOME_WORLD_RESOLVER:=$(awk '$1 == "nameserver" { print ($2 ~ /:/) ? "[" $2 "]" : $2; exit }' /etc/resolv.conf)}"
: "${HOME_WORLD_RESOLVER:=127.0.0.1}"

refuse() {
  printf 'home-world: %s\n  %s\n' "$1" "$2" >&2
  exit 2
}

# A value becomes part of nginx's configuration. So only characters that mean nothing there pass.
case $HOME_WORLD_LISTEN in
  '' | *[!0-9.:]*) refuse 'HOME_WORLD_LISTEN is not a port or an address with a port.' 'Set it to a port such as 80, or leave it out.' ;;
esac
case $HOME_WORLD_GATEWAY in
  *[!A-Za-z0-9._:-]*) refuse 'HOME_WORLD_GATEWAY is not a host with a port.' 'Set it to a name such as bridge:4200, or leave it empty for a home without a gateway.' ;;
esac
case $HOME_WORLD_RESOLVER in
  *[!]A-Fa-f0-9.:[]*) refuse 'HOME_WORLD_RESOLVER is not an IP address.' 'Set it to the address of a name server, or leave it out.' ;;
esac
case $HOME_WORLD_CONNECT_TO in
  *[!A-Za-z0-9.:/\ -]*) refuse 'HOME_WORLD_CONNECT_TO holds a character that no origin has.' 'Set it to origins such as https://api.open-meteo.com, with spaces between them.' ;;
esac
for origin in $HOME_WORLD_CONNECT_TO; do
  case $origin in
    http://?* | https://?* | ws://?* | wss://?*) ;;
    *) refuse "HOME_WORLD_CONNECT_TO: $origin is not an origin." 'An origin begins with https://, http://, wss:// or ws://.' ;;
  esac
done

case $HOME_WORLD_CODE_HOST in
  '') ;;
  http*://github.com | http*://github.com/* | http*://gitlab.com | http*://gitlab.com/*)
    refuse 'HOME_WORLD_CODE_HOST is GitHub or GitLab. nginx alone reads a Gitea or Forgejo only.' 'Run the home with its gateway, and name the code host in its config.json.' ;;
  *[!A-Za-z0-9._:/~-]*) refuse 'HOME_WORLD_CODE_HOST holds a character that no address has.' 'Set it to an address such as https://git.example.org.' ;;
  http://?* | https://?*) HOME_WORLD_CODE_HOST=${HOME_WORLD_CODE_HOST%/} ;;
  *) refuse 'HOME_WORLD_CODE_HOST is not an http(s) address.' 'Set it to an address such as https://git.example.org.' ;;
esac
for name in "$HOME_WORLD_CODE_HOST_OWNER" "$HOME_WORLD_CODE_HOST_REPO"; do
  case $name in
    . | .. | *[!A-Za-z0-9._-]*) refuse 'HOME_WORLD_CODE_HOST_OWNER or HOME_WORLD_CODE_HOST_REPO is not a name of a repository.' 'Write both as in the address of the repository.' ;;
    '') [ -z "$HOME_WORLD_CODE_HOST" ] || refuse 'HOME_WORLD_CODE_HOST is set, but not which repository.' 'Set HOME_WORLD_CODE_HOST_OWNER and HOME_WORLD_CODE_HOST_REPO too.' ;;
  esac
done
case $HOME_WORLD_CODE_HOST_TOKEN in
  *[!A-Za-z0-9._~+/=-]*) refuse 'HOME_WORLD_CODE_HOST_TOKEN holds a character that no token has.' 'Set it to the token alone, as the code host shows it, in one line.' ;;
esac
if [ -n "$HOME_WORLD_GATEWAY" ] && [ -n "$HOME_WORLD_CODE_HOST" ]; then
  refuse 'HOME_WORLD_GATEWAY and HOME_WORLD_CODE_HOST are both set.' 'With a gateway, its config.json names the code host, and it has the token.'
fi

# Left over from an earlier start.
rm -f "$HOME_WORLD_RUN/code-host.conf" "$HOME_WORLD_RUN/code-host-routes.conf"
case " $* " in
  *' -t '* | *' -T '* | *' -s '*) ;;
  *) rm -f "$HOME_WORLD_RUN/code-host.sock" ;;
esac

HOME_WORLD_CODE_HOST_PATTERN=$(printf '%s/%s' "$HOME_WORLD_CODE_HOST_OWNER" "$HOME_WORLD_CODE_HOST_REPO" | sed 's/[.]/[.]/g')
HOME_WORLD_CODE_HOST_AUTHORIZATION=${HOME_WORLD_CODE_HOST_TOKEN:+token $HOME_WORLD_CODE_HOST_TOKEN}
export HOME_WORLD_CODE_HOST_PATTERN HOME_WORLD_CODE_HOST_AUTHORIZATION

# Only these names are filled in: those of nginx's own variables have small letters.
names=''
for name in NGINX PAGES FILES RUN LISTEN ACCESS_LOG GATEWAY CONNECT_TO RESOLVER \
  CODE_HOST CODE_HOST_OWNER CODE_HOST_REPO CODE_HOST_PATTERN CODE_HOST_AUTHORIZATION; do
  # shellcheck disable=SC2163
  export "HOME_WORLD_$name"
  names="$names \${HOME_WORLD_$name}"
done
render() {
  envsubst "$names" <"$HOME_WORLD_NGINX/templates/$1.conf.template" >"$HOME_WORLD_RUN/$2.conf"
}

umask 077
mkdir -p "$HOME_WORLD_RUN"
render nginx nginx
render headers headers
if [ -n "$HOME_WORLD_GATEWAY" ]; then
  render gateway site
else
  render static site
fi
if [ -n "$HOME_WORLD_CODE_HOST" ]; then
  render code-host code-host
  render code-host-routes code-host-routes
fi
# nginx needs them no more.
unset HOME_WORLD_CODE_HOST_TOKEN HOME_WORLD_CODE_HOST_AUTHORIZATION

exec "$@"
