// A stored page as elements that do nothing: made one by one from its data, without any markup or
// attribute of the page, in a frame in which no script can run.

import type { StoredNode, StoredPage } from "./data";
import { h, shown } from "./dom";
import { shorten } from "./format";

const LONGEST_VALUE = 300; // characters of a value that a label has as a text; longer ones as a path
const LONGEST_CHOICE = 20_000; // characters; longer values are not extracted
const MOST_CHOICES = 6; // elements around a text that are offered as the value

// Elements that keep their name. All others are a block or a part of a line.
const KEPT = new Set(
  (
    "address article aside b blockquote caption cite code dd del dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 " +
    "header hr i ins kbd li main mark nav ol p pre q s section small strong sub sup table tbody td tfoot th thead tr u ul"
  ).split(" "),
);
const BLOCKS = new Set(
  "html body div form fieldset legend details summary dialog center hgroup search option".split(" "),
);

/** A value that can be labelled: a text, all texts of an element, or an attribute. */
export interface Choice {
  node: number;
  what: string; // "text", "all of <p>", "href"
  value: string;
}

export class Stored {
  readonly nodes: StoredNode[];
  private readonly children: number[][];
  private readonly leaves: number[] = []; // the texts, in the order of the page
  private readonly range: ([number, number] | null)[]; // by node: its first and last in `leaves`

  constructor(readonly page: StoredPage) {
    this.nodes = page.nodes;
    this.children = this.nodes.map(() => []);
    this.range = this.nodes.map(() => null);
    this.nodes.forEach(([parent, kind], i) => {
      if (parent >= 0) this.children[parent].push(i);
      if (kind !== "text") return;
      const at = this.leaves.push(i) - 1;
      for (let n = i; n >= 0; n = this.nodes[n][0]) {
        const known = this.range[n];
        if (known) known[1] = at;
        else this.range[n] = [at, at];
      }
    });
  }

  kind(node: number): string {
    return this.nodes[node][1];
  }

  tag(node: number): string {
    return /^[a-z][\w-]*/.exec(this.nodes[node][2])?.[0] ?? "element";
  }

  /** The value of a node as labels have it: of an element all its texts. */
  value(node: number): string {
    if (this.kind(node) !== "element") return this.nodes[node][3];
    const range = this.range[node];
    if (!range) return "";
    let all = "";
    for (let at = range[0]; at <= range[1]; at++) {
      const leaf = this.nodes[this.leaves[at]];
      all += (at > range[0] && leaf[4] ? " " : "") + leaf[3];
    }
    return all;
  }

  isCut(node: number): boolean {
    const range = this.range[node];
    if (this.kind(node) !== "element" || !range) return this.nodes[node][5];
    for (let at = range[0]; at <= range[1]; at++) if (this.nodes[this.leaves[at]][5]) return true;
    return false;
  }

  /** The path of a node; null for a value of JSON-LD, which has none. */
  xpath(node: number): string | null {
    if (this.kind(node) === "json-ld") return null;
    const steps: string[] = [];
    for (let n = node; n >= 0; n = this.nodes[n][0]) steps.push(this.nodes[n][2]);
    return "/" + steps.reverse().join("/");
  }

  /** The text before a node if it looks like its label: "Price:", or a head of a table. */
  labelBefore(node: number): string {
    let n = node;
    while (n >= 0 && !this.range[n]) n = this.nodes[n][0];
    const first = n >= 0 ? this.range[n]![0] : 0;
    if (first === 0) return "";
    const before = this.leaves[first - 1];
    const isHead = ["th", "dt", "label"].includes(this.tag(this.nodes[before][0]));
    const text = this.nodes[before][3];
    return isHead || /[:\uff1a]$/.test(text) ? text : "";
  }

  /** Nodes with exactly these texts, each place once: the innermost. */
  find(value: string): number[] {
    const found: number[] = [];
    this.nodes.forEach((node, i) => {
      if (node[1] === "text" && node[3] === value) found.push(i);
    });
    if (found.length > 0) return found;
    for (let i = this.nodes.length - 1; i >= 0; i--) {
      const range = this.range[i];
      if (this.kind(i) !== "element" || !range || range[0] === range[1]) continue;
      if (!value.startsWith(this.nodes[this.leaves[range[0]]][3]) || this.value(i) !== value) continue;
      if (!found.some((other) => this.range[other]![0] === range[0])) found.push(i);
    }
    return found;
  }

  /** The value and all that it may belong to, from the inside out. */
  choices(node: number): Choice[] {
    const all: Choice[] = [];
    const seen = new Set<string>();
    const add = (n: number, what: string): void => {
      const value = this.value(n);
      const key = `${what.startsWith("<") ? "" : what} ${value}`;
      if (value === "" || value.length > LONGEST_CHOICE || seen.has(key)) return;
      seen.add(key);
      all.push({ node: n, what, value });
    };
    if (this.kind(node) !== "element") add(node, this.kind(node));
    // The text of an element with one text is the same value.
    if (this.kind(node) === "text") seen.add(` ${this.value(node)}`);
    let around = 0;
    for (let n = this.kind(node) === "element" ? node : this.nodes[node][0]; n >= 0; n = this.nodes[n][0]) {
      if (around++ < MOST_CHOICES && this.tag(n) !== "body" && this.tag(n) !== "html") add(n, `<${this.tag(n)}>`);
      if (around > 3) continue;
      for (const child of this.children[n]) {
        if (this.kind(child) !== "element" && this.kind(child) !== "text") add(child, this.kind(child));
      }
    }
    return all;
  }

  /**
   * What a label says of a value. Cells of records are labelled by their texts. Others are, too, if no other place
   * has the same text; else by their path.
   */
  labelOf(node: number, field: string): { value: string; xpath?: string } {
    const value = this.value(node);
    const xpath = this.xpath(node);
    if (xpath === null || isCell(field)) return { value };
    const isText = this.kind(node) === "text" || this.kind(node) === "element";
    const isPlain = isText && !this.isCut(node) && value.length <= LONGEST_VALUE && this.find(value).length === 1;
    return isPlain ? { value } : { value: value.slice(0, LONGEST_VALUE), xpath };
  }

  /** Values that the page does not show: of its head, of attributes without a text, of JSON-LD. */
  hidden(): number[] {
    return this.nodes
      .map((_, i) => i)
      .filter((i) => {
        if (this.kind(i) === "element") return false;
        for (let n = this.nodes[i][0]; n >= 0; n = this.nodes[n][0]) if (this.tag(n) === "head") return true;
        return this.kind(i) !== "text" && !this.range[this.nodes[i][0]] && !isPicture(this.tag(this.nodes[i][0]));
      });
  }

  /** Draws the page. `places`: by node the element that shows it. */
  draw(document: Document, places: Map<number, HTMLElement>): HTMLElement {
    const make = (tag: string): HTMLElement => document.createElement(tag);
    const value = (node: number, text: string, className: string): HTMLElement => {
      const element = make("span");
      element.className = className;
      element.tabIndex = 0;
      element.setAttribute("role", "button");
      element.dataset.n = String(node);
      element.textContent = shown(text);
      places.set(node, element);
      return element;
    };
    const draw = (node: number, to: HTMLElement): void => {
      for (const child of this.children[node]) {
        const [, kind, , text, isApart] = this.nodes[child];
        if (kind === "text") {
          if (isApart) to.append(" ");
          to.append(value(child, text, "v"));
        } else if (kind === "element") {
          const tag = this.tag(child);
          if (tag === "head") continue;
          const own = make(KEPT.has(tag) ? tag : BLOCKS.has(tag) ? "div" : "span");
          if (tag === "a") own.className = "link";
          places.set(child, own);
          to.append(own);
          const source = this.children[child].find((n) => ["src", "alt"].includes(this.kind(n)));
          if (isPicture(tag) && source !== undefined) {
            const alt = this.children[child].find((n) => this.kind(n) === "alt");
            const name = this.nodes[alt ?? source][3];
            own.append(value(alt ?? source, `${tag}: ${alt === undefined ? shorten(name, 40) : name}`, "v picture"));
          }
          draw(child, own);
        }
      }
    };
    const root = make("div");
    root.className = "stored-page";
    if (this.nodes.length > 0) draw(0, root);
    return root;
  }
}

const isPicture = (tag: string): boolean => ["img", "video", "audio", "source", "iframe", "embed"].includes(tag);

/** Whether a field is a cell of a record: posts.author */
export const isCell = (field: string): boolean => /^[^.]+\..+/.test(field);

/** The frame of a stored page. It may be looked into from outside; nothing inside of it can run, send or open. */
export function storedFrame(stored: Stored, ready: (document: Document, places: Map<number, HTMLElement>) => void) {
  const frame = h("iframe", {
    // No allow-scripts: whatever were in it, no script would run.
    sandbox: "allow-same-origin",
    title: "The stored page, without its scripts and styles",
    class: "stored-frame",
    referrerpolicy: "no-referrer",
  });
  frame.srcdoc =
    '<!doctype html><html lang="en" class="stored"><head><meta charset="utf-8"><title>Stored page</title>' +
    '<link rel="stylesheet" href="/app.css"></head><body></body></html>';
  frame.addEventListener("load", () => {
    const inside = frame.contentDocument;
    if (!inside || inside.body.firstChild) return;
    const dress = (): void => {
      inside.documentElement.dataset.theme = document.documentElement.dataset.theme;
    };
    dress();
    const observer = new MutationObserver(() => (frame.isConnected ? dress() : observer.disconnect()));
    observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const places = new Map<number, HTMLElement>();
    inside.body.append(stored.draw(inside, places));
    ready(inside, places);
  });
  return frame;
}
