// Two crawls: what is new, gone, changed, split and joined, with old and new beside each other.

import { sideBySide } from "./compare";
import { figure } from "./context";
import type { ComparedTemplate, ComparisonData } from "./data";
import { announce, h, liveLink, shown } from "./dom";
import { number, percent, plural, shorten } from "./format";
import { pathsOf, tree } from "./skeleton";
import { draw } from "./wireframe";

function thumb(row: ComparedTemplate): HTMLElement {
  const page = row.now?.shown?.[0] ?? row.old?.shown?.[0];
  if (!page) return h("div", { class: "no-picture" }, "no picture");
  return h(
    "div",
    { class: "thumb" },
    draw(page.wire, { label: `A typical page: ${shown(page.title || page.page)}`, height: 240 }),
  );
}

function title(row: ComparedTemplate): string {
  return shown(row.name ? row.name : row.shape || row.example || "template");
}

/** What the title does not say: the shape of the addresses, or one of them. */
const second = (row: ComparedTemplate): string => (row.shape && row.shape !== title(row) ? row.shape : row.example);

/** Why an old and a new template are taken for one. */
function matched(by: string): string {
  if (by === "number") return "Its pages of both crawls were clustered together.";
  if (by === "marks") return "Old and new template have most marks in common.";
  if (by === "addresses") return "Old and new template have most addresses in common.";
  if (by === "shape") return "Old and new template are matched by the shape of their addresses alone.";
  return `Old and new template are matched by ${by}.`;
}

function codes(list: string[], sign: string): HTMLElement {
  if (list.length === 0) return h("p", { class: "muted" }, "nothing");
  return h(
    "ul",
    { class: "codes" },
    list.map((one) =>
      h(
        "li",
        null,
        h("span", { class: `sign ${sign === "+" ? "added" : "removed"}`, "aria-hidden": "true" }, sign),
        h("code", null, shown(one)),
      ),
    ),
  );
}

export function crawlRow(data: ComparisonData, index: number): HTMLElement {
  const row = data.rows[index];
  if (!row) return h("p", { class: "problem" }, "There is no template of this number.");
  const oldPage = row.old?.shown?.[0];
  const newPage = row.now?.shown?.find((page) => oldPage && page.page === oldPage.page) ?? row.now?.shown?.[0];
  const parts: (Node | null)[] = [];
  if (oldPage && newPage) {
    parts.push(
      h(
        "section",
        { class: "block" },
        h("h3", null, "Old and new page"),
        sideBySide(
          { page: oldPage, name: data.oldName },
          { page: newPage, name: data.newName },
          row.old!.places ?? [],
          row.now!.places ?? [],
          false,
        ),
      ),
    );
  } else if (oldPage || newPage) {
    const page = (oldPage ?? newPage)!;
    parts.push(
      h(
        "section",
        { class: "block" },
        h("h3", null, oldPage ? "A page of the old crawl" : "A page of the new crawl"),
        h("div", { class: "frame single" }, draw(page.wire, { label: shown(page.title || page.page) })),
        h("p", { class: "page-id" }, shown(page.page), liveLink(page.page)),
      ),
    );
  }
  if (row.added.length + row.removed.length > 0) {
    parts.push(
      h(
        "section",
        { class: "block" },
        h("h3", null, "Marks"),
        row.kept !== null ? h("p", { class: "muted lead" }, `${percent(row.kept)} of its marks are kept.`) : null,
        h(
          "div",
          { class: "two" },
          h("div", null, h("h4", null, "added"), codes(row.added, "+")),
          h("div", null, h("h4", null, "removed"), codes(row.removed, "\u2212")),
        ),
      ),
    );
  }
  const oldSkeleton = row.old?.skeleton;
  const newSkeleton = row.now?.skeleton;
  if (oldSkeleton || newSkeleton) {
    parts.push(
      h(
        "section",
        { class: "block" },
        h("h3", null, "Skeletons"),
        h(
          "div",
          { class: "two" },
          oldSkeleton
            ? h(
                "div",
                null,
                h("h4", null, data.oldName),
                tree(oldSkeleton, newSkeleton ? pathsOf(newSkeleton) : null, "gone"),
              )
            : null,
          newSkeleton
            ? h(
                "div",
                null,
                h("h4", null, data.newName),
                tree(newSkeleton, oldSkeleton ? pathsOf(oldSkeleton) : null, "new"),
              )
            : null,
        ),
      ),
    );
  }
  return h(
    "article",
    { class: "template" },
    h(
      "nav",
      { class: "crumbs", "aria-label": "Template" },
      h("a", { href: "#/" }, "All changes"),
      h("span", { class: "spacer" }),
      index > 0 ? h("a", { class: "button", href: `#/c/${index}`, "data-key": "ArrowLeft" }, "\u2190 Previous") : null,
      index + 1 < data.rows.length
        ? h("a", { class: "button", href: `#/c/${index + 2}`, "data-key": "ArrowRight" }, "Next \u2192")
        : null,
    ),
    h(
      "header",
      { class: "hero plain" },
      h(
        "div",
        { class: "hero-text" },
        h(
          "p",
          { class: "over-title" },
          h("span", { class: `badge state-${row.state.replace(/\W/g, "-")}` }, row.state),
          row.id ? ` Template ${shown(row.id)}` : "",
          row.oldId && row.oldId !== row.id ? `, before ${shown(row.oldId)}` : "",
        ),
        h("h2", { tabindex: "-1" }, title(row)),
        h("p", { class: "shape large" }, shown(second(row))),
        h(
          "div",
          { class: "figures" },
          figure(number(row.oldPages), `pages in ${data.oldName}`),
          figure(number(row.newPages), `pages in ${data.newName}`),
          figure(number(row.both), "addresses in both"),
          row.notCrawled > 0 ? figure(number(row.notCrawled), "not crawled") : null,
        ),
        row.related.length > 0
          ? h(
              "p",
              null,
              `${row.state === "joined" ? "joined with" : row.state === "split" ? "split into" : "related to"} template ${row.related.map(shown).join(", ")}`,
            )
          : null,
        row.matchedBy ? h("p", { class: "muted" }, matched(row.matchedBy)) : null,
      ),
    ),
    parts,
  );
}

export function crawls(data: ComparisonData): HTMLElement {
  const state = { only: "", query: "" };
  const list = h("ul", { class: "changes" });
  function render(): void {
    const words = state.query.toLowerCase().split(/\s+/);
    const rows = data.rows
      .map((row, i) => ({ row, i }))
      .filter(
        ({ row }) =>
          (state.only === "" || row.state === state.only) &&
          words.every((word) => `${row.name} ${row.shape} ${row.id} ${row.example}`.toLowerCase().includes(word)),
      );
    list.replaceChildren(
      ...rows.slice(0, 400).map(({ row, i }) =>
        h(
          "li",
          { class: "change" },
          h(
            "a",
            {
              href: `#/c/${i + 1}`,
              "aria-label": `${row.state}: ${title(row)}, ${number(row.oldPages)} pages before, ${number(row.newPages)} now`,
            },
            thumb(row),
            h(
              "div",
              { class: "change-text" },
              h("span", { class: `badge state-${row.state.replace(/\W/g, "-")}` }, row.state),
              h("h3", null, title(row)),
              h("p", { class: "shape" }, shown(shorten(second(row), 70))),
              h(
                "p",
                { class: "numbers" },
                h("b", null, number(row.oldPages)),
                h("span", { class: "muted", "aria-hidden": "true" }, " \u2192 "),
                h("b", null, number(row.newPages)),
                h("span", { class: "muted" }, " pages"),
              ),
              row.added.length + row.removed.length > 0
                ? h(
                    "p",
                    { class: "small" },
                    row.added.slice(0, 2).map((one) => h("code", { class: "added" }, "+ ", shown(shorten(one, 44)))),
                    row.removed
                      .slice(0, 2)
                      .map((one) => h("code", { class: "removed" }, "\u2212 ", shown(shorten(one, 44)))),
                  )
                : null,
            ),
          ),
        ),
      ),
    );
    if (rows.length === 0) list.appendChild(h("li", { class: "empty" }, "Nothing matches."));
    announce(plural(rows.length, "template", "templates"));
  }
  const buttons = [
    ["", "all", data.rows.length] as const,
    ...data.states.filter((one) => one[1] > 0).map(([word, count, meaning]) => [word, word, count, meaning] as const),
  ].map(([value, text, count, meaning]) => {
    const button = h(
      "button",
      {
        type: "button",
        class: value ? `tab state-${value.replace(/\W/g, "-")}` : "tab",
        "aria-pressed": String(value === ""),
        title: (meaning as string) ?? null,
        click: () => {
          state.only = value;
          buttons.forEach((one) => one.setAttribute("aria-pressed", String(one === button)));
          render();
        },
      },
      text,
      h("span", { class: "n" }, ` ${number(count)}`),
    );
    return button;
  });
  const search = h("input", {
    type: "search",
    class: "search",
    placeholder: "Search names and addresses",
    "aria-label": "Search templates",
    "data-search": "",
    input: () => {
      state.query = search.value.trim();
      render();
    },
  });
  render();
  return h(
    "section",
    { "aria-label": "Changes" },
    data.note ? h("p", { class: "note-box" }, shown(data.note)) : null,
    h(
      "div",
      { class: "tools" },
      h("div", { class: "tabs", role: "group", "aria-label": "State" }, buttons),
      h("span", { class: "spacer" }),
      search,
    ),
    list,
    data.more > 0
      ? h("p", { class: "muted" }, `${plural(data.more, "further template is", "further templates are")} not shown.`)
      : null,
    data.notCrawled.length > 0
      ? h(
          "details",
          null,
          h("summary", null, `${plural(data.notCrawled.length, "address", "addresses")} that this crawl lacks`),
          h(
            "div",
            {
              class: "scroll",
              tabindex: "0",
              role: "region",
              "aria-label": "Addresses that this crawl lacks, can be scrolled",
            },
            h(
              "table",
              { class: "data" },
              h(
                "thead",
                null,
                h(
                  "tr",
                  null,
                  ["Address", "Template", "Known from"].map((text) => h("th", { scope: "col" }, text)),
                ),
              ),
              h(
                "tbody",
                null,
                data.notCrawled.map(([page, template, source]) =>
                  h(
                    "tr",
                    null,
                    h("td", null, h("code", null, shown(page))),
                    h("td", null, shown(template)),
                    h("td", null, source),
                  ),
                ),
              ),
            ),
          ),
        )
      : null,
  );
}
