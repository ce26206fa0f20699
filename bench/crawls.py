"""What reports do with crawls and clusterings: copies of WARC files with fewer, shuffled or renamed
pages, assignments as `pagekin cluster -o` writes them, and a command's time and peak memory.

Standard library only. A crawl is read whole into memory, compressed; `measured` is not disturbed by that.
"""
import gzip
import json
import pathlib
import random
import re
import subprocess
import sys
import zlib

TARGET = re.compile(rb"(?im)^(WARC-Target-URI:[ \t]*)<?([^\r\n>]*)>?")


# ---- Corpora.

# Corpora made by the same software, by how their names begin.
FAMILIES = {"hugo-": "hugo", "hexo-": "hexo", "wordpress-": "wordpress", "woocommerce-": "wordpress", "houzez-": "wordpress",
            "multiera-": "wordpress", "drupal": "drupal", "javadoc": "javadoc", "maven-": "javadoc", "sandcastle-": "sandcastle",
            "trac-": "trac", "omeka": "omeka", "django-": "django", "spirit-": "django", "tailwind-": "data", "data-": "data"}


def family_of(corpus):
    """The software that made a corpus; for most of them there is one corpus, and it has its own name."""
    return next((family for start, family in FAMILIES.items() if corpus.startswith(start)), corpus)


# ---- Archives.

def members(path):
    """The gzip members of a file, each as (compressed, plain) bytes."""
    data = pathlib.Path(path).read_bytes()
    start = 0
    while start < len(data):
        inflater, plain, at = zlib.decompressobj(31), [], start
        while not inflater.eof:
            piece = data[at:at + (1 << 16)]
            if not piece:
                raise ValueError(f"{path}: the last member is cut short")
            plain.append(inflater.decompress(piece))
            at += len(piece)
        end = at - len(inflater.unused_data)
        yield data[start:end], b"".join(plain)
        start = end


def page_id(plain):
    """The target URI of a record, None for one that has none."""
    found = TARGET.search(plain, 0, plain.index(b"\r\n\r\n") + 2)
    return found[2].decode() if found else None


def records(path):
    """(page id, compressed member) of every record that has a target."""
    return [(page, packed) for packed, plain in members(path) if (page := page_id(plain)) is not None]


def write(path, some_records):
    with open(path, "wb") as file:
        file.writelines(packed for _, packed in some_records)
    return path


def renamed(some_records, seed):
    """The same records under random ids of one host, and a map from old ids to new ones."""
    chance = random.Random(seed)
    new_ids, copies = {}, []
    for page, packed in some_records:
        new_ids[page] = f"https://x.example/{chance.getrandbits(64):016x}"
        plain = TARGET.sub(lambda found: found[1] + new_ids[page].encode(), gzip.decompress(packed), count=1)
        copies.append((new_ids[page], gzip.compress(plain, 1, mtime=0)))
    return copies, new_ids


# ---- Labels and assignments.

def read_columns(path):
    """The first two columns of a TSV file, as a dict; a header `page` is left out."""
    with open(path, encoding="utf-8", newline="\n") as file:
        rows = dict(line.rstrip("\r\n").split("\t")[:2] for line in file)
    rows.pop("page", None)
    return rows


def write_labels(path, labels, new_ids):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{new_ids[page]}\t{label}\n" for page, label in labels.items() if page in new_ids)
    return path


def adjusted_rand_index(one, other):
    """Of two assignments (page to cluster), over the pages that both have."""
    pairs = lambda counts: sum(n * (n - 1) // 2 for n in counts.values())
    both, rows, columns = {}, {}, {}
    pages = one.keys() & other.keys()
    for page in pages:
        a, b = one[page], other[page]
        both[a, b] = both.get((a, b), 0) + 1
        rows[a] = rows.get(a, 0) + 1
        columns[b] = columns.get(b, 0) + 1
    total = len(pages) * (len(pages) - 1) // 2
    if total == 0:
        return 1.0
    expected = pairs(rows) * pairs(columns) / total
    most = (pairs(rows) + pairs(columns)) / 2
    return 1.0 if most == expected else (pairs(both) - expected) / (most - expected)


def groups(assignment):
    """cluster -> its pages."""
    found = {}
    for page, cluster in assignment.items():
        found.setdefault(cluster, []).append(page)
    return found


def same_partition(one, other):
    """Whether both put the same pages together, whatever the clusters' numbers."""
    sets = lambda assignment: {frozenset(pages) for pages in groups(assignment).values()}
    return sets(one) == sets(other)


# ---- Time and memory.

# A process of its own: Linux counts what the starting process held into the peak of a new program.
STARTER = """
import json, os, subprocess, sys, time
start = time.perf_counter()
child = subprocess.Popen(sys.argv[1:])
_, status, usage = os.wait4(child.pid, 0)
json.dump({"status": os.waitstatus_to_exitcode(status), "wall": time.perf_counter() - start,
           "processor": usage.ru_utime + usage.ru_stime, "peak": usage.ru_maxrss * 1024}, sys.stdout)
"""


def measured(command):
    """Wall and processor seconds and peak bytes of a command that prints nothing."""
    done = subprocess.run([sys.executable, "-S", "-c", STARTER, *map(str, command)], capture_output=True, text=True)
    usage = json.loads(done.stdout)
    if usage["status"] != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {usage['status']}\n{done.stderr}")
    return usage
