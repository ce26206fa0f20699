// Scores against known labels, and how many pages of each label are in each template.

import { figure, type Context } from "./context";
import { h, shown } from "./dom";
import { number, plural } from "./format";

const MOST = 40;

export function labels(context: Context): HTMLElement {
  const truth = context.data.truth!;
  const scores = new Map(truth.scores);
  const value = (name: string): string => (scores.has(name) ? scores.get(name)!.toFixed(3) : "\u2013");
  const sizes = truth.labels.map(() => 0);
  const columnSizes = new Map<number, number>();
  const cells = new Map<string, number>();
  for (const [label, template, pages] of truth.cells) {
    sizes[label] += pages;
    columnSizes.set(template, (columnSizes.get(template) ?? 0) + pages);
    cells.set(`${label} ${template}`, pages);
  }
  const rows = truth.labels
    .map((_, i) => i)
    .filter((i) => sizes[i] > 0)
    .sort((a, b) => sizes[b] - sizes[a] || a - b);
  // Columns in the order in which rows need them, so that good results lie on the diagonal.
  const columns: number[] = [];
  for (const label of rows.slice(0, MOST)) {
    const own = [...columnSizes.keys()].filter(
      (template) => cells.has(`${label} ${template}`) && !columns.includes(template),
    );
    own.sort((a, b) => cells.get(`${label} ${b}`)! - cells.get(`${label} ${a}`)! || a - b);
    columns.push(...own);
  }
  const shownColumns = columns.slice(0, MOST);
  const table = h(
    "table",
    { class: "matrix", "aria-describedby": "matrix-note" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, "Label"),
        h("th", { scope: "col", class: "num" }, "Pages"),
        shownColumns.map((i) =>
          h(
            "th",
            { scope: "col", class: "num" },
            i < 0
              ? "none"
              : h(
                  "a",
                  { href: `#/t/${i + 1}`, title: shown(context.templates[i].name) },
                  shown(context.templates[i].id),
                ),
          ),
        ),
      ),
    ),
    h(
      "tbody",
      null,
      rows.slice(0, MOST).map((label) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, shown(truth.labels[label])),
          h("td", { class: "num" }, number(sizes[label])),
          shownColumns.map((template) => {
            const pages = cells.get(`${label} ${template}`) ?? 0;
            const cell = h("td", { class: "num cell" }, pages > 0 ? number(pages) : "");
            if (pages > 0) cell.style.setProperty("--share", String(pages / sizes[label]));
            if (pages / sizes[label] > 0.55) cell.classList.add("strong");
            return cell;
          }),
        ),
      ),
    ),
  );
  return h(
    "section",
    { "aria-label": "Labels" },
    h(
      "div",
      { class: "figures boxed" },
      figure(value("f1"), "pairwise F1", "of precision and recall of pairs"),
      figure(value("precision"), "precision"),
      figure(value("recall"), "recall"),
      figure(value("bcubed_f1"), "B-cubed F1"),
      figure(value("adjusted_rand_index"), "adjusted Rand index"),
      figure(value("v_measure"), "V-measure"),
    ),
    h(
      "p",
      { class: "muted" },
      `${plural(truth.pages, "page has", "pages have")} a label${truth.unlabelled > 0 ? `, ${number(truth.unlabelled)} have none` : ""}.`,
    ),
    h(
      "p",
      { class: "muted small matrix-note", id: "matrix-note" },
      "Rows: labels. Columns: templates. A cell: how many pages of the label have the template.",
    ),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Labels by template, can be scrolled" },
      table,
    ),
    rows.length > MOST || columns.length > MOST
      ? h(
          "p",
          { class: "muted small" },
          `The table shows ${Math.min(MOST, rows.length)} of ${rows.length} labels and ${shownColumns.length} of ${columns.length} templates.`,
        )
      : null,
    h(
      "details",
      null,
      h("summary", null, "All scores"),
      h(
        "dl",
        { class: "facts" },
        truth.scores.map(([name, one]) => [h("dt", null, name.replace(/_/g, " ")), h("dd", null, one.toFixed(4))]),
      ),
    ),
  );
}
