#!/usr/bin/env python3
"""Kills `pagekin crawl` again and again, lets it run into a full disk, and sees that nothing is lost.

Usage: kill_crawls.py PROGRAM [--kills N] [--seed S]

Three hosts are crawled side by side, with a WARC file beside the store. The program is killed
(SIGKILL) while a request is under way that is drawn at random, until it has been killed N times; then it
may finish. After each kill the database must be sound and hold all pages it held before. In the
end store and archive are what a crawl without interruption makes, and no more requests were
made than that needed, plus what was under way when it was killed. The same for imports, which
are killed at moments drawn from the time that one takes. N is 10, or 30 with PAGEKIN_ALL_ROUNDS in the environment.
"""
import argparse
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

import crawled_sites as sites

HOSTS = 3
ALL_ROUNDS = "PAGEKIN_ALL_ROUNDS" in os.environ
PAGES = 170  # of each host


def fill(site, number):
    """A list of pages, each of which links to two others: all are found over many steps."""
    site.pages["/"] = ("<ul>" + "".join(f"<li><a href='/p/{i}'>{i}</a>" for i in range(5)) + "</ul>").encode()
    for i in range(PAGES):
        links = "".join(f"<a href='/p/{j}'>{j}</a>" for j in (2 * i + 3, 2 * i + 4) if j < PAGES)
        site.pages[f"/p/{i}"] = f"<h1>{number} {i}</h1><div>{links}</div><p>{'text ' * (i % 50)}".encode()


class Killer:
    """Ends a process when so many more requests have come."""

    def __init__(self):
        self.lock = threading.Lock()
        self.left = None
        self.process = None
        self.delay = 0.0
        self.hits = 0

    def arm(self, process, requests, delay):
        with self.lock:
            self.process, self.left, self.delay = process, requests, delay

    def disarm(self):
        with self.lock:
            self.process = self.left = None

    def request(self, _path):
        with self.lock:
            if self.left is None:
                return
            self.left -= 1
            if self.left > 0:
                return
            process, self.process, self.left = self.process, None, None
        time.sleep(self.delay)
        if process.poll() is None:
            process.kill()
            process.wait()
            self.hits += 1


def check_sound(store, known):
    """The pages that are in the store now, in which all that were known must be."""
    [(answer,)] = sites.rows(store, "PRAGMA integrity_check")
    assert answer == "ok", answer
    if not known and not sites.rows(store, "SELECT name FROM sqlite_master WHERE name = 'pages'"):
        return set()  # killed before the store had its tables
    found = {url for (url,) in sites.rows(
        store, "SELECT u.url FROM pages p JOIN urls u ON u.id = p.url WHERE p.state = 1")}
    bodies = sites.rows(store, "SELECT COUNT(*) FROM pages p JOIN bodies b ON b.page = p.id WHERE p.state = 1")
    assert bodies[0][0] == len(found), "a page without its body"
    assert known <= found, f"lost: {sorted(known - found)[:3]}"
    return found


def urls_of_warc(path):
    return sorted(url for url, _ in sites.pages_of_warc(path))


def kill_crawls(program, folder, seeds, all_sites, killer, draw, kills):
    """Returns what a whole crawl finds."""
    whole, store, archive = folder / "whole.db", folder / "killed.db", folder / "killed.warc.gz"
    sites.crawl(program, whole, *seeds, options=("--warc", folder / "whole.warc.gz"))
    needed = sum(len(site.asked) for site in all_sites) - HOSTS  # robots.txt is asked for by every run
    expected = sites.contents(whole)
    assert len(expected[0]) == HOSTS * (PAGES + 1), len(expected[0])
    for site in all_sites:
        site.asked.clear()

    command = sites.crawl_command(program, store, *seeds, options=("--warc", str(archive)))
    known, runs, finished = set(), 0, False
    while killer.hits < kills and not finished:
        process = subprocess.Popen(command, stderr=subprocess.PIPE)
        killer.arm(process, draw.randint(2, 16), draw.choice((0, 0.001, 0.003, 0.01)))
        _, errors = process.communicate(timeout=300)
        killer.disarm()
        runs += 1
        finished = process.returncode == 0
        if process.returncode not in (0, -signal.SIGKILL):
            sys.exit(f"status {process.returncode}: {errors.decode()}")
        if store.exists() and store.stat().st_size > 0:
            known = check_sound(store, known)
    sites.crawl(program, store, *seeds, options=("--warc", archive))
    asked = sum(path != "/robots.txt" for site in all_sites for path in site.asked)
    print(f"crawls: killed {killer.hits} times in {runs} runs; {asked - needed} requests made twice, {needed} needed")
    assert killer.hits >= kills, "the crawl was finished too early"
    check_sound(store, known)
    assert asked - needed <= killer.hits * HOSTS, "asked for more than was under way"
    assert sites.contents(store) == expected, "the store is not what a whole crawl makes"
    assert urls_of_warc(archive) == urls_of_warc(folder / "whole.warc.gz"), "the archive is not"
    return expected


def kill_imports(program, folder, draw, kills):
    archive, whole, store = folder / "whole.warc.gz", folder / "imported.db", folder / "killed-import.db"

    def command(to):
        return [program, "crawl", "--import", str(archive), "-o", str(to), "-q"]

    start = time.monotonic()
    subprocess.run(command(whole), check=True)
    takes = time.monotonic() - start
    hits, known = 0, set()
    for _ in range(10 * kills):
        if hits == kills:
            break
        process = subprocess.Popen(command(store), stderr=subprocess.PIPE)
        time.sleep(draw.uniform(0, takes))
        process.kill()
        process.communicate()
        hits += process.returncode == -signal.SIGKILL
        if store.exists() and store.stat().st_size > 0:
            known = check_sound(store, known)
    subprocess.run(command(store), check=True)
    print(f"imports: killed {hits} times")
    assert hits == kills, "too few kills hit a running import"
    assert sites.contents(store) == sites.contents(whole), "the store is not what a whole import makes"


def fill_disk(program, folder, seeds, expected):
    """What was written stays, and the crawl goes on when there is room."""
    store, stopped = folder / "full.db", 0
    for size in (20_000, 60_000, 100_000, 150_000, 200_000, 300_000):
        done = subprocess.run(
            sites.crawl_command(program, store, *seeds), capture_output=True, text=True, timeout=300,
            preexec_fn=lambda size=size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
        if done.returncode == 0:
            break
        assert done.returncode == 1, f"status {done.returncode}: {done.stderr}"
        assert "full.db" in done.stderr, done.stderr
        stopped += 1
    assert stopped >= 3, stopped
    sites.crawl(program, store, *seeds)
    assert sites.contents(store) == expected, "the store is not what a whole crawl makes"
    print(f"disk full {stopped} times")


def crawl_twice_at_once(program, folder):
    gate = threading.Event()
    slow = sites.Site(lambda path: gate.wait(60) if path == "/" else None)
    slow.pages["/"] = b"<p>slow"
    command = sites.crawl_command(program, folder / "two.db", slow.root + "/")
    first = subprocess.Popen(command)
    while "/" not in slow.asked:
        time.sleep(0.01)
    second = subprocess.run(command, capture_output=True, text=True)
    gate.set()
    assert first.wait(60) == 0
    assert second.returncode == 1 and "two.db" in second.stderr, second.stderr
    print("a second crawl is refused")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=30 if ALL_ROUNDS else 10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    killer = Killer()
    all_sites = [sites.Site(killer.request) for _ in range(HOSTS)]
    for number, site in enumerate(all_sites):
        fill(site, number)
    seeds = [site.root + "/" for site in all_sites]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        expected = kill_crawls(options.program, folder, seeds, all_sites, killer, draw, options.kills)
        kill_imports(options.program, folder, draw, options.kills)
        fill_disk(options.program, folder, seeds, expected)
        crawl_twice_at_once(options.program, folder)


if __name__ == "__main__":
    main()
