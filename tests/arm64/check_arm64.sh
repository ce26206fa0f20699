#!/usr/bin/env bash
# Builds program and unit tests for arm64 with Debian's cross compiler, runs the tests under qemu, and
# compares the output of the program with that of this machine's, byte by byte: on the example crawl, and
# on two corpora where they are beside the checkout. Takes about an hour of processor time.
#
# The libraries of arm64 are Debian packages, unpacked into BUILD/root (make_root.sh); nothing is installed for arm64.
#
# Usage: check_arm64.sh PROGRAM_OF_THIS_MACHINE BUILD_FOLDER
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$(realpath "$1")
mkdir -p "$2"
build=$(realpath "$2")
root=$build/root

tests/arm64/make_root.sh "$root"

cmake -S . -B "$build/cmake" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/arm64.cmake" \
  -DPAGEKIN_ARM64_ROOT="$root" -DBUILD_TESTING=ON >/dev/null
cmake --build "$build/cmake" -j "${JOBS:-$(nproc)}" --target pagekin

failed=0
same() { # INPUT [OPTION...]
  "$program" cluster "$@" -q -o "$build/here.tsv"
  qemu-aarch64 -L "$root" "$build/cmake/cli/pagekin" cluster "$@" -q -o "$build/arm64.tsv"
  if cmp "$build/here.tsv" "$build/arm64.tsv"; then echo "the same bytes: cluster $*"; else failed=1; fi
}
for input in examples/crawl.warc.gz ../shared/corpora/trac-jquery.warc.gz ../shared/corpora/woocommerce-cloudchem.warc.gz; do
  [ -f "$input" ] || { echo "skipped: $input is not there"; continue; }
  same "$input" --method auto
  same "$input" --method fingerprint
  same "$input" --method snn --measure style
  same "$input" --method ahc --measure common_paths
done

cmake --build "$build/cmake" -j "${JOBS:-$(nproc)}"
for test in "$build"/cmake/tests/*_test; do
  [ -x "$test" ] && [ -f "$test" ] || continue
  name=$(basename "$test")
  status=0
  # From the folder of the tests, as ctest runs them.
  (cd "$build/cmake/tests" && timeout 1800 qemu-aarch64 -L "$root" "$test" --gtest_brief=1) >"$build/$name.log" 2>&1 || status=$?
  if [ $status = 0 ] || [ $status = 77 ]; then # 77: some were skipped
    echo "$name: $(grep -a -E '^\[==========\].* ran' "$build/$name.log" | tail -n 1)"
  else
    echo "$name: failed"
    grep -a -E 'FAILED|Failure|error' "$build/$name.log" | tail -n 20
    failed=1
  fi
done

exit $failed
