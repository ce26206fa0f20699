#!/usr/bin/env bash
# Runs a Python wheel for arm64 under qemu, with Debian's Python of the root that make_root.sh made: it clusters, extracts, cleans and learns
# from the example crawls, and what it writes has the bytes of this machine's program. NumPy comes as its own wheel.
#
# Usage: check_wheel.sh WHEEL PROGRAM_OF_THIS_MACHINE BUILD_FOLDER      WHEEL: for Python 3.11; BUILD_FOLDER has root/
set -euo pipefail
cd "$(dirname "$0")/../.."
wheel=$(realpath "$1")
program=$(realpath "$2")
root=$(realpath "$3")/root

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --python-version 3.11 \
  --platform manylinux_2_28_aarch64 --platform manylinux2014_aarch64 --dest "$work" numpy
mkdir "$work/site" "$work/arm64" "$work/here"
for file in "$wheel" "$work"/numpy-*.whl; do python3 -m zipfile -e "$file" "$work/site"; done

PYTHONPATH=$work/site PYTHONDONTWRITEBYTECODE=1 qemu-aarch64 -L "$root" "$root/usr/bin/python3.11" - "$work/arm64" <<'PYTHON'
import platform
import sys

import pagekin

made = sys.argv[1]
assert platform.machine() == "aarch64"
for method in ("auto", "fingerprint", "snn"):
    pagekin.cluster("examples/crawl.warc.gz", method).write(f"{made}/{method}.tsv")
pagekin.extract("examples/shop.jsonl.gz").write(f"{made}/records.jsonl")
pagekin.clean("examples/crawl.warc.gz", format="markdown").write(f"{made}/texts.jsonl")
url = "https://shop.example/p/alder-kettle-1000"
wrapper = pagekin.learn("examples/shop.jsonl.gz", {url: {"name": "Alder Kettle", "price": "$9.00"}})
wrapper.save(f"{made}/shop.wrapper")
wrapper.extract("examples/shop.jsonl.gz").write(f"{made}/fields.jsonl")
page = next(page for page in pagekin.read("examples/shop.jsonl.gz") if page.url == url)
assert wrapper.extract(page.html, page.url)["price"] == "$9.00"


def pages():
    yield "<p>a</p>"
    raise KeyError("of the caller")


for error, wrong in ((pagekin.OptionError, lambda: pagekin.cluster(["<p>a</p>"], "fingerprint", nothing=1)),
                     (FileNotFoundError, lambda: pagekin.cluster("missing.warc.gz")),
                     (KeyError, lambda: pagekin.cluster(pages()))):
    try:
        wrong()
    except error:
        continue
    raise SystemExit(f"no {error}")
PYTHON

for method in auto fingerprint snn; do
  "$program" cluster examples/crawl.warc.gz --method $method -q -o "$work/here/$method.tsv"
done
"$program" extract examples/shop.jsonl.gz -q -o "$work/here/records.jsonl"
"$program" clean examples/crawl.warc.gz --format markdown -q -o "$work/here/texts.jsonl"
printf 'page\tfield\tvalue\n%s\tname\tAlder Kettle\n%s\tprice\t$9.00\n' https://shop.example/p/alder-kettle-1000{,} >"$work/labels.tsv"
"$program" learn examples/shop.jsonl.gz --fields "$work/labels.tsv" -q -o "$work/here/shop.wrapper"
"$program" extract examples/shop.jsonl.gz --wrapper "$work/here/shop.wrapper" -q -o "$work/here/fields.jsonl"
for file in "$work"/here/*; do cmp "$file" "$work/arm64/$(basename "$file")"; done
echo "$(basename "$wheel") runs on arm64 and writes the same bytes: $(ls "$work/here" | tr '\n' ' ')"
