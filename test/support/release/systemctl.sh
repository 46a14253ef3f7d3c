#!/bin/sh
# Stands in for systemctl, without systemd: starts and stops the shop of the units. A line for each call in /run/units/calls.
exec 9>&-
mkdir -p /run/units
verb=$1
shift
for unit; do :; done
unit=${unit%.service}
pid() { cat "/run/units/$1.pid" 2> /dev/null; }
runs() { [ "$(pid "$1")" != '' ] && kill -0 "$(pid "$1")" 2> /dev/null; }
[ "$verb" = show ] || echo "$verb $unit" >> /run/units/calls
case $unit in
  *.timer)
    case $verb in
      start) : > "/run/units/$unit" ;;
      stop) rm -f "/run/units/$unit" ;;
      show) if [ -f "/run/units/$unit" ]; then echo active; else echo inactive; fi ;;
    esac
    exit ;;
esac
case $verb in
  list-units)
    for file in /run/units/*.pid; do
      [ -f "$file" ] && echo "$(basename "$file" .pid).service loaded active running"
    done ;;
  show) if runs "$unit"; then echo active; else echo failed; fi ;;
  stop)
    if runs "$unit"; then
      kill "$(pid "$unit")"
      while runs "$unit"; do sleep 0.05; done
    fi ;;
  start)
    case $unit in surbrote@*) port=${unit#surbrote@} ;; *) port=3000 ;; esac
    (
      cd /opt/surbrote/current || exit
      set -a
      # shellcheck disable=SC1091
      . /etc/surbrote/surbrote.env
      PORT=$port exec setsid bin/node src/server/main.ts < /dev/null > "/run/units/$unit.log" 2>&1
    ) &
    echo $! > "/run/units/$unit.pid" ;;
esac
exit 0
