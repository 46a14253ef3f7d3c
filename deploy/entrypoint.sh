#!/bin/sh
# Of the image: without words it serves the shop, with words it runs that command of the operator, such as `check`.
set -eu
if [ $# -gt 0 ]; then set -- src/server/operator/shop-command.ts "$@"; else set -- src/server/main.ts; fi
cd "$(dirname "$0")/.."
# Not through npm, so that signals reach the shop and its exit code is the container's.
exec node --disable-warning=ExperimentalWarning "$@"
