// Templates as circles in a circle, as large as their number of pages. Inside a template: the
// sites or the labels of its pages. A click or Enter zooms.

import { hierarchy, pack, type HierarchyCircularNode } from "d3-hierarchy";
import { select } from "d3-selection";
import { zoom, zoomIdentity, type ZoomBehavior } from "d3-zoom";
import { colour, other } from "./colour";
import type { Context } from "./context";
import { announce, h, s, shown } from "./dom";
import { number, percent, plural, shorten } from "./format";

const SIZE = 760;
const MOST = 250; // templates with circles of their own

interface Node {
  index: number; // of a template; -1: the root or the rest
  part: number; // of what is inside; -1: the template itself
  name: string;
  value: number;
  children?: Node[];
}

interface Parts {
  names: string[];
  of: (index: number) => [part: number, pages: number][];
}

function sites(context: Context): Parts {
  const names = context.data.sites.map((one) => one[0] || "files");
  const numbers = new Map(context.data.sites.map((one, i) => [one[0], i]));
  return {
    names,
    of: (index) => {
      const t = context.templates[index];
      const found: [number, number][] = (t.hosts ?? []).map(([host, pages]) => [numbers.get(host) ?? -1, pages]);
      const rest = t.pages - found.reduce((sum, one) => sum + one[1], 0);
      if (rest > 0) found.push([-1, rest]);
      return found;
    },
  };
}

function labels(context: Context): Parts {
  const truth = context.data.truth!;
  const sizes = truth.labels.map(() => 0);
  const byTemplate = new Map<number, [number, number][]>();
  for (const [label, template, pages] of truth.cells) {
    sizes[label] += pages;
    if (!byTemplate.has(template)) byTemplate.set(template, []);
    byTemplate.get(template)!.push([label, pages]);
  }
  const order = sizes.map((_, i) => i).sort((a, b) => sizes[b] - sizes[a] || a - b);
  const rank = new Map(order.map((label, i) => [label, i]));
  return {
    names: order.map((label) => truth.labels[label]),
    of: (index) => {
      const found = (byTemplate.get(index) ?? []).map(
        ([label, pages]) => [rank.get(label)!, pages] as [number, number],
      );
      const rest = context.templates[index].pages - found.reduce((sum, one) => sum + one[1], 0);
      if (rest > 0) found.push([-1, rest]);
      return found;
    },
  };
}

export function circles(context: Context): HTMLElement {
  const ways: [string, string][] = [["template", "template"]];
  if (context.data.sites.length > 1) ways.push(["site", "site"]);
  if (context.data.truth) ways.unshift(["label", "label"]);
  const holder = h("div", { class: "canvas" });
  const key = h("ul", { class: "legend colours" });
  const detail = h("div", { class: "detail", "aria-live": "polite" });
  const reset = h("button", { type: "button" }, "Whole picture");
  let way = ways[0][0];

  function render(): void {
    const parts: Parts | null = way === "site" ? sites(context) : way === "label" ? labels(context) : null;
    const shownOnes = context.templates.slice(0, MOST);
    const rest = context.templates.slice(MOST).reduce((sum, t) => sum + t.pages, 0);
    const fill = (part: number): string => (part < 0 || part >= 20 ? other : colour(part));
    const rootData: Node = {
      index: -1,
      part: -1,
      name: "all",
      value: 0,
      children: shownOnes.map((t, index) => ({
        index,
        part: -1,
        name: t.name,
        value: parts ? 0 : t.pages,
        children: parts
          ?.of(index)
          .map(([part, pages]) => ({ index, part, name: part < 0 ? "others" : parts.names[part], value: pages })),
      })),
    };
    if (rest > 0)
      rootData.children!.push({
        index: -1,
        part: -1,
        name: `${number(context.templates.length - MOST)} smaller templates`,
        value: rest,
      });
    const root = pack<Node>()
      .size([SIZE, SIZE])
      .padding((node) => (node.depth === 0 ? 5 : 1.5))(
      hierarchy(rootData)
        .sum((node) => (node.children ? 0 : node.value))
        .sort((a, b) => (b.value ?? 0) - (a.value ?? 0)),
    );

    // In units of the picture. On a phone the picture is small: letters are as large as elsewhere.
    const letters = matchMedia("(max-width: 760px)").matches ? 2 : 1.2;
    const layer = s("g");
    const svg = s(
      "svg",
      { viewBox: `0 0 ${SIZE} ${SIZE}`, class: "circles", role: "group", "aria-label": "Circles of templates" },
      layer,
    );
    const behaviour: ZoomBehavior<SVGSVGElement, unknown> = zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, 60])
      .on("zoom", (event) => {
        layer.setAttribute("transform", event.transform.toString());
        const k: number = event.transform.k;
        layer.querySelectorAll<SVGGElement>("[data-r]").forEach((label) => {
          const r = Number(label.dataset.r) * k;
          // Above circles inside there is less room.
          const size = Math.min(
            label.classList.contains("above") ? 14 * letters : 18 * letters,
            Math.max(10 * letters, r / 4.2),
          );
          // As many letters as the circle has room for; fewer than seven say nothing.
          const room = Math.floor((1.8 * r) / (0.6 * size));
          const name = label.querySelector<SVGElement>(".name-line")!;
          const isReadable = r > 20 * letters && (room >= 7 || room >= name.dataset.text!.length);
          label.style.display = isReadable ? "" : "none";
          if (!isReadable) return;
          label.style.fontSize = `${size / k}px`;
          name.textContent = shorten(name.dataset.text!, Math.max(room, 1));
          const mark = label.querySelector<SVGElement>(".mark-line");
          if (!mark) return;
          mark.style.display = r > 52 * letters ? "" : "none";
          mark.textContent = shorten(mark.dataset.text!, Math.max(7, Math.floor((1.5 * r) / (0.5 * size))));
        });
      });
    let current: HierarchyCircularNode<Node> | null = null;

    function focusOn(node: HierarchyCircularNode<Node>): void {
      current = node;
      const k = Math.min(40, (SIZE * 0.92) / (2 * node.r));
      const target =
        node.depth === 0 ? zoomIdentity : zoomIdentity.translate(SIZE / 2 - node.x * k, SIZE / 2 - node.y * k).scale(k);
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const selection = select<SVGSVGElement, unknown>(svg);
      if (calm) selection.call(behaviour.transform, target);
      else animate(selection, target);
      describe(node);
    }

    // d3-zoom without d3-transition: the transform goes from here to there in a quarter second.
    function animate(selection: ReturnType<typeof select<SVGSVGElement, unknown>>, target: typeof zoomIdentity): void {
      const begin = performance.now();
      const from = (svg as unknown as { __zoom: typeof zoomIdentity }).__zoom;
      const step = (now: number): void => {
        const at = Math.min(1, (now - begin) / 320);
        const e = at < 0.5 ? 4 * at ** 3 : 1 - (-2 * at + 2) ** 3 / 2;
        const mix = (a: number, b: number): number => a + (b - a) * e;
        const k = Math.exp(mix(Math.log(from.k), Math.log(target.k)));
        // Keep the centre on a straight way.
        const cx = mix((SIZE / 2 - from.x) / from.k, (SIZE / 2 - target.x) / target.k);
        const cy = mix((SIZE / 2 - from.y) / from.k, (SIZE / 2 - target.y) / target.k);
        selection.call(behaviour.transform, zoomIdentity.translate(SIZE / 2 - cx * k, SIZE / 2 - cy * k).scale(k));
        if (at < 1) requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    }

    function describe(node: HierarchyCircularNode<Node>): void {
      const index = node.data.index;
      if (index < 0) {
        detail.replaceChildren(
          h("h3", null, "All templates"),
          h(
            "p",
            null,
            `${plural(context.templates.length, "template", "templates")}, ` +
              `${plural(context.data.pages, "page", "pages")}. The area of a circle is its number of pages.`,
          ),
        );
        return;
      }
      const t = context.templates[index];
      detail.replaceChildren(
        h("div", { class: "thumb" }, context.picture(t, 170)),
        h("h3", null, context.chip(index)),
        h("p", null, `${plural(t.pages, "page", "pages")}, ${percent(context.share(t))}`),
        h("p", { class: "shape" }, shown(t.shape)),
        parts
          ? h(
              "ul",
              { class: "parts" },
              parts
                .of(index)
                .slice(0, 8)
                .map(([part, pages]) => {
                  const dot = h("span", { class: "dot", "aria-hidden": "true" });
                  dot.style.background = fill(part);
                  return h(
                    "li",
                    null,
                    dot,
                    shown(part < 0 ? "others" : parts.names[part]),
                    h("span", { class: "muted" }, ` ${number(pages)}`),
                  );
                }),
            )
          : "",
        h("p", null, h("a", { class: "button", href: `#/t/${index + 1}` }, "Open template")),
      );
      announce(`Template ${t.id}, ${plural(t.pages, "page", "pages")}`);
    }

    for (const node of root.descendants()) {
      if (node.depth === 0) continue;
      const data = node.data;
      const isTemplate = node.depth === 1;
      const hasParts = isTemplate && node.children !== undefined;
      const circle = s("circle", {
        cx: node.x,
        cy: node.y,
        r: Math.max(0.5, node.r),
        class: hasParts ? "ring" : "leaf",
      });
      if (!hasParts)
        circle.style.fill = isTemplate ? (data.index < 0 ? other : context.colour(data.index)) : fill(data.part);
      if (isTemplate) {
        const name =
          data.index < 0
            ? data.name
            : `Template ${shown(context.templates[data.index].id)}, ${context.kind(context.templates[data.index])}: ` +
              `${plural(node.value ?? 0, "page", "pages")}`;
        const group = s(
          "g",
          {
            class: "bubble",
            tabindex: data.index >= 0 && data.index < 60 ? "0" : "-1",
            role: "button",
            "aria-label": name,
            click: (event: Event) => {
              event.stopPropagation();
              focusOn(current === node ? root : node);
            },
            keydown: (event: KeyboardEvent) => {
              if (event.key === "Enter" || event.key === " ") {
                event.preventDefault();
                focusOn(current === node ? root : node);
              }
              if (event.key === "Escape") focusOn(root);
            },
          },
          s("title", null, name),
          circle,
        );
        layer.appendChild(group);
      } else {
        layer.lastElementChild!.appendChild(circle);
        circle.appendChild(s("title", null, `${shown(data.name)}: ${plural(data.value, "page", "pages")}`));
      }
    }
    for (const node of root.children ?? []) {
      const text = node.data.index < 0 ? "smaller ones" : context.kind(context.templates[node.data.index]);
      const mark = node.data.index < 0 ? "" : shown(context.mark(node.data.index));
      // Above the circles inside, where there are several large ones.
      const isAbove = (node.children ?? []).filter((child) => child.r > 0.3 * node.r).length > 1;
      const y = isAbove ? node.y - 0.64 * node.r : node.y;
      const label = s(
        "g",
        {
          class: isAbove ? "bubble-label above" : "bubble-label",
          "data-r": node.r.toFixed(2),
          transform: `translate(${node.x} ${y})`,
          "aria-hidden": "true",
        },
        s("text", { "text-anchor": "middle", dy: "-0.1em", class: "name-line", "data-text": shorten(text, 24) }),
        s("text", { "text-anchor": "middle", dy: "1.1em", class: "n" }, number(node.value ?? 0)),
        mark
          ? s("text", { "text-anchor": "middle", dy: "2.6em", class: "n mark-line", "data-text": shorten(mark, 28) })
          : null,
      );
      layer.appendChild(label);
    }
    const selection = select<SVGSVGElement, unknown>(svg);
    selection.call(behaviour).on("dblclick.zoom", null);
    selection.call(behaviour.transform, zoomIdentity);
    svg.addEventListener("click", () => focusOn(root));
    holder.replaceChildren(svg);
    reset.onclick = () => focusOn(root);
    describe(root);
    key.replaceChildren();
    if (parts) {
      parts.names.slice(0, 12).forEach((name, i) => {
        const dot = h("span", { class: "dot", "aria-hidden": "true" });
        dot.style.background = fill(i);
        key.appendChild(h("li", null, dot, shown(name)));
      });
      if (parts.names.length > 12)
        key.appendChild(h("li", { class: "muted" }, `and ${number(parts.names.length - 12)} more`));
    }
  }

  const select_ = h(
    "select",
    {
      "aria-label": "Colour by",
      change: () => {
        way = select_.value;
        render();
      },
    },
    ways.map(([value, text]) => h("option", { value }, `coloured by ${text}`)),
  );
  render();
  return h(
    "section",
    { "aria-label": "Circles" },
    h(
      "div",
      { class: "tools" },
      select_,
      h("span", { class: "muted" }, "Click a circle, or choose it with Tab and Enter, to zoom. The wheel zooms, too."),
      h("span", { class: "spacer" }),
      reset,
    ),
    h("div", { class: "with-detail" }, holder, h("div", { class: "beside" }, detail, key)),
  );
}
