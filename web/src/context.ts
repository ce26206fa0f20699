// What all views of a report share.

import type { ClusterData, Shown, Template } from "./data";
import { colour, other } from "./colour";
import { h, shown } from "./dom";
import { number, percent } from "./format";
import { draw } from "./wireframe";

export class Context {
  constructor(readonly data: ClusterData) {}

  get templates(): Template[] {
    return this.data.templates;
  }

  share(t: Template): number {
    return this.data.pages === 0 ? 0 : t.pages / this.data.pages;
  }

  /** The first templates have colours of their own. */
  colour(i: number): string {
    return i < 30 ? colour(i) : other;
  }

  kind(t: Template): string {
    return shown(t.name);
  }

  private marks: string[] | null = null;

  /** Where several templates are of one kind: a mark that distinguishes this one from the others. */
  mark(i: number): string {
    this.marks ??= tellingMarks(this.templates);
    return this.marks[i];
  }

  /** A template in a line of text: its colour, id, kind and, where needed, mark. */
  chip(i: number, hasId = true): HTMLElement {
    const dot = h("span", { class: "dot", "aria-hidden": "true" });
    dot.style.background = this.colour(i);
    return h(
      "a",
      { class: "chip", href: `#/t/${i + 1}` },
      dot,
      hasId ? `${shown(this.templates[i].id)} ` : null,
      h("b", null, this.kind(this.templates[i])),
      this.mark(i) ? h("span", { class: "muted" }, ` ${shown(this.mark(i))}`) : null,
    );
  }

  picture(t: Template, height?: number): Element {
    const typical = t.shown?.[0];
    if (!typical) return h("div", { class: "no-picture" }, "no picture");
    return picture(typical, `A typical page: ${shown(typical.title || typical.page)}`, height, true);
  }

  /** Words in any order, in the name, the shape and the id. */
  matches(t: Template, query: string): boolean {
    if (query === "") return true;
    const text = `${t.id} ${t.name} ${t.shape} ${(t.hosts ?? []).map((one) => one[0]).join(" ")}`.toLowerCase();
    return query
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word));
  }
}

/** Of each template: a mark that others of the same kind do not have; of a kind of its own none. */
function tellingMarks(templates: Template[]): string[] {
  const kinds = new Map<string, number[]>();
  templates.forEach((t, i) => {
    const kind = t.name.replace(/ \(\d+\)$/, "");
    const same = kinds.get(kind);
    if (same) same.push(i);
    else kinds.set(kind, [i]);
  });
  const found = templates.map(() => "");
  for (const same of kinds.values()) {
    if (same.length === 1) continue;
    const counts = new Map<string, number>();
    const candidates = same.map((i) => [
      ...new Set(
        (templates[i].held ?? [])
          .flatMap((line) => line.names)
          .filter((name) => !name.startsWith("address: ") && name !== "?")
          .map(wordsOf),
      ),
    ]);
    for (const name of candidates.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
    same.forEach((i, at) => {
      const own = candidates[at].filter((name) => counts.get(name) === 1);
      // Words of the page say more than the names of elements, and those more than paths.
      found[i] =
        own.find((name) => name.startsWith("\u201c")) ??
        own.find((name) => !/ > |\[|"/.test(name)) ??
        own.find((name) => !name.includes(" > ")) ??
        own[0] ??
        "";
    });
  }
  return found;
}

/** The words of a mark such as `dt "Author:"`; of other marks what they are. */
function wordsOf(mark: string): string {
  const words = /"(\p{L}{2}[^"()]*)"$/u.exec(mark);
  return words ? `\u201c${words[1].trim()}\u201d` : mark;
}

export function picture(page: Shown, label: string, height?: number, fades = false): Element {
  if (page.shot) {
    return h("img", { class: "shot", src: `data:image/png;base64,${page.shot}`, alt: label });
  }
  return draw(page.wire, { label, height, fades });
}

export function confidenceBar(value: number | null | undefined): HTMLElement {
  if (value === null || value === undefined) return h("span", { class: "muted" }, "\u2013");
  const fill = h("span", { class: value < 0.4 ? "fill low" : "fill" });
  fill.style.width = `${Math.max(2, 100 * value)}%`;
  return h(
    "span",
    { class: "meter", title: `mean confidence ${value.toFixed(3)}` },
    h("span", { class: "track", "aria-hidden": "true" }, fill),
    h("span", { class: "value" }, value.toFixed(2)),
  );
}

export function figure(value: string, label: string, note = ""): HTMLElement {
  return h(
    "div",
    { class: "figure" },
    h("span", { class: "big" }, value),
    h("span", { class: "label" }, label),
    note ? h("span", { class: "note" }, note) : null,
  );
}

export const pagesAndShare = (context: Context, t: Template): string =>
  `${number(t.pages)} ${t.pages === 1 ? "page" : "pages"} \u00b7 ${percent(context.share(t))}`;
