#!/bin/sh
# First process of new namespaces: makes the folder $1 their root and becomes its systemd. $2: `unified`, or the control
# group hierarchies of version 1, such as `name=systemd memory`. https://systemd.io/CONTAINER_INTERFACE/
set -e
root=$1 groups=$2
mount --make-rprivate /
mount -t proc proc "$root/proc"
# Kernel variables, modules and the clock are this machine's.
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,bind,ro "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs -o mode=755 none "$root/run"
mount -t tmpfs -o mode=1777 none "$root/tmp"
mount -t tmpfs -o mode=755 none "$root/dev"
for name in null zero full random urandom tty; do
  touch "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 none "$root/dev/pts"
mount -t tmpfs -o mode=1777 none "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for stream in 0:stdin 1:stdout 2:stderr; do ln -s "fd/${stream%:*}" "$root/dev/${stream#*:}"; done
if [ "$groups" = unified ]; then
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
else
  mount -t tmpfs -o mode=755 none "$root/sys/fs/cgroup"
  for group in $groups; do
    at=$root/sys/fs/cgroup/${group#name=}
    mkdir "$at"
    mount -t cgroup -o "$([ "$group" = "${group#name=}" ] || echo none,)$group" cgroup "$at"
  done
fi
hostname tienda
cd "$root"
mkdir -p old-root
pivot_root . old-root
umount -l /old-root
exec env -i container=lxc PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  setpriv --bounding-set=-sys_module,-sys_time /lib/systemd/systemd --system --unit=multi-user.target
