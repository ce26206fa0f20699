"""What the tests share. They run against the installed package, not the source folder."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CRAWL = ROOT / "examples" / "crawl.warc.gz"
LABELS = ROOT / "examples" / "crawl.labels.tsv"
SHARED = ROOT.parent / "shared"


@pytest.fixture(scope="session")
def crawl() -> str:
    return str(CRAWL)


@pytest.fixture(scope="session")
def labels() -> str:
    return str(LABELS)


@pytest.fixture(scope="session")
def pages() -> list[tuple[str, bytes]]:
    """All pages of the example crawl, as pairs."""
    import pagekin

    return [(page.url, page.html) for page in pagekin.read(CRAWL)]


@pytest.fixture(scope="session")
def result():
    import pagekin

    return pagekin.cluster(CRAWL)


@pytest.fixture(scope="session")
def program() -> str:
    """The native program, built from the same sources; PAGEKIN_PROGRAM names it."""
    found = os.environ.get("PAGEKIN_PROGRAM") or str(ROOT / "build" / "release" / "cli" / "pagekin")
    if not os.access(found, os.X_OK):
        pytest.skip("the native program is not built: make build, or set PAGEKIN_PROGRAM")
    return found


@pytest.fixture(scope="session")
def run_native(program):
    def run(*arguments: object, check: bool = True) -> subprocess.CompletedProcess[bytes]:
        command = [program, *map(str, arguments)]
        return subprocess.run(command, check=check, capture_output=True)

    return run


@pytest.fixture(scope="session")
def script() -> str:
    """The command `pagekin` that was installed with the package."""
    beside = pathlib.Path(sys.executable).with_name("pagekin")
    found = str(beside) if beside.exists() else shutil.which("pagekin")
    if not found:
        pytest.skip("the command is not installed")
    return found
