// Numbers and texts for people.

const whole = new Intl.NumberFormat("en-US");

export const number = (n: number): string => whole.format(n);

export const plural = (n: number, one: string, many: string): string => `${number(n)} ${n === 1 ? one : many}`;

export function percent(share: number): string {
  const value = 100 * share;
  if (value > 0 && value < 0.1) return "< 0.1\u2009%";
  return `${value >= 99.95 || value === 0 ? value.toFixed(0) : value.toFixed(1)}\u2009%`;
}

export const score = (value: number): string => value.toFixed(3);

/** A cell of a CSV file that no spreadsheet takes for a formula. */
export function csvCell(value: string | number): string {
  let text = String(value);
  if (typeof value === "string" && /^[=+\-@\t\r]/.test(text)) text = "'" + text;
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

export const csvLine = (cells: (string | number)[]): string => cells.map(csvCell).join(",") + "\r\n";

/** A text shortened in its middle, so that both ends stay visible. */
export function shorten(text: string, most: number): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  const tail = most - 1 - head;
  return characters.slice(0, head).join("") + "\u2026" + characters.slice(characters.length - tail).join("");
}
