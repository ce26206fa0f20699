#!/usr/bin/env python3
"""Interrupts the program with SIGINT, SIGTERM and SIGHUP and looks at what is left.

Usage: interrupt.py PROGRAM

The last input is a FIFO, so that a run waits there until it is interrupted. Its exit status must be
128 and the number of the signal, and no lock and no temporary file may be left. The same command then
goes on from the checkpoint and gives what an undisturbed run gives. A run under nohup ignores SIGHUP.
"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

program = os.path.abspath(sys.argv[1])
PAGES = 300


def page(number):
    body = "<ul class=items><li>x</ul>" if number % 2 else "<h1 class=name>n</h1><form><input></form>"
    return '{"url": "http://a.test/%d", "html": "<body>%s"}\n' % (number, body)


def command(folder, name):
    return [program, "cluster", "first.jsonl", "second", "--index", f"{name}.index", "-q", "-o", f"{name}.tsv"]


def check(condition, message):
    if not condition:
        sys.exit(message)


def feed(folder, run):
    """Writes the second half of the pages to the FIFO that the run reads."""
    with open(folder / "second", "w") as fifo:
        fifo.write("".join(page(i) for i in range(PAGES, 2 * PAGES)))
    status = run.wait(timeout=60)
    check(status == 0, f"status {status} of a run that was not disturbed")


def start(folder, name, **more):
    return subprocess.Popen(command(folder, name), cwd=folder, stderr=subprocess.PIPE, **more)


def wait_until_ready(run):
    """Waits until the program handles SIGTERM: a busy machine may take long to start it."""
    for _ in range(300):
        status = pathlib.Path(f"/proc/{run.pid}/status").read_text()
        caught = int(re.search(r"SigCgt:\s*([0-9a-f]+)", status)[1], 16)
        if caught >> (signal.SIGTERM - 1) & 1:
            return
        time.sleep(0.1)


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "first.jsonl").write_text("".join(page(i) for i in range(PAGES)))
        os.mkfifo(folder / "second")
        feed(folder, start(folder, "whole"))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            name = number.name
            run = start(folder, name)
            wait_until_ready(run)
            time.sleep(1)
            run.send_signal(number)
            complaint = run.communicate(timeout=60)[1].decode()
            check(run.returncode == 128 + number, f"{name}: status {run.returncode}")
            left = sorted(one.name for one in folder.iterdir() if one.name.startswith(name))
            check(left == [f"{name}.index.part"], f"{name}: left behind: {left}")
            check(f"{name}.index.part has the pages" in complaint, f"{name}: {complaint}")
            feed(folder, start(folder, name))
            left = sorted(one.name for one in folder.iterdir() if one.name.startswith(name))
            check(left == [f"{name}.index", f"{name}.tsv"], f"{name}: left behind: {left}")
            check((folder / f"{name}.tsv").read_bytes() == (folder / "whole.tsv").read_bytes(),
                  f"{name}: the run that went on has other clusters")
        run = start(folder, "nohup", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        time.sleep(0.5)
        run.send_signal(signal.SIGHUP)
        feed(folder, run)
        # Standard input that never ends.
        reading, writing = os.pipe()
        run = subprocess.Popen([program, "cluster", "-", "-o", "stdin.tsv"], cwd=folder, stdin=reading,
                               stderr=subprocess.DEVNULL)
        wait_until_ready(run)
        run.terminate()
        check(run.wait(timeout=60) == 128 + signal.SIGTERM, f"standard input: status {run.returncode}")
        os.close(writing)
        check(not list(folder.glob("stdin*")), "standard input: something is left behind")
    print("SIGINT, SIGTERM and SIGHUP: status, files and going on are right")


main()
