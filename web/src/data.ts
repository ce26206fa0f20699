// The data of a report, as the program writes it (src/pagekin/visual), and how it gets here: from
// elements of the file itself, or from the local server.

export type Part = [
  label: string,
  kind: number,
  pages: number,
  least: number,
  most: number,
  text: string,
  children: Part[],
];

export interface Skeleton {
  pages: number;
  parts: number;
  leftOut: number;
  root: Part;
}

export interface Wire {
  height: number;
  cut: boolean;
  boxes: number[]; // seven numbers a box: kind, x, y, width, height, place, text
  below?: number[]; // places that the page has below the end of a cut picture
}

export interface Shown {
  page: string;
  title: string;
  why: "typical" | "different" | "doubtful";
  confidence: number; // thousandths; -1: not known
  second: number | null;
  wire: Wire;
  data?: number[][]; // where values stand: [column, box, box ...]
  shot?: string; // a PNG in base64
}

/** A column of the table that `extract` makes of a template. */
export interface Column {
  name: string;
  type: string;
  record: string; // the name of the records that it is a cell of; empty: none
  place: string;
  pages: number; // with a value, of those that were learned from
  distinct: number;
  list: boolean;
  examples: string[];
  doubts: string[];
}

export interface TemplateData {
  pages: number; // it was learned from
  columns: Column[];
  records: [name: string, pages: number, records: number][];
}

export interface Evidence {
  names: string[];
  marks: number;
  share: number;
  elsewhere: number;
}

export interface Group {
  places?: string[];
  sampled?: number; // pages that the shown ones were chosen from
  skeleton?: Skeleton | null; // null: fewer than two pages, or too many templates
  shown?: Shown[];
}

export interface Template extends Group {
  id: string;
  name: string;
  pages: number;
  shape: string;
  confidence?: number | null;
  inDoubt?: number;
  held?: Evidence[];
  nearest?: { template: number; similarity: number; has: Evidence[]; lacks: Evidence[] } | null;
  variants?: number;
  variantList?: [id: number, pages: number, first: string][]; // the largest, where there are several
  hostCount?: number;
  hosts?: [string, number][];
  links?: [from: number, place: string, count: number][];
  data?: TemplateData;
}

export interface Run {
  title: string;
  version: string;
  command: string;
  made: string | null;
  inputs: string[];
  parameters: [string, string][];
  seconds: [string, number][];
  read: number;
  used: number;
  limited: number;
  skipped: number;
  reasons: [reason: string, fate: string, count: number][];
  incidents: [page: string, reason: string, detail: string][];
}

export type Branch = [similarity: number, pages: number, left: Branch | number, right: Branch | string];

export interface Dendrogram {
  note: string;
  cut: number;
  leftOut: number;
  merges: number[];
  roots: Branch[];
}

export interface Truth {
  labels: string[];
  pages: number;
  unlabelled: number;
  scores: [string, number][];
  cells: [label: number, template: number, pages: number][];
}

export interface ClusterData {
  format: number;
  kind: "clusters";
  run: Run;
  pages: number;
  doubtfulBelow: number;
  inDoubt: number;
  siteCount: number;
  sites: [string, number][];
  templates: Template[];
  map: [x: number, y: number, nearest: number[]][];
  truth: Truth | null;
  dendrogram: Dendrogram | null;
  questions: [page: string, template: number, doubt: number][]; // for which a hint would help most
}

export interface ComparedTemplate {
  state: string;
  id: string; // of the new crawl, or of the old one if it is gone
  oldId: string;
  name: string;
  shape: string;
  oldPages: number;
  newPages: number;
  both: number;
  notCrawled: number;
  matchedBy: string;
  kept: number | null;
  added: string[];
  removed: string[];
  related: string[];
  example: string;
  old: Group | null;
  now: Group | null;
}

export interface ComparisonData {
  format: number;
  kind: "comparison";
  run: Run;
  oldName: string;
  newName: string;
  oldPages: number;
  newPages: number;
  note: string;
  states: [state: string, count: number, meaning: string][];
  rows: ComparedTemplate[];
  more: number; // rows that are left out
  notCrawled: [page: string, template: string, source: string][];
}

export type ReportData = ClusterData | ComparisonData;

export interface PageList {
  ids: string[];
  confidence: number[];
  second: number[];
  variant?: number[]; // of a template that has several
  label?: number[];
}

export interface AllPages {
  templates: PageList[];
  leftOut: PageList;
}

async function inflate(base64: string): Promise<unknown> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

/** Whether a local server has the data, which then has the stored pages, too. */
export const isServed = document.getElementById("data") === null;

async function get(path: string): Promise<Response> {
  const answer = await fetch(path, { credentials: "same-origin" });
  if (answer.status === 403 || answer.status === 401) {
    throw new Error("The server wants its token: open the address that 'pagekin serve' has printed.");
  }
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  return answer;
}

export async function loadReport(): Promise<ReportData> {
  if (isServed) return (await get("/api/report")).json();
  return (await inflate(document.getElementById("data")!.textContent!)) as ReportData;
}

let pages: Promise<AllPages> | null = null;

/** All pages, read when they are asked for. */
export function loadPages(): Promise<AllPages> {
  if (pages === null) {
    pages = isServed
      ? get("/api/pages").then((answer) => answer.json())
      : (inflate(document.getElementById("pages")!.textContent!) as Promise<AllPages>);
  }
  return pages;
}

/** The pages of one template. */
export async function loadList(index: number): Promise<PageList> {
  if (isServed) return (await get(`/api/pages?template=${index}`)).json();
  return (await loadPages()).templates[index] ?? { ids: [], confidence: [], second: [] };
}

/** Ends the server. */
export async function stopServer(): Promise<void> {
  const { token } = (await (await get("/api/session")).json()) as { token: string };
  await fetch("/api/stop", {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json", "X-CSRF-Token": token },
    body: "{}",
  });
}

/** The stored page as text, from the server. */
export async function loadPreview(page: string): Promise<string> {
  return (await get(`/api/page?id=${encodeURIComponent(page)}`)).text();
}

// ---- Labelling, with the local server only.

/** An element, text or attribute of a stored page. */
export type StoredNode = [parent: number, kind: string, step: string, text: string, isApart: boolean, isCut: boolean];

export interface StoredPage {
  page: string;
  template: string;
  allPages: number; // of the template
  limited: boolean; // some of them are left out
  pages: string[]; // those that are kept
  nodes: StoredNode[];
  cut: boolean; // the page has more nodes
}

/** What a person says of a field on a page: the value, or a path, or none of them where it lacks the field. */
export interface FieldLabel {
  page: string;
  field: string;
  value: string;
  xpath?: string;
  css?: string;
}

export interface LearnedCell {
  values: string[]; // the first of a list
  count: number;
  confidence: number;
  review: boolean;
}

export interface Learned {
  fields: {
    field: string;
    labels: number;
    pages: number;
    filled: number;
    doubt: number;
    next: string;
    places: string[];
  }[];
  problems: { page: string; field: string; problem: string }[];
  questions: string;
  limited: boolean;
  allPages: number;
  rows: { page: string; cells: Record<string, LearnedCell> }[];
}

export interface LabelStart {
  labels: FieldLabel[];
  savesLabels: boolean;
  savesWrapper: boolean;
}

let token: Promise<string> | null = null;

/** Asks until the server has done its work. */
async function post<T>(path: string, request: unknown): Promise<T> {
  token ??= get("/api/session").then(async (answer) => ((await answer.json()) as { token: string }).token);
  for (;;) {
    const answer = await fetch(path, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", "X-CSRF-Token": await token },
      body: JSON.stringify(request),
    });
    if (answer.status === 413) throw new Error("The labels are more than the server takes at once (64 KB).");
    if (answer.status === 202) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      continue;
    }
    if (!answer.ok) throw new Error((await answer.text()).trim() || `The server answered ${answer.status}.`);
    return (await answer.json()) as T;
  }
}

export const startLabels = (): Promise<LabelStart> => post("/api/label/start", {});
export const loadStored = (template: string, page: string): Promise<StoredPage> =>
  post("/api/label/slots", { template, page });
export const learnLabels = (template: string, labels: FieldLabel[]): Promise<Learned> =>
  post("/api/label/learn", { template, labels });
export const saveLabels = (
  labels: FieldLabel[],
): Promise<{ labels: number; savedLabels: boolean; savedWrapper: boolean; fields: number; unused: number }> =>
  post("/api/label/save", { labels });
