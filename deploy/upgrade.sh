#!/bin/sh
# Brings the shop of this machine to the release FILE.tar.gz, as root, and back to the version it had when the new one does
# not get ready. `--back` goes back later. May be repeated after an interruption. docs/operating/upgrade.md describes it.
#
#   sh /opt/surbrote/current/deploy/upgrade.sh [--dry-run] [--no-backup] [--wait SECONDS] FILE.tar.gz
#   sh /opt/surbrote/current/deploy/upgrade.sh [--dry-run] [--wait SECONDS] --back
set -eu
here=$(dirname "$(dirname "$(readlink -f "$0")")")
. "$here/deploy/common.sh"
PREVIOUS=$SHOP_HOME/previous
OWNER=/etc/surbrote/owner

usage="sh $0 [--dry-run] [--no-backup] [--wait SEGUNDOS] ARCHIVO.tar.gz, o sh $0 [--dry-run] --back"
archive='' back=0 with_backup=1
# As TimeoutStartSec in the unit: a migration of a large shop may take this long.
patience=900
wait=$patience
words="$*"
while [ $# -gt 0 ]; do
  case $1 in
    --dry-run) dry_run=1 ;;
    --no-backup) with_backup=0 ;;
    --back) back=1 ;;
    --wait)
      shift
      wait=${1:-}
      case $wait in '' | *[!0-9]*) fail "Después de --wait van segundos: $usage" ;; esac
      ;;
    -*) fail "No existe la opción $1: $usage" ;;
    *) archive=$1 ;;
  esac
  shift
done

data=$(setting DATA_DIR /var/lib/surbrote)
database_url=$(setting DATABASE_URL '')
# The embedded database as it was before the new version, until that is ready.
copy=$data/db.before-upgrade

main() {
  require_root "$words"
  old=$(version_at "$CURRENT")
  [ "$old" != '' ] || fail "Todavía no hay una tienda instalada: sh $here/deploy/install.sh $archive"
  if [ "$back" = 1 ]; then
    lock "$words"
    go_back_by_hand
  else
    [ "$archive" != '' ] || fail "Falta el archivo: $usage"
    check_archive "$archive"
    lock "$words"
    upgrade
  fi
}

upgrade() {
  units=$(list_units)
  before=$(version_at "$PREVIOUS")
  if [ "$old" = "$version" ] && is_unpacked; then
    # An interrupted upgrade switches and does not end; its copy is still the one of the version before.
    if all_ready; then
      run rm -rf "$copy"
      say "Ya corre la $version: no hay nada que hacer."
      return
    fi
    old=${before:-$version}
    before=
  else
    refuse_without_room
    unpack
    "$VERSIONS/$version/bin/node" -v > /dev/null 2>&1 || [ "$dry_run" = 1 ] ||
      fail "La $version no puede correr en esta máquina y nada cambió: bajá la de $(uname -m) y repetí: sh $0 ARCHIVO"
    back_up
    run rm -rf "$copy"
  fi
  warn_of_tables
  # The upgrade ends, whatever happens to the terminal.
  trap '' HUP INT TERM
  migrate
  point "$PREVIOUS" "$old"
  moved=
  for unit in $units; do
    stop "$unit"
    [ "$moved" != '' ] || keep_database || return_to_old "$unit" 'no tiene lugar para copiar la base'
    [ "$moved" != '' ] || switch_to "$version"
    moved="$unit $moved"
    start "$unit" "$wait" || return_to_old "$moved" "no quedó lista: journalctl -u $unit dice por qué"
  done
  [ "$moved" != '' ] || switch_to "$version"
  run rm -rf "$copy"
  [ "$dry_run" = 0 ] || return 0
  remove_old_versions
  if [ "$units" = '' ]; then
    say "La $version está en $CURRENT, y la tienda no estaba en marcha: systemctl enable --now surbrote"
  else
    say "Corre la $version en lugar de la $old; para volver: sh $CURRENT/deploy/upgrade.sh --back"
  fi
}

port_of() {
  case $1 in
    surbrote@*) basename "${1#surbrote@}" .service ;;
    *) setting PORT 3000 ;;
  esac
}

is_ready() {
  [ "$(systemctl show -p ActiveState --value "$1")" = active ] || return 1
  host=$(setting HOST 127.0.0.1)
  case $host in
    0.0.0.0) host=127.0.0.1 ;;
    ::) host='[::1]' ;;
    *:*) host="[$host]" ;;
  esac
  "$CURRENT/bin/node" -e '
    fetch(process.argv[1]).then(({ status }) => process.exit(status === 200 ? 0 : 1), () => process.exit(1))
  ' "http://$host:$(port_of "$1")/readyz"
}

all_ready() {
  [ "$units" != '' ] || return 1
  for unit in $units; do is_ready "$unit" || return 1; done
}

# Starts an instance and waits until it is ready, at most $2 seconds. Returns 1 as soon as it fails, 2 when the time is over.
start() {
  run systemctl reset-failed "$1" 2> /dev/null || :
  run systemctl start --no-block "$1" || return 1
  [ "$dry_run" = 0 ] || return 0
  end=$(($(date +%s) + $2))
  while [ "$(date +%s)" -lt "$end" ]; do
    if is_ready "$1"; then return 0; fi
    case $(systemctl show -p SubState --value "$1") in failed | auto-restart) return 1 ;; esac
    sleep 0.1
  done
  return 2
}

switch_to() {
  point "$CURRENT" "$1"
  install_units "$1"
}

# Room for the version, for the backup and, with an embedded database, for its copy.
refuse_without_room() {
  database=0
  [ ! -d "$data/db" ] || database=$(du -sk "$data/db" 2> /dev/null | cut -f1)
  everything=$(du -sk "$data" 2> /dev/null | cut -f1)
  unpacked=0
  is_unpacked || unpacked=$(unpacked_size)
  require_room "$words" << EOF
$unpacked $SHOP_HOME
$database $data
$((${everything:-0} * with_backup)) $BACKUPS
EOF
}

back_up() {
  [ "$with_backup" = 1 ] || return 0
  # As the timer names them, so that it also removes them after their time.
  folder=$BACKUPS/$(date -u +%Y-%m-%dT%H%M%S)
  run /usr/local/bin/shop backup "$folder" ||
    fail "La copia no se pudo hacer y nada cambió: repetí cuando se pueda, o sin copia: sh $0 --no-backup $file"
}

# Whether the old version works with the tables of the new one, as their migrations say.
warn_of_tables() {
  for migration in "$VERSIONS/$version"/db/migrations/*.sql; do
    [ -f "$migration" ] || continue
    [ ! -f "$VERSIONS/$old/db/migrations/${migration##*/}" ] || continue
    beside=$(sed -n 's/^-- Runs beside: //p' "$migration")
    [ "$beside" != '' ] && [ "$(printf '%s\n' "$beside" "$old" | sort -V | head -n 1)" = "$beside" ] && continue
    say "La $old no entiende las tablas de la $version: después de vender con la $version se vuelve solo con la copia."
    return
  done
}

# With PostgreSQL beside the running version, as the owner of the tables where there is one.
migrate() {
  [ "$database_url" != '' ] || return 0
  if [ -r "$OWNER" ]; then
    MIGRATE_DATABASE_URL=$(cat "$OWNER")
    export MIGRATE_DATABASE_URL
  fi
  run "$VERSIONS/$version/deploy/shop.sh" migrate ||
    fail "Las tablas no se pudieron poner al día y sigue la $old: corregí lo que dice arriba y repetí: sh $0 $file"
}

# A copy of the stopped embedded database, which the new version migrates when it starts.
keep_database() {
  [ "$database_url" = '' ] && [ -d "$data/db" ] && [ ! -d "$copy" ] || return 0
  run rm -rf "$copy.unfinished"
  run cp -a --reflink=auto "$data/db" "$copy.unfinished" && run mv -T "$copy.unfinished" "$copy" && return
  rm -rf "$copy.unfinished"
  return 1
}

# The automatic way back of the instances $1: the old version on the data of now, so that no order is lost; if it does not
# start on them, on the copy from before the new version, whose data are kept beside it.
return_to_old() {
  say "La $version $2."
  stop "$1"
  switch_to "$old"
  if [ "$before" = '' ]; then rm -f "$PREVIOUS"; else point "$PREVIOUS" "$before"; fi
  rm -rf "${VERSIONS:?}/$version"
  ended=0
  start_all "$1" || ended=$?
  if [ "$ended" = 0 ]; then
    rm -rf "$copy"
    fail "Volvió la $old con todos los datos: arreglá la causa y repetí: sh $0 $archive"
  fi
  # One that is slow may still come: its data stay.
  [ "$ended" = 1 ] || fail "La $old arrancó y todavía no está lista: mirá systemctl status surbrote"
  [ -d "$copy" ] ||
    fail "La $old tampoco arranca con las tablas de ahora: restaurá la copia de $BACKUPS como dice $CURRENT/docs/operating/upgrade.md"
  stop "$1"
  aside=$data/db.$version-$(date -u +%Y-%m-%dT%H%M%S)
  mv -T "$data/db" "$aside"
  mv -T "$copy" "$data/db"
  start_all "$1" || fail "La $old tampoco arranca con la base de antes: journalctl -u surbrote dice por qué."
  fail "Volvió la $old con la base de antes de la $version, que queda en $aside: borrala cuando no la necesites, y repetí: sh $0 $archive"
}

stop() {
  # shellcheck disable=SC2086 # Several.
  run systemctl stop $1
}

# Patient, whatever --wait says of the new version.
start_all() {
  for unit in $1; do start "$unit" "$patience" || return; done
}

go_back_by_hand() {
  version=$old
  old=$(version_at "$PREVIOUS")
  [ -d "$VERSIONS/${old:-none}" ] ||
    fail "No hay una versión anterior a la que volver: sh $0 ARCHIVO.tar.gz pone la que quieras."
  trap '' HUP INT TERM
  moved=
  units=$(list_units)
  for unit in $units; do
    stop "$unit"
    [ "$moved" != '' ] || switch_to "$old"
    moved="$unit $moved"
    if start "$unit" "$wait"; then continue; fi
    stop "$moved"
    switch_to "$version"
    start_all "$moved" || say "La $version tampoco arranca: journalctl -u surbrote dice por qué."
    fail "La $old no arranca con las tablas de ahora y sigue la $version: para volver, restaurá una copia como dice $CURRENT/docs/operating/upgrade.md"
  done
  [ "$moved" != '' ] || switch_to "$old"
  run rm -f "$PREVIOUS"
  [ "$dry_run" = 0 ] || return 0
  say "Corre otra vez la $old; para pasar de nuevo a la $version: sh $CURRENT/deploy/upgrade.sh ARCHIVO.tar.gz"
}

# The newest three stay, and those in use.
remove_old_versions() {
  # Names of versions have no spaces.
  # shellcheck disable=SC2012
  ls "$VERSIONS" | sort -rV | tail -n +4 | while read -r each; do
    case $each in "$version" | "$old") ;; *) rm -rf "${VERSIONS:?}/$each" ;; esac
  done
}

main
