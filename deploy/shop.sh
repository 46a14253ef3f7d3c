#!/bin/sh
# Runs an operator's command for a shop under systemd, such as `shop check`, as the shop's user and with its settings, in
# the version that this file belongs to. /usr/local/bin/shop is a link to that of the current version. Paths are seen
# from its folder, so give whole ones.
here=$(dirname "$(dirname "$(readlink -f "$0")")")
# Within parentheses, as it changes the umask.
(. "$here/deploy/common.sh" && require_root && require_settings) || exit
# shellcheck disable=SC2016 # The inner shell replaces them.
exec runuser -u surbrote -- sh -c '
  cd "$1" && shift && set -a && . /etc/surbrote/surbrote.env && NODE_ENV=production DEMO=0 &&
  MALLOC_ARENA_MAX=2 NODE_OPTIONS=--max-semi-space-size=16 &&
  exec bin/node --disable-warning=ExperimentalWarning src/server/operator/shop-command.ts "$@"' \
  shop "$here" "$@"
