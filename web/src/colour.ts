// Colours that people with a deficiency of colour vision can distinguish: those of Paul Tol's
// "bright" and "muted" schemes, in an order in which neighbours differ most. Further things get
// the same hues, lighter and darker. No view distinguishes things by colour alone.

const hues = [
  "#4477aa",
  "#ee8866",
  "#44aa99",
  "#aa4499",
  "#bbaa33",
  "#332288",
  "#cc6677",
  "#117733",
  "#66a5d8",
  "#997700",
];

export function colour(i: number): string {
  const base = hues[i % hues.length];
  const round = Math.floor(i / hues.length) % 3;
  if (round === 0) return base;
  return mix(base, round === 1 ? "#ffffff" : "#1b1b22", round === 1 ? 0.42 : 0.35);
}

export const other = "#9aa0a8";

function mix(a: string, b: string, share: number): string {
  const part = (text: string, at: number) => parseInt(text.slice(at, at + 2), 16);
  const channel = (at: number) =>
    Math.round(part(a, at) * (1 - share) + part(b, at) * share)
      .toString(16)
      .padStart(2, "0");
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

export const kinds = [
  { word: "fixed", sign: "\u25a0", meaning: "on every page, the same" },
  { word: "optional", sign: "\u25c7", meaning: "on some pages only" },
  { word: "repeated", sign: "\u2261", meaning: "several times, as the items of a list" },
  { word: "varying", sign: "\u223f", meaning: "on every page, with other content" },
];
