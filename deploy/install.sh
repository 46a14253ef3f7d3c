#!/bin/sh
# Installs a release on a Debian with systemd, as root: `sh install.sh` in the unpacked release, or
# `sh install.sh FILE.tar.gz`. May be repeated: settings and data stay. With --dry-run it says what it would do.
set -eu
here=$(dirname "$(dirname "$(readlink -f "$0")")")
. "$here/deploy/common.sh"

archive=
for word; do
  case $word in
    --dry-run) dry_run=1 ;;
    -*) fail "No existe la opción $word: $self [--dry-run] [ARCHIVO]" ;;
    *) archive=$word ;;
  esac
done
[ "$dry_run" = 1 ] || require_root

if [ "$archive" != '' ]; then
  check_archive "$archive"
  needed=$(unpacked_size)
else
  know_processor
  [ -f "$here/release.json" ] || fail "$here no es una versión desempacada: $self ARCHIVO.tar.gz"
  version=$(sed -n 's/.*"version": *"\([^"]*\)".*/\1/p' "$here/release.json")
  require_node "$here"
  needed=$(du -sk "$here" | cut -f1)
fi
installed=$(version_at "$CURRENT")
[ "$installed" = '' ] || [ "$installed" = "$version" ] ||
  fail "Ya está instalada la $installed: para pasar a la $version corré sh $CURRENT/deploy/upgrade.sh ARCHIVO"

lock
[ -d "$VERSIONS/$version" ] || echo "$needed $SHOP_HOME" | require_room
id surbrote > /dev/null 2>&1 ||
  run useradd --system --user-group --home-dir /var/lib/surbrote --shell /usr/sbin/nologin surbrote
run install -d -m 0755 "$SHOP_HOME" "$VERSIONS"
run install -d -m 0700 -o surbrote -g surbrote /var/lib/surbrote "$BACKUPS"
run install -d -m 0750 -g surbrote /etc/surbrote
if [ "$archive" != '' ]; then
  unpack
elif [ "$here" != "$VERSIONS/$version" ] && ! cmp -s "$here/release.json" "$VERSIONS/$version/release.json"; then
  refuse_other_commit
  run rm -rf "$UNFINISHED"
  run mkdir -p "$VERSIONS"
  if ! run cp -a --no-preserve=ownership "$here" "$UNFINISHED"; then
    rm -rf "$UNFINISHED"
    fail "No se pudo copiar a $UNFINISHED y nada cambió: hacé lugar en $SHOP_HOME y repetí: $again"
  fi
  run chmod -R u=rwX,go=rX "$UNFINISHED"
  keep "$UNFINISHED"
fi
[ -e "$SETTINGS" ] || run install -m 0640 -g surbrote "$here/deploy/surbrote.env" "$SETTINGS"
[ "$installed" = "$version" ] || point "$CURRENT" "$version"
install_units "$version"
[ "$dry_run" = 0 ] || exit 0
if [ "$(list_units)" = '' ]; then
  say "La $version está en $CURRENT: completá $SETTINGS y después corré shop admin create."
else
  say "La $version está en $CURRENT: si todavía corre otra, systemctl restart surbrote."
fi
