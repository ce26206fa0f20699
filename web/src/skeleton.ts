// The skeleton of a template as a tree that opens and closes, with the keys of a tree: arrows, Home
// and End.

import type { Part, Skeleton } from "./data";
import { kinds } from "./colour";
import { h, shown } from "./dom";
import { number } from "./format";

export function legend(): HTMLElement {
  return h(
    "ul",
    { class: "legend" },
    kinds.map((kind) =>
      h(
        "li",
        null,
        h("span", { class: `sign k-${kind.word}`, "aria-hidden": "true" }, kind.sign),
        h("b", null, kind.word),
        ` ${kind.meaning}`,
      ),
    ),
  );
}

/** What the other side has of each part, by its path; for two crawls side by side. */
export type OtherSide = Set<string>;

export function pathsOf(skeleton: Skeleton): OtherSide {
  const paths: OtherSide = new Set();
  function walk(part: Part, above: string): void {
    const [label, , , , , , children] = part;
    const path = `${above}>${label}`;
    paths.add(path);
    children.forEach((child) => walk(child, path));
  }
  walk(skeleton.root, "");
  return paths;
}

function item(
  part: Part,
  pages: number,
  depth: number,
  above: string,
  missing: OtherSide | null,
  word: string,
): HTMLElement {
  const [label, kind, has, least, most, text, children] = part;
  const { word: kindWord, sign } = kinds[kind];
  const path = `${above}>${label}`;
  const isOpen = depth < 4 || children.length === 1;
  const isNew = missing !== null && !missing.has(path);
  const split = label.search(/[#.]/);
  const tag = split < 0 ? label : label.slice(0, split);
  const rest = split < 0 ? "" : label.slice(split);
  const share = h("span", { class: `fill k-${kindWord}` });
  share.style.width = `${(100 * has) / Math.max(1, pages)}%`;
  const row = h(
    "div",
    { class: "row" },
    h("span", { class: "twist", "aria-hidden": "true" }, children.length > 0 ? "\u25b8" : ""),
    h("span", { class: `sign k-${kindWord}`, "aria-hidden": "true" }, sign),
    h("span", { class: "part" }, h("b", null, shown(tag)), h("span", { class: "rest" }, shown(rest))),
    kindWord === "repeated"
      ? h(
          "span",
          { class: "times", title: "below one parent" },
          least === most ? `\u00d7${most}` : `\u00d7${least}\u2013${most}`,
        )
      : null,
    isNew ? h("span", { class: `badge ${word}` }, word) : null,
    text ? h("span", { class: kindWord === "varying" ? "text varies" : "text" }, shown(text)) : null,
    h(
      "span",
      { class: "of", title: `on ${number(has)} of ${number(pages)} pages` },
      h("span", { class: "track", "aria-hidden": "true" }, share),
      h("span", { class: "n" }, `${number(has)}/${number(pages)}`),
    ),
  );
  const element = h(
    "li",
    {
      role: "treeitem",
      tabindex: "-1",
      "aria-expanded": children.length > 0 ? String(isOpen) : null,
      "aria-label": `${shown(label)}, ${kindWord}, on ${has} of ${pages} pages${isNew ? `, ${word}` : ""}`,
    },
    row,
  );
  if (children.length > 0) {
    element.appendChild(
      h(
        "ul",
        { role: "group" },
        children.map((child) => item(child, pages, depth + 1, path, missing, word)),
      ),
    );
  }
  return element;
}

export function tree(skeleton: Skeleton, missing: OtherSide | null = null, word = "new"): HTMLElement {
  const root = item(skeleton.root, skeleton.pages, 0, "", missing, word);
  root.tabIndex = 0;
  const list = h("ul", { class: "skeleton", role: "tree", "aria-label": "Skeleton" }, root);

  const toggle = (one: HTMLElement, open: boolean): void => {
    if (one.hasAttribute("aria-expanded")) one.setAttribute("aria-expanded", String(open));
  };
  const visible = (): HTMLElement[] =>
    [...list.querySelectorAll<HTMLElement>("[role=treeitem]")].filter(
      (one) => !one.parentElement!.closest('[aria-expanded="false"]'),
    );
  const focus = (one: HTMLElement | undefined): void => {
    if (!one) return;
    list.querySelectorAll<HTMLElement>('[tabindex="0"]').forEach((old) => (old.tabIndex = -1));
    one.tabIndex = 0;
    one.focus();
  };
  list.addEventListener("click", (event) => {
    const one = (event.target as HTMLElement).closest<HTMLElement>("[role=treeitem]");
    if (!one) return;
    toggle(one, one.getAttribute("aria-expanded") !== "true");
    focus(one);
  });
  list.addEventListener("keydown", (event) => {
    const one = (event.target as HTMLElement).closest<HTMLElement>("[role=treeitem]");
    if (!one) return;
    const all = visible();
    const at = all.indexOf(one);
    const isOpen = one.getAttribute("aria-expanded");
    if (event.key === "ArrowDown") focus(all[at + 1]);
    else if (event.key === "ArrowUp") focus(all[at - 1]);
    else if (event.key === "Home") focus(all[0]);
    else if (event.key === "End") focus(all[all.length - 1]);
    else if (event.key === "ArrowRight")
      isOpen === "false" ? toggle(one, true) : focus(isOpen ? all[at + 1] : undefined);
    else if (event.key === "ArrowLeft")
      isOpen === "true"
        ? toggle(one, false)
        : focus(one.parentElement!.closest<HTMLElement>("[role=treeitem]") ?? undefined);
    else if (event.key === "Enter" || event.key === " ") toggle(one, isOpen !== "true");
    else return;
    event.preventDefault();
  });
  return h(
    "div",
    { class: "skeleton-box" },
    list,
    skeleton.leftOut > 0
      ? h(
          "p",
          { class: "muted small" },
          `${number(skeleton.leftOut)} further parts, of few pages or deep in the tree, are not shown.`,
        )
      : null,
  );
}
