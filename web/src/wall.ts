// The wall: one card for each template.

import { confidenceBar, type Context } from "./context";
import type { Template } from "./data";
import { announce, copy, h, shown } from "./dom";
import { number, percent, plural } from "./format";

const FIRST = 48; // cards at once

export type Order = "size" | "doubt" | "confidence" | "name";

const orders: [Order, string][] = [
  ["size", "largest first"],
  ["doubt", "most doubtful pages first"],
  ["confidence", "lowest confidence first"],
  ["name", "by name"],
];

export function sorted(context: Context, indexes: number[], order: Order): number[] {
  const t = context.templates;
  const by: Record<Order, (a: number, b: number) => number> = {
    size: (a, b) => a - b,
    doubt: (a, b) => (t[b].inDoubt ?? 0) - (t[a].inDoubt ?? 0) || a - b,
    confidence: (a, b) => (t[a].confidence ?? 2) - (t[b].confidence ?? 2) || a - b,
    name: (a, b) => (t[a].name < t[b].name ? -1 : t[a].name > t[b].name ? 1 : a - b),
  };
  return [...indexes].sort(by[order]);
}

/** Where the pages of a template are, in a report of several sites: its largest host, and how many more. */
function host(context: Context, t: Template): HTMLElement | null {
  const largest = t.hosts?.[0]?.[0] ?? "";
  if (context.data.siteCount < 2 || largest === "") return null;
  const others = (t.hostCount ?? 1) - 1;
  return h(
    "p",
    { class: "card-host", title: (t.hosts ?? []).map((one) => shown(one[0])).join(", ") },
    shown(largest),
    others > 0 ? h("span", { class: "muted" }, ` and ${number(others)} more`) : null,
  );
}

function card(context: Context, i: number): HTMLElement {
  const t: Template = context.templates[i];
  const bar = h("span", { class: "fill" });
  bar.style.width = `${Math.max(0.8, 100 * context.share(t))}%`;
  bar.style.background = context.colour(i);
  const doubt = t.inDoubt ?? 0;
  return h(
    "li",
    { class: "card" },
    h(
      "a",
      {
        href: `#/t/${i + 1}`,
        class: "card-link",
        "aria-label":
          `Template ${shown(t.id)}, ${context.kind(t)}: ${plural(t.pages, "page", "pages")}, ` +
          `${percent(context.share(t))}${doubt ? `, ${doubt} in doubt` : ""}`,
      },
      h("div", { class: "thumb" }, context.picture(t, 180)),
      h(
        "div",
        { class: "card-body" },
        h("div", { class: "card-head" }, h("h3", null, context.kind(t)), h("span", { class: "id" }, shown(t.id))),
        host(context, t),
        h("p", { class: "shape", title: shown(t.shape) || null }, shown(t.shape) || "various addresses"),
        h(
          "p",
          { class: "mark", title: "a mark that its pages have and others rarely" },
          shown(context.mark(i) || (t.held?.[0]?.names[0] ?? "")) || "\u00a0",
        ),
        h("div", { class: "share" }, h("span", { class: "track", "aria-hidden": "true" }, bar)),
        h(
          "div",
          { class: "card-foot" },
          h(
            "span",
            { class: "count" },
            h("b", null, number(t.pages)),
            t.pages === 1 ? " page" : " pages",
            h("span", { class: "muted" }, ` ${percent(context.share(t))}`),
          ),
          doubt > 0
            ? h(
                "span",
                { class: "badge warn", title: "pages whose confidence is below 0.4" },
                `${number(doubt)} in doubt`,
              )
            : confidenceBar(t.confidence),
        ),
      ),
    ),
  );
}

/** Pages for which a hint would help most, as lines of a file of hints to fill in. */
function questions(context: Context): HTMLElement | null {
  const asked = context.data.questions;
  if (asked.length === 0) return null;
  const lines = asked.map(([page]) => `${page}\tNAME\n`).join("");
  const copying = h("button", { type: "button", click: () => copy(lines, copying) }, "Copy as hints");
  return h(
    "section",
    { class: "block ask", "aria-labelledby": "ask-title" },
    h("h3", { id: "ask-title" }, "Where a hint would help most"),
    h(
      "p",
      { class: "muted lead" },
      "Copy these lines into a file, put the name of the template in place of NAME, and run again with --hints FILE.",
    ),
    h(
      "ul",
      { class: "links" },
      asked.map(([page, template, doubt]) =>
        h(
          "li",
          null,
          context.templates[template] ? context.chip(template) : h("span"),
          h("code", { title: shown(page) }, shown(page)),
          h(
            "span",
            { class: "num", title: "pages that may be of another template" },
            `${number(Math.ceil(doubt))} in doubt`,
          ),
        ),
      ),
    ),
    h("div", { class: "tools" }, copying),
  );
}

export function wall(context: Context): HTMLElement {
  const state = { query: "", order: "size" as Order, most: FIRST, singles: false };
  const list = h("ul", { class: "wall" });
  const more = h("div", { class: "more" });
  const count = h("span", { class: "muted count-of" });
  const singles = context.templates.filter((t) => t.pages === 1).length;
  const folds = singles > 12 && context.templates.length > 24;

  function render(): void {
    const all = context.templates.map((_, i) => i).filter((i) => context.matches(context.templates[i], state.query));
    const hides = folds && !state.singles && state.query === "";
    const chosen = sorted(context, hides ? all.filter((i) => context.templates[i].pages > 1) : all, state.order);
    list.replaceChildren(...chosen.slice(0, state.most).map((i) => card(context, i)));
    more.replaceChildren();
    if (chosen.length > state.most) {
      more.appendChild(
        h(
          "button",
          {
            type: "button",
            click: () => {
              state.most += 2 * FIRST;
              render();
            },
          },
          `Show ${number(Math.min(2 * FIRST, chosen.length - state.most))} more of ${number(chosen.length)}`,
        ),
      );
    } else if (hides) {
      more.appendChild(
        h(
          "button",
          {
            type: "button",
            click: () => {
              state.singles = true;
              render();
            },
          },
          `Show ${plural(singles, "template", "templates")} of one page`,
        ),
      );
    }
    count.textContent =
      state.query === ""
        ? plural(context.templates.length, "template", "templates")
        : `${number(all.length)} of ${number(context.templates.length)}`;
    if (state.query !== "") announce(`${all.length} templates match`);
    if (chosen.length === 0) list.appendChild(h("li", { class: "empty" }, "No template matches these words."));
  }

  const search = h("input", {
    type: "search",
    class: "search",
    placeholder: "Search names, shapes, hosts",
    "aria-label": "Search templates",
    "data-search": "",
    input: () => {
      state.query = search.value.trim();
      state.most = FIRST;
      render();
    },
  });
  const order = h(
    "select",
    {
      "aria-label": "Order of the templates",
      change: () => {
        state.order = order.value as Order;
        render();
      },
    },
    orders.map(([value, text]) => h("option", { value }, text)),
  );
  render();
  return h(
    "section",
    { "aria-label": "Templates" },
    h("div", { class: "tools" }, search, order, count),
    list,
    more,
    questions(context),
  );
}
