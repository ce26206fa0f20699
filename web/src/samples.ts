// Sample lists to take away: some pages of each template as a list of addresses, CSV or JSON.

import type { Context } from "./context";
import { loadPages, type AllPages } from "./data";
import { copy, download, h, shown } from "./dom";
import { csvLine, number, plural } from "./format";

interface Row {
  page: string;
  template: string;
  name: string;
  confidence: number | null;
}

/** Typical pages first, then those of the highest confidence, then by address. */
export function sample(context: Context, all: AllPages, n: number, least: number): Row[] {
  const rows: Row[] = [];
  context.templates.forEach((t, index) => {
    if (t.pages < least) return;
    const pages = all.templates[index];
    const order = pages.ids.map((_, i) => i).sort((a, b) => pages.confidence[b] - pages.confidence[a] || a - b);
    const place = new Map(pages.ids.map((id, i) => [id, i]));
    const first = (t.shown ?? [])
      .filter((page) => page.why !== "doubtful")
      .map((page) => place.get(page.page))
      .filter((i): i is number => i !== undefined);
    for (const i of [...new Set([...first, ...order])].slice(0, n)) {
      rows.push({
        page: pages.ids[i],
        template: t.id,
        name: t.name,
        confidence: pages.confidence[i] < 0 ? null : pages.confidence[i] / 1000,
      });
    }
  });
  return rows;
}

export function samples(context: Context): HTMLElement {
  const holder = h("div", null, h("p", { class: "muted", role: "status" }, "Reading the list of pages\u2026"));
  loadPages().then(
    (all) => holder.replaceChildren(form(context, all)),
    (error: Error) => holder.replaceChildren(h("p", { class: "problem" }, error.message)),
  );
  return h(
    "section",
    { "aria-label": "Samples" },
    h("p", { class: "lead muted" }, "Some pages of each template, to test, to review or to label."),
    holder,
  );
}

function form(context: Context, all: AllPages): HTMLElement {
  const count = h("input", { type: "number", min: "1", max: "1000", value: "3", class: "number", input: render });
  const least = h("input", { type: "number", min: "1", max: "100000", value: "1", class: "number", input: render });
  const preview = h("pre", { class: "source", tabindex: "0", "aria-label": "First lines of the list" });
  const told = h("span", { class: "muted" });
  let rows: Row[] = [];
  const plain = (): string => rows.map((row) => row.page + "\n").join("");
  const csv = (): string =>
    csvLine(["page", "template", "name", "confidence"]) +
    rows.map((row) => csvLine([row.page, row.template, row.name, row.confidence ?? ""])).join("");
  const json = (): string => JSON.stringify(rows, null, 1) + "\n";
  function render(): void {
    rows = sample(context, all, Math.max(1, Number(count.value) || 1), Math.max(1, Number(least.value) || 1));
    told.textContent = plural(rows.length, "page", "pages");
    const lines = rows.slice(0, 14).map((row) => `${shown(row.template).padStart(4)}  ${shown(row.page)}`);
    if (rows.length > 14) lines.push(`\u2026 and ${number(rows.length - 14)} more`);
    preview.replaceChildren(...lines.map((line) => h("span", { class: "line" }, line, "\n")));
  }
  render();
  const copying = h("button", { type: "button", click: () => copy(plain(), copying) }, "Copy addresses");
  return h(
    "div",
    null,
    h(
      "div",
      { class: "tools" },
      h("label", null, "Pages of each template ", count),
      h("label", null, "of templates with at least ", least, " pages"),
      told,
    ),
    preview,
    h(
      "div",
      { class: "tools" },
      copying,
      h("button", { type: "button", click: () => download("sample.txt", "text/plain", plain()) }, "Save addresses"),
      h("button", { type: "button", click: () => download("sample.csv", "text/csv", csv()) }, "Save CSV"),
      h("button", { type: "button", click: () => download("sample.json", "application/json", json()) }, "Save JSON"),
    ),
  );
}
