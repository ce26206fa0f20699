// Labelling: click a value of a stored page, name it, and see what all other pages give.

import type { Context } from "./context";
import {
  learnLabels,
  loadList,
  loadStored,
  saveLabels,
  startLabels,
  type FieldLabel,
  type LabelStart,
  type Learned,
  type LearnedCell,
} from "./data";
import { announce, download, h, liveLink, shown } from "./dom";
import { number, plural, shorten } from "./format";
import { isCell, Stored, storedFrame, type Choice } from "./stored";

/** The labels of all templates, and whether they are saved. They outlive the view. */
const desk = {
  labels: [] as (FieldLabel & { order?: number })[],
  isSaved: true,
  start: null as Promise<LabelStart> | null,
};

addEventListener("beforeunload", (event) => {
  if (!desk.isSaved) event.preventDefault();
});

function started(): Promise<LabelStart> {
  desk.start ??= startLabels().then(
    (start) => {
      desk.labels = start.labels;
      return start;
    },
    (error: Error) => {
      desk.start = null; // it may be there the next time
      throw error;
    },
  );
  return desk.start;
}

const isAbsent = (label: FieldLabel): boolean => label.value === "" && !label.xpath && !label.css;
const valueOf = (label: FieldLabel): string =>
  isAbsent(label) ? "the page lacks it" : label.value || label.xpath || label.css || "";

/** "List price:" -> "list_price"; empty for what is no name. */
function nameFrom(text: string): string {
  const words = text.replace(/[:\uff1a]\s*$/, "").trim();
  if (words.length > 30 || /\d/.test(words)) return "";
  return words
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
}

const tsvCell = (text: string): string =>
  text.replace(/[\\\t\n\r]/g, (c) => ({ "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" })[c]!);

/** The table that `pagekin learn --fields` reads. */
const tableOf = (labels: FieldLabel[]): string =>
  ["page\tfield\tvalue\txpath\tcss"]
    .concat(
      labels.map((one) => [one.page, one.field, one.value, one.xpath ?? "", one.css ?? ""].map(tsvCell).join("\t")),
    )
    .join("\n") + "\n";

export function labelPage(context: Context, index: number): HTMLElement {
  const t = context.templates[index];
  if (!t) return h("p", { class: "problem" }, "There is no template of this number.");
  const main = h("div", null, h("p", { class: "muted", role: "status" }, "Reading the pages\u2026"));
  Promise.all([started(), loadList(index)])
    .then(([start, list]) => {
      const typical = t.shown?.[0]?.page ?? "";
      main.replaceChildren(view(context, index, start, new Set(list.ids), typical));
    })
    .catch((error: Error) => main.replaceChildren(h("p", { class: "problem" }, error.message)));
  return h(
    "article",
    { class: "template labelling" },
    h(
      "nav",
      { class: "crumbs", "aria-label": "Template" },
      h("a", { href: "#/" }, "All templates"),
      h("a", { href: `#/t/${index + 1}` }, `Template ${shown(t.id)}`),
    ),
    h("h2", { tabindex: "-1" }, "Label ", context.kind(t)),
    h(
      "p",
      { class: "muted lead" },
      "Click a value, name it, and see what all other pages give. A name with a dot, such as posts.author, is a cell of " +
        "a record: label it on two rows. Tab and arrow keys go through the values, Enter takes one.",
    ),
    main,
  );
}

function view(
  context: Context,
  index: number,
  start: LabelStart,
  pages: Set<string>, // of the template
  typical: string,
): HTMLElement {
  const t = context.templates[index];
  let stored: Stored | null = null;
  let inside: Document | null = null;
  let places = new Map<number, HTMLElement>();
  let learned: Learned | null = null;
  let chosen: Choice | null = null;
  let opening = ""; // the page that was asked for last

  const pageName = h("span", { class: "page-id" });
  const notice = h("p", { class: "muted small" });
  const holder = h("div", { class: "frame-holder" });
  const valueBox = h("textarea", { rows: "2", class: "value-box", id: "label-value", spellcheck: "false" });
  const choiceBox = h("select", { class: "choice-box", id: "label-choice", "aria-label": "How much of the page" });
  const nameBox = h("input", {
    type: "text",
    id: "label-name",
    list: "label-names",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: "60",
    placeholder: "name, such as price or posts.author",
  });
  const names = h("datalist", { id: "label-names" });
  const hint = h("p", { class: "muted small", role: "status" });
  const add = h("button", { type: "submit", class: "main-button" }, "Label");
  const more = h(
    "button",
    { type: "button", hidden: true, click: () => take(true), title: "The page has several values of this field" },
    "Add to its values",
  );
  const lacks = h("button", { type: "button", click: () => lack(nameBox.value.trim()) }, "This page lacks it");
  const form = h(
    "form",
    {
      class: "label-form",
      submit: (event: Event) => {
        event.preventDefault();
        take(false);
      },
    },
    h("label", { for: "label-value" }, "Value"),
    choiceBox,
    valueBox,
    h("label", { for: "label-name" }, "Field"),
    nameBox,
    names,
    h("div", { class: "tools" }, add, more, lacks),
    hint,
  );
  const fieldList = h("ul", { class: "field-list" });
  const labelList = h("ul", { class: "label-list" });
  const labelCount = h("h3", { id: "labels-title" }, "Labels");
  const saving = h("p", { class: "small", role: "status" });
  const hiddenList = h("details", { class: "hidden-values" });
  const state = h("p", { class: "muted", role: "status" });
  const problems = h("ul", { class: "problems" });
  const results = h("div", {
    class: "scroll results",
    tabindex: "0",
    role: "region",
    "aria-label": "Values of all pages",
  });
  const canSave = start.savesLabels || start.savesWrapper;
  const save = h("button", { type: "button", class: "main-button", click: store }, "Save");

  const own = (): FieldLabel[] => desk.labels.filter((one) => pages.has(one.page));
  const ofField = (page: string, field: string): FieldLabel[] =>
    desk.labels.filter((one) => one.page === page && one.field === field);

  // ---- The page.

  function open(page: string, then?: () => void): void {
    opening = page;
    pageName.textContent = shown(page || "\u2026");
    loadStored(t.id, page)
      .then((read) => {
        if (opening !== page) return; // another one was asked for in the meantime
        stored = new Stored(read);
        const link = liveLink(read.page);
        pageName.replaceChildren(shown(read.page), ...(link ? [link] : []));
        notice.textContent = read.cut ? "The page is very long; its end is left out." : "";
        inside = null;
        choose(null);
        const frame = storedFrame(stored, (document, drawn) => {
          inside = document;
          places = drawn;
          inside.addEventListener("click", pick);
          inside.addEventListener("keydown", walk);
          mark();
          then?.();
        });
        holder.replaceChildren(frame);
        listHidden();
        showFields();
        if (learned === null && own().length > 0) learn();
        else showTable();
      })
      .catch((error: Error) => {
        if (opening === page) holder.replaceChildren(h("p", { class: "problem" }, error.message));
      });
  }

  function pick(event: Event): void {
    const target = (event.target as Element).closest?.<HTMLElement>("[data-n]");
    event.preventDefault();
    if (!target || !stored) return;
    select(Number(target.dataset.n));
  }

  // Tab goes to the next value by itself; arrows do, too, and Enter takes it.
  function walk(event: KeyboardEvent): void {
    const target = (event.target as Element).closest?.<HTMLElement>("[data-n]");
    if (event.key === "Escape") nameBox.focus();
    else if ((event.key === "Enter" || event.key === " ") && target) select(Number(target.dataset.n));
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const all = [...inside!.querySelectorAll<HTMLElement>("[data-n]")];
      const at = target ? all.indexOf(target) : -1;
      all[Math.min(all.length - 1, Math.max(0, at + (event.key === "ArrowDown" ? 1 : -1)))]?.focus();
    } else return;
    event.preventDefault();
  }

  function select(node: number): void {
    const choices = stored!.choices(node);
    choiceBox.replaceChildren(
      ...choices.map((one, i) =>
        h(
          "option",
          { value: i },
          `${one.what === "text" ? "this text" : one.what.startsWith("<") ? `all of ${one.what}` : one.what}: ${shown(shorten(one.value, 50))}`,
        ),
      ),
    );
    choiceBox.onchange = () => choose(choices[Number(choiceBox.value)]);
    choose(choices[0]);
    if (nameBox.value.trim() === "" || nameBox.dataset.guessed) {
      nameBox.value = nameFrom(stored!.labelBefore(node));
      nameBox.dataset.guessed = "yes";
      updateButtons();
    }
    nameBox.focus();
    nameBox.select();
  }

  function choose(choice: Choice | null): void {
    chosen = choice;
    valueBox.value = choice?.value ?? "";
    if (choice === null) choiceBox.replaceChildren();
    choiceBox.hidden = choiceBox.options.length < 2;
    hint.textContent = choice === null ? "Click a value on the page, or a value in the table below." : "";
    mark();
    updateButtons();
  }

  /** Marks on the page: the choice, labels, and what the fields give. */
  function mark(): void {
    if (!inside || !stored) return;
    for (const element of inside.querySelectorAll<HTMLElement>(".chosen, .labelled, .found")) {
      element.classList.remove("chosen", "labelled", "found");
      delete element.dataset.field;
    }
    const set = (node: number | undefined, name: string, field?: string): void => {
      const element = node === undefined ? undefined : places.get(node);
      if (!element || (name === "found" && element.classList.contains("labelled"))) return;
      element.classList.add(name);
      if (field) element.dataset.field = shown(field);
    };
    const page = stored.page.page;
    for (const label of desk.labels.filter((one) => one.page === page && !isAbsent(one))) {
      if (label.order !== undefined) set(label.order, "labelled", label.field);
      else stored.find(label.value).forEach((node) => set(node, "labelled", label.field));
    }
    const cells = learned?.rows.find((row) => row.page === page)?.cells ?? {};
    for (const [field, cell] of Object.entries(cells)) {
      for (const value of new Set(cell.values)) {
        const nodes = stored.find(value);
        if (nodes.length === 1 || cell.count > 1) nodes.forEach((node) => set(node, "found", field));
      }
    }
    if (chosen) set(chosen.node, "chosen");
  }

  function listHidden(): void {
    const all = stored!.hidden();
    hiddenList.hidden = all.length === 0;
    hiddenList.replaceChildren(
      h("summary", null, `${plural(all.length, "value", "values")} that the page does not show`),
      h(
        "ul",
        null,
        all.slice(0, 300).map((node) => {
          const [, kind, step, text] = stored!.nodes[node];
          const where =
            kind === "json-ld" ? step : `${stored!.tag(stored!.nodes[node][0])} ${kind === "text" ? "" : kind}`;
          return h(
            "li",
            null,
            h("button", { type: "button", class: "small-button", click: () => select(node) }, shown(shorten(text, 80))),
            h("span", { class: "muted small" }, ` ${shown(where)}`),
          );
        }),
      ),
    );
  }

  // ---- Labels.

  function updateButtons(): void {
    const field = nameBox.value.trim();
    const known = stored ? ofField(stored.page.page, field) : [];
    add.disabled = chosen === null || field === "";
    lacks.disabled = stored === null || field === "";
    add.textContent = known.length > 0 && !isCell(field) ? "Correct the label" : "Label";
    more.hidden = known.length === 0 || isCell(field) || isAbsent(known[0]);
    more.disabled = chosen === null;
  }

  /** Makes the choice a label. `joins`: it is one of several values. */
  function take(joins: boolean): void {
    const field = nameBox.value.trim();
    if (!chosen || !stored || field === "") return;
    const page = stored.page.page;
    const text = valueBox.value.trim();
    const isPart = text !== chosen.value && text !== "";
    if (isPart && !chosen.value.includes(text)) {
      hint.textContent = "The value must be a part of what the page has there.";
      return;
    }
    if (isCell(field) && !isPart && stored.isCut(chosen.node)) {
      hint.textContent = "The text is too long for a cell of a record.";
      return;
    }
    const label = {
      page,
      field,
      order: chosen.node,
      ...(isPart ? { value: text } : stored.labelOf(chosen.node, field)),
    };
    const isOne = !joins && !isCell(field);
    desk.labels = desk.labels.filter(
      (one) => !(one.page === page && one.field === field && (isOne || isAbsent(one) || one.order === label.order)),
    );
    // The values of a page stand in its order: rows are known by it.
    const after = desk.labels.findIndex(
      (one) => one.page === page && one.field === field && (one.order ?? -1) > label.order,
    );
    desk.labels.splice(after < 0 ? desk.labels.length : after, 0, label);
    changed(`${field} labelled`);
    nameBox.value = "";
    delete nameBox.dataset.guessed;
    const last = places.get(chosen.node);
    choose(null);
    last?.focus(); // the keyboard goes on from here
  }

  function lack(field: string): void {
    if (!stored || field === "") return;
    const page = stored.page.page;
    desk.labels = desk.labels.filter((one) => !(one.page === page && one.field === field));
    desk.labels.push({ page, field, value: "" });
    nameBox.value = "";
    choose(null);
    changed(`the page lacks ${field}`);
  }

  function remove(label: FieldLabel): void {
    desk.labels = desk.labels.filter((one) => one !== label);
    changed("label removed");
  }

  function changed(what: string): void {
    desk.isSaved = false;
    saving.className = "small";
    saving.textContent = canSave ? "Not saved yet." : "";
    announce(what);
    showLabels();
    showFields();
    mark();
    learn();
  }

  function showLabels(): void {
    labelCount.textContent = desk.labels.length === 0 ? "Labels" : `Labels (${number(desk.labels.length)})`;
    labelList.replaceChildren(
      ...desk.labels.map((label) =>
        h(
          "li",
          null,
          h("b", null, shown(label.field)),
          h(
            "span",
            { class: isAbsent(label) ? "muted" : "label-value", title: shown(valueOf(label)) },
            shown(shorten(valueOf(label), 60)),
          ),
          label.page === stored?.page.page
            ? h("span", { class: "muted small page-of" }, "this page")
            : pages.has(label.page)
              ? h(
                  "button",
                  {
                    type: "button",
                    class: "small-button page-of",
                    title: shown(label.page),
                    click: () => open(label.page),
                  },
                  shown(shorten(label.page, 24)),
                )
              : h("span", { class: "muted small page-of", title: shown(label.page) }, shown(shorten(label.page, 24))),
          h(
            "button",
            {
              type: "button",
              class: "small-button",
              "aria-label": `Remove the label ${shown(label.field)}`,
              click: () => remove(label),
            },
            "\u00d7",
          ),
        ),
      ),
    );
    if (desk.labels.length === 0) labelList.append(h("li", { class: "muted" }, "none so far"));
    names.replaceChildren(
      ...[...new Set(desk.labels.map((one) => one.field))].map((name) => h("option", { value: name })),
    );
    save.disabled = desk.labels.length === 0;
  }

  async function store(): Promise<void> {
    save.disabled = true;
    saving.className = "small";
    saving.textContent = "Saving\u2026 The wrapper is learned from all pages.";
    try {
      const sent = [...desk.labels];
      const done = await saveLabels(sent.map(plain));
      desk.isSaved = sent.length === desk.labels.length && sent.every((one, i) => one === desk.labels[i]);
      const files = [
        done.savedLabels ? plural(done.labels, "label", "labels") : "",
        done.savedWrapper ? `a wrapper with ${plural(done.fields, "field", "fields")}` : "",
      ].filter((one) => one !== "");
      saving.textContent =
        `Saved: ${files.join(" and ")}.` +
        (done.unused > 0 ? ` ${plural(done.unused, "label is", "labels are")} not used; see below.` : "");
    } catch (error) {
      saving.className = "small problem-line";
      saving.textContent = (error as Error).message;
    }
    announce(saving.textContent);
    save.disabled = desk.labels.length === 0;
  }

  const plain = ({ page, field, value, xpath, css }: FieldLabel): FieldLabel => ({
    page,
    field,
    value,
    ...(xpath ? { xpath } : {}),
    ...(css ? { css } : {}),
  });

  // ---- What they give. One question at a time; the last one counts.

  let isLearning = false;
  let isOutdated = false;
  function learn(): void {
    if (isLearning) {
      isOutdated = true;
      return;
    }
    const asked = own();
    if (!asked.some((one) => !isAbsent(one))) {
      learned = null;
      state.textContent = asked.length > 0 ? "Label a page that has the field, too." : "";
      problems.replaceChildren();
      showFields();
      showTable();
      mark();
      return;
    }
    isLearning = true;
    results.setAttribute("aria-busy", "true");
    state.textContent = "Learning\u2026";
    learnLabels(t.id, asked.map(plain))
      .then(
        (found) => {
          learned = found;
          tell(found);
        },
        (error: Error) => {
          learned = null;
          state.textContent = error.message;
          problems.replaceChildren();
        },
      )
      .finally(() => {
        isLearning = false;
        results.dataset.learned = String(Number(results.dataset.learned ?? 0) + 1);
        showFields();
        showTable();
        showLabels();
        mark();
        if (isOutdated) {
          isOutdated = false;
          learn();
        }
        if (!isLearning) results.setAttribute("aria-busy", "false");
      });
  }

  function tell(found: Learned): void {
    const doubtful = found.rows.filter((row) => Object.values(row.cells).some((cell) => cell.review)).length;
    state.textContent =
      `${plural(found.rows.length, "page", "pages")}${found.limited ? ` of ${number(found.allPages)}` : ""}: ` +
      (doubtful === 0
        ? "nothing is in doubt."
        : `${plural(doubtful, "page has a value", "pages have values")} in doubt.`);
    const next = found.fields.filter((field) => field.next !== "" || field.places.length > 0);
    problems.replaceChildren(
      ...found.problems.map((one) =>
        h("li", null, h("b", null, shown(one.field)), ` of ${shown(shorten(one.page, 50))}: ${shown(one.problem)}`),
      ),
      ...next.map((field) =>
        h(
          "li",
          null,
          h("b", null, shown(field.field)),
          field.places.length > 0
            ? ` stands at ${plural(field.places.length, "place", "places")} that differ on other pages. `
            : " is not certain. ",
          field.next !== ""
            ? h(
                "button",
                { type: "button", class: "small-button", click: () => open(field.next, () => focusField(field.field)) },
                `Label it on ${shown(shorten(field.next, 50))}`,
              )
            : "Label it on another page, too.",
        ),
      ),
    );
  }

  function focusField(field: string): void {
    nameBox.value = field;
    delete nameBox.dataset.guessed;
    updateButtons();
    hint.textContent = `Click the right value of ${field}, or say that this page lacks it.`;
    const at = inside?.querySelector<HTMLElement>(`.found, .labelled`);
    const all = [...(inside?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
    (all.find((one) => one.dataset.field === shown(field)) ?? at)?.scrollIntoView({ block: "center" });
  }

  const fieldNames = (): string[] => [
    ...new Set([...(learned?.fields ?? []).map((one) => one.field), ...own().map((one) => one.field)]),
  ];

  function badge(cell: LearnedCell): HTMLElement {
    return h(
      "span",
      { class: cell.review ? "badge warn" : "badge", title: cell.review ? "in doubt" : "confidence" },
      cell.confidence.toFixed(2),
    );
  }

  function text(cell: LearnedCell): string {
    const values = cell.values.map((value) => value || "\u2013").join(" \u00b7 ");
    return cell.count > 1 ? `${number(cell.count)}: ${values}` : values;
  }

  function showFields(): void {
    const page = stored?.page.page;
    const cells = learned?.rows.find((row) => row.page === page)?.cells ?? {};
    fieldList.replaceChildren(
      ...fieldNames().map((field) => {
        const labels = page ? ofField(page, field) : [];
        const cell = cells[field] as LearnedCell | undefined;
        return h(
          "li",
          null,
          h("b", null, shown(field)),
          h(
            "span",
            { class: "given" },
            cell && cell.count > 0
              ? shown(shorten(text(cell), 90))
              : h("span", { class: "muted" }, cell?.review ? "in doubt, no value" : "no value"),
          ),
          labels.length > 0 ? h("span", { class: "badge new" }, "labelled") : cell ? badge(cell) : null,
          h(
            "span",
            { class: "field-tools" },
            h(
              "button",
              {
                type: "button",
                class: "small-button",
                click: () => {
                  focusField(field);
                  nameBox.focus();
                },
              },
              "Correct",
            ),
            h(
              "button",
              {
                type: "button",
                class: "small-button",
                "aria-label": `This page lacks ${shown(field)}`,
                click: () => lack(field),
              },
              "Lacks it",
            ),
          ),
        );
      }),
    );
  }

  /** How much a row wants to be looked at: doubts first, then missing values, then the least sure ones. */
  function worry(cells: Record<string, LearnedCell>, fields: string[]): number {
    let most = 0;
    for (const field of fields) {
      const cell = cells[field] as LearnedCell | undefined;
      if (!cell) most = Math.max(most, 1);
      else if (cell.review) most = Math.max(most, 3 - cell.confidence);
      else most = Math.max(most, 1 - cell.confidence);
    }
    return most;
  }

  function showTable(): void {
    if (!learned) {
      results.replaceChildren();
      return;
    }
    const fields = learned.fields.map((one) => one.field);
    const rows = learned.rows
      .map((row, i) => ({ ...row, i, worry: worry(row.cells, fields) }))
      .sort((a, b) => b.worry - a.worry || a.i - b.i);
    results.replaceChildren(
      h(
        "table",
        { class: "data values" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            ["Page", ...fields].map((name) => h("th", { scope: "col" }, shown(name))),
          ),
        ),
        h(
          "tbody",
          null,
          rows.map((row) =>
            h(
              "tr",
              {
                class: row.page === stored?.page.page ? "current" : null,
                click: (event: Event) => {
                  const field = (event.target as Element).closest<HTMLElement>("td")?.dataset.of;
                  visit(row.page, field ?? "");
                },
              },
              h(
                "th",
                { scope: "row" },
                h(
                  "button",
                  { type: "button", class: "row-button", title: shown(row.page) },
                  shown(shorten(row.page, 48)),
                ),
              ),
              fields.map((field) => {
                const cell = row.cells[field] as LearnedCell | undefined;
                const labels = ofField(row.page, field);
                return h(
                  "td",
                  { "data-of": field, class: cell?.review ? "doubt" : null },
                  cell && cell.count > 0
                    ? h("span", { class: "cell-text", title: shown(text(cell)) }, shown(shorten(text(cell), 70)))
                    : h("span", { class: "muted" }, cell?.review ? "in doubt" : "none"),
                  labels.length > 0
                    ? h("span", { class: "badge new" }, "labelled")
                    : cell && (cell.review || cell.confidence < 0.95)
                      ? badge(cell)
                      : null,
                );
              }),
            ),
          ),
        ),
      ),
    );
  }

  /** Opens a page of the table to correct a field of it. */
  function visit(page: string, field: string): void {
    const then = (): void => {
      if (field !== "") focusField(field);
      holder.closest("article")?.scrollIntoView({ block: "start" });
      (holder.querySelector("iframe") as HTMLIFrameElement | null)?.focus();
    };
    if (page === stored?.page.page) then();
    else open(page, then);
  }

  nameBox.addEventListener("input", () => {
    delete nameBox.dataset.guessed;
    updateButtons();
  });
  showLabels();
  updateButtons();
  setTimeout(() => open(typical));

  return h(
    "div",
    { class: "label-view" },
    h(
      "div",
      { class: "label-columns" },
      h(
        "section",
        { class: "label-page", "aria-label": "The stored page" },
        h("div", { class: "page-line" }, pageName),
        notice,
        holder,
        hiddenList,
      ),
      h(
        "div",
        { class: "label-side" },
        h(
          "section",
          { "aria-labelledby": "label-title", class: "panel" },
          h("h3", { id: "label-title" }, "New label"),
          form,
        ),
        h(
          "section",
          { "aria-labelledby": "fields-title", class: "panel" },
          h("h3", { id: "fields-title" }, "On this page"),
          fieldList,
        ),
        h(
          "section",
          { "aria-labelledby": "labels-title", class: "panel" },
          labelCount,
          labelList,
          h(
            "div",
            { class: "tools" },
            canSave ? save : null,
            h(
              "button",
              {
                type: "button",
                click: () => download("labels.tsv", "text/tab-separated-values", tableOf(desk.labels)),
              },
              "Download labels",
            ),
          ),
          canSave
            ? null
            : h(
                "p",
                { class: "muted small" },
                "To save labels and the wrapper from here, start pagekin serve with --labels FILE and --wrapper FILE.",
              ),
          saving,
        ),
      ),
    ),
    h(
      "section",
      { class: "block", "aria-labelledby": "values-title" },
      h("h3", { id: "values-title" }, "All pages"),
      state,
      problems,
      results,
    ),
  );
}
