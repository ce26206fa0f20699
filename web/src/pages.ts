// The pages of a template: searched, sorted, copied. Only the rows in sight are elements.

import type { Context } from "./context";
import { isServed, loadList, loadPreview, type PageList } from "./data";
import { announce, copy, download, h, liveLink, shown } from "./dom";
import { csvLine, number, plural } from "./format";

const ROW = 34; // pixels; the style sheet has the same
const HIGHEST = 442; // of the list in sight; the same

export function pageList(context: Context, index: number): HTMLElement {
  const holder = h("div", null, h("p", { class: "muted", role: "status" }, "Reading the list of pages\u2026"));
  loadList(index).then(
    (pages) => holder.replaceChildren(list(context, pages, index)),
    (error: Error) => holder.replaceChildren(h("p", { class: "problem" }, error.message)),
  );
  return holder;
}

function list(context: Context, pages: PageList, index: number): HTMLElement {
  const state = { query: "", by: "page", falls: false };
  let rows: number[] = [];
  const hasLabels = pages.label !== undefined && context.data.truth !== null;
  const space = h("div", { class: "rows-space" });
  const view = h(
    "div",
    { class: "rows", tabindex: "0", role: "region", "aria-label": "Pages of this template, can be scrolled" },
    space,
  );
  const heads = h(
    "div",
    { class: "page-heads", "aria-hidden": "true" },
    h("span", { class: "page-id" }, "Address"),
    pages.variant ? h("span", { class: "variant-cell" }, "Variant") : null,
    hasLabels ? h("span", { class: "label-cell" }, "Label") : null,
    h("span", { class: "conf num" }, "Confidence"),
    isServed ? h("span", { class: "preview-cell" }) : null,
  );
  const count = h("span", { class: "muted count-of" });
  const preview = h("div");

  function row(i: number, place: number): HTMLElement {
    const confidence = pages.confidence[i];
    const second = pages.second[i];
    const isDoubtful = confidence >= 0 && confidence < context.data.doubtfulBelow;
    const element = h(
      "div",
      { class: isDoubtful ? "page-row doubtful" : "page-row" },
      h("span", { class: "page-id", title: shown(pages.ids[i]) }, shown(pages.ids[i]), liveLink(pages.ids[i])),
      pages.variant ? h("span", { class: "variant-cell", title: "variant" }, String(pages.variant[i])) : null,
      hasLabels
        ? h(
            "span",
            { class: "label-cell" },
            pages.label![i] < 0 ? "\u2013" : shown(context.data.truth!.labels[pages.label![i]]),
          )
        : null,
      h(
        "span",
        {
          class: "conf num",
          title:
            isDoubtful && second >= 0 ? `in doubt; may be of template ${shown(context.templates[second].id)}` : null,
        },
        confidence < 0 ? "\u2013" : (confidence / 1000).toFixed(2),
      ),
      isServed
        ? h(
            "span",
            { class: "preview-cell" },
            h("button", { type: "button", class: "small-button", click: () => show(pages.ids[i]) }, "Preview"),
          )
        : null,
    );
    element.style.top = `${place * ROW}px`;
    return element;
  }

  function show(page: string): void {
    loadPreview(page).then(
      (text) => {
        // Without allow-scripts and allow-same-origin: nothing of the page runs.
        const frame = h("iframe", {
          sandbox: "",
          title: "Preview of the stored page",
          class: "preview",
          referrerpolicy: "no-referrer",
        });
        frame.srcdoc = text;
        const source = h("pre", { class: "source", hidden: true, tabindex: "0" }, text.slice(0, 200_000));
        const button = h(
          "button",
          {
            type: "button",
            click: () => {
              source.hidden = !source.hidden;
              frame.hidden = !source.hidden;
              button.textContent = source.hidden ? "As text" : "As page";
            },
          },
          "As text",
        );
        preview.replaceChildren(
          h(
            "div",
            { class: "tools" },
            h("b", null, shown(page)),
            button,
            h("button", { type: "button", click: () => preview.replaceChildren() }, "Close"),
          ),
          frame,
          source,
        );
        preview.scrollIntoView({ block: "nearest" });
      },
      (error: Error) => preview.replaceChildren(h("p", { class: "problem" }, error.message)),
    );
  }

  function paint(): void {
    const first = Math.max(0, Math.floor(view.scrollTop / ROW) - 5);
    const last = Math.min(rows.length, first + Math.ceil(HIGHEST / ROW) + 10);
    space.style.height = `${rows.length * ROW}px`;
    space.replaceChildren();
    for (let place = first; place < last; place++) space.appendChild(row(rows[place], place));
  }

  function render(): void {
    const words = state.query
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    rows = [];
    pages.ids.forEach((id, i) => {
      const text = id.toLowerCase();
      if (words.every((word) => text.includes(word))) rows.push(i);
    });
    if (state.by === "confidence") rows.sort((a, b) => pages.confidence[a] - pages.confidence[b] || a - b);
    if (state.by === "variant" && pages.variant) rows.sort((a, b) => pages.variant![a] - pages.variant![b] || a - b);
    if (state.by === "label" && pages.label) rows.sort((a, b) => pages.label![a] - pages.label![b] || a - b);
    if (state.falls) rows.reverse();
    view.scrollTop = 0;
    count.textContent =
      words.length === 0
        ? plural(rows.length, "page", "pages")
        : `${number(rows.length)} of ${number(pages.ids.length)}`;
    if (words.length > 0) announce(`${rows.length} pages match`);
    paint();
  }

  view.addEventListener("scroll", paint, { passive: true });
  const search = h("input", {
    type: "search",
    class: "search",
    placeholder: "Search addresses",
    "aria-label": "Search pages of this template",
    "data-search": "",
    input: () => {
      state.query = search.value;
      render();
    },
  });
  const order = h(
    "select",
    {
      "aria-label": "Order of the pages",
      change: () => {
        [state.by, state.falls] = [order.value.split(" ")[0], order.value.endsWith("falling")];
        render();
      },
    },
    h("option", { value: "page" }, "by address"),
    h("option", { value: "confidence" }, "lowest confidence first"),
    h("option", { value: "confidence falling" }, "highest confidence first"),
    pages.variant ? h("option", { value: "variant" }, "by variant") : null,
    hasLabels ? h("option", { value: "label" }, "by label") : null,
  );
  const copying = h(
    "button",
    { type: "button", click: () => copy(rows.map((i) => pages.ids[i]).join("\n") + "\n", copying) },
    "Copy list",
  );
  const file = `template-${context.templates[index].id.replace(/[^\w-]/g, "_")}`;
  const saving = h(
    "button",
    {
      type: "button",
      click: () =>
        download(
          `${file}.csv`,
          "text/csv",
          csvLine(["page", "template", ...(pages.variant ? ["variant"] : []), "confidence"]) +
            rows
              .map((i) =>
                csvLine([
                  pages.ids[i],
                  context.templates[index].id,
                  ...(pages.variant ? [pages.variant[i]] : []),
                  pages.confidence[i] < 0 ? "" : pages.confidence[i] / 1000,
                ]),
              )
              .join(""),
        ),
    },
    "Save CSV",
  );
  setTimeout(render);
  return h(
    "div",
    null,
    h("div", { class: "tools" }, search, order, count, h("span", { class: "spacer" }), copying, saving),
    h("div", { class: "page-table" }, heads, view),
    preview,
  );
}
