# For people in a hurry. Each target does all its own set-up on a fresh Debian 12
# machine, as root or with sudo; developers use the presets in CMakePresets.json.
#
#   make demo   build, cluster the bundled example crawl, show the summary
#   make test   build with sanitizers and run the default tests
#   make        the same as make demo

# How many compilers or tests run at a time.
JOBS ?= $(shell nproc)

BUILD_PACKAGES = g++ cmake ninja-build pkg-config python3 \
  libdeflate-dev zlib1g-dev libzstd-dev libbrotli-dev libbz2-dev libsnappy-dev liblz4-dev libexpat1-dev libhwy-dev libfmt-dev \
  libxxhash-dev libsimdjson-dev nlohmann-json3-dev libcli11-dev libre2-dev libicu-dev libssl-dev \
  libcurl4-openssl-dev libsqlite3-dev libpq-dev libpsl-dev libmicrohttpd-dev
TEST_PACKAGES = libgtest-dev lld ccache libgumbo-dev postgresql python3-html5lib python3-lxml
BENCH_PACKAGES = libbenchmark-dev libisal-dev libgumbo-dev libxml2-dev
CHECK_PACKAGES = clang-14 clang-format-14 clang-tidy-14 libclang-rt-14-dev
PACKAGE_PACKAGES = dpkg-dev file debootstrap
WEB_PACKAGES = chromium fonts-liberation

# $(call install,packages): only what is missing, so that no root is needed when all is there.
install = @missing=""; for p in $(1); do \
    dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; done; \
  if [ -n "$$missing" ]; then \
    root=""; [ "$$(id -u)" = 0 ] || root=sudo; \
    echo "installing:$$missing"; \
    $$root apt-get update -qq && \
    DEBIAN_FRONTEND=noninteractive $$root apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
  fi

.PHONY: demo test build bench fuzz check check-files tidy analyze scipy parquet selectors test-tika test-arm64 deb install \
  web web-check test-web setup-web setup-build setup-test setup-bench setup-check setup-package setup-node clean

demo: build
	build/release/cli/pagekin cluster examples/crawl.warc.gz -o build/clusters.tsv
	build/release/cli/pagekin evaluate build/clusters.tsv --truth examples/crawl.labels.tsv
	@echo "assignments are in build/clusters.tsv"

build: setup-build
	cmake --preset release >/dev/null
	cmake --build --preset release

# Leaks are found, too. The end shows how long building and running took, and the slowest tests.
test: setup-test
	cmake --preset asan >/dev/null
	@begun=$$(date +%s); cmake --build --preset asan || exit 1; built=$$(date +%s); \
	ctest --preset asan -j $(JOBS) --timeout 300 --output-junit tests.xml; status=$$?; \
	python3 tools/slowest_tests.py build/asan/tests.xml; \
	echo "building took $$((built - begun)) s, running $$(($$(date +%s) - built)) s"; exit $$status

# Program, library, headers, manual pages and completions; PREFIX says where.
PREFIX ?= /usr/local
install: build
	cmake --install build/release --prefix $(PREFIX)

# Debian packages of the program, the shared library and what is needed to build against it.
deb: build setup-package
	cd build/release && cpack -G DEB

# Rivals, limits and our own figures, in one run; see bench/README.md.
bench: setup-bench
	cmake --preset bench >/dev/null
	cmake --build --preset bench

# libFuzzer programs in build/fuzz/fuzz; run one with: build/fuzz/fuzz/fuzz_scanner fuzz/corpus/scanner
fuzz: setup-test setup-check
	cmake --preset fuzz >/dev/null
	cmake --build --preset fuzz --target fuzzers

# The test that compares with SciPy, which gets a virtual environment of its own.
scipy: setup-test
	$(call install,python3-venv)
	[ -x build/venv/bin/pip ] || python3 -m venv build/venv
	build/venv/bin/pip install --no-compile --quiet --disable-pip-version-check -r tests/scipy/requirements.txt
	cmake --preset asan -DPAGEKIN_PYTHON="$(CURDIR)/build/venv/bin/python" >/dev/null
	cmake --build --preset asan --target pagekin linkage_of
	ctest --preset asan -R scipy --timeout 900

# The test that reads our tables with pyarrow and DuckDB, from the same virtual environment.
parquet: setup-test
	$(call install,python3-venv)
	[ -x build/venv/bin/pip ] || python3 -m venv build/venv
	build/venv/bin/pip install --no-compile --quiet --disable-pip-version-check -r tests/parquet/requirements.txt
	cmake --preset asan -DPAGEKIN_PYTHON="$(CURDIR)/build/venv/bin/python" >/dev/null
	cmake --build --preset asan --target pagekin
	ctest --preset asan -R '^parquet$$' --timeout 900

# Documents of five kinds through a real Tika server, which Maven fetches; needs Java and Maven. Takes some minutes.
TIKA = 3.3.2
TIKA_JAR = build/tika/org/apache/tika/tika-server-standard/$(TIKA)/tika-server-standard-$(TIKA).jar
test-tika: build
	$(call install,maven default-jre-headless)
	[ -f $(TIKA_JAR) ] || mvn -q -B -Dmaven.repo.local="$(CURDIR)/build/tika" \
	  org.apache.maven.plugins:maven-dependency-plugin:2.10:get -Dtransitive=false \
	  -Dartifact=org.apache.tika:tika-server-standard:$(TIKA)
	python3 tests/tika/check_tika.py build/release/cli/pagekin $(TIKA_JAR)

# Program and unit tests for arm64, built with Debian's cross compiler and run under qemu; about an hour of processor time.
test-arm64: build
	$(call install,g++-aarch64-linux-gnu qemu-user debootstrap)
	tests/arm64/check_arm64.sh build/release/cli/pagekin build/arm64

# The test that evaluates our selectors with lxml and parsel, from the same virtual environment.
selectors: setup-test
	$(call install,python3-venv)
	[ -x build/venv/bin/pip ] || python3 -m venv build/venv
	build/venv/bin/pip install --no-compile --quiet --disable-pip-version-check -r tests/selectors/requirements.txt
	cmake --preset asan -DPAGEKIN_PYTHON="$(CURDIR)/build/venv/bin/python" >/dev/null
	cmake --build --preset asan --target pagekin
	ctest --preset asan -R '^selectors$$' --timeout 900

# The front end of reports; see web/README.md. Its result, web/dist, is part of the repository.
web: setup-web
	cd web && npm run --silent build

# The types are right, and web/dist is what web/src makes.
web-check: setup-web
	cd web && npm run --silent check

# The front end and the program in a headless Chromium.
test-web: build setup-web
	$(call install,$(WEB_PACKAGES))
	cd web && PAGEKIN="$(CURDIR)/build/release/cli/pagekin" npm test --silent

# What CI checks beside the tests.
check: check-files tidy

# Format, layers, names of helpers, and that files and flags which comments name exist.
check-files: setup-check
	tools/check_format
	python3 tools/check_layers.py .
	python3 tools/check_names.py .
	python3 tools/check_paths.py .

# RECENT=40 checks only what changed in the last 40 commits.
tidy: setup-test setup-check
	cmake --preset tidy >/dev/null
	python3 tools/check_tidy.py build/tidy $(if $(RECENT),--recent $(RECENT))

# clang's static analyzer, and clang-tidy on the commands too: too long for every change.
analyze: setup-test setup-check
	cmake --preset tidy >/dev/null
	python3 tools/check_tidy.py build/tidy --folders src cli --checks 'clang-analyzer-*'

setup-build:
	$(call install,$(BUILD_PACKAGES))
setup-test: setup-build
	$(call install,$(TEST_PACKAGES))
setup-bench: setup-build
	$(call install,$(BENCH_PACKAGES))
setup-check:
	$(call install,$(CHECK_PACKAGES))
# Node.js and npm may come from elsewhere than Debian's packages.
setup-web:
	@command -v npm >/dev/null || { $(MAKE) --no-print-directory setup-node; }
	cd web && npm ci --silent --no-audit --no-fund
setup-node:
	$(call install,nodejs npm)
setup-package:
	$(call install,$(PACKAGE_PACKAGES))

clean:
	rm -rf build

# ---- Python

WHEEL_PACKAGES = python3-dev python3-venv icu-devtools binutils dpkg-dev
.PHONY: wheel wheels test-python setup-python bench-python

# One wheel for Python 3.12 and newer, if this machine has such a Python, else for the newest there is:
# build/wheels.
wheel: setup-python build
	python3 tools/make_wheels.py --jobs $(JOBS)

# A wheel for every Python of this machine, tests of each in a clean virtual environment.
wheels: setup-python build
	python3 tools/make_wheels.py --all --jobs $(JOBS)
test-python: wheels
	python3 tools/test_sdist.py
	PAGEKIN_PROGRAM="$(CURDIR)/build/release/cli/pagekin" python3 tools/test_wheels.py

# The same for arm64, with Debian's cross compiler: for the Python of Debian 12, 3.11, under which make test-wheel-arm64 runs it with
# qemu. Takes half an hour of processor time.
.PHONY: wheel-arm64 test-wheel-arm64
ARM64_PYTHON ?= python3.11
wheel-arm64: setup-python
	$(call install,g++-aarch64-linux-gnu qemu-user debootstrap dpkg-dev)
	tests/arm64/make_root.sh build/arm64/root
	cmake -S . -B build/arm64/cmake -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$(CURDIR)/cmake/arm64.cmake" \
	  -DPAGEKIN_ARM64_ROOT="$(CURDIR)/build/arm64/root" -DBUILD_TESTING=OFF >/dev/null
	cmake --build build/arm64/cmake -j $(JOBS) --target pagekin
	python3 tools/make_wheels.py --arm64 --python "$$(command -v $(ARM64_PYTHON))" --jobs $(JOBS)
test-wheel-arm64: build wheel-arm64
	tests/arm64/check_wheel.sh build/wheels/pagekin-*-cp311-*_aarch64.whl build/release/cli/pagekin build/arm64

setup-python: setup-build
	$(call install,$(WHEEL_PACKAGES))

# What Python costs beside the program, and pagekin beside other packages; see docs/python.md.
# CRAWL and LABELS name a crawl; without them one is made.
bench-python: wheel
	python3 tools/bench_wheel.py build/release/cli/pagekin $(CRAWL) $(LABELS)

# ---- The benchmark of template clustering

.PHONY: benchmark
CORPORA ?= ../shared/corpora
HISTORY ?= ../shared/suites/history
# Our program and simple methods on the labelled sites of the folder CORPORA; see docs/benchmark.md. Takes hours;
# BENCHMARK='--pages 6' takes half an hour.
benchmark: build setup-python
	[ -x build/venv/bin/pip ] || python3 -m venv build/venv
	build/venv/bin/pip install --no-compile --quiet --disable-pip-version-check numpy html-similarity==0.3.3 cssselect==1.1.0
	build/venv/bin/python bench/benchmark.py $(CORPORA) --pagekin build/release/cli/pagekin --baselines \
	  $(if $(wildcard $(HISTORY)),--history $(HISTORY)) $(BENCHMARK)

# ---- The documentation site

.PHONY: docs
# Without the network once it is built: open build/site/html/index.html. build/site/versions has it with a menu of all versions that
# were put there, for a web server. mkdocs prints an advertisement otherwise.
docs: setup-python
	[ -x build/venv-docs/bin/pip ] || python3 -m venv build/venv-docs
	build/venv-docs/bin/pip install --no-compile --quiet --disable-pip-version-check -r python/requirements-docs.txt
	NO_MKDOCS_2_WARNING=1 build/venv-docs/bin/python tools/make_site.py --publish build/site/versions

# ---- Apache Spark

SPARK_PACKAGES = openjdk-17-jre-headless
SPARK_VERSION ?= 4.3.0
.PHONY: test-spark test-spark-faults setup-spark bench-spark

# The tests of pagekin.spark in a session of this machine; those with faults kill executors, too.
test-spark: wheels setup-spark
	python3 tools/test_spark.py --spark $(SPARK_VERSION)
test-spark-faults: wheels setup-spark
	python3 tools/test_spark.py --spark $(SPARK_VERSION) --faults

setup-spark:
	$(call install,$(SPARK_PACKAGES))

# Pages a second beside the program; see docs/spark.md.
bench-spark:
	build/venv-spark-$(SPARK_VERSION)/bin/python bench/spark_report.py build/release/cli/pagekin
