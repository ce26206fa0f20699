// What all views of a report share.

import type { ClusterData, Shown, Template } from "./data";
import { colour, other } from "./colour";
import { h, shown } from "./dom";
import { nameParts, number, percent } from "./format";
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
    return shown(nameParts(t.name).kind);
  }

  link(i: number, text?: string): HTMLElement {
    return h("a", { href: `#/t/${i + 1}` }, text ?? this.kind(this.templates[i]));
  }

  /** A template in a line of text: its colour, id and kind. */
  chip(i: number, hasId = true): HTMLElement {
    const dot = h("span", { class: "dot", "aria-hidden": "true" });
    dot.style.background = this.colour(i);
    return h("a", { class: "chip", href: `#/t/${i + 1}` }, dot, hasId ? `${shown(this.templates[i].id)} ` : null, h("b", null, this.kind(this.templates[i])));
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
    return query.toLowerCase().split(/\s+/).every((word) => text.includes(word));
  }
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
  return h("div", { class: "figure" }, h("span", { class: "big" }, value), h("span", { class: "label" }, label), note ? h("span", { class: "note" }, note) : null);
}

export const pagesAndShare = (context: Context, t: Template): string =>
  `${number(t.pages)} ${t.pages === 1 ? "page" : "pages"} \u00b7 ${percent(context.share(t))}`;
