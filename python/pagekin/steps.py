"""A clustering in steps that any programs on any machines can do, with files between them.

    run = Run.plan("/crawl/run", sorted(glob("/crawl/*.warc.gz")), buckets=64)
    run.features(17)        # of archive 17: any number of archives at a time, on any machine that sees the folder
    run.templates(5)        # of bucket 5, when all archives are done: any number of buckets at a time
    run.join()              # one process: joins the templates of different sites, and numbers all
    run.write("pages.tsv")  # the bytes that `pagekin cluster /crawl/*.warc.gz -o pages.tsv` writes

The same on the command line: ``python -m pagekin.steps plan /crawl/run /crawl/*.warc.gz``, and so on; ``--rank R --of N`` does every
Nth archive or bucket, for arrays of jobs.

A step that was done is not done again, unless the plan or its input has changed. A step that is killed leaves nothing behind that
others read. Steps refuse to begin before those that they need are done, and name what is missing. ``run.status()`` says what
is left to do. docs/steps.md has the folder's layout, costs and limits. Needs pyarrow.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

import numpy as np

from . import _pagekin
from ._catalogue import spec
from ._divided.batches import BatchWriter, known_of, read_batches, write_whole
from ._divided.extract import INCIDENT, PAGE, SITE, Settings, arrow_schema, read_parts
from ._divided.numbers import COLUMNS, Numbering, check_columns, number_sites
from ._divided.paths import expanded, is_remote
from ._divided.sites import BY_FEATURES, SiteSummary, Spot, learn_sites, read_summary
from ._errors import InputError, InputNotFoundError, NoPagesError, OptionError, PagekinError
from ._parts import Part

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Incident", "Run", "Status", "main"]

Path = Union[str, "os.PathLike[str]"]

_VERSION = 1
_USUAL = "page,template,variant,confidence,representative"
_MOST_HELD = 64_000_000  # bytes of features that wait for their bucket's batch


class Incident(NamedTuple):
    """A page that was skipped, or used only in part."""

    input: Optional[str]
    page: Optional[str]
    offset: Optional[int]
    reason: str
    is_skipped: bool
    detail: str


class Status(NamedTuple):
    """What is left to do."""

    archives: list[int]  #: without features
    buckets: list[int]  #: without templates
    is_joined: bool

    @property
    def is_done(self) -> bool:
        """Whether ``write`` can be called."""
        return self.is_joined and not self.archives and not self.buckets


def _digest(*parts: object) -> str:
    text = json.dumps(parts, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _origin_of(path: str) -> list[Any]:
    """What changes if a file changes."""
    if is_remote(path) or not os.path.isfile(path):
        return [path]
    found = os.stat(path)
    return [path, found.st_size, found.st_mtime_ns]


class Run:
    """A run in a folder. Open the same folder in every process."""

    def __init__(self, folder: Path) -> None:
        """Opens a run that ``Run.plan`` has begun."""
        self.folder = os.fspath(folder)
        path = os.path.join(self.folder, "plan.json")
        try:
            with open(path, "rb") as file:
                content = file.read()
        except FileNotFoundError:
            error = InputNotFoundError(f"{path} does not exist; Run.plan begins a run")
            error.filename = error.where = path
            raise error from None
        plan = json.loads(content)
        if plan.get("version") != _VERSION or plan.get("pagekin") != _pagekin.version():
            raise InputError(
                f"{path}: the run was begun by pagekin {plan.get('pagekin')}, this is {_pagekin.version()}; "
                "features are for one version only"
            )
        self.archives: list[str] = plan["archives"]  #: in input order
        self.buckets: int = plan["buckets"]
        self.method: str = plan["method"]
        self._digest = _digest(plan)
        self._settings = Settings(method=self.method, **plan["reading"], keep_input=True)

    @classmethod
    def plan(
        cls,
        folder: Path,
        archives: Union[Path, Iterable[Path]],
        *,
        buckets: int = 16,
        method: str = "auto",
        max_page_bytes: int = 10_000_000,
        all_status: bool = False,
        verify_digests: bool = False,
        strict: bool = False,
        url: str = "url",
        html: str = "html",
        html_encoding: str = "auto",
        page_seconds: float = 300.0,
        **options: object,
    ) -> Run:
        """Begins a run, or opens it if it was begun with the same arguments.

        `archives`: files and folders, in input order; a folder of archives counts as its files. `buckets`: sites are divided among
        them, and a process holds the features of one bucket. `method`: one that works site by site: auto, fingerprint, md5, mdh5.
        Other options are those of ``pagekin.cluster``; a page that takes longer than `page_seconds`, or that crashes native
        code, is left out and named in ``incidents``.
        """
        given = [archives] if isinstance(archives, (str, os.PathLike)) else list(archives)
        names = [name for path in given for name in expanded(os.fsdecode(os.fspath(path)))]
        if not names:
            raise InputError("no input was given")
        if buckets < 1:
            raise _wrong("buckets", f"expected a number above 0, got {buckets}")
        wanted = spec(method, options)
        name = wanted.partition(":")[0]
        _pagekin.PageExtractor(wanted)  # raises OptionError
        if name != "auto" and name not in BY_FEATURES:
            raise _wrong("method", f"'{name}' compares pages of all sites; in steps there are auto, {', '.join(BY_FEATURES)}")
        reading = dict(
            max_page_bytes=max_page_bytes, all_status=all_status, verify_digests=verify_digests, strict=strict,
            url_field=url, html_field=html, html_encoding=html_encoding, page_seconds=page_seconds,
        )  # fmt: skip
        plan = {
            "version": _VERSION,
            "pagekin": _pagekin.version(),
            "method": wanted,
            "buckets": buckets,
            "reading": reading,
            "archives": names,
        }
        root = os.fspath(folder)
        path = os.path.join(root, "plan.json")
        if os.path.exists(path):
            with open(path, "rb") as file:
                known = json.load(file)
            if known != plan:
                other = sorted(key for key in plan if known.get(key) != plan[key])
                raise InputError(f"{path} is of a run with other {', '.join(other)}; use another folder")
            return cls(root)
        for part in ("features", "templates"):
            os.makedirs(os.path.join(root, part), exist_ok=True)
        write_whole(path, json.dumps(plan, indent=1).encode())
        return cls(root)

    # -- what is there

    def _features(self, archive: int) -> str:
        return os.path.join(self.folder, "features", f"{archive:06}")

    def _templates(self, bucket: int) -> str:
        return os.path.join(self.folder, "templates", f"{bucket:06}")

    def _numbers(self) -> str:
        return os.path.join(self.folder, "numbers")

    def _known_features(self, archive: int) -> Optional[dict[str, Any]]:
        known = known_of(self._features(archive))
        if known is None or known["plan"] != self._digest or known["made_of"] != _origin_of(self.archives[archive]):
            return None
        return known

    def _all_features(self) -> list[dict[str, Any]]:
        found = [self._known_features(archive) for archive in range(len(self.archives))]
        missing = [archive for archive, known in enumerate(found) if known is None]
        if missing:
            raise PagekinError(f"features are missing of {_listed('archive', missing)}: features() comes first")
        return [known for known in found if known is not None]

    def _known_templates(self, bucket: int, made_of: str) -> Optional[dict[str, Any]]:
        known = known_of(self._templates(bucket))
        return known if known is not None and known["made_of"] == made_of else None

    def _all_templates(self, made_of: str) -> list[dict[str, Any]]:
        found = [self._known_templates(bucket, made_of) for bucket in range(self.buckets)]
        missing = [bucket for bucket, known in enumerate(found) if known is None]
        if missing:
            raise PagekinError(f"templates are missing of {_listed('bucket', missing)}: templates() comes first")
        return [known for known in found if known is not None]

    def _made_of(self, features: list[dict[str, Any]]) -> str:
        """What changes if any features change."""
        return _digest(self._digest, [known["batches"] for known in features])

    def status(self) -> Status:
        """What is left to do."""
        found = [self._known_features(archive) for archive in range(len(self.archives))]
        archives = [archive for archive, known in enumerate(found) if known is None]
        if archives:
            return Status(archives, list(range(self.buckets)), False)
        made_of = self._made_of([known for known in found if known is not None])
        buckets = [bucket for bucket in range(self.buckets) if self._known_templates(bucket, made_of) is None]
        return Status([], buckets, not buckets and self._known_numbers(made_of) is not None)

    # -- the steps

    def features(self, archive: int) -> int:
        """Extracts what the method needs of the pages of an archive. Returns how many pages it has."""
        import pyarrow as pa

        self._check("archive", archive, len(self.archives))
        known = self._known_features(archive)
        if known is not None:
            return int(known["pages"])
        path = self.archives[archive]
        made_of = _origin_of(path)
        settings = dataclasses.replace(self._settings, parts=(Part(path),))
        number = pa.RecordBatch.from_arrays([pa.array([0])], names=["part"])
        held: dict[int, list[pa.RecordBatch]] = {}
        size = pages = 0
        incidents: list[list[Any]] = []
        with BatchWriter(self._features(archive)) as writer:

            def flush() -> None:
                for bucket in sorted(held):
                    writer.add(bucket, _one_batch(held[bucket]))
                held.clear()

            for batch in read_parts(settings, [number]):
                kinds = batch.column("kind").to_numpy()
                for row in np.flatnonzero(kinds == INCIDENT).tolist():
                    saved = json.loads(batch.column("payload")[row].as_py())
                    place = [batch.column(name)[row].as_py() for name in ("input", "page", "offset")]
                    incidents.append([*place, saved["reason"], saved["skipped"], saved["detail"]])
                found = batch.filter(pa.array(kinds == PAGE))
                pages += found.num_rows
                size += found.nbytes
                bucket_of = _buckets(found.column("key").to_numpy(), self.buckets)
                for bucket in np.unique(bucket_of).tolist():
                    chosen = found.filter(pa.array(bucket_of == bucket))
                    held.setdefault(bucket, []).append(chosen)
                if size >= _MOST_HELD:
                    flush()
                    size = 0
            flush()
            writer.finish({"plan": self._digest, "made_of": made_of, "pages": pages, "incidents": incidents})
        return pages

    def templates(self, bucket: int) -> int:
        """Learns the templates of the sites of a bucket, from the features of all archives. Returns how many sites it has."""
        import pyarrow as pa

        self._check("bucket", bucket, self.buckets)
        all_known = self._all_features()
        made_of = self._made_of(all_known)
        known = self._known_templates(bucket, made_of)
        if known is not None:
            return int(known["sites"])
        schema = arrow_schema(False)
        batches: list[pa.RecordBatch] = []
        for archive, known_batches in enumerate(all_known):
            for batch in read_batches(self._features(archive), known_batches, bucket, schema):
                place = pa.array(np.full(batch.num_rows, archive, np.int64))
                batches.append(batch.set_column(batch.schema.get_field_index("first"), "first", place))
        table = pa.Table.from_batches(batches, schema) if batches else schema.empty_table()
        # One site after the other, in input order: archives follow each other, and so do the pages of each.
        order = np.argsort(table.column("key").to_numpy(), kind="stable")
        with BatchWriter(self._templates(bucket)) as writer:
            sites = 0
            pages: list[pa.RecordBatch] = []
            for batch in learn_sites(self.method, _in_order(table, order)):
                if batch.num_rows and batch.column("kind")[0].as_py() == SITE:
                    sites += batch.num_rows
                    for payload in batch.column("payload").to_pylist():
                        writer.add(-1, _summary_batch(read_summary(payload)))
                else:
                    pages.append(batch.select(_PAGE_COLUMNS))
            del table
            self._write_by_archive(writer, pages)
            writer.finish({"made_of": made_of, "sites": sites})
        return sites

    def _write_by_archive(self, writer: BatchWriter, pages: list[pa.RecordBatch]) -> None:
        import pyarrow as pa

        if not pages:
            return
        table = pa.Table.from_batches(pages)
        archives = table.column("first").to_numpy()
        order = np.lexsort((table.column("second").to_numpy(), archives))
        sorted_archives = archives[order]
        for archive in np.unique(archives).tolist():
            begin, end = np.searchsorted(sorted_archives, [archive, archive + 1])
            writer.add(archive, _one_batch(table.take(pa.array(order[begin:end])).to_batches()))

    def join(self, *, join_sites: bool = True) -> int:
        """Joins the templates of different sites and numbers all of them. Returns how many there are.

        Without `join_sites` each site has templates of its own, and the result is not that of one run; but then memory does not
        grow with what the templates have in common.
        """
        made_of = self._made_of(self._all_features())
        known = self._all_templates(made_of)
        before = self._known_numbers(made_of)
        if before is not None and before["join_sites"] == join_sites:
            return int(before["templates"])
        summaries = (
            _summary_of(batch)
            for bucket, known_batches in enumerate(known)
            for batch in read_batches(self._templates(bucket), known_batches, -1, _summary_schema())
        )
        numbers = number_sites(self.method, summaries, join_sites=join_sites)
        if numbers.pages == 0:
            few = [f"{one.page or one.input or 'a page'}: {one.reason}" for one in self.incidents()][:3]
            raise NoPagesError("no page could be used" + (f" ({'; '.join(few)})" if few else ""))
        with BatchWriter(self._numbers()) as writer:
            for group, name in enumerate(_NUMBER_ARRAYS):
                writer.add(group, _array_batch(getattr(numbers, name)))
            writer.finish(
                {"made_of": made_of, "join_sites": join_sites, "pages": numbers.pages, "templates": numbers.templates}
            )
        return numbers.templates

    def _known_numbers(self, made_of: str) -> Optional[dict[str, Any]]:
        known = known_of(self._numbers())
        return known if known is not None and known["made_of"] == made_of else None

    def _numbering(self, made_of: str) -> Numbering:
        known = self._known_numbers(made_of)
        if known is None:
            raise PagekinError("templates are not numbered yet: join() comes first")
        arrays = {
            name: next(read_batches(self._numbers(), known, group, _array_schema())).column(0).to_numpy()
            for group, name in enumerate(_NUMBER_ARRAYS)
        }
        return Numbering(**arrays, pages=known["pages"], templates=known["templates"])

    def write(
        self, path: Path, *, archives: Optional[Iterable[int]] = None, columns: Union[str, Sequence[str]] = _USUAL
    ) -> int:
        """Writes the table of pages, in input order: .tsv, .csv, .jsonl or .parquet, each also with .gz or .zst after it. Returns how
        many rows it has.

        `archives`: only of these, so that each job can write the table of its own archives. `columns`: those of ``pagekin cluster
        --columns`` but `name`, which needs the pages.
        """
        features = self._all_features()
        made_of = self._made_of(features)
        templates = self._all_templates(made_of)
        numbers = self._numbering(made_of)
        wanted = list(check_columns(columns, COLUMNS))
        chosen = range(len(self.archives)) if archives is None else list(archives)
        for archive in chosen:
            self._check("archive", archive, len(self.archives))
        writer = _pagekin.PageRowWriter(os.fspath(path), wanted)
        rows = 0
        for archive in chosen:
            found = 0
            for batch in self._pages_of(archive, templates):
                _add_rows(writer, numbers, batch)
                found += batch.num_rows
            if found != features[archive]["pages"]:
                raise PagekinError(
                    f"archive {archive} ({self.archives[archive]}) has {features[archive]['pages']} pages, "
                    f"{found} have a template"
                )
            rows += found
        writer.finish()
        return rows

    def _pages_of(self, archive: int, templates: list[dict[str, Any]]) -> Iterator[pa.RecordBatch]:
        """The pages of an archive with what was learned of them, in input order."""
        import pyarrow as pa

        batches = [
            batch
            for bucket, known in enumerate(templates)
            for batch in read_batches(self._templates(bucket), known, archive, _page_schema())
        ]
        if batches:
            table = pa.Table.from_batches(batches)
            order = np.argsort(table.column("second").to_numpy(), kind="stable")
            for begin in range(0, len(order), 10_000):
                yield _one_batch(table.take(pa.array(order[begin : begin + 10_000])).to_batches())

    def incidents(self) -> Iterator[Incident]:
        """Pages that were skipped, or used only in part, of the archives that are done."""
        for archive in range(len(self.archives)):
            known = self._known_features(archive)
            for one in known["incidents"] if known is not None else ():
                yield Incident(*one)

    def _check(self, what: str, number: int, count: int) -> None:
        if not 0 <= number < count:
            raise _wrong(what, f"expected a number from 0 to {count - 1}, got {number}")

    def __repr__(self) -> str:
        return f"Run({self.folder!r}, {len(self.archives):,} archives, {self.buckets} buckets)"


def _wrong(option: str, text: str) -> OptionError:
    error = OptionError(f"{option}: {text}")
    error.option = option
    return error


def _listed(what: str, numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:10]))
    more = f" and {len(numbers) - 10:,} more" if len(numbers) > 10 else ""
    return f"{what}{'s' if len(numbers) > 1 else ''} {shown}{more}"


def _buckets(keys: Any, count: int) -> Any:
    """By site: its bucket. The number of a site is a hash, so buckets get about as many sites each."""
    return (keys.view(np.uint64) % np.uint64(count)).astype(np.int64)


def _one_batch(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    import pyarrow as pa

    return pa.Table.from_batches(batches).combine_chunks().to_batches()[0]


def _in_order(table: pa.Table, order: Any) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    for begin in range(0, len(order), 2000):
        yield from table.take(pa.array(order[begin : begin + 2000])).to_batches()


# -- what the files have

_PAGE_COLUMNS = ["key", "first", "second", "page", "input", "offset", "number", "variant", "confidence"]
_NUMBER_ARRAYS = ("keys", "variant_begin", "page_begin", "template", "variant", "representatives")


def _page_schema() -> pa.Schema:
    import pyarrow as pa

    return pa.schema(
        [("key", pa.int64()), ("first", pa.int64()), ("second", pa.int64()), ("page", pa.string()), ("input", pa.string()),
         ("offset", pa.int64()), ("number", pa.int64()), ("variant", pa.int32()), ("confidence", pa.float32())]
    )  # fmt: skip


def _array_schema() -> pa.Schema:
    import pyarrow as pa

    return pa.schema([("value", pa.int64())])


def _array_batch(values: Any) -> pa.RecordBatch:
    import pyarrow as pa

    return pa.RecordBatch.from_arrays([pa.array(values, pa.int64())], schema=_array_schema())


def _summary_schema() -> pa.Schema:
    """One row a site; lists are by variant or by template, as ``SiteSummary`` has them."""
    import pyarrow as pa

    spot = pa.struct([("confidence", pa.float64()), ("first", pa.int64()), ("second", pa.int64()), ("number", pa.int64())])
    place = pa.struct([("first", pa.int64()), ("second", pa.int64())])
    numbers = pa.list_(pa.int64())
    return pa.schema(
        [("key", pa.int64()), ("pages", pa.int64()), ("template_of", numbers), ("counts", numbers), ("firsts", pa.list_(place)),
         ("bests", pa.list_(spot)), ("cores", pa.list_(pa.large_binary())), ("tops", pa.list_(pa.list_(spot)))]
    )  # fmt: skip


def _summary_batch(site: SiteSummary) -> pa.RecordBatch:
    import pyarrow as pa

    row = {
        **site._asdict(),
        "firsts": [{"first": first, "second": second} for first, second in site.firsts],
        "bests": [spot._asdict() for spot in site.bests],
        "tops": [[spot._asdict() for spot in few] for few in site.tops],
    }
    return pa.RecordBatch.from_pylist([row], _summary_schema())


def _summary_of(batch: pa.RecordBatch) -> SiteSummary:
    (row,) = batch.to_pylist()
    return SiteSummary(
        row["key"],
        row["pages"],
        row["template_of"],
        row["counts"],
        [(place["first"], place["second"]) for place in row["firsts"]],
        [Spot(**spot) for spot in row["bests"]],
        row["cores"],
        [[Spot(**spot) for spot in few] for few in row["tops"]],
    )


def _add_rows(writer: _pagekin.PageRowWriter, numbers: Numbering, batch: pa.RecordBatch) -> None:
    site = np.searchsorted(numbers.keys, batch.column("key").to_numpy())
    variant = numbers.variant_begin[site] + batch.column("variant").to_numpy()
    page = numbers.page_begin[site] + batch.column("number").to_numpy()
    confidence = batch.column("confidence")
    has_confidence = confidence.null_count == 0
    writer.add(
        batch.column("page").to_pylist(),
        np.ascontiguousarray(numbers.template[variant], np.uint64),
        np.ascontiguousarray(numbers.variant[variant], np.uint64),
        np.ascontiguousarray(confidence.to_numpy(zero_copy_only=False), np.float32) if has_confidence else None,
        np.ascontiguousarray(numbers.is_representative(page), np.uint8),
        batch.column("input").to_pylist(),
        np.ascontiguousarray(batch.column("offset").to_numpy(), np.uint64),
    )


# -- the command line


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m pagekin.steps",
        description="A clustering in steps, with files between them; the result is that of `pagekin cluster`.",
        epilog="Exit status: 0 done, 1 a step failed, 2 wrong arguments, 3 status: something is left to do.",
    )
    steps = parser.add_subparsers(dest="step", required=True, metavar="STEP")

    def add(name: str, text: str) -> argparse.ArgumentParser:
        step = steps.add_parser(name, help=text, description=text)
        step.add_argument("folder", metavar="FOLDER", help="of the run")
        return step

    plan = add("plan", "begin a run, or check that it was begun with the same arguments")
    plan.add_argument("archives", nargs="+", metavar="ARCHIVE", help="files and folders, in input order")
    plan.add_argument("--buckets", type=int, default=16, help="a process holds the features of one (16)")
    plan.add_argument("--method", default="auto", help="auto, fingerprint, md5 or mdh5, with options as in pagekin cluster")
    plan.add_argument("--max-page-bytes", type=int, default=10_000_000, help="longer pages are cut")
    plan.add_argument("--all-status", action="store_true", help="also pages whose HTTP status is not 200")
    plan.add_argument("--verify-digests", action="store_true", help="skip records whose digest is wrong")
    plan.add_argument("--strict", action="store_true", help="the first unreadable page ends a step")
    plan.add_argument("--url-field", dest="url", default="url", help="of JSON lines and tables")
    plan.add_argument("--html-field", dest="html", default="html", help="of JSON lines and tables")
    plan.add_argument("--html-encoding", default="auto", help="of documents in JSON lines and tables")
    plan.add_argument("--page-seconds", type=float, default=300, help="a page that takes longer is left out")
    for name, what in (("features", "archives"), ("templates", "buckets")):
        step = add(name, f"of {what}; one that is done is not done again")
        step.add_argument("numbers", nargs="*", type=int, metavar="NUMBER", help=f"{what}, from 0; without any, all")
        step.add_argument("--rank", type=int, default=0, help="with --of: this job's number, from 0")
        step.add_argument("--of", type=int, default=1, help="how many jobs divide the work")
    join = add("join", "join the templates of different sites, and number all; one process")
    join.add_argument("--no-join-sites", action="store_true", help="each site has templates of its own")
    write = add("write", "write the table of pages, in input order")
    write.add_argument("-o", "--output", required=True, metavar="FILE", help=".tsv, .csv, .jsonl or .parquet, also with .gz or .zst")
    write.add_argument("--columns", default=_USUAL, help=f"with commas between them ({_USUAL})")
    write.add_argument("--archives", nargs="+", type=int, metavar="NUMBER", help="only of these")
    add("status", "say what is left to do")
    add("incidents", "pages that were skipped or cut, as JSON lines")
    return parser


def _do(given: argparse.Namespace) -> int:
    if given.step == "plan":
        options = {name: value for name, value in vars(given).items() if name not in ("step", "folder", "archives")}
        run = Run.plan(given.folder, given.archives, **options)
        print(f"{len(run.archives)} archives, {run.buckets} buckets")
        return 0
    run = Run(given.folder)
    if given.step in ("features", "templates"):
        is_features = given.step == "features"
        if not 0 <= given.rank < given.of:
            raise _wrong("rank", f"expected a number from 0 to {given.of - 1}, got {given.rank}")
        everything = range(len(run.archives) if is_features else run.buckets)
        for number in (given.numbers or everything)[given.rank :: given.of]:
            count = (run.features if is_features else run.templates)(number)
            print(f"{'archive' if is_features else 'bucket'} {number}: {count} {'pages' if is_features else 'sites'}", flush=True)
    elif given.step == "join":
        print(f"{run.join(join_sites=not given.no_join_sites)} templates")
    elif given.step == "write":
        print(f"{run.write(given.output, archives=given.archives, columns=given.columns)} pages")
    elif given.step == "incidents":
        for incident in run.incidents():
            print(json.dumps(incident._asdict(), ensure_ascii=False))
    else:
        status = run.status()
        print(f"archives without features: {len(status.archives)} of {len(run.archives)}")
        print(f"buckets without templates: {len(status.buckets)} of {run.buckets}")
        print(f"joined and numbered: {'yes' if status.is_joined else 'no'}")
        return 0 if status.is_done else 3
    return 0


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command line."""
    given = _arguments().parse_args(arguments)
    try:
        return _do(given)
    except PagekinError as error:
        print(f"pagekin.steps: {given.step}: {error}", file=sys.stderr)
        return 2 if isinstance(error, OptionError) else 1


if __name__ == "__main__":
    sys.exit(main())
