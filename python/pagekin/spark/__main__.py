"""The program for ``spark-submit``, or for ``python -m pagekin.spark`` on one machine.

    spark-submit FOLDER/pagekin/spark/__main__.py cluster /crawl/*.warc.gz -o /crawl/templates
    python -m pagekin.spark classify new.warc.gz --model crawl.index -o decisions
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, Optional

import pagekin.spark
from pagekin import PagekinError


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pagekin.spark", description="Groups the pages of a crawl by template, on Apache Spark."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("paths", nargs="+", metavar="PATH", help="files or folders; see pagekin.spark.cluster_files")
    shared.add_argument("-o", "--output", required=True, metavar="FOLDER", help="where the table is written")
    shared.add_argument(
        "--format", default="parquet", choices=("parquet", "csv", "json", "orc"), help="of the table"
    )
    shared.add_argument("--columns", help="columns of the table, with commas between them")
    shared.add_argument("--incidents", metavar="FOLDER", help="write what was skipped, as JSON lines")
    shared.add_argument("--overwrite", action="store_true", help="replace tables that exist")
    shared.add_argument("--partitions", type=int, help="number of tasks that read")
    shared.add_argument("--shuffle-partitions", type=int, help="number of tasks that learn")
    shared.add_argument("--part-bytes", type=int, help="how large files are divided; by default 16 to 128 MB")
    shared.add_argument("--max-page-bytes", type=int, default=10_000_000, help="longer pages are cut")
    shared.add_argument("--page-seconds", type=float, default=300, help="a page that takes longer is skipped")
    shared.add_argument("--all-status", action="store_true", help="also pages whose HTTP status is not 200")
    shared.add_argument("--strict", action="store_true", help="the first unreadable page ends the run")
    shared.add_argument("--url-field", default="url", help="of JSON lines")
    shared.add_argument("--html-field", default="html", help="of JSON lines")
    cluster = commands.add_parser("cluster", parents=[shared], help="find the templates")
    cluster.add_argument("--method", default="auto", help="as in pagekin cluster")
    cluster.add_argument("--measure", default="", help="the measure of a method that compares pages")
    classify = commands.add_parser("classify", parents=[shared], help="name the template of each page")
    classify.add_argument("--model", required=True, metavar="FILE", help="a model or an index")
    return parser


def _write(frame: Any, given: argparse.Namespace, path: str, kind: str) -> None:
    writer = frame.write.mode("overwrite" if given.overwrite else "errorifexists")
    if kind == "csv":
        writer = writer.option("header", True)
    writer.format(kind).save(path)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    given = _arguments().parse_args(arguments)
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName(f"pagekin {given.command}").getOrCreate()
    options: dict[str, Any] = {
        "partitions": given.partitions,
        "shuffle_partitions": given.shuffle_partitions,
        "part_bytes": given.part_bytes,
        "max_page_bytes": given.max_page_bytes,
        "page_seconds": given.page_seconds,
        "all_status": given.all_status,
        "strict": given.strict,
        "url": given.url_field,
        "html": given.html_field,
    }
    if given.columns:
        options["columns"] = given.columns
    try:
        if given.command == "cluster":
            result = pagekin.spark.cluster_files(
                spark, given.paths, given.method, measure=given.measure, details=True, **options
            )
        else:
            result = pagekin.spark.classify_files(spark, given.paths, given.model, details=True, **options)
        _write(result.pages, given, given.output, given.format)
        skipped = {row["reason"]: row["count"] for row in result.incidents.groupBy("reason").count().collect()}
        if given.incidents:
            _write(result.incidents, given, given.incidents, "json")
    except PagekinError as error:
        print(f"pagekin.spark: error: {error}", file=sys.stderr)
        return 1
    finally:
        spark.stop()
    found = f", {result.template_count:,} templates" if given.command == "cluster" else ""
    print(f"pages     {result.page_count:,}{found}")
    for reason, count in sorted(skipped.items()):
        print(f"{reason:<9} {count:,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
