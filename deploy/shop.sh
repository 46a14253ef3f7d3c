#!/bin/sh
# Runs an operator's command for a shop under systemd, such as `shop check`, as the shop's user and with its
# settings. Copied to /usr/local/bin/shop. Paths are seen from /opt/surbrote, so give whole ones.
exec runuser -u surbrote -- sh -c '
  cd /opt/surbrote && set -a && . /etc/surbrote/surbrote.env && NODE_ENV=production MALLOC_ARENA_MAX=2 DEMO=0 &&
  exec bin/node --disable-warning=ExperimentalWarning src/server/operator/shop-command.ts "$@"' shop "$@"
