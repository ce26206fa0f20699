// All templates as a table that can be sorted and searched.

import { confidenceBar, type Context } from "./context";
import { announce, h, shown } from "./dom";
import { number, percent } from "./format";

const STEP = 300; // rows at once

interface Column {
  key: string;
  title: string;
  numeric: boolean;
  value: (i: number) => number | string;
  cell: (i: number) => Node | string;
}

export function table(context: Context): HTMLElement {
  const t = context.templates;
  const columns: Column[] = [
    { key: "id", title: "Id", numeric: true, value: (i) => i, cell: (i) => shown(t[i].id) },
    {
      key: "name",
      title: "Template",
      numeric: false,
      value: (i) => t[i].name.toLowerCase(),
      cell: (i) => context.chip(i, false),
    },
    { key: "pages", title: "Pages", numeric: true, value: (i) => t[i].pages, cell: (i) => number(t[i].pages) },
    {
      key: "share",
      title: "Share",
      numeric: true,
      value: (i) => t[i].pages,
      cell: (i) => percent(context.share(t[i])),
    },
    {
      key: "confidence",
      title: "Confidence",
      numeric: true,
      value: (i) => t[i].confidence ?? -1,
      cell: (i) => confidenceBar(t[i].confidence),
    },
    {
      key: "doubt",
      title: "In doubt",
      numeric: true,
      value: (i) => t[i].inDoubt ?? 0,
      cell: (i) => ((t[i].inDoubt ?? 0) === 0 ? "\u2013" : number(t[i].inDoubt!)),
    },
    {
      key: "hosts",
      title: "Hosts",
      numeric: true,
      value: (i) => t[i].hostCount ?? 0,
      cell: (i) => (t[i].hostCount === undefined ? "" : number(t[i].hostCount!)),
    },
    {
      key: "shape",
      title: "Address shape",
      numeric: false,
      value: (i) => t[i].shape,
      cell: (i) => h("code", { title: shown(t[i].shape) }, shown(t[i].shape)),
    },
    {
      key: "marks",
      title: "Marks",
      numeric: false,
      value: (i) => t[i].held?.[0]?.names[0] ?? "",
      cell: (i) =>
        h(
          "span",
          { class: "marks-cell" },
          (t[i].held ?? []).slice(0, 2).map((one) => h("code", null, shown(one.names[0]))),
        ),
    },
  ];
  if (context.data.siteCount < 2) columns.splice(6, 1);
  if (t.some((one) => (one.variants ?? 1) > 1)) {
    columns.splice(4, 0, {
      key: "variants",
      title: "Variants",
      numeric: true,
      value: (i) => t[i].variants ?? 0,
      cell: (i) => (t[i].variants === undefined ? "" : number(t[i].variants!)),
    });
  }
  const state = { by: "pages", falls: true, query: "", most: STEP };
  const body = h("tbody");
  const more = h("div", { class: "more" });
  const heads = columns.map((column) => {
    const button = h(
      "button",
      { type: "button", click: () => sortBy(column.key) },
      column.title,
      h("span", { class: "arrow", "aria-hidden": "true" }),
    );
    return h("th", { scope: "col", class: column.numeric ? "num" : null }, button);
  });

  function sortBy(key: string): void {
    const column = columns.find((one) => one.key === key)!;
    state.falls = state.by === key ? !state.falls : column.numeric && key !== "id";
    state.by = key;
    render();
    announce(`Sorted by ${column.title}, ${state.falls ? "falling" : "rising"}`);
  }

  function render(): void {
    const column = columns.find((one) => one.key === state.by)!;
    const rows = t.map((_, i) => i).filter((i) => context.matches(t[i], state.query));
    rows.sort((a, b) => {
      const x = column.value(a);
      const y = column.value(b);
      const order = x < y ? -1 : x > y ? 1 : 0;
      return (state.falls ? -order : order) || a - b;
    });
    heads.forEach((head, i) => {
      const sort = columns[i].key === state.by ? (state.falls ? "descending" : "ascending") : "none";
      head.setAttribute("aria-sort", sort);
      head.querySelector(".arrow")!.textContent = sort === "none" ? "" : state.falls ? " \u2193" : " \u2191";
    });
    body.replaceChildren(
      ...rows.slice(0, state.most).map((i) =>
        h(
          "tr",
          null,
          columns.map((one, at) =>
            at === 1
              ? h("th", { scope: "row" }, one.cell(i))
              : h("td", { class: one.numeric ? "num" : null }, one.cell(i)),
          ),
        ),
      ),
    );
    if (rows.length === 0)
      body.appendChild(
        h("tr", null, h("td", { colspan: columns.length, class: "empty" }, "No template matches these words.")),
      );
    more.replaceChildren();
    if (rows.length > state.most) {
      more.appendChild(
        h(
          "button",
          {
            type: "button",
            click: () => {
              state.most += STEP;
              render();
            },
          },
          `Show more of ${number(rows.length)} rows`,
        ),
      );
    }
  }

  const search = h("input", {
    type: "search",
    class: "search",
    placeholder: "Search names, shapes, hosts",
    "aria-label": "Search templates",
    "data-search": "",
    input: () => {
      state.query = search.value.trim();
      state.most = STEP;
      render();
    },
  });
  render();
  return h(
    "section",
    { "aria-label": "Table of templates" },
    h("div", { class: "tools" }, search),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of templates, can be scrolled" },
      h("table", { class: "data" }, h("thead", null, h("tr", null, heads)), body),
    ),
    more,
  );
}
