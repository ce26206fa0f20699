"""Data of pages without labels: one table a template, one column for each place that varies."""

from __future__ import annotations

import copy
import datetime
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _pagekin
from ._errors import OptionError
from ._learn import FieldHealth, parse_health
from ._options import collect, names_of, suggest, thread_count, with_options
from ._pages import checked_inputs
from ._progress import Progress, Watched
from ._records import LineReader, Record, check_types, frame_of, to_record
from ._spool import Again
from ._templates_of import Clusters, TemplatesOf
from ._types import Path

if TYPE_CHECKING:
    import pandas
    import pyarrow

TemplateKey = Union[int, str]
_LEFT_OUT = 40  # bytes of a line that says how many columns or templates are left out
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_BATCH = 4096  # rows of a batch of Arrow


@dataclass(frozen=True)
class Column:
    """A column of a table: a place at which the pages of a template differ."""

    name: str
    type: str  #: text, number, money, date, url, image, phone, email
    source: str  #: text, href, src, alt, datetime, content, meta, json-ld, cell
    place: str  #: "div.info > table > tr > td"
    label: str  #: the text before its values; may be empty
    group: str  #: the records that it belongs to; empty: none
    is_list: bool  #: a page may have several values
    fill: float  #: share of pages with a value
    examples: tuple[str, ...]


class Schema:
    """The tables of templates and how their columns are found: what ``extract`` has learned, for other runs.

    ``rename`` gives columns other names, ``summary`` shows the columns to a person or a model, ``save`` and ``open``
    keep it. It can be pickled.
    """

    def __init__(self, data: bytes) -> None:
        self._bytes = data
        self._parsed: Optional[dict[str, Any]] = None

    @classmethod
    def open(cls, path: Path) -> Schema:
        """Opens what ``save`` or ``pagekin extract --save-schema`` wrote."""
        (name,) = checked_inputs([path])
        with open(name, "rb") as file:
            schema = cls(file.read())
        try:
            schema._data
        except OptionError as error:
            raise OptionError(f"{name}: {error}") from None
        return schema

    def save(self, path: Path) -> None:
        """Writes it to a file, whole or not at all; unless it was changed, the bytes of ``pagekin extract --save-schema``."""
        _pagekin.write_file(os.fspath(path), self._bytes)

    def __bytes__(self) -> bytes:
        return self._bytes

    @property
    def _data(self) -> dict[str, Any]:
        if self._parsed is None:
            try:
                parsed = json.loads(self._bytes)
            except ValueError as error:
                raise OptionError(f"this is not a schema: {error}") from None
            if not isinstance(parsed, dict) or "pagekin_schema" not in parsed:
                raise OptionError("this is not a schema")
            self._parsed = parsed
        return self._parsed

    @property
    def templates(self) -> dict[TemplateKey, list[str]]:
        """The names of the columns, by template."""
        return {_key(one["template"]): [column["name"] for column in one["columns"]] for one in self._data["templates"]}

    def rename(self, names: Mapping[Any, Any], template: Optional[TemplateKey] = None) -> Schema:
        """A schema with other names: ``{"old": "new"}`` for all templates or for `template`, or
        ``{template: {"old": "new"}}``. Raises for a name that no template has, and for one that two columns would have."""
        by_template: dict[Optional[TemplateKey], Mapping[str, str]]
        if names and all(isinstance(value, Mapping) for value in names.values()):
            by_template = dict(names)
        else:
            by_template = {template: names}
        data = copy.deepcopy(self._data)
        known = [_key(one["template"]) for one in data["templates"]]
        for wanted, changes in by_template.items():
            if wanted is not None and wanted not in known:
                raise OptionError(f"there is no template {wanted!r}; there are {', '.join(map(str, known))}")
            used: set[str] = set()
            for new in changes.values():
                if not isinstance(new, str) or not new.strip():
                    raise OptionError(f"expected the name of a column, got {new!r}")
            for one in data["templates"]:
                if wanted is not None and _key(one["template"]) != wanted:
                    continue
                for column in one["columns"]:
                    if column["name"] in changes:
                        used.add(column["name"])
                        column["name"] = changes[column["name"]]
                all_names = [column["name"] for column in one["columns"]]
                twice = sorted({name for name in all_names if all_names.count(name) > 1})
                if twice:
                    raise OptionError(f"template {one['template']} would have two columns '{twice[0]}'")
            missing = [name for name in changes if name not in used]
            if missing:
                have = [column["name"] for one in data["templates"] for column in one["columns"]]
                raise OptionError(f"there is no column {missing[0]!r}{suggest(str(missing[0]), have)}")
        return Schema(json.dumps(data, ensure_ascii=False, indent=1).encode())

    def summary(self, max_bytes: int = 24_000) -> str:
        """The columns in a form that a model can read: JSON lines, first each template, then name, type, fill, three
        examples and the text near each of its columns. It has at most `max_bytes`: columns with few values are left out first, and the smallest
        templates where even the names of all take more than half; it says how many are left out."""
        return summarise(self._data["templates"], max_bytes)

    def __reduce__(self) -> Any:
        return type(self), (self._bytes,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Schema) and self._data == other._data

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __repr__(self) -> str:
        templates = self._data["templates"]
        return f"Schema({len(templates)} templates, {sum(len(one['columns']) for one in templates)} columns)"


def _key(text: Any) -> TemplateKey:
    if isinstance(text, int):
        return text
    shown = str(text)
    return int(shown) if shown.isdigit() and not shown.startswith("0") else shown


def _short(text: str, length: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= length else text[: length - 3] + "..."


def column_line(column: Mapping[str, Any], length: int = 60) -> dict[str, Any]:
    """What a model needs to know of a column."""
    line: dict[str, Any] = {"name": column["name"], "type": column["type"], "fill": round(float(column["fill"]), 2)}
    if column.get("list") or column.get("is_list"):
        line["list"] = True
    if column.get("group"):
        line["group"] = column["group"]
    if column.get("label"):
        line["label"] = _short(column["label"], length)
    line["examples"] = [_short(text, length) for text in list(column.get("examples", ()))[:3]]
    return line


def summarise(templates: Sequence[Mapping[str, Any]], max_bytes: int) -> str:
    """Templates and their columns as JSON lines of at most `max_bytes`."""
    heads: list[str] = []
    lines: list[tuple[float, int, int, str]] = []  # fill, template, column, text
    room = max_bytes - _LEFT_OUT
    for t, one in enumerate(templates):
        head = json.dumps({"template": one["template"], "name": _short(one["name"], 80), "pages": one["pages"]}, ensure_ascii=False)
        size = len(head.encode()) + 1 + _LEFT_OUT
        if room - size < max_bytes // 2 and not (t == 0 and room >= size):
            break
        room -= size
        heads.append(head)
        for c, column in enumerate(one["columns"]):
            lines.append((float(column["fill"]), t, c, json.dumps(column_line(column), ensure_ascii=False)))
    kept: set[tuple[int, int]] = set()
    # Each template gets its fullest column first, then its next, so that each has one.
    ranks: dict[int, int] = {}
    order = []
    for fill, t, c, text in sorted(lines, key=lambda line: (-line[0], line[1], line[2])):
        order.append((ranks.get(t, 0), -fill, t, c, text))
        ranks[t] = ranks.get(t, 0) + 1
    for _, _, t, c, text in sorted(order):
        size = len(text.encode()) + 1
        if size > room:
            continue
        room -= size
        kept.add((t, c))
    out: list[str] = []
    for t, head in enumerate(heads):
        out.append(head)
        own = [(c, text) for _, number, c, text in lines if number == t]
        out += [text for c, text in own if (t, c) in kept]
        left = sum((t, c) not in kept for c, _ in own)
        if left:
            out.append(json.dumps({"columns_left_out": left}))
    if len(heads) < len(templates):
        out.append(json.dumps({"templates_left_out": len(templates) - len(heads)}))
    return "\n".join(out) + "\n"


class RecordTable:
    """The records of one template. Iterating reads the pages again, in bounded memory."""

    def __init__(self, all_tables: Extracted, described: Mapping[str, Any]) -> None:
        self._all = all_tables
        self.template: TemplateKey = described["template"]  #: the id
        self.name: str = described["name"]  #: for people
        self.pages: int = described["pages"]
        self.columns: list[Column] = [
            Column(**{**column, "examples": tuple(column["examples"])}) for column in described["columns"]
        ]

    def __iter__(self) -> Iterator[Record]:
        return (record for record in self._all if record.template == self.template)

    def to_dicts(self) -> list[Record]:
        """All records, in memory."""
        return list(self)

    def to_arrow(self) -> pyarrow.Table:
        """As a table of pyarrow: texts, lists of texts, and lists of structs for repeated parts."""
        return self._all.to_arrow()[self.template]

    def to_pandas(self) -> pandas.DataFrame:
        """As a data frame of pandas."""
        return frame_of([dict(record) for record in self])

    def _arrow_schema(self) -> pyarrow.Schema:
        import pyarrow

        texts = pyarrow.string()
        fields = [
            ("page", texts),
            ("template", pyarrow.int64() if isinstance(self.template, int) else texts),
            ("confidence", pyarrow.float64()),
        ]
        groups: dict[str, list[str]] = {}
        for column in self.columns:
            if column.group:
                groups.setdefault(column.group, []).append(column.name)
        for column in self.columns:
            if not column.group:
                fields.append((column.name, pyarrow.list_(texts) if column.is_list else texts))
            elif len(groups[column.group]) == 1:
                fields.append((column.name, pyarrow.list_(texts)))
        for group, names in groups.items():
            if len(names) > 1:
                fields.append((group, pyarrow.list_(pyarrow.struct([(name, texts) for name in names]))))
        return pyarrow.schema(fields)

    def __repr__(self) -> str:
        return f"RecordTable({self.template!r}, {self.name!r}, {self.pages:,} pages, {len(self.columns)} columns)"


def _date(value: object) -> Optional[datetime.date]:
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        return None
    try:
        return datetime.date.fromisoformat(value)
    except ValueError:
        return None


def _typed_table(rows: list[dict[str, Any]], schema: pyarrow.Schema) -> pyarrow.Table:
    """Records with values as a table. The library has made the values: a text among them does not have the form of its column, and is null, as in
    Parquet files."""
    import pyarrow

    arrays: dict[str, pyarrow.Array] = {}
    for place in schema:
        values: list[Any] = [row.get(place.name) for row in rows]
        kind = place.type
        if kind == pyarrow.string() and place.name not in ("page", "template"):
            given = {type(value) for value in values}
            dates: list[Any] = [_date(value) for value in values]
            if given & {int, float}:
                kind = pyarrow.float64()
                values = [None if isinstance(value, str) else value for value in values]
            elif bool in given:
                kind = pyarrow.bool_()
                values = [None if isinstance(value, str) else value for value in values]
            elif any(dates):
                kind = pyarrow.date32()
                values = dates
        arrays[place.name] = pyarrow.array(values, kind)
        if any(place.name + "_text" in row for row in rows) and place.name + "_text" not in schema.names:
            arrays[place.name + "_text"] = pyarrow.array([row.get(place.name + "_text") for row in rows], pyarrow.string())
    return pyarrow.table(arrays)


class Extracted:
    """Tables by template. Iterating gives the records of all pages in their order; each iteration reads the pages
    again, in bounded memory."""

    def __init__(self, native: _pagekin.Extraction, pages: Again, types: str, threads: int, progress: Progress) -> None:
        self._native, self._pages, self._types, self._threads, self._progress = native, pages, types, threads, progress
        self.tables: list[RecordTable] = [RecordTable(self, table) for table in native.tables()]  #: the largest first
        self.incidents: list[_pagekin.Incident] = native.incidents  #: pages that were skipped or cut, with reasons
        self._schema: Optional[Schema] = None
        self._health: Optional[list[FieldHealth]] = None
        self._misfits: Optional[str] = None

    @property
    def schema(self) -> Schema:
        """What was learned of the columns."""
        if self._schema is None:
            self._schema = Schema(self._native.schema())
        return self._schema

    def records(self) -> LineReader:
        """An iterator of the records of all pages, with ``counts`` at its end."""
        return LineReader(lambda watched: self._native.stream(self._pages.source(), self._threads, watched, self._types), to_record, self._progress)

    def __iter__(self) -> Iterator[Record]:
        return self.records()

    def __len__(self) -> int:
        return len(self.tables)

    def __getitem__(self, template: TemplateKey) -> RecordTable:
        """The table of a template, by its id or name."""
        for table in self.tables:
            if template in (table.template, table.name) or str(template) == str(table.template):
                return table
        raise KeyError(f"no table of template {template!r}; there are {', '.join(str(t.template) for t in self.tables)}")

    @property
    def health(self) -> list[FieldHealth]:
        """With a schema of an earlier run, or an index: how its columns are found now and were then. Reads the pages."""
        if self._health is None:
            self._health = parse_health(self.records().drain().health)
        return self._health

    def to_arrow(self) -> dict[TemplateKey, pyarrow.Table]:
        """All tables, by template, as tables of pyarrow. With values (`types` of ``extract``) their columns have types."""
        import pyarrow

        if self._types in ("values", "both"):
            found: dict[TemplateKey, list[dict[str, Any]]] = {table.template: [] for table in self.tables}
            for record in self:
                found[record.template].append(record)
            return {table.template: _typed_table(found[table.template], table._arrow_schema()) for table in self.tables}
        schemas = {table.template: table._arrow_schema() for table in self.tables}
        waiting: dict[TemplateKey, list[dict[str, Any]]] = {table.template: [] for table in self.tables}
        batches: dict[TemplateKey, list[pyarrow.RecordBatch]] = {table.template: [] for table in self.tables}

        def put(template: TemplateKey) -> None:
            batches[template].append(pyarrow.RecordBatch.from_pylist(waiting[template], schemas[template]))
            waiting[template] = []

        for record in self:
            rows = waiting[record.template]
            rows.append(record)
            if len(rows) == _BATCH:
                put(record.template)
        for template in list(waiting):
            put(template)
        return {template: pyarrow.Table.from_batches(parts, schemas[template]) for template, parts in batches.items()}

    def to_pandas(self) -> dict[TemplateKey, pandas.DataFrame]:
        """All tables, by template, as data frames of pandas."""
        rows: dict[TemplateKey, list[dict[str, Any]]] = {table.template: [] for table in self.tables}
        for record in self:
            rows[record.template].append(dict(record))
        return {template: frame_of(found) for template, found in rows.items()}

    def write(self, path: Path) -> None:
        """Writes the tables: the files of ``pagekin extract -o``, byte for byte. JSON lines have all templates in one
        file; .csv, .tsv and .parquet have one a template, and ``{template}`` in the name stands for its id."""
        with Watched(self._progress) as watched:
            end = self._native.write(self._pages.source(), os.fspath(path), self._threads, watched, self._types)
        self._health = parse_health(end.health)
        self._misfits = end.misfits

    def __reduce__(self) -> Any:
        raise TypeError("tables are not pickled, because they read their pages; pickle `schema`, and give it to extract() with the pages")

    @property
    def misfits(self) -> str:
        """With types of values: how many texts do not have the form of their column, and which; empty: all fit. Reads the pages, unless ``write`` did."""
        if self._misfits is None:
            self._misfits = self.records().drain().misfits
        return self._misfits

    def __repr__(self) -> str:
        return f"Extracted({len(self.tables)} tables, {sum(table.pages for table in self.tables):,} pages)"


@with_options("extract")
def extract(
    pages: Any,
    *,
    schema: Union[None, Schema, Path] = None,
    clusters: Clusters = None,
    model: Optional[Path] = None,
    method: str = "auto",
    measure: str = "",
    template: Any = (),
    columns: Any = (),
    types: str = "auto",
    # options of extract
    min_fill: float = 0.1,
    max_columns: int = 80,
    # end of options
    url: str = "url",
    html: str = "html",
    threads: int = 0,
    progress: Progress = None,
    **reading: Any,
) -> Extracted:
    """Turns pages into tables without labels: one a template, one column for each place at which its pages differ.

    `pages`: anything that ``pagekin.cluster`` takes; an iterator is written to a temporary file, because the pages are
    read more than once. `schema`: the columns of an earlier run, so that they are the same again. The templates come from
    a clustering by `method`, or from `clusters` (a ``ClusterResult`` or the path of its table), or from `model` (an index
    or a model). `template` and `columns` choose some, by id or name. `types`: with values, columns whose texts are numbers, money, dates, or yes and no
    have values of these types, and a text of another form has no value (``misfits`` counts them); texts: as the page has them; both: the texts in NAME_text;
    auto: values in Parquet files, texts elsewhere. For learned fields see ``pagekin.learn``.
    """
    threads = thread_count(threads)
    check_types(types)
    again = Again(pages, url=url, html=html, **reading)
    given = b""
    if isinstance(schema, Schema):
        given = bytes(schema)
    elif schema is not None:
        given = bytes(Schema.open(schema))
    with TemplatesOf(clusters, model, method, measure) as templates, Watched(progress) as watched:
        native = _pagekin.extract(
            again.source(), templates, names_of(template), names_of(columns), given, collect("extract", locals(), columns=None), threads, watched
        )
    return Extracted(native, again, types, threads, progress)
