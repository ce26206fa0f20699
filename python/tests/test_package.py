"""The package as it is installed: types, stubs, libraries."""

from __future__ import annotations

import json
import os
import pathlib
import re
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
    assert "manylinux_2_28_" in wheel.name  # as docs/python.md says
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
    packages = re.findall(r"libbrotli1|libbz2-1.0|libdeflate0|libexpat1|libfmt9|libhwy1|libicu72|liblz4-1|libre2-9|libsimdjson14"
                          r"|libsnappy1v5|libsqlite3-0|libssl3|libzstd1|zlib1g|libstdc\+\+6", text)  # fmt: skip
    assert len(set(packages)) == 16, set(packages)
    assert "nanobind" in text and "GCC RUNTIME LIBRARY EXCEPTION" in text


#: The parts of the C library, and what that itself loads to end threads. docs/python.md says that a wheel needs nothing else.
OF_THE_SYSTEM = {"libc.so", "libm.so", "libpthread.so", "libdl.so", "ld-linux-x86-64.so", "ld-linux-aarch64.so", "libgcc_s.so"}


def test_the_wheel_needs_no_library_of_the_system_but_that_of_c(wheel, tmp_path):
    elffile = pytest.importorskip("elftools.elf.elffile")
    zipfile.ZipFile(wheel).extractall(tmp_path)
    files = [path for path in tmp_path.rglob("*") if ".so" in path.name]
    assert len(files) == 1
    needed, shown = set(), []
    for path in files:
        with path.open("rb") as file:
            elf = elffile.ELFFile(file)
            needed |= {tag.needed for tag in elf.get_section_by_name(".dynamic").iter_tags("DT_NEEDED")}
            symbols = elf.get_section_by_name(".dynsym").iter_symbols()
            shown += [symbol.name for symbol in symbols if symbol["st_shndx"] != "SHN_UNDEF"]
    outside = {name[: name.index(".so") + 3] for name in needed}
    assert outside <= OF_THE_SYSTEM, outside - OF_THE_SYSTEM
    # Nothing of its C++ library is seen by other modules, or replaced by theirs.
    assert shown == ["PyInit__pagekin"]


@pytest.mark.parametrize("order", ["pagekin pandas pyarrow.dataset sklearn", "sklearn pyarrow.dataset pandas pagekin"])
def test_modules_with_other_libraries_of_c_plus_plus_in_one_process(order):
    """Each throws and catches exceptions, also through code of Python, whichever was loaded first."""
    for name in order.split():
        pytest.importorskip(name)
    code = """
import importlib, sys
for name in sys.argv[1].split():
    importlib.import_module(name)
import pagekin, pyarrow

def fails(function, error):
    try:
        function()
    except error:
        return
    raise SystemExit(f"no {error}")

def pages():
    yield "<p>a</p>"
    raise KeyError("of the caller")

for _ in range(3):
    fails(lambda: pagekin.cluster(["<p>a</p>"], method="fingerprint:nothing=1"), pagekin.OptionError)
    fails(lambda: pyarrow.array([1, "a"]), pyarrow.ArrowInvalid)
    fails(lambda: pagekin.cluster(pages()), KeyError)
    fails(lambda: pyarrow.dataset.dataset("missing.parquet"), FileNotFoundError)
    fails(lambda: pagekin.cluster("missing.warc.gz"), FileNotFoundError)
table = pyarrow.table({"url": [f"http://a.example/{i}" for i in range(9)], "html": ["<main><p>a</main>"] * 9})
print(pagekin.cluster(table, method="md5").to_arrow().num_rows)
"""
    done = subprocess.run([sys.executable, "-c", code, order], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "9\n"), done.stderr


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
