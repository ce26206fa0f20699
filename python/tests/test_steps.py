"""A clustering in steps gives the bytes of one run; what is killed, changed or damaged is noticed."""

from __future__ import annotations

import gzip
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

import pytest

import pagekin
from conftest import ROOT

pa = pytest.importorskip("pyarrow")

from pagekin.steps import Run, main  # noqa: E402

CRAWL = ROOT / "examples" / "crawl.warc.gz"
SHOP = ROOT / "examples" / "shop.jsonl.gz"
ALL = "page,template,variant,confidence,representative,cluster,host,url_shape,input,offset"


@pytest.fixture(scope="module")
def archives(tmp_path_factory):
    """Some archives whose pages are of sites that many of them share, with addresses that come twice."""
    folder = tmp_path_factory.mktemp("archives")
    pages = [(page.url, page.html) for page in pagekin.read(str(CRAWL))]
    pages += [(page.url, page.html) for page in pagekin.read(str(SHOP))]
    pages += pages[10:30] + [("http://broken.example/\tx", b""), ("http://other.example/", b"<p>one page")]
    random.Random(5).shuffle(pages)
    paths = []
    for number in range(5):
        path = folder / f"{number}.jsonl.gz"
        with gzip.open(path, "wt", encoding="utf-8") as file:
            for url, html in pages[number::5]:
                text = html.decode("utf-8", "replace") if isinstance(html, bytes) else html
                file.write(json.dumps({"url": url, "html": text}) + "\n")
        paths.append(str(path))
    return [*paths, str(SHOP)]


def run_all(folder, archives, seed=0, **options):
    """All steps, each by a run of its own, in any order."""
    run = Run.plan(folder, archives, **options)
    order = list(range(len(run.archives)))
    random.Random(seed).shuffle(order)
    for archive in order:
        Run(folder).features(archive)
    buckets = list(range(run.buckets))
    random.Random(seed).shuffle(buckets)
    for bucket in buckets:
        Run(folder).templates(bucket)
    Run(folder).join()
    return run


@pytest.mark.parametrize("method", ["auto", "auto:evidence=content", "fingerprint", "fingerprint:length=40", "md5"])
@pytest.mark.parametrize("buckets", [1, 7])
def test_the_bytes_of_one_run(archives, tmp_path, run_native, method, buckets):
    run = run_all(tmp_path / "run", archives, buckets, method=method, buckets=buckets)
    for ending in (".tsv", ".parquet", ".jsonl.gz"):
        whole, made = tmp_path / f"whole{ending}", tmp_path / f"made{ending}"
        run_native("cluster", *archives, "--method", method, "--columns", ALL, "-o", whole, "-q")
        rows = run.write(made, columns=ALL)
        assert made.read_bytes() == whole.read_bytes()
    assert rows == len((tmp_path / "whole.tsv").read_text().splitlines()) - 1
    # The tables of single archives follow each other.
    parts = []
    for archive in range(len(archives)):
        run.write(tmp_path / "part.tsv", archives=[archive], columns=ALL)
        parts.append((tmp_path / "part.tsv").read_text().partition("\n")[2])
    assert "".join(parts) == (tmp_path / "whole.tsv").read_text().partition("\n")[2]
    assert run.status().is_done


def test_the_command_line(archives, tmp_path, run_native, capsys):
    folder = str(tmp_path / "run")
    assert main(["status", folder]) == 1  # there is none yet
    assert main(["plan", folder, *archives, "--buckets", "3"]) == 0
    assert main(["status", folder]) == 3
    assert main(["templates", folder]) == 1
    assert "features are missing of archives 0, 1, 2, 3, 4, 5" in capsys.readouterr().err
    for rank in range(2):
        assert main(["features", folder, "--rank", str(rank), "--of", "2"]) == 0
    assert main(["join", folder]) == 1 and "buckets 0, 1, 2" in capsys.readouterr().err
    assert main(["templates", folder, "2", "0"]) == 0 and main(["templates", folder]) == 0
    assert main(["write", folder, "-o", str(tmp_path / "a.tsv")]) == 1  # not numbered yet
    assert not (tmp_path / "a.tsv").exists()
    assert main(["join", folder]) == 0 and main(["status", folder]) == 0
    assert main(["write", folder, "-o", str(tmp_path / "a.tsv")]) == 0
    run_native("cluster", *archives, "-o", tmp_path / "whole.tsv", "-q")
    assert (tmp_path / "a.tsv").read_bytes() == (tmp_path / "whole.tsv").read_bytes()
    capsys.readouterr()
    assert main(["incidents", folder]) == 0
    incidents = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    native = pagekin.cluster(archives).incidents
    assert sorted((one["page"], one["reason"]) for one in incidents) == sorted((one.page, one.reason) for one in native)
    assert incidents
    assert main(["features", folder, "99"]) == 2 and main(["features", folder, "--rank", "2", "--of", "2"]) == 2
    assert main(["write", folder, "-o", str(tmp_path / "a.xlsx")]) == 2
    assert main(["write", folder, "-o", str(tmp_path / "a.tsv"), "--columns", "name"]) == 2


def test_what_is_done_is_not_done_again_unless_it_changed(archives, tmp_path):
    paths = [str(tmp_path / pathlib.Path(path).name) for path in archives[:2]]
    for path, copy in zip(archives, paths):
        pathlib.Path(copy).write_bytes(pathlib.Path(path).read_bytes())
    run = run_all(tmp_path / "run", paths, buckets=2)
    made = {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("*") if path.is_file()}
    run_all(tmp_path / "run", paths, buckets=2)
    assert made == {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("*") if path.is_file()}
    # One archive has changed: all that depends on it is to be done again.
    pathlib.Path(paths[1]).write_bytes(pathlib.Path(archives[2]).read_bytes())
    os.utime(paths[1], ns=(1, 1))
    assert run.status() == ([1], [0, 1], False)
    with pytest.raises(pagekin.PagekinError, match="archive 1"):
        run.write(tmp_path / "a.tsv")
    run_all(tmp_path / "run", paths, buckets=2)
    run.write(tmp_path / "a.tsv")
    pagekin.cluster(paths).write(tmp_path / "b.tsv")
    assert (tmp_path / "a.tsv").read_bytes() == (tmp_path / "b.tsv").read_bytes()


def test_damage_is_noticed(archives, tmp_path):
    run = run_all(tmp_path / "run", archives[:2], buckets=1)
    path = tmp_path / "run" / "features" / "000001.batches"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))
    (tmp_path / "run" / "templates" / "000000.json").unlink()
    with pytest.raises(pagekin.InputError, match="000001.batches: bytes .* are damaged"):
        run.templates(0)
    path.write_bytes(bytes(content[:-1]))
    assert run.status().archives == [1]  # half a file is none
    assert run.features(1) > 0 and run.templates(0) > 0 and run.status().is_done


def test_a_run_is_of_one_plan(archives, tmp_path):
    Run.plan(tmp_path / "run", archives, buckets=2)
    assert Run.plan(tmp_path / "run", archives, buckets=2).buckets == 2
    with pytest.raises(pagekin.InputError, match="other buckets, method"):
        Run.plan(tmp_path / "run", archives, buckets=3, method="md5")
    with pytest.raises(pagekin.OptionError, match="compares pages of all sites"):
        Run.plan(tmp_path / "other", archives, method="snn")
    with pytest.raises(pagekin.InputError, match="there is no such file"):
        Run.plan(tmp_path / "other", "no.warc.gz")
    with pytest.raises(FileNotFoundError):
        Run(tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_sites_that_are_not_joined(archives, tmp_path):
    run = run_all(tmp_path / "run", archives, buckets=2)
    joined = run.join()
    alone = run.join(join_sites=False)
    run.write(tmp_path / "a.jsonl", columns="template,host")
    hosts: dict[int, set[str]] = {}
    for line in (tmp_path / "a.jsonl").read_text().splitlines():
        row = json.loads(line)
        hosts.setdefault(row["template"], set()).add(row["host"])
    assert alone == len(hosts) >= joined and all(len(few) == 1 for few in hosts.values())


def test_a_killed_step_leaves_nothing_that_others_read(archives, tmp_path):
    folder = tmp_path / "run"
    Run.plan(folder, archives, buckets=2)
    for seconds in (0.3, 0.45, 0.6, 0.8):
        step = subprocess.Popen([sys.executable, "-m", "pagekin.steps", "features", str(folder)], stdout=subprocess.DEVNULL)
        time.sleep(seconds)
        step.send_signal(signal.SIGKILL)
        step.wait()
    run = run_all(folder, archives, buckets=2)
    run.write(tmp_path / "a.tsv")
    pagekin.cluster(archives).write(tmp_path / "b.tsv")
    assert (tmp_path / "a.tsv").read_bytes() == (tmp_path / "b.tsv").read_bytes()
