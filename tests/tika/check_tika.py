#!/usr/bin/env python3
"""Clusters documents of five kinds through a real Tika server, and tells the score of each kind.

Usage: check_tika.py PROGRAM TIKA_SERVER_JAR [--table FILE.md]

Makes a dozen documents of each kind (make_documents.py) from two layouts, starts the server on the
loopback interface, and clusters each kind. Fails if a document is not converted, if a result is not
the same twice, if a score falls below what docs/documents.md promises, or if damaged documents or a
server that dies cost more than themselves. Ends with 77, which means skipped, without Java.
"""
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

import make_documents

# The least adjusted Rand index of the default method, as docs/documents.md tells it.
PROMISED = {"pdf": 0.0, "docx": 1.0, "odt": 1.0, "xlsx": 1.0, "eml": 0.0}
SEEDS = (1, 2, 3)
METHODS = ("auto", "fingerprint", "ahc:threshold=0.5")

program, jar = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
table_file = sys.argv[4] if sys.argv[3:4] == ["--table"] else None
if shutil.which("java") is None or not jar.is_file():
    print("skipped: needs Java and the Tika server; `make test-tika` gets both")
    sys.exit(77)

failures = []


def check(condition, what):
    print(("ok    " if condition else "FAILED ") + what)
    if not condition:
        failures.append(what)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start_server():
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    server = subprocess.Popen(["java", "-Xmx512m", "-jar", str(jar), "-h", "127.0.0.1", "-p", str(port), "--noFork"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.time() + 180
    while time.time() < deadline:
        if server.poll() is not None:
            sys.exit(f"the Tika server ended with status {server.returncode}")
        try:
            with urllib.request.urlopen(url + "/version", timeout=5) as answer:
                return server, url, answer.read().decode().strip()
        except OSError:
            time.sleep(0.5)
    server.kill()
    sys.exit("the Tika server does not answer")


def run(*arguments, status=0):
    done = subprocess.run([str(program), *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != status:
        failures.append(f"status {done.returncode}: {' '.join(map(str, arguments))}\n{done.stderr}")
    return done


def score(folder, kind, url, method, into):
    done = run("cluster", folder / kind, "--tika", url, "--method", method, "-o", into, "--threads", "2")
    check("12 read: 12 clustered, 0 skipped" in done.stderr, f"{kind}: all 12 documents became pages ({method})")
    found = json.loads(run("evaluate", into, "--truth", folder / f"{kind}.labels.tsv", "--json").stdout)
    return found["adjusted_rand_index"]


server, url, version = start_server()
try:
    print(f"{version} at {url}")
    with tempfile.TemporaryDirectory() as temporary:
        top = pathlib.Path(temporary)
        scores = {}
        for seed in SEEDS:
            folder = top / str(seed)
            make_documents.make(folder, seed)
            for kind in make_documents.KINDS:
                for method in METHODS:
                    scores.setdefault((kind, method), []).append(score(folder, kind, url, method, top / "out.tsv"))
        lines = ["| kind | " + " | ".join(f"`{m}`" for m in METHODS) + " |", "|---" * (len(METHODS) + 1) + "|"]
        for kind in make_documents.KINDS:
            means = [sum(scores[kind, m]) / len(SEEDS) for m in METHODS]
            lines.append(f"| {kind} | " + " | ".join(f"{mean:.3f}" for mean in means) + " |")
            least = min(scores[kind, "auto"])
            check(least >= PROMISED[kind], f"{kind}: adjusted Rand index {least:.3f}, promised {PROMISED[kind]}")
        print("\n".join(lines))
        if table_file:
            pathlib.Path(table_file).write_text("\n".join(lines) + "\n")

        # The same result twice, for any number of threads.
        one = run("cluster", top / "1" / "docx", "--tika", url, "--threads", "1", "-q").stdout
        check(one == run("cluster", top / "1" / "docx", "--tika", url, "--threads", "4", "-q").stdout,
              "one and four threads give the same clusters")

        # Documents that cannot be read cost themselves.
        mixed = top / "mixed"
        shutil.copytree(top / "1" / "odt", mixed)
        # Tika makes an empty page of some truncated documents and refuses others.
        (mixed / "broken.pdf").write_bytes(min((top / "1" / "pdf").iterdir()).read_bytes()[:300])
        (mixed / "empty.pdf").write_bytes(b"")
        (mixed / "broken.docx").write_bytes(b"PK\3\4 no archive")
        done = run("cluster", mixed, "--tika", url, "-o", top / "out.tsv", "--errors", top / "errors.tsv")
        errors = (top / "errors.tsv").read_text()
        clustered = {line.split("\t")[0] for line in (top / "out.tsv").read_text().splitlines()}
        good = {path.name for path in (top / "1" / "odt").iterdir()}
        check(good <= clustered, "the good documents beside broken ones are clustered")
        check("broken.docx" in errors and "empty.pdf" in errors, "broken documents are named")
        check(("broken.pdf" in errors) != ("broken.pdf" in clustered), "a truncated document is named or clustered")

        # A server that is gone costs the documents, not the pages.
        (mixed / "page.html").write_text("<p>page")
        server.kill()
        server.wait()
        done = run("cluster", mixed, "--tika", url, "-o", top / "out.tsv", "--errors", top / "errors.tsv")
        check("1 clustered" in done.stderr and "not converted" in done.stderr,
              "without the server the page is clustered and the documents are counted")
finally:
    server.kill()
    server.wait()
sys.exit("\n".join(["failed:"] + failures) if failures else 0)
