"""The package as it is installed: types, stubs, libraries."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import textwrap
import zipfile

import pytest

import pagekin
from conftest import ROOT

PACKAGE = pathlib.Path(pagekin.__file__).parent


def test_it_is_the_installed_one():
    assert ROOT / "python" not in PACKAGE.parents
    assert (PACKAGE / "py.typed").exists() and (PACKAGE / "_pagekin.pyi").exists()


def test_stubs_are_those_of_the_module(tmp_path):
    pytest.importorskip("nanobind")
    made = tmp_path / "_pagekin.pyi"
    subprocess.run(
        [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "pagekin._pagekin", "-o", made], check=True
    )
    stored = (ROOT / "python" / "pagekin" / "_pagekin.pyi").read_text()
    assert made.read_text() == stored, "run tools/make_stubs"


def test_types(tmp_path):
    pytest.importorskip("mypy")
    user = tmp_path / "user.py"
    user.write_text(
        textwrap.dedent(
            """
            import pagekin
            result = pagekin.cluster("crawl.warc.gz", "fingerprint", length=40)
            number: int = result.templates[0].pages
            name: str = result.templates[0].name
            for page in pagekin.read("crawl.warc.gz"):
                url: str = page.url
                html: bytes = page.html
            index = pagekin.Index.open("site.index")
            template: int | str | None = index.classify(b"<p>", url="http://a/").template
            clusterer = pagekin.TemplateClusterer(method="auto")
            wrapper = pagekin.learn("crawl.warc.gz", {"http://a/": {"price": "1"}})
            one: pagekin.Record = wrapper.extract("<p>", "http://a/")
            for record in wrapper.extract(["<p>"]):
                many: pagekin.Record = record
            for row in pagekin.extract("crawl.warc.gz"):
                address: str = row.page
            """
        )
    )
    def check(folder, *arguments):
        return subprocess.run(
            [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), *arguments],
            capture_output=True, text=True, cwd=folder,
        )  # fmt: skip

    own = check(ROOT)  # the files and the strictness that pyproject.toml names
    assert own.returncode == 0, own.stdout
    done = check(tmp_path, "--strict", str(user))
    assert done.returncode == 0, done.stdout
    examples = sorted(str(path) for path in (ROOT / "examples" / "python").glob("*.py"))
    done = check(tmp_path, "--strict", "--ignore-missing-imports", *examples)
    assert examples and done.returncode == 0, done.stdout
    user.write_text("import pagekin\nnumber: str = pagekin.cluster('x').page_count\n")
    done = check(tmp_path, str(user))
    assert done.returncode == 1 and "Incompatible types" in done.stdout


def test_pyright(tmp_path):
    pytest.importorskip("pyright")
    examples = sorted(str(path) for path in (ROOT / "examples" / "python").glob("*.py"))
    # Frameworks that are not installed here are not looked for.
    settings = {"include": examples, "reportMissingImports": False, "pythonVersion": "3.10"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "-p", str(tmp_path)], capture_output=True, text=True
    )
    assert examples and done.returncode == 0 and "0 errors" in done.stdout, done.stdout + done.stderr


@pytest.fixture
def wheel():
    path = os.environ.get("PAGEKIN_TEST_WHEEL")
    if not path:
        pytest.skip("not run from a wheel: make test-python")
    return pathlib.Path(path)


def test_the_wheel_is_small_and_portable(wheel):
    assert wheel.stat().st_size < 10_000_000
    assert "manylinux_2_34_" in wheel.name  # as docs/python.md says
    if sys.version_info >= (3, 12):
        assert "-cp312-abi3-" in wheel.name
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if "curl" in name or "libpq" in name or "krb5" in name]
    assert [name for name in names if name.startswith("pagekin/_pagekin")]


def test_the_wheel_has_the_licences_of_what_is_in_it(wheel):
    archive = zipfile.ZipFile(wheel)
    (notices,) = [name for name in archive.namelist() if name.endswith("/NOTICES.txt")]
    assert [name for name in archive.namelist() if name.endswith("/LICENSE")]
    text = archive.read(notices).decode()
    # libicuuc-6ae74e03.so.72.1 is named by the package libicu72, and so on.
    for path in archive.namelist():
        if path.startswith("pagekin.libs/"):
            name = path.removeprefix("pagekin.libs/").split("-")[0].split(".")[0]
            known = {"libicuuc": "libicu72", "libicudata": "libicu72", "libcrypto": "libssl3", "libbrotlicommon": "libbrotli1", "libbrotlidec": "libbrotli1"}
            assert f"In Python wheels: {known.get(name, name)}" in text, name
    for inside in ("zlib1g", "libexpat1", "nanobind"):
        assert inside in text


#: What manylinux allows a wheel to take from the system. docs/python.md names these.
OF_THE_SYSTEM = {"libc.so", "libm.so", "libpthread.so", "libdl.so", "librt.so", "ld-linux-x86-64.so", "ld-linux-aarch64.so",
                 "libstdc++.so", "libgcc_s.so", "libexpat.so"}  # fmt: skip


def test_the_wheel_needs_few_libraries_of_the_system(wheel, tmp_path):
    elffile = pytest.importorskip("elftools.elf.elffile")
    zipfile.ZipFile(wheel).extractall(tmp_path)
    files = [path for path in tmp_path.rglob("*") if ".so" in path.name]
    bundled = {path.name for path in files}
    needed = set()
    for path in files:
        with path.open("rb") as file:
            dynamic = elffile.ELFFile(file).get_section_by_name(".dynamic")
            needed |= {tag.needed for tag in dynamic.iter_tags("DT_NEEDED")}
    outside = {name[: name.index(".so") + 3] for name in needed - bundled}
    assert files and outside <= OF_THE_SYSTEM, outside - OF_THE_SYSTEM


def test_libraries_come_from_the_wheel(wheel):
    code = """
import pagekin, pathlib
pagekin.cluster(["<p>a</p>"], method="md5")
print(*{line.split()[-1] for line in open("/proc/self/maps") if "/" in line}, sep="\\n")
"""
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    bundled = {path.name for path in PACKAGE.parent.glob("pagekin.libs/*.so*")}
    assert {name.split("-")[0] for name in bundled} > {"libicuuc", "libicudata"}
    # Python itself may load those of the system beside them.
    assert bundled == {path.name for path in map(pathlib.Path, loaded) if "pagekin.libs" in path.parts}


def test_every_encoding(tmp_path):
    """All bytes and pairs of bytes, in every encoding, decode as Python's own codecs decode most of them:
    the mapping tables are there."""
    names = {
        "ibm866": "cp866", "iso-8859-2": "iso8859_2", "iso-8859-5": "iso8859_5", "iso-8859-7": "iso8859_7",
        "koi8-r": "koi8_r", "koi8-u": "koi8_u", "windows-1250": "cp1250", "windows-1251": "cp1251",
        "windows-1252": "cp1252", "windows-1255": "cp1255", "windows-1258": "cp1258", "macintosh": "mac_roman",
        "gb18030": "gb18030", "gbk": "gbk", "big5": "big5hkscs", "euc-jp": "euc_jp", "shift_jis": "cp932",
        "euc-kr": "cp949", "iso-8859-3": "iso8859_3", "iso-8859-4": "iso8859_4", "iso-8859-6": "iso8859_6",
        "iso-8859-8": "iso8859_8", "iso-8859-10": "iso8859_10", "iso-8859-13": "iso8859_13",
        "iso-8859-14": "iso8859_14", "iso-8859-15": "iso8859_15", "iso-8859-16": "iso8859_16",
        "windows-874": "cp874", "windows-1253": "cp1253", "windows-1254": "cp1254", "windows-1256": "cp1256",
        "windows-1257": "cp1257", "x-mac-cyrillic": "mac_cyrillic",
    }  # fmt: skip
    texts: dict[str, str] = {}
    for name, codec in names.items():
        wide = codec in {"gb18030", "gbk", "big5hkscs", "euc_jp", "cp932", "cp949"}
        pairs = [bytes([a, b]) for a in range(0x81, 0xFF) for b in range(0x40, 0xFF)] if wide else []
        singles = [bytes([a]) for a in range(0xA0, 0x100)] if not wide else []
        parts, text = [], []
        for part in [*singles, *pairs]:
            try:
                decoded = part.decode(codec)
            except UnicodeDecodeError:
                continue
            if len(decoded) == 1:
                parts.append(part)
                text.append(decoded)
        texts[name] = "\n".join(text)
        body = f"<html><head><meta charset={name}></head><body>".encode() + b"\n".join(parts)
        (tmp_path / f"{name}.html").write_bytes(body)
    found = {pathlib.Path(page.url).stem: page.text.partition("<body>")[2] for page in pagekin.read(tmp_path)}
    assert found.keys() == texts.keys()
    for name, text in texts.items():
        ours, theirs = found[name].split("\n"), text.split("\n")
        assert len(ours) == len(theirs), name
        same = sum(a == b for a, b in zip(ours, theirs))
        assert same > 0.9 * len(theirs), (name, same, len(theirs))


def test_international_host_names():
    assert pagekin.features("<p>", url="http://bücher.example/a")["host"] == "xn--bcher-kva.example"
