// The shell of a report: head, navigation, routes, keys.

import "./style.css";
import { circles } from "./circles";
import { Context, figure } from "./context";
import { crawlRow, crawls } from "./crawls";
import { isServed, loadReport, stopServer, type ClusterData, type ComparisonData, type ReportData } from "./data";
import { dendrogram } from "./dendrogram";
import { h, shown } from "./dom";
import { number, percent, plural } from "./format";
import { labelPage } from "./label";
import { labels } from "./labels";
import { map } from "./map";
import { about } from "./run";
import { samples } from "./samples";
import { table } from "./table";
import { templatePage } from "./template";
import { wall } from "./wall";

interface View {
  route: string;
  title: string;
  make: () => HTMLElement;
}

function strip(context: Context): HTMLElement {
  const parts = context.templates.slice(0, 30).map((t, i) => {
    const part = h("a", {
      href: `#/t/${i + 1}`,
      class: "strip-part",
      title: `${shown(t.name)}: ${plural(t.pages, "page", "pages")}, ${percent(context.share(t))}`,
      tabindex: "-1",
      "aria-hidden": "true",
    });
    part.style.flexGrow = String(t.pages);
    part.style.background = context.colour(i);
    return part;
  });
  const rest = context.templates.slice(30).reduce((sum, t) => sum + t.pages, 0);
  if (rest > 0) {
    const part = h("span", { class: "strip-part rest", title: `smaller templates: ${plural(rest, "page", "pages")}` });
    part.style.flexGrow = String(rest);
    parts.push(part as unknown as HTMLAnchorElement);
  }
  return h("div", { class: "strip" }, parts);
}

function theme(): HTMLElement {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem("pagekin-theme");
  } catch {
    // a file may have no storage
  }
  const button = h("button", {
    type: "button",
    class: "theme",
    click: () => {
      chosen = isDark() ? "light" : "dark";
      try {
        localStorage.setItem("pagekin-theme", chosen);
      } catch {
        /* as above */
      }
      apply();
    },
  });
  const isDark = (): boolean => (chosen ?? (dark.matches ? "dark" : "light")) === "dark";
  function apply(): void {
    document.documentElement.dataset.theme = isDark() ? "dark" : "light";
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Change to light colours" : "Change to dark colours");
  }
  dark.addEventListener("change", apply);
  apply();
  return button;
}

function stopping(): HTMLElement {
  const button = h(
    "button",
    {
      type: "button",
      class: "theme stop",
      click: () => {
        stopServer().then(
          () => {
            button.textContent = "Stopped";
            button.disabled = true;
          },
          (error: Error) => {
            button.textContent = error.message;
          },
        );
      },
    },
    "Stop server",
  );
  return button;
}

function clusterViews(data: ClusterData): {
  views: View[];
  pages: (parts: string[]) => HTMLElement | null;
  head: HTMLElement;
} {
  const context = new Context(data);
  const views: View[] = [
    { route: "", title: "Templates", make: () => wall(context) },
    { route: "table", title: "Table", make: () => table(context) },
    { route: "circles", title: "Circles", make: () => circles(context) },
    { route: "map", title: "Map", make: () => map(context) },
  ];
  if (data.dendrogram) views.push({ route: "dendrogram", title: "Dendrogram", make: () => dendrogram(context) });
  if (data.truth) views.push({ route: "labels", title: "Labels", make: () => labels(context) });
  views.push({ route: "samples", title: "Samples", make: () => samples(context) });
  views.push({ route: "run", title: "This run", make: () => about(data.run) });
  const f1 = data.truth?.scores.find((one) => one[0] === "f1")?.[1];
  const head = h(
    "div",
    { class: "summary" },
    h(
      "div",
      { class: "figures" },
      figure(number(data.pages), data.pages === 1 ? "page" : "pages"),
      figure(number(data.templates.length), data.templates.length === 1 ? "template" : "templates"),
      data.siteCount > 1 ? figure(number(data.siteCount), "sites") : null,
      figure(number(data.inDoubt), "pages in doubt", data.pages > 0 ? percent(data.inDoubt / data.pages) : ""),
      data.run.skipped > 0 ? figure(number(data.run.skipped), "skipped") : null,
      f1 !== undefined ? figure(f1.toFixed(3), "F1 against labels") : null,
    ),
    strip(context),
  );
  const pages = (parts: string[]): HTMLElement | null => {
    if (parts[0] === "t") return templatePage(context, Number(parts[1]) - 1);
    return parts[0] === "label" && isServed ? labelPage(context, Number(parts[1]) - 1) : null;
  };
  return { views, head, pages };
}

function comparisonViews(data: ComparisonData): {
  views: View[];
  pages: (parts: string[]) => HTMLElement | null;
  head: HTMLElement;
} {
  const views: View[] = [
    { route: "", title: "Changes", make: () => crawls(data) },
    { route: "run", title: "This run", make: () => about(data.run) },
  ];
  const head = h(
    "div",
    { class: "summary" },
    h(
      "div",
      { class: "figures" },
      figure(number(data.oldPages), `pages in ${data.oldName}`),
      figure(number(data.newPages), `pages in ${data.newName}`),
      data.states.filter((one) => one[1] > 0).map(([word, count, meaning]) => figure(number(count), word, meaning)),
    ),
  );
  return { views, head, pages: (parts) => (parts[0] === "c" ? crawlRow(data, Number(parts[1]) - 1) : null) };
}

function start(app: HTMLElement, data: ReportData): void {
  const { views, pages, head } = data.kind === "clusters" ? clusterViews(data) : comparisonViews(data);
  const main = h("main", { id: "main", tabindex: "-1" });
  const tabs = views.map((view) => h("a", { href: `#/${view.route}`, class: "view-tab" }, view.title));
  const nav = h("nav", { class: "views", "aria-label": "Views" }, tabs);
  const summary = h(
    "div",
    { class: "head-inner" },
    h(
      "p",
      { class: "brand" },
      h("span", { class: "logo", "aria-hidden": "true" }, h("i"), h("i"), h("i"), h("i")),
      "pagekin",
    ),
    h("span", { class: "spacer" }),
    isServed ? stopping() : null,
    theme(),
  );
  app.replaceChildren(
    h(
      "a",
      {
        class: "skip",
        href: "#main",
        click: (event: Event) => {
          event.preventDefault();
          main.focus();
        },
      },
      "Skip to the content",
    ),
    h("header", { class: "head" }, summary, h("h1", null, shown(data.run.title)), head, nav),
    main,
    h(
      "footer",
      { class: "foot" },
      h("span", null, `Made by pagekin ${data.run.version}${data.run.made ? `, ${data.run.made.slice(0, 10)}` : ""}`),
      h(
        "span",
        { class: "muted keys" },
        "Keys: ",
        h("kbd", null, "/"),
        " search, ",
        h("kbd", null, "\u2190"),
        " ",
        h("kbd", null, "\u2192"),
        " previous and next template, ",
        h("kbd", null, "Esc"),
        " back",
      ),
    ),
    h("div", { id: "live", class: "offscreen", "aria-live": "polite" }),
  );

  let first = true;
  let last = "";
  function route(): void {
    const parts = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
    const base = parts.slice(0, 2).join("/");
    const view = views.find((one) => one.route === parts[0]);
    const isPage = view === undefined;
    if (base !== last || first) {
      const content = view ? view.make() : pages(parts);
      main.replaceChildren(content ?? views[0].make());
      document.documentElement.classList.toggle("inside", isPage && content !== null);
      document.documentElement.classList.toggle("compact", view !== undefined && view !== views[0]);
      document.title = `${content && isPage ? `${content.querySelector("h2")?.textContent ?? ""} \u2013 ` : ""}${shown(data.run.title)} \u2013 pagekin`;
      if (!first) {
        window.scrollTo(0, 0);
        (main.querySelector<HTMLElement>("h2[tabindex]") ?? main).focus({ preventScroll: true });
      }
    }
    last = base;
    first = false;
    tabs.forEach((tab, i) =>
      views[i] === view || (isPage && i === 0)
        ? tab.setAttribute("aria-current", isPage ? "true" : "page")
        : tab.removeAttribute("aria-current"),
    );
    // On a narrow screen the tabs scroll; the chosen one is in sight.
    const chosen = tabs.find((tab) => tab.hasAttribute("aria-current"));
    if (chosen) nav.scrollLeft = chosen.offsetLeft - nav.offsetLeft - (nav.clientWidth - chosen.offsetWidth) / 2;
    if (isPage && parts[2]) document.getElementById(parts[2])?.scrollIntoView();
  }
  addEventListener("hashchange", route);
  addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest("input, select, textarea, [role=tree], [role=region]")
    )
      return;
    if (event.key === "/") {
      const search = main.querySelector<HTMLInputElement>("[data-search]");
      if (search) {
        event.preventDefault();
        search.focus();
      }
    } else if (event.key === "Escape" && document.documentElement.classList.contains("inside")) {
      location.hash = "#/";
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const link = main.querySelector<HTMLAnchorElement>(`[data-key="${event.key}"]`);
      if (link) location.hash = link.getAttribute("href")!;
    }
  });
  route();
}

const app = document.getElementById("app")!;
app.replaceChildren(h("p", { class: "loading", role: "status" }, "Reading the report\u2026"));
if (typeof DecompressionStream === "undefined") {
  app.replaceChildren(
    h("p", { class: "problem" }, "This report needs a newer browser: Chrome 80, Firefox 113 or Safari 16.4 and later."),
  );
} else {
  loadReport().then(
    (data) => start(app, data),
    (error: Error) =>
      app.replaceChildren(
        h(
          "main",
          null,
          h("h1", null, "pagekin"),
          h("p", { class: "problem" }, `The report cannot be shown. ${error.message}`),
        ),
      ),
  );
}
