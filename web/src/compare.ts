// Two pages beside each other, or upon each other with a slider between them. What one of them
// lacks is marked.

import type { Group, Shown } from "./data";
import { h, liveLink, shown } from "./dom";
import { number, plural, shorten } from "./format";
import { compare as marksOf, draw, type Marks } from "./wireframe";

interface Side {
  page: Shown;
  name: string;
}

function caption(side: Side, marks: Marks, samePlaces: boolean): HTMLElement {
  return h(
    "figcaption",
    null,
    h("b", null, side.name),
    h(
      "span",
      { class: "page-id", title: shown(side.page.page) },
      shown(shorten(side.page.page, 70)),
      liveLink(side.page.page),
    ),
    h(
      "span",
      { class: "muted small" },
      `${plural(marks.only.size, "box", "boxes")} only here${samePlaces ? `, ${number(marks.differs.size)} with other content` : ""}`,
    ),
  );
}

/** The places that only one of two pages has. */
function onlyHere(page: Shown, marks: Marks, places: string[]): string[] {
  const found = new Set<string>();
  for (const box of marks.only) found.add(places[page.wire.boxes[7 * box + 5]] ?? "?");
  return [...found];
}

export function sideBySide(a: Side, b: Side, placesA: string[], placesB: string[], samePlaces: boolean): HTMLElement {
  const state = { slider: false };
  // Places of two crawls have no common numbers: they are compared by what they are called.
  const nameA = (place: number): string | number => (samePlaces ? place : placesA[place]);
  const nameB = (place: number): string | number => (samePlaces ? place : placesB[place]);
  const marksA = marksOf(a.page.wire, b.page.wire, nameA, nameB, samePlaces);
  const marksB = marksOf(b.page.wire, a.page.wire, nameB, nameA, samePlaces);
  const stage = h("div", { class: "stage" });
  const height = Math.max(a.page.wire.height, b.page.wire.height);

  function pictureOf(side: Side, marks: Marks): SVGSVGElement {
    return draw(side.page.wire, {
      label: `${side.name}: ${shown(side.page.title || side.page.page)}`,
      height,
      marks,
      side: samePlaces ? undefined : side === a ? "old" : "new",
    });
  }

  function render(): void {
    if (!state.slider) {
      stage.replaceChildren(
        h(
          "div",
          { class: "pair" },
          h("figure", null, caption(a, marksA, samePlaces), h("div", { class: "frame" }, pictureOf(a, marksA))),
          h("figure", null, caption(b, marksB, samePlaces), h("div", { class: "frame" }, pictureOf(b, marksB))),
        ),
      );
      return;
    }
    const upper = h("div", { class: "layer upper" }, pictureOf(a, marksA));
    const line = h("div", { class: "handle", "aria-hidden": "true" });
    const range = h("input", {
      type: "range",
      min: "0",
      max: "100",
      value: "50",
      class: "wipe",
      "aria-label": `How much of ${a.name} is shown before ${b.name}`,
      input: () => set(Number(range.value)),
    });
    function set(value: number): void {
      upper.style.clipPath = `inset(0 ${100 - value}% 0 0)`;
      line.style.left = `${value}%`;
    }
    stage.replaceChildren(
      h(
        "div",
        { class: "over" },
        h("div", { class: "captions" }, caption(a, marksA, samePlaces), caption(b, marksB, samePlaces)),
        h("div", { class: "frame wiped" }, h("div", { class: "layer" }, pictureOf(b, marksB)), upper, line, range),
      ),
    );
    set(50);
  }

  const buttons = [false, true].map((slider) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(state.slider === slider),
        click: () => {
          state.slider = slider;
          buttons.forEach((one, i) => one.setAttribute("aria-pressed", String(slider === (i === 1))));
          render();
        },
      },
      slider ? "Slider" : "Side by side",
    ),
  );
  render();
  const lists = (
    [
      [a, marksA, placesA],
      [b, marksB, placesB],
    ] as [Side, Marks, string[]][]
  ).map(([side, marks, places]) => {
    const only = onlyHere(side.page, marks, places);
    return h(
      "div",
      null,
      h("h4", null, `Only in ${side.name}`),
      only.length === 0
        ? h("p", { class: "muted" }, "nothing")
        : h(
            "ul",
            { class: "codes" },
            only.slice(0, 12).map((one) => h("li", null, h("code", null, shown(one)))),
            only.length > 12 ? h("li", { class: "muted" }, `and ${number(only.length - 12)} more`) : null,
          ),
    );
  });
  return h(
    "div",
    { class: "compare" },
    h(
      "div",
      { class: "tools" },
      h("div", { class: "switch", role: "group", "aria-label": "Way of comparing" }, buttons),
      h(
        "span",
        { class: "key" },
        samePlaces
          ? [h("span", { class: "swatch only" }), "only here", h("span", { class: "swatch differs" }), "other content"]
          : [h("span", { class: "swatch only old" }), "gone", h("span", { class: "swatch only new" }), "new"],
      ),
    ),
    stage,
    h("div", { class: "two" }, lists),
  );
}

/** Two pages of a template, chosen by the reader. */
export function membersCompared(group: Group): HTMLElement {
  const pages = group.shown ?? [];
  const holder = h("div");
  const words = { typical: "typical", different: "different", doubtful: "in doubt" };
  const select = (chosen: number, label: string): HTMLSelectElement => {
    const one = h(
      "select",
      { "aria-label": label, change: render },
      pages.map((page, i) =>
        h("option", { value: i }, `${i + 1}. ${words[page.why]}: ${shown(shorten(page.title || page.page, 60))}`),
      ),
    );
    one.value = String(chosen);
    return one;
  };
  const left = select(0, "Left page");
  const right = select(Math.min(1, pages.length - 1), "Right page");
  function render(): void {
    holder.replaceChildren(
      sideBySide(
        { page: pages[Number(left.value)], name: `page ${Number(left.value) + 1}` },
        { page: pages[Number(right.value)], name: `page ${Number(right.value) + 1}` },
        group.places ?? [],
        group.places ?? [],
        true,
      ),
    );
  }
  render();
  return h("div", null, h("div", { class: "tools" }, left, h("span", { class: "muted" }, "and"), right), holder);
}
