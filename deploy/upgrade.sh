#!/bin/sh
# Brings the shop of this machine to the release FILE.tar.gz, as root, and back to the version it had when the new one does
# not get ready. `--back` goes back later. May be repeated after an interruption. docs/operating/upgrade.md describes it.
#
#   sh /opt/surbrote/current/deploy/upgrade.sh [--dry-run] [--no-backup] [--anyway] [--wait SECONDS] FILE.tar.gz
#   sh /opt/surbrote/current/deploy/upgrade.sh [--dry-run] [--wait SECONDS] --back
set -eu
here=$(dirname "$(dirname "$(readlink -f "$0")")")
. "$here/deploy/common.sh"
PREVIOUS=$SHOP_HOME/previous
OWNER=/etc/surbrote/owner
# While an upgrade is under way, what it began with: version, the one before it, instances that run.
UNDER_WAY=$SHOP_HOME/upgrading
# While the timer of backups is stopped by an upgrade, also by one that was killed.
TIMER_STOPPED=$SHOP_HOME/timer-stopped

usage="$self [--dry-run] [--no-backup] [--anyway] [--wait SEGUNDOS] ARCHIVO.tar.gz, o $self [--dry-run] --back"
archive='' back=0 with_backup=1 anyway=0
# As TimeoutStartSec in the unit: a migration of a large shop may take this long.
patience=900
wait=$patience
while [ $# -gt 0 ]; do
  case $1 in
    --dry-run) dry_run=1 ;;
    --no-backup) with_backup=0 ;;
    --anyway) anyway=1 ;;
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

require_root
old=$(version_at "$CURRENT")
[ "$old" != '' ] || fail "Todavía no hay una tienda instalada: sh$(typed "$here/deploy/install.sh" "$archive")"
require_settings
data=$(setting DATA_DIR /var/lib/surbrote)
database_url=$(setting DATABASE_URL '')
# The embedded database as it was before the new version, until that is ready.
copy=$data/db.before-upgrade
# How to go back on the way out, and why: empty while nothing has to.
undo='' why='' moved='' stopped=''

main() {
  if [ "$back" = 1 ]; then
    lock
    know_instances
    go_back_by_hand
  else
    [ "$archive" != '' ] || fail "Falta el archivo: $usage"
    check_archive "$archive"
    lock
    know_instances
    upgrade
  fi
}

# The instances and the version before, as they were when an interrupted upgrade began.
know_instances() {
  units=$(list_units)
  before=$(version_at "$PREVIOUS")
  began=
  [ ! -f "$UNDER_WAY" ] || { read -r began && read -r before && units=$(cat); } < "$UNDER_WAY"
}

upgrade() {
  if [ "$old" = "$version" ] && is_unpacked; then
    if [ "$began" = '' ]; then
      [ "$units" != '' ] || fail "La $version ya está puesta y la tienda no está en marcha: systemctl enable --now surbrote"
      require_ready
      start_timer
      say "Ya corre la $version: no hay nada que hacer."
      return
    fi
    # The copy of the interrupted upgrade is the one of the version before.
    old=$began
  else
    [ "$began" != '' ] || require_ready
    refuse_without_room
    unpack
    back_up
    run rm -rf "$copy"
  fi
  warn_of_tables
  begin
  migrate
  note_under_way
  undo=return_to_old why='no se pudo poner'
  point "$PREVIOUS" "$old"
  for unit in $units; do
    first=$moved
    moved="$unit $moved"
    stop "$unit"
    if [ "$first" = '' ]; then
      keep_database || give_up 'no tiene lugar para copiar la base'
      switch_to "$version"
    fi
    start "$unit" "$wait" || give_up "no quedó lista: journalctl -u $unit dice por qué"
  done
  [ "$moved" != '' ] || switch_to "$version"
  undo=
  run rm -rf "$UNDER_WAY" "$copy"
  [ "$dry_run" = 0 ] || return 0
  remove_old_versions
  if [ "$units" = '' ]; then
    say "La $version está en $CURRENT, y la tienda no estaba en marcha: systemctl enable --now surbrote"
  else
    say "Corre la $version en lugar de la $old; para volver: sh $CURRENT/deploy/upgrade.sh --back"
  fi
}

# From here on it ends, whatever happens to the terminal. No backup may open the database that is copied.
begin() {
  trap leave EXIT
  trap 'exit 1' HUP INT TERM PIPE
  if [ "$(systemctl show -p ActiveState --value surbrote-backup.timer)" = active ]; then
    stopped=1
    run touch "$TIMER_STOPPED"
    run systemctl stop surbrote-backup.timer
  fi
  [ "$(backup_state)" != activating ] || say 'Espero a que termine la copia en marcha: systemctl status surbrote-backup'
  while [ "$dry_run" = 0 ] && [ "$(backup_state)" = activating ]; do sleep 1; done
  trap '' HUP INT TERM PIPE
}

backup_state() {
  systemctl show -p ActiveState --value surbrote-backup.service
}

# On every way out, also after a command that failed unforeseen. Each step is tried, whatever became of the one before.
leave() {
  code=$?
  trap - EXIT
  set +e
  [ "$undo" = '' ] || ("$undo")
  start_timer
  exit "$code"
}

start_timer() {
  [ "$stopped" = 1 ] || [ -f "$TIMER_STOPPED" ] || return 0
  run systemctl start surbrote-backup.timer && run rm -f "$TIMER_STOPPED"
}

give_up() {
  why=$1
  exit 1
}

note_under_way() {
  [ "$dry_run" = 0 ] || return 0
  printf '%s\n' "$old" "$before" "$units" > "$UNDER_WAY.new"
  sync -f "$UNDER_WAY.new"
  mv -T "$UNDER_WAY.new" "$UNDER_WAY"
}

# A new version would be blamed for what keeps the old one from being ready. A stopped shop has no instances.
require_ready() {
  [ "$anyway" = 0 ] || return 0
  for unit in $units; do
    is_ready "$unit" ||
      fail "La $old no está lista y nada cambió: corregí lo que dice journalctl -u $unit y repetí: $again, o seguí igual con --anyway"
  done
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
    fetch(process.argv[1], { signal: AbortSignal.timeout(2000) }).then(({ status }) => process.exit(status === 200 ? 0 : 1), () => process.exit(1))
  ' "http://$host:$(port_of "$1")/readyz"
}

# Starts an instance and waits until it is ready, at most $2 seconds. Returns 1 as soon as it fails, 2 when the time is over.
start() {
  run systemctl reset-failed "$1" 2> /dev/null || :
  say "Espero a que $1 esté lista."
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
  point "$CURRENT" "$1" && install_units "$1"
}

# Room for the version, for the backup and, with an embedded database, for its copy.
refuse_without_room() {
  database=0
  [ ! -d "$data/db" ] || database=$(du -sk "$data/db" 2> /dev/null | cut -f1)
  everything=$(du -sk "$data" 2> /dev/null | cut -f1)
  unpacked=0
  is_unpacked || unpacked=$(unpacked_size)
  require_room << EOF
$unpacked $SHOP_HOME
$database $data
$((${everything:-0} * with_backup)) $BACKUPS
EOF
}

back_up() {
  [ "$with_backup" = 1 ] || return 0
  # As the timer names them, so that it also removes them after their time.
  folder=$BACKUPS/$(date -u +%Y-%m-%dT%H%M%S)
  say "Hago una copia de seguridad en $folder."
  run /usr/local/bin/shop backup "$folder" ||
    fail "La copia no se pudo hacer y nada cambió: repetí cuando se pueda, o sin copia: $self --no-backup$(typed "$file")"
}

# Whether the old version works with the tables of the new one, as their migrations say.
warn_of_tables() {
  for migration in $(list_files "$version" db/migrations | grep '\.sql$'); do
    [ ! -f "$VERSIONS/$old/$migration" ] || continue
    beside=$(read_file "$migration" | sed -n 's/^-- Runs beside: //p')
    [ "$beside" != '' ] && [ "$(printf '%s\n' "$beside" "$old" | sort -V | head -n 1)" = "$beside" ] && continue
    say "La $old no entiende las tablas de la $version: después de vender con la $version se vuelve solo con la copia."
    return
  done
}

# A file of the new version, which a dry run has only in the archive.
read_file() {
  if [ -d "$VERSIONS/$version" ]; then cat "$VERSIONS/$version/$1"; else tar -xzOf "$file" "surbrote-$version/$1"; fi
}

# With PostgreSQL beside the running version, as the owner of the tables where there is one.
migrate() {
  [ "$database_url" != '' ] || return 0
  if [ -r "$OWNER" ]; then
    MIGRATE_DATABASE_URL=$(cat "$OWNER")
    export MIGRATE_DATABASE_URL
  fi
  say 'Pongo al día las tablas.'
  run "$VERSIONS/$version/deploy/shop.sh" migrate ||
    fail "Las tablas no se pudieron poner al día y sigue la $old: corregí lo que dice arriba y repetí: $again"
}

# A copy of the stopped embedded database, which the new version migrates when it starts.
keep_database() {
  [ "$database_url" = '' ] && [ -d "$data/db" ] && [ ! -d "$copy" ] || return 0
  run rm -rf "$copy.unfinished"
  # On the disk before the new version changes the database: the power may go.
  run cp -a --reflink=auto "$data/db" "$copy.unfinished" && run sync -f "$copy.unfinished" &&
    run mv -T "$copy.unfinished" "$copy" && run sync -f "$data" && return
  rm -rf "$copy.unfinished"
  return 1
}

# The automatic way back: the old version on the data of now, so that no order is lost; if it does not
# start on them, on the copy from before the new version, whose data are kept beside it.
return_to_old() {
  say "La $version $why."
  stop "$moved"
  switch_to "$old"
  if [ "$before" = '' ]; then rm -f "$PREVIOUS"; else point "$PREVIOUS" "$before"; fi
  if [ "$(version_at "$CURRENT")" = "$old" ]; then rm -rf "${VERSIONS:?}/$version" "$UNDER_WAY"; fi
  ended=0
  start_all "$moved" || ended=$?
  if [ "$ended" = 0 ]; then
    rm -rf "$copy"
    fail "Volvió la $old con todos los datos: arreglá la causa y repetí: $again"
  fi
  # One that is slow may still come: its data stay.
  [ "$ended" = 1 ] || fail "La $old arrancó y todavía no está lista: mirá systemctl status surbrote"
  [ -d "$copy" ] ||
    fail "La $old tampoco arranca con las tablas de ahora: restaurá la copia de $BACKUPS como dice $CURRENT/docs/operating/upgrade.md"
  stop "$moved"
  aside=$data/db.$version-$(date -u +%Y-%m-%dT%H%M%S)
  mv -T "$data/db" "$aside" && mv -T "$copy" "$data/db"
  start_all "$moved" || fail "La $old tampoco arranca con la base de antes: journalctl -u surbrote dice por qué."
  fail "Volvió la $old con la base de antes de la $version, que queda en $aside: borrala cuando no la necesites, y repetí: $again"
}

stop() {
  # shellcheck disable=SC2086 # Several, or none.
  [ "$1" = '' ] || run systemctl stop $1
}

# Patient, whatever --wait says of the new version.
start_all() {
  for unit in $1; do start "$unit" "$patience" || return; done
}

go_back_by_hand() {
  version=$old
  old=$(version_at "$PREVIOUS")
  [ -d "$VERSIONS/${old:-none}" ] ||
    fail "No hay una versión anterior a la que volver: $self ARCHIVO.tar.gz pone la que quieras."
  begin
  undo=stay_with_new why='no se pudo poner, como dice arriba,'
  for unit in $units; do
    first=$moved
    moved="$unit $moved"
    stop "$unit"
    [ "$first" != '' ] || switch_to "$old"
    start "$unit" "$wait" || give_up 'no arranca con las tablas de ahora'
  done
  [ "$moved" != '' ] || switch_to "$old"
  undo=
  run rm -f "$PREVIOUS"
  run rm -rf "$UNDER_WAY" "$copy"
  [ "$dry_run" = 0 ] || return 0
  say "Corre otra vez la $old; para pasar de nuevo a la $version: sh $CURRENT/deploy/upgrade.sh ARCHIVO.tar.gz"
}

stay_with_new() {
  stop "$moved"
  switch_to "$version"
  start_all "$moved" || say "La $version tampoco arranca: journalctl -u surbrote dice por qué."
  fail "La $old $why y sigue la $version: para volver, restaurá una copia como dice $CURRENT/docs/operating/upgrade.md"
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
