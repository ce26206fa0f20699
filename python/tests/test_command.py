"""The command that comes with the package: the program's commands, run natively."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time

import pytest


def run(script, *arguments, **options):
    return subprocess.run([script, *map(str, arguments)], capture_output=True, **options)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["help", "cluster"],
        ["list"],
        ["list", "--json"],
        ["cluster", "CRAWL", "--quiet"],
        ["cluster", "CRAWL", "--quiet", "--columns", "page,template,name,host,input,offset"],
        ["sample", "CRAWL", "--quiet"],
        ["fingerprint", "CRAWL", "--quiet"],
        ["sweep", "CRAWL", "--truth", "LABELS", "--method", "md5", "--quiet"],
        ["cluster", "--method", "nothing", "CRAWL"],
        ["clusterr"],
    ],
)
def test_equals_the_program(arguments, script, program, crawl, labels):
    places = {"CRAWL": crawl, "LABELS": labels}
    arguments = [places.get(argument, argument) for argument in arguments]
    ours, theirs = run(script, *arguments), run(program, *arguments)
    assert ours.returncode == theirs.returncode
    assert ours.stdout == theirs.stdout
    assert ours.stderr == theirs.stderr


def test_files_equal_those_of_the_program(script, program, crawl, tmp_path):
    for name, command in (("ours", script), ("theirs", program)):
        done = run(command, "cluster", crawl, "-o", tmp_path / f"{name}.parquet", "--templates",
                   tmp_path / f"{name}.csv", "--describe", tmp_path / f"{name}.json")  # fmt: skip
        assert done.returncode == 0, done.stderr
    for ending in ("parquet", "csv", "json"):
        assert (tmp_path / f"ours.{ending}").read_bytes() == (tmp_path / f"theirs.{ending}").read_bytes()


def test_what_it_cannot_do_it_says(script):
    done = run(script, "crawl", "http://127.0.0.1:1/", "-o", "x.db", "--max-pages", 5)
    assert done.returncode == 2 and b"cannot crawl" in done.stderr
    done = run(script, "cluster", ".", "--tika", "http://127.0.0.1:1/")
    assert done.returncode == 2 and b"cannot ask a Tika server; use --via" in done.stderr
    done = run(script, "cluster", "postgresql://127.0.0.1:1/x")
    assert done.returncode == 1 and b"cannot open PostgreSQL" in done.stderr


def test_the_list_of_commands_says_what_is_missing(script, program):
    ours, theirs = run(script), run(program)
    assert ours.returncode == theirs.returncode

    def commands(done):
        lines = done.stderr.decode().splitlines()
        return dict(line.split(None, 1) for line in lines if re.match("  [a-z]", line))

    missing = {name for name, text in commands(ours).items() if "not in this build" in text}
    assert missing == {"crawl", "serve"}
    assert list(commands(ours)) == list(commands(theirs))
    assert all(text == commands(theirs)[name] for name, text in commands(ours).items() if name not in missing)


def test_as_a_module(crawl):
    done = subprocess.run([sys.executable, "-m", "pagekin", "--version"], capture_output=True, check=True)
    assert done.stdout.strip()


def test_it_does_not_wait_for_numpy(script):
    code = "import sys, pagekin._command, pagekin._pagekin; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_closed_pipe(script, crawl):
    done = subprocess.run(f"'{script}' cluster '{crawl}' --quiet | head -n 1", shell=True, capture_output=True)
    assert done.stderr == b"" and done.stdout.count(b"\n") == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals(number, script, crawl, tmp_path):
    inputs = tmp_path / "inputs.txt"
    inputs.write_text(f"{crawl}\n" * 20_000)
    folder = tmp_path / "output"
    folder.mkdir()
    process = subprocess.Popen(
        [script, "cluster", f"@{inputs}", "-o", str(folder / "out.tsv")],
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # may be ignored where tests run
    )
    while not list(folder.iterdir()):  # the temporary file, which is there before the work
        assert process.poll() is None
        time.sleep(0.05)
    os.kill(process.pid, number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert b"interrupted; no output was written" in errors
    assert list(folder.iterdir()) == []
