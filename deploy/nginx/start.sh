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

site=static
if [ -n "$HOME_WORLD_GATEWAY" ]; then site=gateway; fi

export HOME_WORLD_NGINX HOME_WORLD_PAGES HOME_WORLD_FILES HOME_WORLD_RUN HOME_WORLD_LISTEN HOME_WORLD_ACCESS_LOG
export HOME_WORLD_GATEWAY HOME_WORLD_CONNECT_TO HOME_WORLD_RESOLVER

# Names of nginx's own variables have no braces and small letters, and stay as they are.
# shellcheck disable=SC2016
names='${HOME_WORLD_NGINX} ${HOME_WORLD_PAGES} ${HOME_WORLD_FILES} ${HOME_WORLD_RUN} ${HOME_WORLD_LISTEN} ${HOME_WORLD_ACCESS_LOG} ${HOME_WORLD_GATEWAY} ${HOME_WORLD_CONNECT_TO} ${HOME_WORLD_RESOLVER}'
render() {
  envsubst "$names" <"$HOME_WORLD_NGINX/templates/$1.conf.template" >"$HOME_WORLD_RUN/$2.conf"
}

umask 077
mkdir -p "$HOME_WORLD_RUN"
render nginx nginx
render headers headers
render "$site" site

exec "$@"
