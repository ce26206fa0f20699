#!/usr/bin/env bash
# Unpacks a Python wheel in a new Debian 12 root that has Python and nothing else, neither compilers nor libraries nor
# packages of Python, and clusters the example crawl there: the table is that of the program. NumPy, which the package needs, comes
# as its own wheel. Skips with status 77 where root, debootstrap, apt's mirror or NumPy's wheel is missing.
#
# Usage: wheel_in_bare_root.sh WHEEL PROGRAM     WHEEL: for Python 3.11, the version of Debian 12
set -euo pipefail
wheel=$(realpath "$1")
program=$(realpath "$2")
cd "$(dirname "$0")/../.."

skip() { echo "skipped: $1"; exit 77; }
[ -f "$wheel" ] || skip "there is no wheel for Python 3.11"
[ "$(id -u)" = 0 ] || skip "only root can make a root folder"
command -v debootstrap >/dev/null || skip "debootstrap is not installed"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' | sort | uniq -c | sort -rn |
  awk 'NR == 1 { print $2 }')
[ -n "$mirror" ] || skip "apt knows no mirror of bookworm"

work=$(mktemp -d)
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT
python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --python-version 3.11 \
  --dest "$work" numpy || skip "NumPy's wheel cannot be had"
debootstrap --variant=minbase --include=python3 bookworm "$root" "$mirror" >"$work/log" 2>&1 ||
  { tail -n 20 "$work/log"; exit 1; }
for package in libicu72 libfmt9 libre2-9 libsimdjson14 libstdc++-12-dev gcc python3-numpy; do
  [ ! -e "$root/var/lib/dpkg/info/$package.list" ] || { echo "the root has $package"; exit 1; }
done

mkdir "$root/site" "$root/data"
for file in "$wheel" "$work"/numpy-*.whl; do python3 -m zipfile -e "$file" "$root/site"; done
cp examples/crawl.warc.gz "$root/data/"
chroot "$root" env PYTHONPATH=/site python3 - <<'END'
import pagekin

result = pagekin.cluster("/data/crawl.warc.gz", threads=2)
result.write("/data/clusters.tsv")
print(len(result), "templates of", result.page_count, "pages")
END
"$program" cluster examples/crawl.warc.gz -q -o "$work/clusters.tsv"
cmp "$work/clusters.tsv" "$root/data/clusters.tsv"
chroot "$root" env PYTHONPATH=/site python3 -m pagekin cluster /data/crawl.warc.gz -q -o /data/again.tsv
cmp "$work/clusters.tsv" "$root/data/again.tsv"
echo "$(basename "$wheel") works in a root with nothing but Python"
