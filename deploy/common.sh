# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154 # Who reads this file uses them, or sets them.
# What install.sh, upgrade.sh and shop.sh share.

SHOP_HOME=/opt/surbrote
VERSIONS=$SHOP_HOME/versions
CURRENT=$SHOP_HOME/current
UNITS=/etc/systemd/system
SETTINGS=/etc/surbrote/surbrote.env
BACKUPS=/var/backups/surbrote
# A made folder, until it is whole.
UNFINISHED=$VERSIONS/.unfinished
dry_run=0
# The shop's user reads what root puts there.
umask 022

# Also after the terminal is gone.
say() {
  printf '%s\n' "$*" || :
}

fail() {
  printf '%s\n' "$*" >&2 || :
  exit 1
}

# Words as one types them into a shell.
typed() {
  for word; do
    case $word in
      *[!A-Za-z0-9_./:=@-]*) printf " '%s'" "$(printf '%s' "$word" | sed "s/'/'\\\\''/g")" ;;
      *) printf ' %s' "$word" ;;
    esac
  done
}
self=sh$(typed "$0")
# With the words of this run, which are those of who reads this file.
again=$self$(typed "$@")

# Runs a command, or prints it with --dry-run.
run() {
  if [ "$dry_run" = 1 ]; then say "  $*"; else "$@"; fi
}

# Debian installs no sudo where root has a password.
require_root() {
  [ "$(id -u)" = 0 ] || fail "Esto se corre como root: sudo $again (sin sudo: su -, y después $again)"
}

# A shell reads the settings too, and takes less than systemd does.
require_settings() {
  [ -f "$SETTINGS" ] || fail "Falta $SETTINGS: sh $CURRENT/deploy/install.sh lo pone."
  sh -ec '. "$1"' sh "$SETTINGS" > /dev/null 2>&1 ||
    fail "$SETTINGS no se entiende: poné entre comillas los valores con espacios o < > y repetí: $again"
}

# One at a time. The lock ends with this process.
lock() {
  [ "$dry_run" = 1 ] && return
  mkdir -p "$VERSIONS"
  exec 9> "$SHOP_HOME/.lock"
  flock -n 9 || fail "Ya hay otra instalación en marcha: esperá a que termine y repetí: $again"
}

# The version that a link such as `current` names; nothing without one.
version_at() {
  [ -L "$1" ] || return 0
  basename "$(readlink "$1")"
}

# Points a link to a version, in one step.
point() {
  run ln -sfn "versions/$2" "$1.new" && run mv -T "$1.new" "$1"
}

# A setting of the shop, or a default.
setting() {
  (
    # shellcheck disable=SC1090
    [ ! -r "$SETTINGS" ] || . "$SETTINGS"
    eval "value=\${$1:-}"
    # shellcheck disable=SC2154
    printf '%s' "${value:-$2}"
  )
}

# Sets `arch`, as in the names of archives.
know_processor() {
  case $(uname -m) in
    x86_64) arch=x64 ;;
    aarch64) arch=arm64 ;;
    *) fail "No hay versiones de la tienda para $(uname -m): usá una máquina x86_64 o aarch64." ;;
  esac
}

# The release in this folder must run here.
require_node() {
  "$1/bin/node" -v > /dev/null 2>&1 ||
    fail "La $version no corre en esta máquina y nada cambió: bajá surbrote-$version-linux-$arch.tar.gz y corré: $self surbrote-$version-linux-$arch.tar.gz"
}

# Checks the archive FILE before anything is touched; sets `file` and `version`.
check_archive() {
  file=$1
  name=${file##*/}
  know_processor
  [ -f "$file" ] || fail "No existe $file: bajá surbrote-VERSIÓN-linux-$arch.tar.gz y repetí: $self ARCHIVO"
  version=${name#surbrote-}
  version=${version%-linux-*}
  case $name in
    surbrote-[0-9]*-linux-"$arch".tar.gz) ;;
    # As a browser names a second download.
    surbrote-[0-9]*-linux-"$arch"*)
      whole=surbrote-$version-linux-$arch.tar.gz
      fail "$name cambió de nombre: corré mv$(typed "$file" "$(dirname "$file")/$whole") y repetí con $whole" ;;
    surbrote-[0-9]*-linux-*.tar.gz)
      fail "$name es para otro procesador: bajá surbrote-$version-linux-$arch.tar.gz y repetí: $self surbrote-$version-linux-$arch.tar.gz" ;;
    *) fail "$name no es el nombre de una versión: bajá surbrote-VERSIÓN-linux-$arch.tar.gz y repetí: $self ARCHIVO" ;;
  esac
  [ -f "$file.sha256" ] || fail "Falta $file.sha256: bajalo a la misma carpeta y repetí: $again"
  wanted=$(cut -c1-64 "$file.sha256")
  found=$(sha256sum < "$file" | cut -c1-64)
  [ "$wanted" = "$found" ] ||
    fail "$name está dañado, no es el de su .sha256: bajá los dos otra vez y repetí: $again"
  # A page saved in its place may have a sum of its own.
  tar -tzf "$file" "surbrote-$version/release.json" > /dev/null 2>&1 ||
    fail "$name no es una versión entera de la tienda: bajá los dos otra vez y repetí: $again"
}

# Reads lines of kilobytes and folder, and fails where there is less room.
require_room() {
  short=$(
    while read -r kilobytes folder; do
      while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done
      df -Pk "$folder" | awk -v needed="$kilobytes" 'NR == 2 { print $6, $4, needed }'
    done | awk '{ free[$1] = $2; needed[$1] += $3 }
      END { for (disk in needed) if (needed[disk] > free[disk])
        { printf "en %s hacen falta %d MB y hay %d", disk, needed[disk] / 1024 + 1, free[disk] / 1024; exit } }'
  )
  [ "$short" = '' ] || fail "No alcanza el disco, $short: hacé lugar y repetí: $again"
}

# Kilobytes of the unpacked archive, with a margin.
unpacked_size() {
  gzip -l "$file" | awk 'NR == 2 { print int($2 / 1024 * 1.1) }'
}

# Whether the version of `file` is in its folder.
is_unpacked() {
  [ -f "$VERSIONS/$version/release.json" ] &&
    tar -xzOf "$file" "surbrote-$version/release.json" | cmp -s - "$VERSIONS/$version/release.json"
}

# The folder of the version that runs is not replaced.
refuse_other_commit() {
  [ "$(version_at "$CURRENT")" != "$version" ] ||
    fail "La $version instalada es de otro commit: pedí una versión con otro número y corré sh $CURRENT/deploy/upgrade.sh ARCHIVO"
}

# Unpacks `file` into its folder, if it is not there.
unpack() {
  is_unpacked && return
  refuse_other_commit
  say "Desempaco la $version."
  run rm -rf "$UNFINISHED"
  run mkdir -p "$UNFINISHED"
  if ! run tar -xzf "$file" --no-same-owner -C "$UNFINISHED"; then
    rm -rf "$UNFINISHED"
    fail "$name no se pudo desempacar y nada cambió: hacé lugar en $SHOP_HOME y repetí: $again"
  fi
  [ "$dry_run" = 1 ] || (require_node "$UNFINISHED/surbrote-$version") || { rm -rf "$UNFINISHED" && exit 1; }
  keep "$UNFINISHED/surbrote-$version"
}

# Moves a complete folder to its place among the versions.
keep() {
  run rm -rf "${VERSIONS:?}/$version"
  run mv -T "$1" "$VERSIONS/$version"
  run rm -rf "$UNFINISHED"
  # Nothing of it may be lost with the power after the switch.
  run sync -f "$VERSIONS"
}

# The instances that run, should run or failed; `surbrote` first.
list_units() {
  systemctl list-units --all --plain --no-legend surbrote.service 'surbrote@*.service' |
    awk '$3 != "inactive" { print $1 }'
}

# The files of a version in one of its folders. A dry run has a new one only in the archive, or in the folder of this file.
list_files() {
  if [ -d "$VERSIONS/$1" ]; then
    (cd "$VERSIONS/$1" && find "$2" -type f)
  elif [ "${file:-}" != '' ]; then
    tar -tzf "$file" | sed -n "s|^[^/]*/\\($2/.*[^/]\\)\$|\\1|p"
  else
    (cd "$here" && find "$2" -type f)
  fi | sort
}

# The units of a version, and `shop`. Own changes belong in drop-ins (systemctl edit), as these are overwritten.
install_units() {
  for made in $(list_files "$1" deploy | grep -E '^deploy/surbrote[^/]*(\.service|\.timer|\.d/[^/]+\.conf)$'); do
    run install -D -m 0644 "$VERSIONS/$1/$made" "$UNITS/${made#deploy/}" || return
  done
  # Further instances are the same unit with a port.
  run install -m 0644 "$VERSIONS/$1/deploy/surbrote.service" "$UNITS/surbrote@.service" &&
    run ln -sfn "$CURRENT/deploy/shop.sh" /usr/local/bin/shop &&
    run systemctl daemon-reload
}
