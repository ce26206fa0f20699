#!/usr/bin/env python3
"""Kills updates of an index at any moment: nothing that a run acknowledged may be lost.

Usage: kill_updates.py PROGRAM [--kills N] [--seed S]

A synthetic crawl comes in parts, each added to the index by a run of its own. Every run is
killed (SIGKILL) again and again, at moments drawn from a seed, half of them anywhere in the run
and half while the new index is being written, before it may end. After each kill the index must be,
byte for byte, the one before the run or the one after it, as a row of undisturbed runs left them, no
more than one unfinished file may lie beside it, and every one of these indexes must be readable.
There are 15 kills; 50 with PAGEKIN_ALL_ROUNDS in the environment.
"""
import argparse
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

PAGES_OF_PART = 40


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=50 if "PAGEKIN_ALL_ROUNDS" in os.environ else 15)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class Crawl:
    """The parts of a crawl, the indexes that undisturbed runs make of them, and how long these took."""

    def __init__(self, program, folder, parts):
        self.program, self.folder = program, folder
        self.parts, self.indexes, self.seconds = [], [None], []
        kept = folder / "undisturbed"
        for part in range(1, parts + 1):
            self.parts.append(folder / f"part-{part}.warc.gz")
            self.run("synth", "-q", "-o", self.parts[-1], "--pages", PAGES_OF_PART * parts, "--templates", 8,
                     "--sites", 2, "--seed", 5, "--part", f"{part}/{parts}")
            start = time.monotonic()
            self.run(*self.update(part - 1, kept))
            self.seconds.append(time.monotonic() - start)
            self.indexes.append(kept.read_bytes())
            self.run("classify", self.parts[-1], "--model", kept, "-q", "-o", folder / "classes.tsv")

    def run(self, *words):
        done = subprocess.run([self.program, *map(str, words)], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"pagekin {' '.join(map(str, words))}: status {done.returncode}\n{done.stderr}")

    def update(self, part, index):
        return ["cluster", self.parts[part], "-q", "--index", index, "-o", "/dev/null"]


class Target:
    """The index that is disturbed."""

    def __init__(self, crawl, folder):
        self.crawl, self.folder = crawl, folder
        folder.mkdir()
        self.index, self.unfinished = folder / "index", folder / "index.pagekin-new"
        self.done = 0  # parts whose runs have ended well, or whose index was in place when they were killed

    def start(self):
        command = [self.crawl.program, *map(str, self.crawl.update(self.done, self.index))]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def state(self):
        return self.index.read_bytes() if self.index.exists() else None

    def check(self, status, complaint):
        """What there is after a run; True if that is the index of the part that was being added."""
        before, after = self.crawl.indexes[self.done], self.crawl.indexes[self.done + 1]
        found = self.state()
        if status not in (0, -signal.SIGKILL):
            sys.exit(f"part {self.done + 1}: status {status}: {complaint.decode()}")
        if found not in (before, after):
            sys.exit(f"part {self.done + 1}: the index is neither the old one nor the new one")
        if status == 0 and found != after:
            sys.exit(f"part {self.done + 1}: a run said it was done and the index is the old one")
        unfinished = [one.name for one in self.folder.iterdir() if one.name not in ("index", "index.lock")]
        if unfinished not in ([], ["index.pagekin-new"]) or (status == 0 and unfinished):
            sys.exit(f"part {self.done + 1}: left behind: {unfinished}")
        return found == after


def main():
    options = arguments()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        parts = max(1, options.kills // 5)
        crawl = Crawl(options.program, folder, parts)
        target = Target(crawl, folder / "disturbed")
        turn = running = writing = in_place = 0
        while running < options.kills and turn < 4 * options.kills:  # a kill that came too late is none
            if target.done == parts:  # all kills of the last part came after its index was in place
                target.done = parts - 1
                target.index.write_bytes(crawl.indexes[parts - 1])
            target.unfinished.unlink(missing_ok=True)
            run = target.start()
            if turn % 2 == 0:
                time.sleep(chance.uniform(0, crawl.seconds[target.done]))
            else:
                while run.poll() is None and not target.unfinished.exists():
                    pass
                time.sleep(chance.choice((0, 0, chance.uniform(0, 0.003))))
            was_writing = target.unfinished.exists()
            run.kill()
            complaint = run.communicate()[1]
            killed = run.returncode == -signal.SIGKILL
            running += killed
            writing += killed and was_writing
            if target.check(run.returncode, complaint):
                in_place += killed
                target.done += 1
            elif running % (options.kills // parts) == 0:  # this time undisturbed
                run = target.start()
                complaint = run.communicate()[1]
                if not target.check(run.returncode, complaint):
                    sys.exit(f"part {target.done + 1}: nothing was added")
                target.done += 1
            turn += 1
        while target.done < parts:
            run = target.start()
            complaint = run.communicate()[1]
            target.check(run.returncode, complaint)
            target.done += 1
        if target.state() != crawl.indexes[parts]:
            sys.exit("the last index is not that of undisturbed runs")
        print(f"{running} kills of {turn} while the program ran, {writing} while it wrote the index, "
              f"{in_place} after the new one was in place: nothing lost")
        if running < options.kills or writing < 0.1 * options.kills:
            sys.exit("too few kills came in time to prove anything")


if __name__ == "__main__":
    main()
