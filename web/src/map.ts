// The map: templates whose pages are alike lie close to each other.

import { select } from "d3-selection";
import { zoom, zoomIdentity } from "d3-zoom";
import { picture, type Context } from "./context";
import { h, s, shown } from "./dom";
import { number, plural, shorten } from "./format";

const PICTURES = 36; // of the largest templates

interface Spot {
  index: number;
  x: number;
  y: number;
  w: number;
  h: number;
  lines: string[]; // below the picture
  room: number; // as wide as the picture and its lines
  below: number; // the height of the lines
}

/** Moves spots apart until they no longer overlap, the smaller ones further. */
function pushApart(spots: Spot[]): void {
  for (let round = 0; round < 220; round++) {
    let moved = false;
    for (let i = 0; i < spots.length; i++) {
      for (let j = i + 1; j < spots.length; j++) {
        const [a, b] = [spots[i], spots[j]];
        const dx = (a.room + b.room) / 2 + 10 - Math.abs(a.x - b.x);
        const below = a.y + (a.h - b.h) / 2 < b.y ? a.below : b.below;
        const dy = (a.h + b.h) / 2 + below + 8 - Math.abs(a.y - b.y);
        if (dx <= 0 || dy <= 0) continue;
        moved = true;
        const weight = (b.w * b.h) / (a.w * a.h + b.w * b.h);
        if (dx < dy) {
          const sign = a.x < b.x || (a.x === b.x && i < j) ? -1 : 1;
          a.x += sign * dx * weight * 0.55;
          b.x -= sign * dx * (1 - weight) * 0.55;
        } else {
          const sign = a.y < b.y || (a.y === b.y && i < j) ? -1 : 1;
          a.y += sign * dy * weight * 0.55;
          b.y -= sign * dy * (1 - weight) * 0.55;
        }
      }
    }
    if (!moved) return;
  }
}

export function map(context: Context): HTMLElement {
  const points = context.data.map;
  if (points.length === 0) return h("p", { class: "empty" }, "There is nothing to place on a map.");
  const largest = Math.max(...context.templates.slice(0, points.length).map((t) => t.pages));
  const few = points.length <= 14;
  // On a phone the map is higher than wide and has larger letters.
  const narrow = matchMedia("(max-width: 760px)").matches;
  const [WIDTH, HEIGHT, letter] = narrow ? [560, 820, 17] : [1000, 720, 11.5];
  const spots: Spot[] = points.map(([x, y], index) => {
    const t = context.templates[index];
    const scale = Math.sqrt(t.pages / largest);
    const hasPicture = index < PICTURES && (t.shown?.length ?? 0) > 0;
    const w = hasPicture ? (few ? 84 : 50) + (few ? 60 : 64) * scale : 8 + 22 * scale;
    const mark = shown(context.mark(index));
    const lines = hasPicture
      ? [`${shorten(context.kind(t), 18)} ${number(t.pages)}`, ...(mark && few ? [shorten(mark, 22)] : [])]
      : [];
    const longest = Math.max(0, ...lines.map((line) => line.length));
    return {
      index,
      x: 90 + x * (WIDTH - 180),
      y: 80 + y * (HEIGHT - 160),
      w,
      h: hasPicture ? w * 0.78 : w,
      lines,
      room: Math.max(w, 0.56 * letter * longest),
      below: letter * 1.25 * lines.length,
    };
  });
  pushApart(spots);
  const layer = s("g");
  const svg = s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "map", role: "group", "aria-label": "Map of templates by likeness" },
    layer,
  );
  const lines = s("g", { class: "lines", "aria-hidden": "true" });
  layer.appendChild(lines);
  const drawn = new Set<string>();
  const many = points.length > 40;
  points.forEach(([, , nearest], i) => {
    for (let at = 0; at < nearest.length; at += 2) {
      const [j, alike] = [nearest[at], nearest[at + 1]];
      const key = i < j ? `${i} ${j}` : `${j} ${i}`;
      if (drawn.has(key) || (at > 0 && (alike < 0.5 || many))) continue;
      drawn.add(key);
      const line = s("line", { x1: spots[i].x, y1: spots[i].y, x2: spots[j].x, y2: spots[j].y });
      line.style.strokeOpacity = String(0.08 + (many ? 0.35 : 0.75) * alike * alike);
      line.style.strokeWidth = String(0.8 + (many ? 0.6 : 4) * alike * alike);
      lines.appendChild(line);
    }
  });
  // Names below pictures: at least as large as people can read, and none upon another one or upon a
  // picture. Where there is no room the larger template keeps its name; zooming makes room.
  const unit = narrow ? 0.62 : 0.87; // pixels of a unit of the picture
  const names: { spot: Spot; text: SVGElement; set: (size: number) => void }[] = [];
  function showNames(k: number): void {
    const size = Math.max(letter, 9 / (unit * k));
    const taken = names.map(({ spot }) => ({
      spot,
      left: spot.x - spot.w / 2,
      right: spot.x + spot.w / 2,
      top: spot.y - spot.h / 2,
      bottom: spot.y + spot.h / 2,
    }));
    for (const { spot, text, set } of names) {
      const half = 0.28 * size * Math.max(...spot.lines.map((line) => line.length));
      const box = {
        spot,
        left: spot.x - half,
        right: spot.x + half,
        top: spot.y + spot.h / 2 + 1,
        bottom: spot.y + spot.h / 2 + 1.2 * size * spot.lines.length,
      };
      const isFree = taken.every(
        (other) =>
          other.right <= box.left || other.left >= box.right || other.bottom <= box.top || other.top >= box.bottom,
      );
      text.style.display = isFree ? "" : "none";
      if (!isFree) continue;
      set(size);
      taken.push(box);
    }
  }
  const open = (index: number): void => {
    location.hash = `#/t/${index + 1}`;
  };
  for (const spot of [...spots].reverse()) {
    const t = context.templates[spot.index];
    const name = `Template ${shown(t.id)}, ${context.kind(t)}: ${plural(t.pages, "page", "pages")}`;
    const group = s(
      "g",
      {
        class: "spot",
        transform: `translate(${spot.x - spot.w / 2} ${spot.y - spot.h / 2})`,
        tabindex: spot.index < 80 ? "0" : "-1",
        role: "link",
        "aria-label": name,
        click: () => open(spot.index),
        keydown: (event: KeyboardEvent) => {
          if (event.key === "Enter") open(spot.index);
        },
      },
      s("title", null, name),
    );
    if (spot.h !== spot.w) {
      const frame = s("rect", { class: "spot-frame", width: spot.w, height: spot.h, rx: 5 });
      frame.style.stroke = context.colour(spot.index);
      const inner = picture(t.shown![0], name, 180, true);
      inner.removeAttribute("role");
      inner.setAttribute("aria-hidden", "true");
      if (inner instanceof SVGElement) {
        for (const [attribute, value] of [
          ["x", 4],
          ["y", 4],
          ["width", spot.w - 8],
          ["height", spot.h - 8],
        ] as const)
          inner.setAttribute(attribute, String(value));
        group.append(frame, inner);
      } else {
        group.append(
          frame,
          s("image", {
            href: inner.getAttribute("src")!,
            x: 4,
            y: 4,
            width: spot.w - 8,
            height: spot.h - 8,
            preserveAspectRatio: "xMidYMin slice",
          }),
        );
      }
      const below = s("text", { "text-anchor": "middle", class: "spot-name", "aria-hidden": "true" });
      const rows = spot.lines.map((line, at) => {
        const space = at === 0 ? line.lastIndexOf(" ") : 0;
        const row = s("tspan", { x: spot.w / 2, class: at === 0 ? null : "n" }, line.slice(0, space) || line);
        below.append(row, space > 0 ? s("tspan", { class: "n" }, line.slice(space)) : "");
        return row;
      });
      names.push({
        spot,
        text: below,
        set: (size) => {
          below.style.fontSize = `${size}px`;
          rows.forEach((row, at) => row.setAttribute("y", String(spot.h + size * (1.1 + 1.15 * at))));
        },
      });
      group.appendChild(below);
    } else {
      const dot = s("circle", { cx: spot.w / 2, cy: spot.w / 2, r: spot.w / 2, class: "leaf" });
      dot.style.fill = context.colour(spot.index);
      group.appendChild(dot);
    }
    layer.appendChild(group);
  }
  const minX = Math.min(...spots.map((one) => one.x - one.room / 2)) - 20;
  const maxX = Math.max(...spots.map((one) => one.x + one.room / 2)) + 20;
  const minY = Math.min(...spots.map((one) => one.y - one.h / 2)) - 20;
  const maxY = Math.max(...spots.map((one) => one.y + one.h / 2 + one.below)) + 20;
  const scale = Math.min(1.6, WIDTH / (maxX - minX), HEIGHT / (maxY - minY));
  const whole = zoomIdentity
    .translate(WIDTH / 2 - (scale * (minX + maxX)) / 2, HEIGHT / 2 - (scale * (minY + maxY)) / 2)
    .scale(scale);
  const behaviour = zoom<SVGSVGElement, unknown>()
    .scaleExtent([0.4, 12])
    .on("zoom", (event) => {
      layer.setAttribute("transform", event.transform.toString());
      showNames(event.transform.k);
    });
  names.reverse(); // the largest first
  const selection = select<SVGSVGElement, unknown>(svg);
  selection.call(behaviour).on("dblclick.zoom", null);
  selection.call(behaviour.transform, whole);
  const by = (factor: number) => (): void => {
    selection.call(behaviour.scaleBy, factor);
  };
  return h(
    "section",
    { "aria-label": "Map" },
    h(
      "div",
      { class: "tools" },
      h(
        "span",
        { class: "muted" },
        "Templates whose pages have the same elements at the same places lie close to each other. Lines join the nearest ones.",
      ),
      h("span", { class: "spacer" }),
      h("button", { type: "button", "aria-label": "Zoom in", click: by(1.5) }, "+"),
      h("button", { type: "button", "aria-label": "Zoom out", click: by(1 / 1.5) }, "\u2212"),
      h(
        "button",
        {
          type: "button",
          click: () => {
            selection.call(behaviour.transform, whole);
          },
        },
        "Whole map",
      ),
    ),
    h("div", { class: "canvas wide" }, svg),
    context.templates.length > points.length
      ? h("p", { class: "muted small" }, `The ${number(points.length)} largest templates.`)
      : null,
  );
}
