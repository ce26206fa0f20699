#!/usr/bin/env python3
"""What does a host cost `pagekin cluster`, from 1,000 hosts to as many as there is room for?

Usage: hosts_report.py PROGRAM [--hosts 1000,10000,100000] [--pages 1,20] [--kinds one,many,none]
                       [--before PROGRAM --before-most 5000]

Makes JSON lines with a number of small pages for each host and clusters them on one thread, through a pipe: no disk holds
the crawl. The hosts
  one     all run the same program: a page has 40 elements of it and 6 things of its host
  many    run one of 100 programs
  none    have nothing in common
Prints for each crawl the processor time and peak memory, both also a host, the number of clusters and
the adjusted Rand index against the programs. With --before the same for another build of the program,
for crawls of at most that many hosts, and whether both find the same clusters.
"""
import argparse
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter

WORDS = [a + b + c for a in "bdfgklmnprst" for b in "aeiou" for c in ("ra", "no", "mi", "tel", "sun")]
PROGRAMS = 100


def program_parts(rng):
    """What a program puts into each page: 40 elements with classes, ids and words."""
    parts = []
    for number in range(40):
        tag = rng.choice(["div", "section", "p", "span", "ul", "nav", "h2", "table"])
        parts.append(f'<{tag} class="{rng.choice(WORDS)}-{rng.choice(WORDS)}" '
                     f'id="{rng.choice(WORDS)}{rng.choice(WORDS)}">{rng.choice(WORDS)} {rng.choice(WORDS)}</{tag}>')
    return parts


def program_of(host, kind):
    """The number of the program that a host runs."""
    return {"one": 0, "many": random.Random(host).randrange(PROGRAMS), "none": host}[kind]


def pages_of(host, count, kind, programs, seed):
    rng = random.Random(seed * 1_000_003 + host)
    program = program_of(host, kind)
    parts = program_parts(rng) if kind == "none" else programs[program]
    own = "".join(f'<em class="{rng.choice(WORDS)}{rng.choice(WORDS)}">{rng.choice(WORDS)} {rng.choice(WORDS)}</em>'
                  for _ in range(6))
    for page in range(count):
        text = "".join(f"<p>{rng.choice(WORDS)} {rng.choice(WORDS)} {rng.choice(WORDS)}</p>" for _ in range(3))
        html = (f"<html><head><title>{host} {page}</title></head><body>" + "".join(parts) + own +
                f"<main>{text}</main></body></html>")
        yield f"http://h{host}.example/p{page}", html


def write_crawl(path, hosts, pages, kind, seed=1):
    programs = [program_parts(random.Random(f"{seed} {n}")) for n in range(PROGRAMS)]
    with open(path, "w") as out:
        for host in range(hosts):
            for url, html in pages_of(host, pages, kind, programs, seed):
                out.write('{"url": "%s", "html": "%s"}\n' % (url, html.replace('"', '\\"')))


def measured(program, crawl, output, threads):
    """Processor seconds and peak megabytes of a program that clusters a crawl: hosts, pages a host, kind."""
    with tempfile.TemporaryDirectory() as folder:
        pipe = os.path.join(folder, "crawl.jsonl")
        os.mkfifo(pipe)
        writer = multiprocessing.Process(target=write_crawl, args=(pipe, *crawl), daemon=True)
        writer.start()
        child = subprocess.Popen([program, "cluster", pipe, "-q", "--threads", str(threads), "-o", output])
        _, status, usage = os.wait4(child.pid, 0)
        if status != 0:
            raise SystemExit(f"{program} {crawl}: status {status}")
        writer.join()
        if writer.exitcode != 0:
            raise SystemExit(f"{crawl}: not all pages were written")
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def truth_and_clusters(output, hosts, pages, kind):
    """For each page the program of its host and the template that was found."""
    programs = [program_of(host, kind) for host in range(hosts)]
    truth, clusters = [], []
    with open(output) as rows:
        head = next(rows).rstrip("\n").split("\t")
        page_at, cluster_at = head.index("page"), head.index("template")
        for row in rows:
            cells = row.rstrip("\n").split("\t")
            truth.append(programs[int(cells[page_at].removeprefix("http://h").partition(".")[0])])
            clusters.append(sys.intern(cells[cluster_at]))
    if len(clusters) != hosts * pages:
        raise SystemExit(f"{len(clusters)} of {hosts * pages} pages were clustered")
    return truth, clusters


def adjusted_rand(one, other):
    def pairs(counts):
        return sum(n * (n - 1) // 2 for n in counts)
    both, a, b = pairs(Counter(zip(one, other)).values()), pairs(Counter(one).values()), pairs(Counter(other).values())
    everything = len(one) * (len(one) - 1) // 2
    expected = a * b / everything
    return 1.0 if (a + b) / 2 == expected else (both - expected) / ((a + b) / 2 - expected)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--hosts", default="1000,10000,100000")
    parser.add_argument("--pages", default="1,20")
    parser.add_argument("--kinds", default="one,many,none")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--before")
    parser.add_argument("--before-most", type=int, default=5000)
    options = parser.parse_args()
    print("| kind | hosts | pages a host | build | processor time | a host | peak memory | a host | clusters | adjusted Rand index |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "out.tsv")
        for kind in options.kinds.split(","):
            for pages in map(int, options.pages.split(",")):
                for hosts in map(int, options.hosts.split(",")):
                    builds = [("now", options.program)]
                    if options.before and hosts <= options.before_most:
                        builds.append(("before", options.before))
                    found = []
                    for name, program in builds:
                        seconds, megabytes = measured(program, (hosts, pages, kind), output, options.threads)
                        truth, clusters = truth_and_clusters(output, hosts, pages, kind)
                        found.append(clusters)
                        print(f"| {kind} | {hosts:,} | {pages} | {name} | {seconds:.1f} s | {1e6 * seconds / hosts:.0f} us | "
                              f"{megabytes:,.0f} MB | {1e6 * megabytes / hosts:,.0f} bytes | {len(set(clusters)):,} | "
                              f"{adjusted_rand(truth, clusters):.4f} |", flush=True)
                    if len(found) == 2:
                        print(f"(before and now: adjusted Rand index {adjusted_rand(*found):.4f})", flush=True)


if __name__ == "__main__":
    main()
