// The dendrogram, with a threshold that can be moved: what lies to the right of it is one cluster.

import { colour, other } from "./colour";
import type { Context } from "./context";
import type { Branch } from "./data";
import { announce, h, s, shown } from "./dom";
import { number, plural, shorten } from "./format";

interface Node {
  similarity: number;
  pages: number;
  y: number;
  children: Node[];
  template: number;
  page: string;
  paths: SVGElement[];
  label: SVGElement | null;
}

const WIDTH = 1000;
const LABELS = 330;

/** An address without its scheme and host; both ends of it are what distinguishes pages. */
const lastPart = (page: string): string => page.replace(/^https?:\/\/[^/]+(?=\/.)/i, "");

export function dendrogram(context: Context): HTMLElement {
  const data = context.data.dendrogram!;
  const leaves: Node[] = [];
  function make(branch: Branch): Node {
    const [similarity, pages, left, right] = branch;
    if (Array.isArray(left)) {
      const children = [make(left), make(right as unknown as Branch)].sort((a, b) => b.pages - a.pages);
      return { similarity, pages, y: 0, children, template: -1, page: "", paths: [], label: null };
    }
    return { similarity, pages, y: 0, children: [], template: left, page: right as string, paths: [], label: null };
  }
  const roots = data.roots.map(make);
  (function place(nodes: Node[]): void {
    for (const node of nodes) {
      if (node.children.length === 0) leaves.push(node);
      place(node.children);
    }
  })(roots);
  const drawn = roots.reduce((sum, root) => sum + root.pages, 0);
  const rowHeight = leaves.length > 120 ? 13 : 18;
  leaves.forEach((leaf, i) => (leaf.y = 34 + rowHeight * (i + 0.5)));
  (function centre(nodes: Node[]): void {
    for (const node of nodes) {
      centre(node.children);
      if (node.children.length > 0) node.y = (node.children[0].y + node.children[1].y) / 2;
    }
  })(roots);
  let lowest = 1;
  (function find(nodes: Node[]): void {
    for (const node of nodes) {
      if (node.children.length > 0) lowest = Math.min(lowest, node.similarity);
      find(node.children);
    }
  })(roots);
  lowest = Math.max(0, Math.min(lowest, data.cut) - 0.05);
  const height = 46 + rowHeight * leaves.length;
  const x = (similarity: number): number =>
    20 + ((Math.max(similarity, lowest) - lowest) / (1 - lowest || 1)) * (WIDTH - LABELS - 20);

  const svg = s("svg", {
    viewBox: `0 0 ${WIDTH} ${height}`,
    class: "dendrogram",
    role: "img",
    "aria-label": `Dendrogram of ${plural(context.data.pages, "page", "pages")}`,
  });
  for (let tick = Math.ceil(lowest * 10); tick <= 10; tick++) {
    svg.appendChild(s("line", { x1: x(tick / 10), x2: x(tick / 10), y1: 24, y2: height - 8, class: "grid" }));
    svg.appendChild(
      s("text", { x: x(tick / 10), y: 16, "text-anchor": "middle", class: "tick" }, (tick / 10).toFixed(1)),
    );
  }
  function drawBranch(node: Node, from: number): void {
    const end = node.children.length > 0 ? node.similarity : Math.max(node.similarity, from);
    const stem = s("path", { d: `M${x(from)} ${node.y}H${x(node.children.length > 0 ? end : 1)}`, class: "branch" });
    node.paths.push(stem);
    svg.appendChild(stem);
    if (node.children.length > 0) {
      const fork = s("path", { d: `M${x(end)} ${node.children[0].y}V${node.children[1].y}`, class: "branch" });
      node.paths.push(fork);
      svg.appendChild(fork);
      node.children.forEach((child) => drawBranch(child, end));
    } else {
      const t = context.templates[node.template];
      const text =
        node.pages === 1
          ? shorten(shown(lastPart(node.page)), 34)
          : `${number(node.pages)} pages, as ${shorten(shown(lastPart(node.page)), 22)}`;
      node.label = s(
        "text",
        { x: x(1) + 10, y: node.y + 3.5, class: rowHeight < 16 ? "leaf-label small" : "leaf-label" },
        s("title", null, shown(node.page)),
        t ? s("tspan", { class: "leaf-id" }, `${shown(t.id)}\u2002${shorten(context.kind(t), 16)}\u2002`) : null,
        text,
      );
      svg.appendChild(node.label);
    }
  }
  roots.forEach((root) => drawBranch(root, lowest));
  const cutLine = s("line", { y1: 22, y2: height - 6, class: "cut" });
  svg.appendChild(cutLine);

  const status = h("output", { class: "muted" });
  function paint(node: Node, fill: string, width: string): void {
    node.paths.forEach((path) => {
      path.style.stroke = fill;
      path.style.strokeWidth = width;
    });
    if (node.label) node.label.style.fill = "";
    node.children.forEach((child) => paint(child, fill, width));
  }
  function set(value: number): void {
    let clusters = 0;
    (function walk(nodes: Node[]): void {
      for (const node of nodes) {
        if (node.children.length > 0 && node.similarity < value) {
          node.paths.forEach((path) => {
            path.style.stroke = "";
            path.style.strokeWidth = "";
          });
          walk(node.children);
        } else {
          paint(node, node.pages === 1 ? other : colour(clusters % 20), "2");
          clusters++;
        }
      }
    })(roots);
    cutLine.setAttribute("x1", String(x(value)));
    cutLine.setAttribute("x2", String(x(value)));
    const merged = data.merges[Math.min(100, Math.ceil(value * 100 - 1e-6))] ?? 0;
    const all = context.data.pages - merged;
    status.textContent = `threshold ${value.toFixed(2)}: ${plural(all, "cluster", "clusters")}${Math.abs(value - data.cut) < 0.005 ? ", as in this run" : ""}`;
  }
  const slider = h("input", {
    type: "range",
    min: String(lowest.toFixed(2)),
    max: "1",
    step: "0.01",
    value: String(data.cut.toFixed(2)),
    "aria-label": "Threshold of similarity",
    class: "threshold",
    input: () => {
      set(Number(slider.value));
      announce(status.textContent ?? "");
    },
  });
  set(data.cut);
  return h(
    "section",
    { "aria-label": "Dendrogram" },
    h(
      "div",
      { class: "tools" },
      h("label", { class: "slider" }, "Threshold", slider),
      status,
      h("span", { class: "spacer" }),
      h(
        "button",
        {
          type: "button",
          click: () => {
            slider.value = String(data.cut.toFixed(2));
            set(data.cut);
          },
        },
        `Cut of this run, ${data.cut.toFixed(2)}`,
      ),
    ),
    h(
      "p",
      { class: "muted small" },
      shown(data.note),
      ". Similarity grows to the right; the dashed line is the threshold. ",
      leaves.length < drawn ? `${number(leaves.length)} branches stand for ${number(drawn)} pages.` : "",
      data.leftOut > 0 ? ` ${plural(data.leftOut, "smaller tree is", "smaller trees are")} not shown.` : "",
    ),
    h(
      "div",
      { class: "canvas wide scroll", tabindex: "0", role: "region", "aria-label": "Dendrogram, can be scrolled" },
      svg,
    ),
  );
}
