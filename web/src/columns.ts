// The columns and records of a template, and where their values stand on a page.

import type { Column, Shown, Template, TemplateData } from "./data";
import { h, s, shown } from "./dom";
import { number, percent, plural, shorten } from "./format";
import { draw, outline } from "./wireframe";

const kindOf = (column: Column): string =>
  column.list && column.record === "" ? `${column.type}, several` : column.type;

/** The page on which most columns stand; the typical one of equals. */
function bestPage(pages: Shown[]): Shown | undefined {
  return pages
    .filter((page) => page.data)
    .reduce<Shown | undefined>(
      (best, page) => (best === undefined || page.data!.length > best.data!.length ? page : best),
      undefined,
    );
}

export function columnsOf(t: Template, data: TemplateData): HTMLElement {
  const page = bestPage(t.shown ?? []);
  const boxes = new Map((page?.data ?? []).map(([column, ...rest]) => [column, rest]));
  const marked = s("path", { class: "w-data on", d: "" });
  const where = h("p", { class: "muted small where", "aria-live": "polite" });
  const idle = page
    ? `Outlined: ${plural(boxes.size, "column", "columns")} of ${number(data.columns.length)} on ${shown(shorten(page.page, 60))}`
    : "";
  where.textContent = idle;

  function point(index: number | null): void {
    marked.setAttribute("d", index !== null && page ? outline(page.wire, boxes.get(index) ?? []) : "");
    if (index === null) where.textContent = idle;
    else
      where.textContent = boxes.has(index)
        ? shown(data.columns[index].place)
        : `${shown(data.columns[index].place)}: not in this picture`;
  }

  function row(column: Column, index: number): HTMLElement {
    const share = column.pages / Math.max(1, data.pages);
    const fill = h("span", { class: "fill" });
    fill.style.width = `${100 * share}%`;
    return h(
      "tr",
      {
        tabindex: "0",
        class: boxes.has(index) ? "placed" : null,
        mouseenter: () => point(index),
        mouseleave: () => point(null),
        focus: () => point(index),
        blur: () => point(null),
      },
      h(
        "th",
        { scope: "row" },
        shown(column.record === "" ? column.name : column.name.replace(`${column.record}.`, "")),
      ),
      h("td", null, kindOf(column)),
      h(
        "td",
        { title: `on ${number(column.pages)} of ${number(data.pages)} pages, ${number(column.distinct)} different` },
        h("span", { class: "track", "aria-hidden": "true" }, fill),
        h("span", { class: "n" }, percent(share)),
      ),
      h(
        "td",
        { class: "examples" },
        column.examples.map((example) =>
          h("span", { class: "example", title: shown(example) }, shown(shorten(example, 60))),
        ),
      ),
      h(
        "td",
        { class: "doubts" },
        column.doubts.map((doubt) => h("span", { class: "badge warn" }, doubt)),
      ),
    );
  }

  const heads = (first: string): HTMLElement =>
    h(
      "tr",
      null,
      [first, "Type", "Filled", "Examples", "Doubt"].map((name) => h("th", { scope: "col" }, name)),
    );
  const tables = [
    { name: "", note: "" },
    ...data.records.map(([name, pages, records]) => ({
      name,
      note: `${plural(records, "row", "rows")} on ${plural(pages, "page", "pages")}`,
    })),
  ].map((table) => {
    const own = data.columns
      .map((column, index) => ({ column, index }))
      .filter(({ column }) => column.record === table.name);
    if (own.length === 0) return null;
    return h(
      "table",
      { class: "data columns" },
      table.name === ""
        ? null
        : h("caption", null, "Records ", h("b", null, shown(table.name)), ` \u00b7 ${table.note}`),
      h("thead", null, heads(table.name === "" ? "Column" : "Cell")),
      h(
        "tbody",
        null,
        own.map(({ column, index }) => row(column, index)),
      ),
    );
  });

  let picture: HTMLElement | null = null;
  if (page) {
    const svg = draw(page.wire, { label: `where the columns stand on ${shown(page.title || page.page)}` });
    svg.appendChild(s("path", { class: "w-data", d: outline(page.wire, [...new Set([...boxes.values()].flat())]) }));
    svg.appendChild(marked);
    picture = h("figure", { class: "data-picture" }, h("div", { class: "frame" }, svg), h("figcaption", null, where));
  }
  return h("div", { class: "data-view" }, h("div", { class: "data-tables" }, tables), picture);
}
