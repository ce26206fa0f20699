#!/usr/bin/env python3
"""What `pagekin crawl` tells a user on a terminal: who crawls, how far it is, and what to do next.

Usage: crawl_words.py PROGRAM

A site of twenty pages is crawled in three runs on a terminal of 80 columns. One page fails in the first
run and is fetched by a later one.
"""
import os
import pty
import re
import sys
import tempfile
import time

import crawled_sites as sites

program = os.path.abspath(sys.argv[1])


def on_terminal(*words):
    """What the program prints on a terminal, and its exit status."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["COLUMNS"] = "80"
        os.execv(program, [program, *words])
    shown = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # the end of a terminal
            break
        if not part:
            break
        shown += part
    return shown.decode().replace("\r\n", "\n"), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def expect(shown, *patterns):
    for pattern in patterns:
        if not re.search(pattern, shown):
            sys.exit(f"expected {pattern!r} in:\n{shown}")


def main():
    failing = {"/p/3": True}

    def slow(path):
        time.sleep(0.05)
        if failing.get(path):
            raise ConnectionAbortedError  # the answer never comes

    site = sites.Site(on_request=slow)
    site.pages["/"] = "".join(f"<a href='/p/{i}'>{i}</a>" for i in range(19)).encode()
    for i in range(19):
        site.pages[f"/p/{i}"] = f"<h1>{i}</h1>".encode()
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "site.db")
        crawl = ("crawl", site.root + "/", "-o", store, "--allow-private", "--delay", "0.02", "--retries", "0")

        shown, status = on_terminal(*crawl, "--max-pages", "10")
        assert status == 0, shown
        expect(shown, r"no --contact: the owner of a site cannot ask",
               r"\[=+ +\] +\d+ %  \d+ pages", r"waiting +\d+ addresses; raise --max-pages to continue",
               r"failed +1 page that the same command tries again later")
        assert "the same command goes on" not in shown, shown

        asked = len(site.asked)
        shown, status = on_terminal(*crawl, "--max-pages", "10", "--contact", "me@example.org")
        assert status == 0, shown
        expect(shown, r"raise --max-pages to continue")
        assert "--contact" not in shown and len(site.asked) == asked, shown

        failing.clear()
        shown, status = on_terminal(*crawl, "--contact", "me@example.org")
        assert status == 0, shown
        expect(shown, r"tried again  1 page that had failed before", r"fetched +10 pages")
        assert "waiting  " not in shown.split("fetched")[1].split("host")[0], shown
    print("crawl tells who crawls, how far it is and what to do next")


main()
