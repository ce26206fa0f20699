#!/usr/bin/env python3
"""What a visual report costs: its bytes, its time beside the same run without it, and the time to the first picture in a browser.

Reports of real sites by three methods, of two crawls between which two templates got a new design, and of a synthetic crawl of
100,000 pages. Runs without and with a report take turns; the times are processor seconds of one thread, the least of the turns.
A browser (web/first_picture.mjs) opens each report five times, in turns with an empty page of the same size. Targets: under 10 MB,
a first picture less than a second of processor time after that of the empty page, and a run that takes at most
MOST_RATIO times as long as without a report. The time by the clock depends on what else the machine does.

Usage: visual_report.py PROGRAM CORPORA [--turns 3] [--pages 100000] [--only WORD]... [--work-dir DIR] [-o FILE]
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

WEB = pathlib.Path(__file__).resolve().parent.parent / "web"
MOST_BYTES = 10_000_000
MOST_MILLISECONDS = 1000
MOST_RATIO = 2
FEWEST_SECONDS = 1  # of a run without a report, for MOST_RATIO


def processor_seconds(command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    problem = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"{' '.join(command)}\n{problem.decode(errors='replace')}")
    return usage.ru_utime + usage.ru_stime


def make_synthetic(program, path, *options):
    if not path.exists():
        subprocess.run([program, "synth", "-q", "-o", str(path), *options], check=True)
    return str(path)


def commands(program, corpora, folder, pages):
    """(name, command without a report); the crawls are made when their turn comes."""
    def site(name, *options):
        return ["cluster", str(corpora / f"{name}.warc.gz"), "-o", "/dev/null", *options]

    for method in ("auto", "ahc", "snn"):
        yield f"trac-ckan, {method}", lambda method=method: site("trac-ckan", "--method", method)
    yield "swde-sample, auto", lambda: site("swde-sample")
    yield "woocommerce-cloudchem, auto", lambda: site("woocommerce-cloudchem")
    yield "two crawls, 2 of 8 templates redesigned", lambda: [
        "diff", *(make_synthetic(program, folder / f"{name}.warc.gz", "--templates", "8", "--pages", "2000", "--sites", "1", "--redesign", "2", "--part", part)
                  for name, part in (("before", "1/2"), ("after", "2/2"))), "-o", "/dev/null"]
    yield f"synthetic, {pages:,} pages, auto", lambda: [
        "cluster", make_synthetic(program, folder / f"synthetic-{pages}.warc.gz", "--templates", "200", "--pages", str(pages), "--sites", "20"), "-o", "/dev/null"]


def packed(report):
    """The data of a report, as its script reads it."""
    import base64
    import gzip
    text = report.read_text(encoding="utf8")
    begin = text.index('id="data">') + len('id="data">')
    return json.loads(gzip.decompress(base64.b64decode(text[begin:text.index("<", begin)])))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("corpora", type=pathlib.Path)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--only", action="append", default=[], help="reports whose name has this word")
    parser.add_argument("--work-dir", type=pathlib.Path)
    parser.add_argument("-o", "--output")
    options = parser.parse_args()
    holder = tempfile.TemporaryDirectory() if options.work_dir is None else None
    folder = options.work_dir or pathlib.Path(holder.name)
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, make in commands(options.program, options.corpora, folder, options.pages):
        if options.only and not any(word in name for word in options.only):
            continue
        command = [options.program, *make(), "-q", "--threads", "1"]
        report = folder / ("".join(c if c.isalnum() else "-" for c in name) + ".html")
        plain, drawn = [], []
        for _ in range(options.turns):
            plain.append(processor_seconds(command))
            drawn.append(processor_seconds([*command, "--report", str(report)]))
        data = packed(report)
        rows.append({"name": name, "plain": min(plain), "drawn": min(drawn), "bytes": report.stat().st_size, "report": str(report),
                     "pages": data["pages"] if data["kind"] == "clusters" else data["oldPages"] + data["newPages"],
                     "templates": len(data["templates"] if data["kind"] == "clusters" else data["rows"])})
        print(f"{name}: {rows[-1]}", file=sys.stderr)
    browser = subprocess.run(["node", str(WEB / "first_picture.mjs"), *(row["report"] for row in rows)], capture_output=True, text=True)
    if browser.returncode != 0:
        print(browser.stderr, file=sys.stderr)
    times = {one["report"]: one for one in map(json.loads, browser.stdout.splitlines())}
    lines = ["| report | pages | templates | file, MB | without, s | with, s | ratio | first picture, processor ms | empty page | first picture, ms by the clock | empty page | list of pages |",
             "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    missed = []
    for row in rows:
        time = times.get(row["report"], dict.fromkeys(("busy", "emptyBusy", "picture", "emptyPicture", "list")))
        shown = ["–" if time[key] is None else f"{time[key]:,}" for key in ("busy", "emptyBusy", "picture", "emptyPicture", "list")]
        ratio = row["drawn"] / row["plain"]
        lines.append(f"| {row['name']} | {row['pages']:,} | {row['templates']} | {row['bytes'] / 1e6:.2f} | {row['plain']:.2f} | {row['drawn']:.2f} | "
                     f"{ratio:.2f} | {' | '.join(shown)} |")
        if row["bytes"] >= MOST_BYTES:
            missed.append(f"{row['name']}: {row['bytes']:,} bytes")
        if time["busy"] is None or time["busy"] - time["emptyBusy"] > MOST_MILLISECONDS:
            missed.append(f"{row['name']}: first picture after {time['busy']} ms of processor time")
        if ratio > MOST_RATIO and row["plain"] >= FEWEST_SECONDS:
            missed.append(f"{row['name']}: {ratio:.1f} times the time of the run without a report")
    text = "\n".join(lines) + "\n\n" + ("Missed: " + "; ".join(missed) if missed else "All targets are met.") + "\n"
    if options.output:
        pathlib.Path(options.output).write_text(text, encoding="utf8")
    print(text, end="")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
