#!/bin/sh
# The image's entry point: serves the shop; with arguments it runs an operator's command, such as `check`.
set -eu
if [ $# -gt 0 ]; then set -- src/server/operator/shop-command.ts "$@"; else set -- src/server/main.ts; fi
cd "$(dirname "$0")/.."
# Not through npm, so that signals reach the shop and its exit code is the container's.
exec node --disable-warning=ExperimentalWarning "$@"
