"""What may be given as pages, and how it reaches the library.

- a path, or a list of paths: directories, HTML files, WARC and WACZ files, JSON lines, Parquet and Arrow files and folders of
  them, Nutch segments, crawl stores; patterns such as ``crawl/*.warc.gz``; addresses of fsspec (``s3://``, ``memory://``) where that package is installed;
- a file object that is open for reading: what it has from its place on, read as a file;
- anything with a column of pages and one of addresses that speaks Arrow: tables and data frames of
  pyarrow, polars, pandas, relations of DuckDB, readers of record batches, datasets and Parquet files of pyarrow;
- a mapping from addresses to pages;
- a list of pages, or an iterator of them. A page is str, bytes, a pair ``(url, html)``, a mapping
  with both, or an object with attributes ``url`` and ``html`` (or ``body``).
"""

from __future__ import annotations

import atexit
import difflib
import glob
import operator
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Optional, Union, cast

from . import _pagekin
from ._errors import InputError, InputNotFoundError, OptionError

Html = Union[str, bytes]
Pair = tuple[Optional[str], Html]


def is_page_text(text: str) -> bool:
    """Whether a string is a page, not the name of a file."""
    return "<" in text or "\n" in text or not text.strip()


# What stands before the name of an input and says what it is; "@" names a list.
_KIND = re.compile(r"^(html|warc|jsonl|list|cdx|sqlite):|^@")
_STORE = re.compile(r"^(postgres|postgresql)://")
_ADDRESS = re.compile(r"^[a-z][a-z0-9+.-]*(::[a-z][a-z0-9+.-]*)*://")


def check_page(html: object, url: object = "") -> None:
    """Raises TypeError for what is not one page and its address: a path, a response, the two the wrong way round."""
    if not isinstance(html, (str, bytes, bytearray, memoryview)):
        hint = "; give its html and its url" if hasattr(html, "html") or hasattr(html, "body") else ""
        raise TypeError(f"expected a page as str or bytes, got {type(html).__name__}{hint}")
    if isinstance(url, str) and "<" in url:  # an address may have one, too; then the page has markup
        is_swapped = "<" not in html if isinstance(html, str) else b"<" not in bytes(html)
    else:
        is_swapped = url is not None and not isinstance(url, str)
    if is_swapped:
        shown = "markup" if isinstance(url, str) else type(url).__name__
        raise TypeError(f"expected the address of the page as a string, got {shown}; the page comes first, then its address")


def check_pages(pages: object) -> None:
    """Raises TypeError for one page in place of many, and for what is not pages at all."""
    if isinstance(pages, (bytes, bytearray, memoryview)):
        raise TypeError("expected pages, got the bytes of one; give a list: [html]")
    if isinstance(pages, str) and is_page_text(pages):
        what = "a single string of HTML; give a list: [html]" if pages.strip() else "an empty string"
        raise TypeError(f"expected pages, got {what}")
    if isinstance(pages, tuple) and len(pages) == 2 and isinstance(pages[0], str) and not is_page_text(pages[0]) and (
        isinstance(pages[1], (bytes, bytearray, memoryview)) or (isinstance(pages[1], str) and "<" in pages[1])
    ):
        raise TypeError("expected pages, got an address and a page; give a list: [(url, html)]")
    if isinstance(pages, (str, os.PathLike, Iterable, _pagekin.Source)) or is_file_object(pages) or _is_arrow(pages) or _batches_of(pages, "", ""):
        return
    if not any(hasattr(pages, name) for name in ("__array__", "fetch_arrow_reader", "arrow", "collect")):
        hint = "; give a list: [page]" if hasattr(pages, "html") or hasattr(pages, "body") else ""
        raise TypeError(f"expected pages, got {type(pages).__name__}{hint}")


_READING: dict[str, tuple[type, ...]] = {
    "max_page_bytes": (int,), "all_status": (bool,), "verify_digests": (bool,), "strict": (bool,), "url": (str,), "html": (str,),
    "html_encoding": (str,), "listed_pages": (bool,), "archives": (str, os.PathLike),
}  # fmt: skip
_EXPECTED = {int: "a whole number, 0 or more", bool: "True or False", str: "a text"}


def make_source(inputs: Sequence[str], **reading: Any) -> _pagekin.Source:
    """What the library reads of files, or, without any, of memory."""
    values: dict[str, Any] = {}
    for name, kinds in _READING.items():
        value: Any = reading[name]
        if kinds[0] is int and not isinstance(value, bool) and hasattr(value, "__index__"):
            value = operator.index(value)  # also of NumPy
        elif kinds[0] is bool and type(value).__name__ in ("bool", "bool_"):
            value = bool(value)
        fits = isinstance(value, kinds)
        if fits and kinds[0] is int:
            fits = not isinstance(value, bool) and 0 <= value < 1 << 63
        if not fits:
            error = OptionError(f"option `{name}` takes {_EXPECTED[kinds[0]]}, got {value!r}")
            error.option = name
            raise error
        values[name] = os.fspath(value) if name == "archives" else value
    return _pagekin.Source(
        inputs, values["max_page_bytes"], values["all_status"], values["verify_digests"], values["strict"], values["url"], values["html"],
        values["html_encoding"], values["listed_pages"], values["archives"],
    )  # fmt: skip


def is_file_object(pages: object) -> bool:
    """Whether it is a file that is open for reading."""
    return callable(getattr(pages, "read", None)) and callable(getattr(pages, "readline", None))


def _remove(path: str) -> None:
    if os.path.exists(path):
        os.unlink(path)


def _copy(file: Any, ending: str) -> str:
    """The rest of an open file in a temporary one, which is removed when Python ends."""
    handle, path = tempfile.mkstemp(prefix="pagekin-", suffix=ending)
    atexit.register(_remove, path)
    with os.fdopen(handle, "wb") as copy:
        first = file.read(1 << 20)
        if isinstance(first, str):
            while first:
                copy.write(first.encode("utf-8", "surrogatepass"))
                first = file.read(1 << 20)
        else:
            copy.write(first)
            shutil.copyfileobj(file, copy, 1 << 20)
    return path


def _ending(name: str) -> str:
    found = re.search(r"(\.[A-Za-z0-9]{1,8}){1,2}$", name.rpartition("/")[2])
    return found[0] if found else ""


def copied(file: Any) -> str:
    """The name of a temporary file with what an open file has from its place on."""
    return _copy(file, _ending(str(getattr(file, "name", ""))))


def _fetched(address: str) -> list[str]:
    """A file of another file system, or those that a pattern names, copied to this machine."""
    try:
        import fsspec
    except ImportError:
        raise InputError(f"{address} needs the package fsspec, which is not installed") from None
    try:
        if not glob.has_magic(address):
            with fsspec.open(address, "rb") as file:
                return [_copy(file, _ending(address))]
        copies = []
        for found in fsspec.open_files(address, "rb"):
            with found as file:
                copies.append(_copy(file, _ending(found.path)))
    except FileNotFoundError:
        raise _not_found(address) from None
    if not copies:
        raise _not_found(address)
    return copies


def _not_found(name: str, hint: str = "") -> InputNotFoundError:
    error = InputNotFoundError(f"{name} does not exist{hint}")
    error.filename = error.where = name
    return error


_TABLES = (".parquet", ".arrow", ".feather", ".arrows")


def _tables_below(folder: str) -> list[str]:
    """The files of a dataset: a folder that has nothing but Parquet and Arrow files, and what their writers leave with them (_SUCCESS,
    .crc). Empty: the folder is something else."""
    found: list[str] = []
    for path, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(("_", ".")))
        for name in sorted(files):
            if name.startswith(("_", ".")):
                continue
            if not name.lower().endswith(_TABLES):
                return []
            found.append(os.path.join(path, name))
    return found


def checked_inputs(names: Iterable[Any]) -> list[str]:
    """The names of inputs that exist. Raises FileNotFoundError for the first that does not."""
    inputs: list[str] = []
    for given in names:
        name = os.fsdecode(os.fspath(given))
        plain = _KIND.sub("", name)
        if plain == "-" or _STORE.match(name):
            inputs.append(name)
        elif os.path.exists(plain):
            inputs.extend((_tables_below(name) if plain == name and os.path.isdir(name) else []) or [name])
        elif _ADDRESS.match(name):
            inputs.extend(_fetched(name))
        elif plain == name and glob.has_magic(name) and (found := sorted(glob.glob(name, recursive=True))):
            inputs.extend(found)
        else:
            raise _not_found(name, _nearest(plain))
    return inputs


def checked_file(path: Union[str, "os.PathLike[str]"]) -> str:
    """The name of a file that exists: labels, an index, a table. Raises FileNotFoundError."""
    name = os.fsdecode(os.fspath(path))
    if not os.path.exists(name):
        raise _not_found(name, _nearest(name))
    return name


def _nearest(name: str) -> str:
    folder, _, last = name.rpartition("/")
    try:
        near = difflib.get_close_matches(last, os.listdir(folder or "."), 1, 0.75)
    except OSError:
        near = []
    return f"; did you mean '{folder + '/' if folder else ''}{near[0]}'?" if near else ""


def has_address(pages: Any) -> bool:
    """Whether a file of another file system is among the paths that are given."""
    names = [pages] if isinstance(pages, (str, os.PathLike)) else pages
    if not isinstance(names, (list, tuple)) or not names or not isinstance(names[0], (str, os.PathLike)) or not _are_paths(names):
        return False  # iterating may be work, so the first one is looked at alone
    return any(isinstance(name, str) and _ADDRESS.match(name) and not is_page_text(name) for name in names)


def input_names(pages: Any) -> Optional[list[str]]:
    """The files that are given as pages; None: they are in memory."""
    if isinstance(pages, (str, os.PathLike)):
        return checked_inputs([pages])
    if isinstance(pages, Sequence) and not isinstance(pages, (bytes, bytearray, memoryview)) and pages and _are_paths(pages):
        return checked_inputs(pages)
    if is_file_object(pages):
        return [copied(pages)]
    return None


def _as_html(value: object, row: int) -> Html:
    if isinstance(value, (str, bytes)):
        return value
    if value is None:
        return b""
    if isinstance(value, (bytearray, memoryview)):
        return bytes(value)
    if isinstance(value, float) and value != value:  # what pandas has for nothing
        return b""
    raise TypeError(f"page {row}: expected str or bytes, got {type(value).__name__}")


def _as_url(value: object) -> Optional[str]:
    if value is None or (isinstance(value, float) and value != value):
        return None
    if isinstance(value, (bytes, bytearray)):
        return value.decode("utf-8", "replace")
    return value if isinstance(value, str) else str(value)


def as_pair(page: object, row: int, url: str = "url", html: str = "html") -> Pair:
    """A page as (address, document)."""
    if isinstance(page, (str, bytes, bytearray, memoryview)):
        return None, _as_html(page, row)
    if isinstance(page, Mapping):
        if html not in page:
            keys = ", ".join(map(str, page)) or "none"
            raise TypeError(f"page {row}: the mapping has no key '{html}'; it has {keys}")
        return _as_url(page.get(url)), _as_html(page[html], row)
    if isinstance(page, (tuple, list)) and len(page) == 2:
        return _as_url(page[0]), _as_html(page[1], row)
    address = getattr(page, url, None)
    for name in (html, "body"):
        document = getattr(page, name, None)
        if document is not None and not callable(document):
            return _as_url(address), _as_html(document, row)
    if page is None:
        return None, b""
    raise TypeError(
        f"page {row}: expected str, bytes, (url, html), a mapping or an object with 'url' and "
        f"'html', got {type(page).__name__}"
    )


def _pairs(pages: Iterable[object], url: str, html: str) -> Iterator[Pair]:
    for row, page in enumerate(pages):
        yield as_pair(page, row, url, html)


def _is_arrow(pages: object) -> bool:
    return hasattr(pages, "__arrow_c_stream__") or hasattr(pages, "__arrow_c_array__")


def _kind(pages: object) -> str:
    """The package that a table is of."""
    return type(pages).__module__.partition(".")[0]


def _is_column(pages: object) -> bool:
    """Whether it is a series of pages, not a table."""
    return _kind(pages) in ("pandas", "polars") and not hasattr(type(pages), "columns")


def _column_names(pages: Any) -> Optional[list[str]]:
    columns = getattr(pages, "columns", None)
    if columns is None or callable(columns):
        return None
    try:
        return [str(name) for name in columns]
    except TypeError:
        return None


def _only(pages: Any, url: str, html: str) -> Any:
    """A data frame without the columns that nobody asks for, where that costs nothing."""
    names = _column_names(pages)
    if names is None or html not in names:
        return pages
    wanted = [name for name in (url, html) if name in names]
    if _kind(pages) == "pandas":
        return pages[wanted]
    if _kind(pages) == "polars":
        return pages.select(wanted)
    return pages


def _frame_pairs(frame: Any, url: str, html: str) -> Iterator[Pair]:
    """The rows of a pandas data frame without Arrow."""
    pages = frame[html]
    addresses: Iterable[object] = frame[url] if url in frame.columns else [None] * len(pages)
    for row, (address, page) in enumerate(zip(addresses, pages)):
        yield _as_url(address), _as_html(page, row)


def _has_pyarrow() -> bool:
    return find_spec("pyarrow") is not None


def _batches_of(pages: Any, url: str, html: str) -> Any:
    """A new reader of the batches of a dataset, a scanner or a Parquet file of pyarrow; None: it is none of them."""
    if _kind(pages) != "pyarrow":
        return None
    if hasattr(pages, "scanner"):  # a dataset
        names = set(pages.schema.names)
        wanted = [name for name in (url, html) if name in names] if html in names else None
        # Few rows at a time: a page may have some megabytes.
        return lambda: pages.scanner(columns=wanted, batch_size=256).to_reader()
    if hasattr(pages, "to_reader") and hasattr(pages, "scan_batches"):  # a scanner
        return pages.to_reader
    if hasattr(pages, "iter_batches"):  # a Parquet file
        import pyarrow

        return lambda: pyarrow.RecordBatchReader.from_batches(pages.schema_arrow, pages.iter_batches(256))
    return None


def _has_one_kind(frame: Any, url: str, html: str) -> bool:
    """Whether the columns of a pandas data frame can be those of an Arrow table: one of texts and bytes cannot."""
    from pandas.api.types import infer_dtype

    names = [name for name in (url, html) if list(frame.columns).count(name) == 1 and frame[name].dtype == object]
    return not any(infer_dtype(frame[name], skipna=True).startswith("mixed") for name in names)


def _supply_table(source: _pagekin.Source, pages: Any, url: str, html: str) -> None:
    if _kind(pages) == "polars" and hasattr(pages, "collect"):
        pages = pages.collect()  # a lazy frame
    if _kind(pages) == "pandas" and not (_has_pyarrow() and _has_one_kind(pages, url, html)):
        if html not in pages.columns:
            names = ", ".join(map(str, pages.columns)) or "none"
            raise InputError(f"the table has no column '{html}'; it has {names}")
        source.supply(lambda: _frame_pairs(pages, url, html), True, len(pages))
        return
    table = _only(pages, url, html)
    # A reader of record batches can be read once, everything else again and again.
    is_reader = hasattr(pages, "read_next_batch") or hasattr(pages, "read_next")
    source.supply_arrow(lambda: table, url, html, not is_reader)


def to_source(
    pages: Any,
    *,
    url: str = "url",
    html: str = "html",
    max_page_bytes: int = 10_000_000,
    all_status: bool = False,
    verify_digests: bool = False,
    strict: bool = False,
    html_encoding: str = "auto",
    listed_pages: bool = False,
    archives: Union[str, "os.PathLike[str]"] = "",
    paths: bool = True,
) -> _pagekin.Source:
    """What the library reads. `url` and `html` name columns, keys, attributes or fields of JSON. Without
    `paths` every string of a list is a page."""

    def make(inputs: list[str]) -> _pagekin.Source:
        return make_source(
            inputs, max_page_bytes=max_page_bytes, all_status=all_status, verify_digests=verify_digests, strict=strict, url=url,
            html=html, html_encoding=html_encoding, listed_pages=listed_pages, archives=archives,
        )  # fmt: skip

    if isinstance(pages, _pagekin.Source):
        return pages
    check_pages(pages)
    if isinstance(pages, (str, os.PathLike)):
        path = os.fspath(pages)
        if not isinstance(path, str):
            path = os.fsdecode(path)
        return make(checked_inputs([path]))
    if is_file_object(pages):
        return make([copied(pages)])
    if isinstance(pages, Sequence) and pages and _are_paths(pages, paths):
        return make(checked_inputs(pages))

    source = make([])
    if _is_column(pages):
        pages = list(pages)
    if (batches := _batches_of(pages, url, html)) is not None:
        source.supply_arrow(batches, url, html, True)
    elif _is_arrow(pages) or _kind(pages) in ("pandas", "polars"):
        _supply_table(source, pages, url, html)
    elif hasattr(pages, "fetch_arrow_reader") or hasattr(pages, "arrow"):  # a relation of DuckDB
        _supply_table(source, cast(Any, pages).arrow(), url, html)
    elif isinstance(pages, Mapping):
        items = cast("Mapping[object, object]", pages)
        source.supply(lambda: _pairs(items.items(), url, html), True, len(items))
    elif isinstance(pages, Sequence) or hasattr(pages, "__array__"):
        sequence = cast("Sequence[object]", pages)
        source.supply(lambda: _pairs(sequence, url, html), True, len(sequence))
    elif isinstance(pages, Iterable):
        iterator = iter(pages)
        source.supply(lambda: _pairs(iterator, url, html), False, 0)
    else:
        raise TypeError(f"expected pages, got {type(pages).__name__}")
    return source


def _are_paths(pages: Sequence[object], strings: bool = True) -> bool:
    """Whether a list names files: paths, or strings that are not pages."""
    if all(isinstance(page, os.PathLike) for page in pages):
        return True
    if not strings or not all(isinstance(page, (str, os.PathLike)) for page in pages):
        return False
    return not any(isinstance(page, str) and is_page_text(page) for page in pages)


def to_pairs(pages: Any, url: str = "url", html: str = "html", *, paths: bool = True) -> list[Pair]:
    """All pages in memory, for functions that need them at once."""
    return list(iter_pairs(pages, url, html, paths=paths))


def iter_pairs(pages: Any, url: str = "url", html: str = "html", *, paths: bool = True) -> Iterator[Pair]:
    """The pages one by one; of what is not in memory only a few are."""
    check_pages(pages)
    if isinstance(pages, (str, os.PathLike)) or is_file_object(pages) or (
        isinstance(pages, Sequence) and len(pages) > 0 and _are_paths(pages, paths)
    ):
        reader = _pagekin.PageReader(to_source(pages, url=url, html=html))
        return ((page.url, page.html) for page in reader)
    if _is_column(pages):
        pages = list(pages)
    if _kind(pages) == "pandas":
        return _frame_pairs(pages, url, html)
    if _kind(pages) == "polars" and hasattr(pages, "collect"):
        pages = pages.collect()
    if (batches := _batches_of(pages, url, html)) is not None:
        pages = batches()
    if _is_arrow(pages) or hasattr(pages, "fetch_arrow_reader"):
        return _table_pairs(pages, url, html)
    if isinstance(pages, Mapping):
        return _pairs(cast("Mapping[object, object]", pages).items(), url, html)
    return _pairs(pages, url, html)


_ROWS = 64  # of a table that are objects of Python at a time


def _table_pairs(pages: Any, url: str, html: str) -> Iterator[Pair]:
    """The rows of a table or a reader of batches."""
    is_frame = _kind(pages) == "polars"
    if not is_frame:
        pages = _reader_of(pages)
    names = list(pages.columns if is_frame else pages.schema.names)
    if html not in names:
        raise InputError(f"the table has no column '{html}'; it has {', '.join(names)}")
    wanted = [url, html] if url in names else [html]
    rows: Iterator[tuple[object, ...]] = pages.select(wanted).iter_rows() if is_frame else _reader_rows(pages, wanted)
    for number, row in enumerate(rows):
        yield _as_url(row[0]) if len(wanted) == 2 else None, _as_html(row[-1], number)


def _reader_of(pages: Any) -> Any:
    import pyarrow

    if hasattr(pages, "fetch_arrow_reader"):  # a relation of DuckDB
        pages = pages.arrow()
    if isinstance(pages, pyarrow.RecordBatchReader):
        return pages
    if not hasattr(pages, "__arrow_c_stream__"):  # a single batch
        pages = pyarrow.table(pages)
    return pyarrow.RecordBatchReader.from_stream(pages)


def _reader_rows(reader: Any, columns: Sequence[str]) -> Iterator[tuple[object, ...]]:
    for batch in reader:
        for begin in range(0, batch.num_rows, _ROWS):
            part = batch.slice(begin, _ROWS)
            yield from zip(*(part.column(name).to_pylist() for name in columns))
