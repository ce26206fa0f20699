// Reports for tests of the front end alone: invented data in the format of src/data.ts, wrapped as
// the program wraps it (src/pagekin/visual/report_file.cc).
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);

/** A small seeded generator, so that fixtures are the same everywhere. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const run = {
  title: "shop.example", version: "0.1.0", command: "pagekin cluster crawl.warc.gz --report report.html",
  made: "2026-01-31T12:00:00Z", inputs: ["crawl.warc.gz"], parameters: [["method", "auto"]],
  seconds: [["reading", 1.2], ["clustering", 0.4]], read: 1212, used: 1210, limited: 3, skipped: 2,
  reasons: [["status", "skipped", 2], ["too long", "limited", 3]],
  incidents: [["http://shop.example/gone", "status", "the status is 404"]],
};

function wire(next, items) {
  const boxes = [];
  const add = (kind, x, y, w, h, place, text = 0) => boxes.push(kind, x, y, w, h, place, text);
  add(0, 5, 3, 230, 22, 0);
  add(8, 10, 10, 30, 3, 1, 1);
  add(8, 50, 10, 24, 3, 1, 2);
  add(6, 8, 34, 60 + Math.floor(next() * 90), 6, 2, 3 + Math.floor(next() * 50));
  let y = 48;
  for (let i = 0; i < items; i++) {
    add(9, 8, y, 44, 28, 3);
    add(7, 58, y, 120, 22, 4, 100 + Math.floor(next() * 500));
    y += 34;
  }
  if (next() < 0.4) add(11, 8, y, 30, 7, 5, 7);
  add(4, 5, y + 14, 230, 20, 6);
  return { height: y + 40, cut: false, boxes };
}

export function clusters({ templates = 9, pages = 1200, seed = 1, text = null } = {}) {
  const next = random(seed);
  const words = ["product", "article", "list", "search", "home", "user", "tag", "forum", "page", "help", "login", "cart"];
  // `text` takes the place of all texts; of a list each template gets one.
  const texts = text === null ? null : [text].flat();
  let turn = 0;
  const say = (plain) => (texts === null ? plain : texts[turn % texts.length]);
  const sizes = [];
  let left = pages;
  for (let i = 0; i < templates; i++) {
    const size = i === templates - 1 ? left : Math.max(1, Math.min(left - (templates - 1 - i), Math.floor(left * (0.25 + 0.3 * next()))));
    sizes.push(size);
    left -= size;
  }
  sizes.sort((a, b) => b - a);
  const lists = [];
  const found = sizes.map((size, i) => {
    turn = i;
    const word = words[i % words.length];
    const shape = say(`/${word}/*`);
    const id = (n) => (texts === null ? `http://shop.example/${word}/${i}-${n}.html` : `${texts[i % texts.length]}#${i}-${n}`);
    lists.push({
      ids: Array.from({ length: size }, (_, n) => id(n)),
      confidence: Array.from({ length: size }, () => Math.floor(next() * 700) + 300),
      second: Array.from({ length: size }, () => (i + 1) % sizes.length),
      label: Array.from({ length: size }, () => i % 5),
      ...(i % 3 === 0 ? {} : { variant: Array.from({ length: size }, (_, n) => 10 * i + (n % (1 + (i % 3)))) }),
    });
    const part = (label, kind, children = [], words_ = "") => [say(label), kind, kind === 1 ? 7 : 12, 0, kind === 2 ? 9 : 0, say(words_), children];
    const evidence = [{ names: [say(`main ul.${word}`), say(`h2 "${word}"`)], marks: 14, share: 1, elsewhere: 0.02 }, { names: [say("form.cart")], marks: 3, share: 0.94, elsewhere: 0.1 }];
    const shown = ["typical", "different", "different", "doubtful"].slice(0, Math.min(4, size)).map((why, n) => ({
      page: id(n), title: say(`${word} number ${n}`), why, confidence: why === "doubtful" ? 210 : 900, second: (i + 1) % sizes.length, wire: wire(next, 2 + ((i + n) % 6)),
      data: [[0, 3], [2, 4, 6], [3, 5, 7]],
    }));
    const column = (name, type, record, more = {}) => ({ name: say(name), type, record: say(record), place: say("main > p.price"), pages: 11, distinct: 9, list: record !== "", examples: [say("$12.50"), say("$13.00")], doubts: [], ...more });
    const data = { pages: 12, columns: [column("title", "text", ""), column("price", "money", "", { pages: 6, doubts: [say("nothing on the page names it")] }), column("items.image", "image", "items"), column("items.text", "text", "items")], records: [[say("items"), 12, 48]] };
    // Texts of strangers stand in for names, so columns of records keep an own one.
    if (texts !== null) data.columns.forEach((one) => (one.record = ""));
    return {
      id: String(i + 1), name: say(`${word}: /${word}/*, form.${word}`), pages: size, shape, confidence: Math.round(1000 * (0.5 + next() / 2)) / 1000, inDoubt: i % 3 === 0 ? Math.floor(size / 20) : 0,
      held: evidence, nearest: sizes.length > 1 ? { template: (i + 1) % sizes.length, similarity: 0.41, has: evidence, lacks: evidence.slice(1) } : null,
      variants: 1 + (i % 3), ...(i % 3 === 0 ? {} : { variantList: Array.from({ length: 1 + (i % 3) }, (_, n) => [10 * i + n, Math.max(1, Math.floor(size / (1 + (i % 3)))), id(n)]) }), hostCount: 2, hosts: [[say("shop.example"), Math.ceil(size / 2)], ["blog.example", Math.floor(size / 2)]],
      places: ["header", "nav > a", "main > h1", "ul > li > img", "ul > li > p", "form > button", "footer"].map(say),
      sampled: 12,
      skeleton: i === 2 ? null : { pages: 12, parts: 8, leftOut: 3, root: part("body", 0, [part("header#top.site", 0, [part("nav.menu", 0, [part("a", 2, [], "Home")])]), part("main", 0, [part("h1.title", 3, [], `${word} number 3`), part("ul.items", 0, [part("li.item", 2, [part("img", 1), part("p", 3, [], "some text")])]), part("form.cart", 1)]), part("footer", 0, [], "Imprint")]) },
      shown, data, links: [[0, say("nav > ul > li > a"), 120], [Math.min(1, sizes.length - 1), say("main > ul.items > li > a"), 44]],
    };
  });
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const leaf = (i) => {
    turn = i;
    return [0.9 - 0.02 * (i % 4), sizes[i], i, say(`http://shop.example/${i}`)];
  };
  let tree = leaf(0);
  for (let i = 1; i < Math.min(sizes.length, 60); i++) tree = [Math.max(0.1, 0.8 - 0.05 * i), 0, tree, leaf(i)];
  turn = 0;
  const data = {
    format: 1, kind: "clusters", run: { ...run, title: say(run.title), command: say(run.command), incidents: [[say("http://shop.example/gone"), "status", say("the status is 404")]] }, pages: all, doubtfulBelow: 400, inDoubt: found.reduce((sum, t) => sum + t.inDoubt, 0),
    siteCount: 2, sites: [[say("shop.example"), Math.ceil(all / 2)], ["blog.example", Math.floor(all / 2)]], templates: found,
    map: found.slice(0, 300).map((_, i) => [next(), next(), [(i + 1) % found.length, 0.6, (i + 2) % found.length, 0.3]]),
    truth: { labels: ["product", "article", "list", "search", "other"].map(say), pages: all, unlabelled: 0, scores: [["f1", 0.91], ["precision", 0.95], ["recall", 0.88], ["bcubed_f1", 0.93], ["adjusted_rand_index", 0.9], ["v_measure", 0.94]], cells: sizes.map((size, i) => [i % 5, i, size]) },
    dendrogram: { note: say("ahc:linkage=average, measure path_jaccard"), cut: 0.5, leftOut: 0, merges: Array.from({ length: 101 }, (_, i) => Math.max(0, all - sizes.length - i)), roots: [tree] },
    questions: found.slice(0, 3).map((one, i) => [one.shown[0].page, i, 7.5 - i]),
  };
  return { data, pages: { templates: lists, leftOut: { ids: [], confidence: [], second: [] } } };
}

export function comparison({ seed = 3, text = null } = {}) {
  const { data } = clusters({ templates: 6, pages: 90, seed, text });
  const say = (plain) => (text === null ? plain : text);
  const states = ["changed", "new", "gone", "split", "joined", "same"];
  return {
    data: {
      format: 1, kind: "comparison", run: data.run, oldName: "old crawl", newName: "new crawl", oldPages: 90, newPages: 95, note: "",
      states: states.map((state) => [state, 1, `what ${state} means`]),
      rows: states.map((state, i) => ({
        state, id: String(i + 1), oldId: String(i + 1), name: data.templates[i].name, shape: data.templates[i].shape, oldPages: state === "new" ? 0 : 12, newPages: state === "gone" ? 0 : 14, both: 9, notCrawled: 0, matchedBy: "", kept: 0.6,
        added: [say("main div.price")], removed: [say("table.facts")], related: state === "split" ? ["7"] : [], example: say("http://shop.example/1"),
        old: state === "new" ? null : data.templates[i], now: state === "gone" ? null : { ...data.templates[(i + 1) % 6] },
      })),
      more: 0, notCrawled: [[say("http://shop.example/lost"), "3", "sitemap"]],
    },
    pages: { templates: [], leftOut: {} },
  };
}

const pack = (value) => gzipSync(JSON.stringify(value)).toString("base64");
const hash = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

export function html({ data, pages }) {
  const script = readFileSync(new URL("report.js", dist));
  const style = readFileSync(new URL("report.css", dist));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${hash(script)}'; style-src '${hash(style)}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>test</title><style>${style}</style></head><body><div id="app"></div>
<script type="application/octet-stream" id="data">${pack(data)}</script>
<script type="application/octet-stream" id="pages">${pack(pages)}</script>
<script>${script}</script></body></html>
`;
}
