// Draws wireframes. The kinds are those of src/pagekin/picture/wireframe.h.

import { s } from "./dom";
import type { Wire } from "./data";

export const WIDTH = 240;
const BOX = 7; // numbers of a box
const names = [
  "header",
  "nav",
  "main",
  "aside",
  "footer",
  "panel",
  "heading",
  "text",
  "link",
  "image",
  "field",
  "button",
  "bullet",
  "rule",
  "code",
];
const COMMON = 32; // the bit of boxes that most templates have
const LAST_FRAME = 5;
const TEXT = 7;
const IMAGE = 9;
const BULLET = 12;
const RULE = 13;
const LINE = 4.8;

/** Which boxes of a page another page does not have, or has with another text. */
export interface Marks {
  only: Set<number>;
  differs: Set<number>;
}

export function boxes(wire: Wire): number {
  return wire.boxes.length / BOX;
}

/**
 * Compares two pages box by box. `nameA` and `nameB` say what the places of each are called; equal
 * names are the same place. Texts have numbers only within one template.
 */
export function compare(
  a: Wire,
  b: Wire,
  nameA: (place: number) => string | number,
  nameB: (place: number) => string | number,
  hasTexts: boolean,
): Marks {
  const places = new Map<string | number, Set<number>>();
  for (let i = 0; i < b.boxes.length; i += BOX) {
    const place = nameB(b.boxes[i + 5]);
    if (!places.has(place)) places.set(place, new Set());
    places.get(place)!.add(b.boxes[i + 6]);
  }
  const below = new Set((b.below ?? []).map(nameB));
  const marks: Marks = { only: new Set(), differs: new Set() };
  for (let i = 0; i < a.boxes.length; i += BOX) {
    const kind = a.boxes[i] & 31;
    if (kind <= LAST_FRAME || kind === BULLET || kind === RULE) continue; // these say nothing of their own
    const place = nameA(a.boxes[i + 5]);
    const texts = places.get(place);
    if (texts === undefined) {
      if (!below.has(place)) marks.only.add(i / BOX);
    } else if (hasTexts && a.boxes[i + 6] !== 0 && !texts.has(a.boxes[i + 6])) {
      marks.differs.add(i / BOX);
    }
  }
  return marks;
}

export interface DrawOptions {
  label: string;
  height?: number; // of the picture; what is below is cut
  marks?: Marks;
  side?: "old" | "new"; // of two crawls: what only one of them has is gone, or new
  fades?: boolean; // what most templates have is drawn lightly, so that differences are seen at once
}

export function draw(wire: Wire, options: DrawOptions): SVGSVGElement {
  const height = Math.max(40, options.height ?? wire.height);
  const own = names.map(() => "");
  const common = names.map(() => "");
  let crosses = "";
  let only = "";
  let differs = "";
  const b = wire.boxes;
  const top = options.fades === true ? firstOwn(wire, height) : 0;
  for (let i = 0; i < b.length; i += BOX) {
    const kind = b[i] & 31;
    const [x, w] = [b[i + 1], b[i + 3]];
    if (b[i + 2] + b[i + 4] <= top) continue;
    const y = Math.max(0, b[i + 2] - top);
    const isCommon = options.fades === true && (b[i] & COMMON) !== 0;
    const paths = isCommon ? common : own;
    if (y >= height) continue;
    const tall = Math.min(b[i + 2] + b[i + 4] - top, y + b[i + 4], height) - y;
    if (kind === TEXT && tall > LINE + 1) {
      const lines = Math.max(1, Math.round((tall + 1.8) / LINE));
      for (let line = 0; line < lines; line++) {
        const last = line === lines - 1 ? 0.45 + 0.1 * ((x + w + line) % 4) : 1;
        paths[kind] += rect(x, y + line * LINE, w * last, 2.6);
      }
    } else {
      paths[kind] += rect(x, y, w, tall);
    }
    if (kind === IMAGE && w > 12 && tall > 8 && !isCommon) {
      // A sun and a mountain, as pictures have been drawn for ever.
      crosses += `M${x} ${y + tall}l${w * 0.35} ${-tall * 0.55}l${w * 0.2} ${tall * 0.25}l${w * 0.18} ${-tall * 0.2}l${w * 0.27} ${tall * 0.5}z`;
    }
    if (options.marks?.only.has(i / BOX)) only += rect(x - 1, y - 1, w + 2, tall + 2);
    if (options.marks?.differs.has(i / BOX)) differs += rect(x - 1, y - 1, w + 2, tall + 2);
  }
  const svg = s("svg", {
    class: "wire",
    viewBox: `0 0 ${WIDTH} ${height}`,
    role: "img",
    "aria-label": options.label,
    preserveAspectRatio: "xMidYMin slice",
  });
  const layer = (paths: string[], holder: SVGElement): void => {
    names.forEach((name, kind) => {
      if (paths[kind]) holder.appendChild(s("path", { class: `w-${name}`, d: paths[kind] }));
    });
  };
  // Frames of both lie below everything else.
  const faded = s("g", { class: "w-common" });
  layer(common, faded);
  svg.appendChild(faded);
  layer(own, svg);
  if (crosses) svg.appendChild(s("path", { class: "w-scene", d: crosses }));
  if (differs) svg.appendChild(s("path", { class: "w-differs", d: differs }));
  if (only) svg.appendChild(s("path", { class: options.side ? `w-only ${options.side}` : "w-only", d: only }));
  return svg;
}

/** The outlines of some boxes, drawn upon a picture of the whole page. */
export function outline(wire: Wire, numbers: number[]): string {
  const b = wire.boxes;
  return numbers
    .map((n) => rect(b[BOX * n + 1] - 1.5, b[BOX * n + 2] - 1.5, b[BOX * n + 3] + 3, b[BOX * n + 4] + 3))
    .join("");
}

/**
 * Where a picture of limited height begins: at the top, or, if nothing there distinguishes the template from
 * others, shortly above the first box that does.
 */
function firstOwn(wire: Wire, height: number): number {
  const b = wire.boxes;
  let first = Infinity;
  for (let i = 0; i < b.length; i += BOX) {
    if ((b[i] & COMMON) === 0 && (b[i] & 31) > LAST_FRAME) first = Math.min(first, b[i + 2]);
  }
  if (first === Infinity || first < 0.45 * height) return 0;
  return Math.max(0, Math.min(first - 14, wire.height - height));
}

function rect(x: number, y: number, w: number, h: number): string {
  return `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h${round(-w)}z`;
}

const round = (n: number): number => Math.round(n * 10) / 10;
