#!/usr/bin/env python3
"""Reads our tables with pyarrow and DuckDB and compares them with each other.

Usage: check_parquet.py PROGRAM INPUT... (see requirements.txt)

- `cluster` and `classify` write the same run as JSON lines and as Parquet, with all columns, plain
  and compressed. pyarrow and DuckDB must find in Parquet the types that docs/formats.md tells and
  the values of the JSON lines.
- 100,500 tiny pages make two row groups, several pages each, and texts that are in a dictionary and
  texts that are not.
- DuckDB joins pages and templates by the template id.
- TSV and CSV are read by DuckDB, also compressed.
- `extract` gives columns of numbers, dates, and yes or no these types; DuckDB computes with them.

Ends with status 77 where one of the two is not installed.
"""
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import duckdb
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as missing:
    print(f"{missing.name} is not installed: Parquet files are not checked (see make parquet)")
    sys.exit(77)

program, inputs = sys.argv[1], [os.path.abspath(path) for path in sys.argv[2:]]
checks = 0

PAGE_TYPES = {"page": pa.string(), "template": pa.int64(), "variant": pa.int64(),
              "confidence": pa.float64(), "representative": pa.bool_(), "name": pa.string(),
              "cluster": pa.int64(), "host": pa.string(), "url_shape": pa.string(),
              "input": pa.string(), "offset": pa.int64()}
TEMPLATE_TYPES = {"template": pa.int64(), "name": pa.string(), "pages": pa.int64(),
                  "share": pa.float64(), "variants": pa.int64(), "hosts": pa.list_(pa.string()),
                  "url_shape": pa.string(), "exemplar": pa.string(),
                  "representatives": pa.list_(pa.string()), "marks": pa.list_(pa.string()),
                  "confidence": pa.float64()}
CLASS_TYPES = {"page": pa.string(), "template": pa.int64(), "score": pa.float64(),
               "name": pa.string()}


def expect(holds, what):
    global checks
    checks += 1
    if not holds:
        sys.exit(f"FAILED: {what}")


def pagekin(*arguments):
    subprocess.run([program, *map(str, arguments), "-q"], check=True)


def rounded(value):
    """JSON lines have 6 decimals, Parquet has all."""
    return round(value, 6) if isinstance(value, float) else value


def rows_of(table):
    return [{name: rounded(value) for name, value in row.items()} for row in table]


def compare(parquet, jsonl, types, what):
    lines = rows_of(json.loads(line) for line in jsonl.read_text().splitlines())
    table = pq.read_table(parquet)
    expect(table.schema.names == list(types), f"{what}: columns {table.schema.names}")
    for field in table.schema:
        # The name of the values inside a list is free.
        same = (field.type.value_type == types[field.name].value_type
                if pa.types.is_list(types[field.name]) and pa.types.is_list(field.type)
                else field.type == types[field.name])
        expect(same, f"{what}: {field.name} is {field.type}")
    table.validate(full=True)
    expect(rows_of(table.to_pylist()) == lines, f"{what}: pyarrow finds other rows")
    with duckdb.connect() as database:
        found = database.execute(f"SELECT * FROM read_parquet('{parquet}')")
        names = [column[0] for column in found.description]
        rows = [dict(zip(names, row)) for row in found.fetchall()]
    expect(rows_of(rows) == lines, f"{what}: DuckDB finds other rows")
    return table, lines


def check_run(folder, source, what, group_count=1):
    columns = ",".join(PAGE_TYPES)
    index = folder / "index"
    for ending in ("jsonl", "parquet"):
        index.unlink(missing_ok=True)
        pagekin("cluster", source, "-o", folder / f"pages.{ending}", "--columns", columns,
                "--templates", folder / f"templates.{ending}", "--index", index)
        pagekin("classify", source, "--model", index, "--columns", ",".join(CLASS_TYPES),
                "-o", folder / f"classes.{ending}")
    compare(folder / "pages.parquet", folder / "pages.jsonl", PAGE_TYPES, f"{what}, pages")
    compare(folder / "templates.parquet", folder / "templates.jsonl", TEMPLATE_TYPES,
            f"{what}, templates")
    compare(folder / "classes.parquet", folder / "classes.jsonl", CLASS_TYPES, f"{what}, classes")
    file = pq.ParquetFile(folder / "pages.parquet")
    expect(file.metadata.num_row_groups == group_count, f"{what}: row groups")
    expect(file.metadata.row_group(0).column(0).compression == "ZSTD", f"{what}: compression")
    with duckdb.connect() as database:
        unequal = database.execute(f"""
            SELECT count(*) FROM (
              SELECT template, count(*) AS n FROM '{folder}/pages.parquet' GROUP BY template) a
            FULL JOIN '{folder}/templates.parquet' b USING (template)
            WHERE a.n IS DISTINCT FROM b.pages""").fetchone()[0]
        expect(unequal == 0, f"{what}: pages of templates")
        others = database.execute(f"""
            SELECT count(*) FROM '{folder}/pages.parquet' p
            JOIN '{folder}/classes.parquet' c USING (page)
            WHERE p.template <> c.template OR p.name <> c.name""").fetchone()[0]
        expect(others == 0, f"{what}: classify and cluster give one id")


def check_texts(folder, source):
    pagekin("cluster", source, "-o", folder / "plain.jsonl")
    expected = [json.loads(line) for line in (folder / "plain.jsonl").read_text().splitlines()]
    for ending in ("tsv", "csv", "jsonl", "tsv.gz", "csv.zst", "jsonl.gz", "jsonl.zst"):
        path = folder / f"table.{ending}"
        pagekin("cluster", source, "-o", path)
        with duckdb.connect() as database:
            how = "read_json" if "jsonl" in ending else "read_csv"
            more = (", delim='\t', header=true, quote='', escape=''" if "tsv" in ending else
                    ", format='newline_delimited'" if "jsonl" in ending else ", header=true")
            found = database.execute(f"SELECT * FROM {how}('{path}'{more})")
            names = [column[0] for column in found.description]
            rows = [dict(zip(names, row)) for row in found.fetchall()]
        expect(rows_of(rows) == rows_of(expected), f"{ending}: DuckDB finds other rows")
    pagekin("cluster", source, "-o", folder / "table.parquet")
    pagekin("cluster", source, "-o", folder / "table.parquet.gz")
    expect(gzip.decompress((folder / "table.parquet.gz").read_bytes()) ==
           (folder / "table.parquet").read_bytes(), "a compressed Parquet file is the file")


def check_values(folder):
    """Columns of `extract`; the price of the sixth page is in another currency."""
    pages = folder / "houses.jsonl"
    with pages.open("w") as file:
        for i in range(1, 9):
            price = "\u20ac 7" if i == 6 else f"${1000 * i:,}.50"
            facts = {"Price": price, "Bedrooms": i + 2, "Code": f"00{741 * i}", "Built": f"{13 + i}/11/2010",
                     "Garden": "yes" if i % 2 else "no"}
            rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in facts.items())
            html = f"<title>House {i}</title><main><h1>House {i}</h1><table>{rows}</table></main>"
            file.write(json.dumps({"url": f"https://a.example/{i}", "html": html}) + "\n")
    pagekin("extract", pages, "-o", folder / "houses.parquet")
    table = pq.read_table(folder / "houses.parquet")
    table.validate(full=True)
    wanted = {"price": pa.float64(), "bedrooms": pa.float64(), "code": pa.string(), "built": pa.date32(), "garden": pa.bool_()}
    for name, kind in wanted.items():
        expect(name in table.schema.names and table.schema.field(name).type == kind, f"houses: the type of {name}")
    first = table.to_pylist()[0]
    expect((first["price"], first["code"], str(first["built"]), first["garden"]) == (1000.5, "00741", "2010-11-14", True), "houses: values")
    expect(table.column("price").to_pylist()[5] is None, "houses: another currency is not a price")
    with duckdb.connect() as database:
        mean, last = database.execute(f"SELECT avg(bedrooms), max(built) FROM '{folder}/houses.parquet'").fetchone()
    expect(mean == 6.5 and str(last) == "2010-11-21", "houses: DuckDB computes")


with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch)
    for source in inputs:
        check_run(folder, source, os.path.basename(source))
    check_texts(folder, inputs[0])
    check_values(folder)
    large = folder / "large.jsonl"
    with large.open("w") as file:
        for i in range(100_500):
            page = {"url": f"https://h{i % 3}.example/{i % 7}/{i}", "html": "<p>" * (1 + i % 5)}
            file.write(json.dumps(page) + "\n")
    columns = "page,template,variant,confidence,representative,host,url_shape,offset"
    for ending in ("jsonl", "parquet"):
        pagekin("cluster", large, "--method", "md5", "-o", folder / f"pages.{ending}",
                "--columns", columns)
    compare(folder / "pages.parquet", folder / "pages.jsonl",
            {name: PAGE_TYPES[name] for name in columns.split(",")}, "large")
    expect(pq.ParquetFile(folder / "pages.parquet").metadata.num_row_groups == 2,
           "large: row groups")
print(f"{checks} checks by pyarrow {pa.__version__} and DuckDB {duckdb.__version__}")
