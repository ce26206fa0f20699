#!/usr/bin/env python3
"""Clean text: how well `pagekin clean` keeps the main text of pages, compared with programs that look at one page.

Reads a folder with pages.jsonl.xz (url, html, site, kind, set) and gold.jsonl.xz (url, text). Words are the maximal
runs of letters, digits and underscores of the lower-case text; precision and recall compare the two multisets of
words of a page, F1 is their harmonic mean, and figures are means over pages. pagekin reads the pages of one site at
a time. The interval of a difference resamples sites, 4000 times, with a fixed seed.

  quality   by kind of page and by set of pages; how many pages with text got none; the pages of least recall
  pages     the same when it is given only 1, 3, 5 or 20 pages of a site at a time (sites that have so many)
  model     the first half of each site's pages makes an index with skeletons, the other half is cleaned with it,
            one page a run
  crawl     pages of news and articles when their site also has a home page and an archive made of them: of headlines and
            first paragraphs ("teasers"), of the whole posts ("archives"), or of these without links and emphasis
            ("plain archives"); when each page is there in three versions under other titles, which change every tenth
            paragraph ("versions"), or with 15 comments more ("comments"); and the files duplicates-*.jsonl.xz of the
            suite, page by page
  speed     processor time of all of it, against the other programs
  expanded  with --expanded FOLDER (pages.jsonl.xz, gold.jsonl.xz with labels): the share of the labelled values that
            the text has, and its words

trafilatura, resiliparse, readability-lxml and jusText are compared where they are installed for this Python.

The constants of the program (src/pagekin/maintext) were chosen by hand, with results on these pages in view: see
docs/decisions/0035-clean-text.md for what a choice with the site left out gives.

Usage: clean_report.py PROGRAM SUITE [--expanded FOLDER] [--only quality,pages,crawl,model,speed] [--cache FILE] [--args '...']
"""
import argparse
import collections
import html
import json
import lzma
import pathlib
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile


def lines(path):
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def bag(text):
    return collections.Counter(re.findall(r"\w+", (text or "").lower()))


def score(words, true):
    kept, all_true, common = sum(words.values()), sum(true.values()), sum((words & true).values())
    if not common:
        return 0.0, 0.0, 0.0
    return common / kept, common / all_true, 2 * common / (kept + all_true)


def run(command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}: {done.stderr.strip()[:300]}")


def write_pages(path, pages):
    with open(path, "w", encoding="utf-8") as file:
        for page in pages:
            file.write(json.dumps({"url": page["url"], "html": page["html"]}) + "\n")


def cleaned(program, pages, args):
    """The text of each page, by its address."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = pathlib.Path(folder, "in.jsonl"), pathlib.Path(folder, "out.jsonl")
        write_pages(source, pages)
        run([program, "clean", source, "-o", target, "-q", *args])
        with open(target, encoding="utf-8") as file:
            return {row["page"]: row["text"] or "" for row in map(json.loads, file)}


def by_site(pages):
    sites = collections.defaultdict(list)
    for page in pages:
        sites[page["site"]].append(page)
    return sites


def clean_sites(program, pages, args):
    texts = {}
    for of_site in by_site(pages).values():
        texts.update(cleaned(program, of_site, args))
    return texts


def clean_in_groups(program, pages, size, args):
    """Texts of pages that were read `size` at a time, all of one site; those that are left over are not read."""
    texts, random_order = {}, random.Random(size)
    for of_site in by_site(pages).values():
        of_site = of_site[:]
        random_order.shuffle(of_site)
        for begin in range(0, len(of_site) - size + 1, size):
            texts.update(cleaned(program, of_site[begin:begin + size], args))
    return texts


def clean_with_index(program, pages, args):
    """Texts of the second half of each site's pages, one page a run, with an index of the first half."""
    texts, left_out = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        for site, of_site in by_site(pages).items():
            half = len(of_site) // 2
            source, index = pathlib.Path(folder, "first.jsonl"), pathlib.Path(folder, "index")
            index.unlink(missing_ok=True)
            write_pages(source, of_site[:half])
            run([program, "cluster", source, "--index", index, "--skeletons", "-q", "-o", pathlib.Path(folder, "t.tsv")])
            for page in of_site[half:]:
                write_pages(source, [page])
                target = pathlib.Path(folder, "out.jsonl")
                target.unlink(missing_ok=True)
                done = subprocess.run([program, "clean", source, "--model", index, "-o", target, "-q", *args],
                                      capture_output=True, text=True)
                if done.returncode or not target.exists():
                    left_out += 1  # no template of the index
                    continue
                with open(target, encoding="utf-8") as file:
                    rows = [json.loads(line) for line in file]
                if rows:
                    texts[page["url"]] = rows[0]["text"] or ""
                else:
                    left_out += 1
    return texts, left_out


def without_tags(text):
    return re.sub(r"<[^>]+>", "", text).strip()


def posts(pages, gold):
    """The headline of each page and its paragraphs of ten words or more that are in its reference text, as HTML."""
    found = []
    for page in pages:
        if page["url"] not in gold:
            continue
        true = f" {norm(gold[page['url']])} "
        heads = map(without_tags, re.findall(r"<h1[^>]*>(.*?)</h1>", page["html"], re.S | re.I))
        body = [p for p in re.findall(r"<p(?:\s[^>]*)?>(.*?)</p>", page["html"], re.S | re.I)
                if len(without_tags(p).split()) >= 10 and norm(without_tags(p)) in true]
        if body:
            found.append((page["url"], next(filter(None, heads), ""), body))
    return found


def lists_of(pages, gold, most, shown=str):
    """A home page and an archive of the pages' posts, each with at most so many paragraphs; and their texts."""
    entries = [f'<div><h2><a href="{url}">{head}</a></h2>' + "".join(f"<p>{shown(p)}</p>" for p in body[:most]) + "</div>"
               for url, head, body in posts(pages, gold)]
    root = "/".join(pages[0]["url"].split("/")[:3])
    lists = [{"url": f"{root}/{name}", "html": f'<html><head><title>{name}</title></head><body><div class="list">'
              + "".join(of_page) + "</div></body></html>"} for name, of_page in (("home", entries), ("archive", entries[::-1]))]
    return lists, {page["url"]: html.unescape(without_tags(" ".join(entries))) for page in lists}


def changed(page, version):
    """The page in another version: another title element, and each tenth paragraph is another."""
    number, seed = 0, random.Random(page["url"] + str(version))

    def paragraph(match):
        nonlocal number
        number += 1
        words = without_tags(match.group(0)).split()
        if number % 10 != version or len(words) < 10:
            return match.group(0)
        seed.shuffle(words)
        return f"<p>{' '.join(words)}</p>"

    text = re.sub(r"<p(?:\s[^>]*)?>.*?</p>", paragraph, page["html"], flags=re.S | re.I)
    text = re.sub(r"(<title[^>]*>)", rf"\g<1>Version {version}: ", text, count=1, flags=re.I)
    return {"url": f"{page['url']}{'&' if '?' in page['url'] else '?'}version={version}", "html": text}


def commented(page):
    words, seed = re.findall(r"[a-z]{3,}", without_tags(page["html"]).lower()), random.Random(page["url"])
    comments = "".join(f'<div class="comment"><p>{" ".join(seed.choices(words, k=40))}.</p></div>' for _ in range(15))
    head, body, rest = page["html"].rpartition("</body>")
    text = f'{head}<div class="comments">{comments}</div>{body}{rest}'
    return {"url": f"{page['url']}{'&' if '?' in page['url'] else '?'}comments=all", "html": text}


def crawl_settings(pages, gold):
    """Further pages of one site and the texts that they must have, by setting."""
    others = [commented(page) for page in pages]
    texts = {other["url"]: gold[page["url"]] for page, other in zip(pages, others) if page["url"] in gold}
    versions = [changed(page, version) for page in pages for version in (1, 2)]
    return {
        "as they are": ([], {}),
        "teasers": lists_of(pages, gold, 1),
        "archives": lists_of(pages, gold, None),
        "plain archives": lists_of(pages, gold, None, without_tags),
        "versions": (versions, {}),
        "comments": (others, texts),
    }


def crawl(program, pages, gold, suite, args):
    found = collections.defaultdict(list)
    for of_site in by_site(pages).values():
        if of_site[0]["kind"] not in ("news", "article"):
            continue
        for name, (more, true) in crawl_settings(of_site, gold).items():
            texts = cleaned(program, of_site + more, args)
            for url, text in texts.items():
                if url in gold:
                    found[name].append(score(bag(text), bag(gold[url])))
                elif url in true:
                    found[f"{name}, these pages"].append(score(bag(text), bag(true[url])))
    print("\ncrawl: pages of news and articles with other pages of their site that have the same text")
    for name, scores in found.items():
        print(f"  {name:30s} {len(scores):4d} pages" + "".join(
            f" {label} {100 * mean(one[i] for one in scores):5.1f}" for i, label in enumerate("PRF")))
    for number in (0, 1, 3):
        same = lines(suite / f"duplicates-{number}.jsonl.xz")
        texts = cleaned(program, same, args)
        of_page = (f"{100 * score(bag(texts[page['url']]), bag(page['text']))[2]:.1f}" for page in same)
        print(f"  two copies and {number} other pages: F {' '.join(of_page)}")


def peers():
    found = {}
    try:
        import trafilatura
        found["trafilatura"] = lambda page: trafilatura.extract(page) or ""
    except ImportError:
        pass
    try:
        from resiliparse.extract.html2text import extract_plain_text
        found["resiliparse"] = lambda page: extract_plain_text(page, main_content=True, alt_texts=False, links=False) or ""
    except ImportError:
        pass
    try:
        from lxml import html as lxml_html
        from readability import Document
        found["readability-lxml"] = lambda page: lxml_html.fromstring(
            "<div>" + Document(page).summary() + "</div>").text_content()
    except ImportError:
        pass
    try:
        import justext
        stops = justext.get_stoplist("English")
        found["jusText"] = lambda page: "\n".join(
            part.text for part in justext.justext(page.encode(), stops, encoding="utf-8") if not part.is_boilerplate)
    except ImportError:
        pass
    return found


def peer_texts(pages, cache):
    texts = json.loads(cache.read_text()) if cache and cache.exists() else {}
    for name, extract in peers().items():
        known = texts.setdefault(name, {})
        for page in pages:
            if page["url"] not in known:
                try:
                    known[page["url"]] = extract(page["html"])
                except Exception:  # a page that a peer cannot read has no text
                    known[page["url"]] = ""
    if cache:
        cache.write_text(json.dumps(texts))
    return texts


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else 0.0


def interval(by_group):
    """2.5 and 97.5 per cent of the mean difference, with groups drawn again and again."""
    names, draw, means = sorted(by_group), random.Random(1), []
    for _ in range(4000):
        picked = [by_group[draw.choice(names)] for _ in names]
        means.append(sum(map(sum, picked)) / sum(map(len, picked)))
    means.sort()
    return means[100], means[3899]


def show(title, urls, scores, site_of, base="trafilatura"):
    print(f"\n{title}: {len(urls)} pages, {len({site_of[u] for u in urls})} sites")
    for name, of_page in scores.items():
        own = [u for u in urls if u in of_page]
        if not own:
            continue
        line = f"  {name:18s}" + "".join(f" {label} {100 * mean(of_page[u][i] for u in own):5.1f}" for i, label in enumerate("PRF"))
        if base in scores and name != base:
            by_group = collections.defaultdict(list)
            for u in own:
                by_group[site_of[u]].append(of_page[u][2] - scores[base][u][2])
            low, high = interval(by_group)
            better = sum(mean(v) > 0 for v in by_group.values())
            line += (f"   to {base} {100 * mean(d for v in by_group.values() for d in v):+5.1f} "
                     f"[{100 * low:+.1f}, {100 * high:+.1f}], better on {better} of {len(by_group)} sites")
        print(line)


def processor_seconds(action, who=resource.RUSAGE_SELF):
    before = resource.getrusage(who)
    action()
    after = resource.getrusage(who)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def speed(program, pages, args):
    print(f"\nspeed: processor seconds for {len(pages)} pages, {sum(len(p['html']) for p in pages) / 1e6:.1f} MB")
    own = processor_seconds(lambda: clean_sites(program, pages, args), resource.RUSAGE_CHILDREN)
    print(f"  pagekin, site by site {own:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        source, index = pathlib.Path(folder, "all.jsonl"), pathlib.Path(folder, "index")
        write_pages(source, pages)
        run([program, "cluster", source, "--index", index, "--skeletons", "-q", "-o", pathlib.Path(folder, "t.tsv")])
        with_index = processor_seconds(
            lambda: run([program, "clean", source, "--model", index, "-o", pathlib.Path(folder, "o.jsonl"), "-q", *args]),
            resource.RUSAGE_CHILDREN)
    print(f"  pagekin, with an index {with_index:.1f}")
    for name, extract in peers().items():
        def all_pages(extract=extract):
            for page in pages:
                try:
                    extract(page["html"])
                except Exception:
                    pass
        seconds = processor_seconds(all_pages)
        print(f"  {name} {seconds:.1f}: {seconds / own:.1f} times that of pagekin, {seconds / with_index:.1f} with an index")


def norm(text):
    return re.sub(r"[\W_]+", " ", html.unescape(str(text)).lower()).strip()


def expanded(program, folder, args):
    labels = {row["url"]: row["labels"] for row in lines(folder / "gold.jsonl.xz")}
    print("\nexpanded: share of labelled values that the text has, words a page")
    recalls, sizes = [], []
    for site, pages in by_site(lines(folder / "pages.jsonl.xz")).items():
        right = pairs = words = 0
        for page, text in cleaned(program, pages, args).items():
            text = f" {norm(text)} "
            words += len(text.split())
            for values in labels.get(page, {}).values():
                for value in filter(None, map(norm, values)):
                    pairs += 1
                    right += f" {value} " in text
        recalls.append(right / max(pairs, 1))
        sizes.append(words / len(pages))
        print(f"  {site:24s} {100 * recalls[-1]:5.1f} % {sizes[-1]:6.0f}")
    print(f"  {'mean':24s} {100 * mean(recalls):5.1f} % {mean(sizes):6.0f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("suite", type=pathlib.Path)
    parser.add_argument("--expanded", type=pathlib.Path)
    parser.add_argument("--only", default="quality,pages,crawl,model,speed")
    parser.add_argument("--cache", type=pathlib.Path, help="keeps the texts of the other programs")
    parser.add_argument("--args", default="", help="passed on to pagekin clean")
    options = parser.parse_args()
    args, parts = shlex.split(options.args), options.only.split(",")
    pages = lines(options.suite / "pages.jsonl.xz")
    references = {row["url"]: row["text"] for row in lines(options.suite / "gold.jsonl.xz")}
    gold = {url: bag(text) for url, text in references.items()}
    site_of = {page["url"]: page["site"] for page in pages}
    scored = lambda texts: {u: score(bag(texts[u]), gold[u]) for u in texts if u in gold}
    others = {name: scored(texts) for name, texts in peer_texts(pages, options.cache).items()} if {"quality", "pages", "model"} & set(parts) else {}
    if "quality" in parts:
        texts = clean_sites(options.program, pages, args)
        scores = {"pagekin": scored(texts), **others}
        show("all", sorted(gold), scores, site_of)
        for field in ("kind", "set"):
            for value in sorted({page[field] for page in pages}):
                show(f"{field} {value}", sorted(p["url"] for p in pages if p[field] == value and p["url"] in gold), scores, site_of)
        print(f"\nempty: {sum(not texts.get(u, '').strip() for u in gold)} of {len(gold)} pages with text")
        for recall, url in sorted((v[1], u) for u, v in scores["pagekin"].items())[:5]:
            print(f"  recall {100 * recall:.0f} {url}")
    if "pages" in parts:
        for size in (1, 3, 5, 20):
            mine = scored(clean_in_groups(options.program, pages, size, args))
            show(f"{size} pages of a site at a time", sorted(mine), {"pagekin": mine, **others}, site_of)
    if "crawl" in parts:
        crawl(options.program, pages, references, options.suite, args)
    if "model" in parts:
        texts, left_out = clean_with_index(options.program, pages, args)
        mine = scored(texts)
        show(f"one page a run with an index ({left_out} pages of no template left out)", sorted(mine), {"pagekin": mine, **others}, site_of)
    if "speed" in parts:
        speed(options.program, pages, args)
    if options.expanded:
        expanded(options.program, options.expanded, args)


if __name__ == "__main__":
    main()
