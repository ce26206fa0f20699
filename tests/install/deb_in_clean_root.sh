#!/usr/bin/env bash
# Makes the Debian packages, installs them into a new Debian 12 root and clusters the
# example crawl there. Skips with status 77 where root, debootstrap or apt's mirror is missing.
#
# Usage: deb_in_clean_root.sh BUILD_FOLDER
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$1

skip() { echo "skipped: $1"; exit 77; }
[ "$(id -u)" = 0 ] || skip "only root can make a root folder"
command -v debootstrap >/dev/null || skip "debootstrap is not installed"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' | sort | uniq -c | sort -rn |
  awk 'NR == 1 { print $2 }')
[ -n "$mirror" ] || skip "apt knows no mirror of bookworm"

work=$(mktemp -d)
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT
(cd "$build" && cpack -G DEB -B "$work/packages" >/dev/null)
debootstrap --variant=minbase bookworm "$root" "$mirror" >"$work/log" 2>&1 ||
  { tail -n 20 "$work/log"; exit 1; }

mkdir "$root/packages"
cp "$work/packages"/*.deb "$root/packages/"
cp examples/crawl.warc.gz examples/crawl.labels.tsv "$root/packages/"
# How this machine reaches the mirror holds in the new root too.
[ ! -d /etc/apt/apt.conf.d ] || cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
cp /etc/resolv.conf "$root/etc/resolv.conf"
program=$(basename "$(ls "$root"/packages/pagekin_*.deb)")
library=$(basename "$(ls "$root"/packages/libpagekin[0-9]*.deb)")
# Into a file: a grep that ends early would end dpkg-deb with it, and the pipe would fail.
dpkg-deb -c "$root/packages/$program" >"$work/files"
for file in man/man1/pagekin-cluster.1 bash-completion/completions/pagekin zsh/site-functions/_pagekin \
  fish/vendor_completions.d/pagekin.fish doc/pagekin/NOTICES.txt; do
  grep -q "/usr/share/$file" "$work/files" || { echo "$program lacks $file"; exit 1; }
done
chroot "$root" apt-get update -qq
DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get install -y -qq --no-install-recommends \
  "/packages/$program" "/packages/$library" >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }

chroot "$root" pagekin cluster /packages/crawl.warc.gz -o /packages/clusters.tsv
chroot "$root" pagekin evaluate /packages/clusters.tsv --truth /packages/crawl.labels.tsv
pages=$(wc -l <"$root/packages/clusters.tsv")
[ "$pages" -gt 200 ] || { echo "only $pages lines of assignments"; exit 1; }
echo "$program and $library work in a clean root"
