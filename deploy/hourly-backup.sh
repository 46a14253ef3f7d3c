#!/bin/sh
# A backup of the shop into a new folder in $1, with the shop's command that the other words are. It removes the folders older than
# 30 days once the new one is there, also when sending it off the machine failed. Its exit code is the one of the backup.
set -eu
place=$1
shift
# Seconds too: a second start within the same minute, by hand or by the timer, is another backup.
folder=$place/$(date -u +%Y-%m-%dT%H%M%S)
code=0
"$@" backup "$folder" --daily || code=$?
[ ! -d "$folder" ] || find "$place" -mindepth 1 -maxdepth 1 -name '20*' -mtime +30 -exec rm -r {} +
exit "$code"
