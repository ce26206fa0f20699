#!/usr/bin/env python3
"""What a call of Wrapper.extract(html, url) costs compared with the library's own loop over the same pages.

Both work on the same bytes in memory, on one thread, in one process; runs take turns, and the least processor time of each counts. The
library's loop also writes its records, to a file in memory if /dev/shm is there.

Usage: wrapper_report.py [--pages N] [--repeat N] CRAWL LABELS.json     LABELS.json: {address: {field: value}}
       wrapper_report.py                                                the example shop
"""
import argparse
import gc
import json
import os
import pathlib
import tempfile
import time

import pagekin

ROOT = pathlib.Path(__file__).resolve().parents[1]
SHOP = ROOT / "examples" / "shop.jsonl.gz"
FIRST = {"https://shop.example/p/alder-kettle-1000": {"name": "Alder Kettle", "price": "$9.00"}}


def seconds(work):
    gc.collect()
    begun = time.process_time()
    work()
    return time.process_time() - begun


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("crawl", nargs="?", default=str(SHOP))
    arguments.add_argument("labels", nargs="?")
    arguments.add_argument("--pages", type=int, default=3000)
    arguments.add_argument("--repeat", type=int, default=5)
    given = arguments.parse_args()
    labels = json.loads(pathlib.Path(given.labels).read_text()) if given.labels else FIRST
    wrapper = pagekin.learn(given.crawl, labels)
    # Pages of templates without fields are named and left; they would cost next to nothing.
    all_pages = [(page.url, page.html) for page in pagekin.read(given.crawl)]
    pages = [(url, html) for url, html in all_pages if wrapper.extract(html, url).template is not None] or all_pages
    many = [(f"{url}?{turn}", html) for turn in range(-(-given.pages // len(pages))) for url, html in pages][: given.pages]

    def one_by_one():
        for url, html in many:
            wrapper.extract(html, url)

    folder = tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    records = wrapper.extract(many, threads=1, progress=False)

    def native():
        records.write(os.path.join(folder.name, "records.jsonl"))

    with folder:
        times = [(seconds(native), seconds(one_by_one)) for _ in range(given.repeat)]
    library, single = (min(column) for column in zip(*times))
    print(f"{len(many):,} pages, {len(wrapper.fields)} fields, best of {given.repeat} runs by processor time")
    print(f"library, one thread       {1e6 * library / len(many):8.1f} us a page")
    print(f"Wrapper.extract(html,url) {1e6 * single / len(many):8.1f} us a page")
    print(f"speed of the call         {library / single:8.2f} of the library's")


if __name__ == "__main__":
    main()
