#!/usr/bin/env bash
# Makes a folder with the libraries and headers of arm64 that pagekin is compiled with, and a Python to run there under qemu:
# Debian packages, unpacked; nothing is installed for arm64. A root that is there is kept.
#
# Usage: make_root.sh FOLDER
set -euo pipefail
mkdir -p "$(dirname "$1")"
root=$(realpath "$1")

packages=libdeflate-dev,zlib1g-dev,libzstd-dev,libbrotli-dev,libbz2-dev,libsnappy-dev,liblz4-dev,libexpat1-dev
packages+=,libhwy-dev,libfmt-dev,libxxhash-dev,libsimdjson-dev,nlohmann-json3-dev,libcli11-dev,libre2-dev,libicu-dev
packages+=,libssl-dev,libcurl4-openssl-dev,libsqlite3-dev,libpq-dev,libpsl-dev,libmicrohttpd-dev,libgtest-dev,libgumbo-dev
packages+=,libstdc++-12-dev,python3-dev

[ "$(cat "$root.made" 2>/dev/null)" != "$packages" ] || exit 0
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' | sort | uniq -c | sort -rn |
  awk 'NR == 1 { print $2 }')
[ -n "$mirror" ] || { echo "apt knows no mirror of bookworm"; exit 1; }
rm -rf --one-file-system "$root"
debootstrap --arch=arm64 --foreign --variant=minbase --include="$packages" bookworm "$root" "$mirror" \
  >"$root.log" 2>&1 || { tail -n 20 "$root.log"; exit 1; }
for package in "$root"/var/cache/apt/archives/*.deb; do
  dpkg-deb --fsys-tarfile "$package" | tar -x --keep-directory-symlink -C "$root"
done
# Links to absolute paths would lead out of the root.
find "$root" -type l -lname '/*' -printf '%p\t%l\n' | while IFS=$'\t' read -r link target; do
  ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" "$root$target")" "$link"
done
echo "$packages" >"$root.made"
