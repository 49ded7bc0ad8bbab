#!/usr/bin/env bash
# Rebuilds the images of the home and puts new containers in the place of the running ones (specification 4.F).
# Everything is in functions, so that bash has read the whole file before --pull changes it.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: ./deploy.sh [main|staging] [options]

Builds the images of main (the default) or staging: nginx and the bridge behind it. Tests the configuration, puts
new containers in the place of the running ones and checks that they answer. The old ones serve until then, and
again if the new ones fail. If main has a second gateway that runs, it gets the new image after the first one answers.

  --pull           first fetch, and reset this checkout to origin/main
  --reload-proxy   test the configuration of the reverse proxy before the switch, and reload it afterwards
  --dry-run        print the commands that would change something, and run none of them; needs no container tool
  --help           print this text

Environment
  CONTAINER_TOOL   the container tool, with "compose" as its first word (docker)
  HEALTH_SECONDS   how long the new containers may take until they answer (60)
  PROXY_TEST       the command that tests the reverse proxy's configuration (nginx -t)
  PROXY_RELOAD     the command that reloads the reverse proxy (nginx -s reload)

Exit codes
  0  the new containers serve
  1  refused: the old containers serve as before
  2  a wrong argument
  3  the new containers did not answer; the old images serve again
  4  the new containers did not answer and there are no old images, or those do not answer either
  5  the new containers serve, but the reverse proxy was not reloaded
TEXT
}

say() { printf 'deploy: %s\n' "$*"; }

# fail CODE PROBLEM FIX
fail() {
  printf 'deploy: %s\n  %s\n' "$2" "$3" >&2
  exit "$1"
}

# Runs a command that changes something, or prints it in a dry run.
run() {
  if [ "$dry_run" = yes ]; then
    printf '%q ' "$@" | sed 's/^/would run: /; s/ $//'
    echo
  else
    "$@"
  fi
}

# Standard input stays closed: a container tool that reads it would wait in a pipeline.
compose() { "$tool" compose "$@" </dev/null; }

read_arguments() {
  service=main pull=no reload_proxy=no dry_run=no
  local named=no
  for argument in "$@"; do
    case $argument in
      main | staging)
        [ "$named" = no ] || fail 2 'Only one service can be deployed at a time.' 'Run "./deploy.sh --help".'
        named=yes service=$argument
        ;;
      --pull) pull=yes ;;
      --reload-proxy) reload_proxy=yes ;;
      --dry-run) dry_run=yes ;;
      --help | -h) usage && exit 0 ;;
      *) fail 2 "Unknown argument: $argument" 'Run "./deploy.sh --help".' ;;
    esac
  done
  # The pages come from the bridge, their scripts from nginx: both are of one build.
  if [ "$service" = main ]; then services=(bridge main); else services=(staging-bridge staging); fi
}

read_environment() {
  tool=${CONTAINER_TOOL:-docker}
  health_seconds=${HEALTH_SECONDS:-60}
  read -ra proxy_test <<<"${PROXY_TEST:-nginx -t}"
  read -ra proxy_reload <<<"${PROXY_RELOAD:-nginx -s reload}"
  [[ $health_seconds =~ ^[0-9]{1,4}$ ]] || fail 2 'HEALTH_SECONDS is not a number of seconds.' 'Write for example 60.'
  local program
  for program in git curl "$tool"; do
    [ "$dry_run" = yes ] || command -v "$program" >/dev/null || fail 1 "There is no $program on this machine." "Install $program, then run this again."
  done
}

refuse_dirty_tree() {
  local changes
  changes=$(git status --porcelain) || fail 1 'This folder is not a git checkout that this user may use.' \
    'Deploy from a clone of the repository that belongs to this user.'
  [ -n "$changes" ] || return 0
  sed -n '1,10p' <<<"$changes" >&2
  fail 1 'The checkout has changes that are not committed, so nothing has changed: the old container serves.' \
    'Commit them, or set them aside with "git stash -u".'
}

# Runs the rest under a lock, so that two pushes do not deploy at the same time.
with_lock() {
  local lock code=0
  if [ "${DEPLOY_LOCKED:-no}" = yes ] || [ "$dry_run" = yes ] || ! command -v flock >/dev/null; then return; fi
  lock=$(git rev-parse --git-dir)/deploy.lock
  DEPLOY_LOCKED=yes flock --close --nonblock --conflict-exit-code 75 "$lock" ./deploy.sh "$@" || code=$?
  [ "$code" -ne 75 ] || fail 1 'Another deployment is running.' 'Wait until it has ended, then run this again.'
  exit "$code"
}

# Fetches, resets to origin/main and goes on with the script that is there then.
pull_and_restart() {
  say "the checkout was at $(git rev-parse --short HEAD)"
  run git fetch origin main || fail 1 'git could not fetch origin/main, so nothing has changed.' \
    'Check the address of origin with "git remote -v", and that it can be reached.'
  run git reset --hard origin/main || fail 1 'git could not reset the checkout to origin/main.' 'Its message is above.'
  [ "$dry_run" = no ] || return 0
  if [ "$reload_proxy" = yes ]; then set -- "$service" --reload-proxy; else set -- "$service"; fi
  exec ./deploy.sh "$@"
}

# What runs now: the images, and the names under which compose looks for them. With --all, Compose would also name
# containers that a test of the configuration left behind.
remember_old_images() {
  local name container
  old_images=() image_names=() second_gateway=no
  for name in "${services[@]}"; do
    if ! container=$(compose ps --quiet "$name"); then
      [ "$dry_run" = yes ] || fail 1 "\"$tool compose\" does not work here." \
        'Its message is above. Install Compose, or start the container tool.'
      say "\"$tool compose\" does not work here: this dry run assumes that no container runs"
      return
    fi
    [ -n "$container" ] || continue
    container=${container%%$'\n'*}
    old_images+=("$("$tool" inspect --format '{{.Image}}' "$container")")
    image_names+=("$("$tool" inspect --format '{{.Config.Image}}' "$container")")
  done
  find_second_gateway
}

# The profile "gateways" has a gateway more, of the same image as the bridge.
find_second_gateway() {
  [ "$service" = main ] || return 0
  [ -z "$(compose --profile gateways ps --quiet second-bridge)" ] || second_gateway=yes
}

# A later "compose up" of the owner must not start an image that failed.
keep_old_images() {
  local i
  for ((i = 0; i < ${#old_images[@]}; i++)); do
    run "$tool" image tag "${old_images[i]}" "${image_names[i]}" || return
  done
}

prepare_images() {
  say "building the images of $service"
  run compose build "${services[@]}" || fail 1 'The build failed, so nothing has changed: the old container serves.' \
    'Correct what it says above, then run this again.'
  say 'testing the configuration'
  if ! run compose run --rm --no-deps -T "$service" nginx -t; then
    keep_old_images
    fail 1 'The configuration of nginx in the new image failed its test, so the old container still serves.' \
      'Correct the line that nginx names above, then run this again.'
  fi
  [ "$reload_proxy" = yes ] || return 0
  say 'testing the configuration of the reverse proxy'
  if ! run "${proxy_test[@]}"; then
    keep_old_images
    fail 1 "The configuration of the reverse proxy failed its test (${proxy_test[*]}), so the old container still serves." \
      'Correct the line that it names above, then run this again.'
  fi
}

start_containers() {
  failing=$service
  run compose up --detach --no-deps --no-build --force-recreate "${services[@]}"
}

# Waits until the container is healthy.
start_second_gateway() {
  [ "$second_gateway" = yes ] || return 0
  say 'starting the container of the second gateway'
  failing=second-bridge
  run compose up --detach --no-deps --no-build --force-recreate --wait --wait-timeout "$health_seconds" second-bridge
}

# Asks through the published port, as a visitor does. nginx asks the bridge.
answers() {
  address=$(compose port "$service" 80) || return 1
  address=${address/#0.0.0.0:/127.0.0.1:}
  address=${address/#\[::\]:/[::1]:}
  [ "$(curl --silent --output /dev/null --max-time 5 --write-out '%{http_code}' "http://$address/healthz")" = 200 ]
}

is_healthy() {
  [ "$dry_run" = no ] || return 0
  local end=$((SECONDS + health_seconds))
  until answers; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 1
  done
}

roll_back() {
  local failed=$failing
  say 'the last lines of the log:' >&2
  local logged=("${services[@]}")
  [ "$second_gateway" = no ] || logged+=(second-bridge)
  compose logs --no-color --tail 30 "${logged[@]}" >&2 || true
  [ "${#old_images[@]}" -gt 0 ] || fail 4 "$failed does not answer at /healthz, and there is no old image." \
    'Correct what the log says above, then run this again.'
  if keep_old_images && start_containers && is_healthy && start_second_gateway; then
    fail 3 "The new containers of $failed did not answer at /healthz; the old images serve again." \
      'Correct what the log says above, then run this again.'
  fi
  fail 4 "The new containers of $failed did not answer at /healthz, and the old image of $failing does not answer either." \
    "Look at \"$tool compose ps\" and \"$tool compose logs ${services[*]}\"."
}

main() {
  cd "$(dirname "${BASH_SOURCE[0]}")"
  read_arguments "$@"
  read_environment
  refuse_dirty_tree
  with_lock "$@"
  [ "$pull" = no ] || pull_and_restart
  remember_old_images
  prepare_images
  say "starting the new containers of $service"
  if ! start_containers || ! is_healthy || ! start_second_gateway; then roll_back; fi
  if [ "$reload_proxy" = yes ] && ! run "${proxy_reload[@]}"; then
    fail 5 "The new containers of $service serve, but the reverse proxy was not reloaded." \
      "Run \"${proxy_reload[*]}\" and correct what it says."
  fi
  [ "$dry_run" = yes ] || say "$service serves commit $(git rev-parse --short HEAD) at http://$address/"
}

main "$@"
exit
