// The page of one template.

import { membersCompared } from "./compare";
import { confidenceBar, figure, picture, type Context } from "./context";
import { isServed, type Evidence, type Shown, type Template } from "./data";
import { h, liveLink, shown } from "./dom";
import { number, percent, plural, shorten } from "./format";
import { columnsOf } from "./columns";
import { pageList } from "./pages";
import { legend, tree } from "./skeleton";

function evidence(lines: Evidence[], hasOthers: boolean): HTMLElement {
  if (lines.length === 0) return h("p", { class: "muted" }, "nothing that is clear");
  return h(
    "ul",
    { class: "evidence" },
    lines.map((line) => {
      const own = h("span", { class: "fill own" });
      own.style.width = `${100 * line.share}%`;
      const others = h("span", { class: "fill others" });
      others.style.width = `${100 * line.elsewhere}%`;
      return h(
        "li",
        null,
        h(
          "span",
          { class: "names" },
          line.names.slice(0, 3).map((name) => h("code", null, shown(name))),
          line.marks > Math.min(3, line.names.length)
            ? h("span", { class: "muted small" }, ` ${number(line.marks)} marks in all`)
            : null,
        ),
        h(
          "span",
          {
            class: "shares",
            title: `${percent(line.share)} here${hasOthers ? `, ${percent(line.elsewhere)} there` : ""}`,
          },
          h(
            "span",
            { class: "bars", "aria-hidden": "true" },
            h("span", { class: "track" }, own),
            hasOthers ? h("span", { class: "track" }, others) : null,
          ),
          h(
            "span",
            { class: "n" },
            percent(line.share),
            hasOthers ? h("span", { class: "muted" }, ` / ${percent(line.elsewhere)}`) : null,
          ),
        ),
      );
    }),
  );
}

const reasons = {
  typical: ["typical", "the page that is nearest to all others"],
  different: ["different", "as far as possible from those before it"],
  doubtful: ["in doubt", "its confidence is below 0.4"],
} as const;

function shownPage(context: Context, page: Shown): HTMLElement {
  const [word, meaning] = reasons[page.why];
  return h(
    "li",
    { class: "shown-page" },
    h("div", { class: "thumb" }, picture(page, `${word} page: ${shown(page.title || page.page)}`, 200, true)),
    h(
      "div",
      { class: "shown-text" },
      h("span", { class: page.why === "doubtful" ? "badge warn" : "badge", title: meaning }, word),
      h("b", { class: "title" }, shown(page.title) || h("span", { class: "muted" }, "without a title")),
      h("span", { class: "page-id", title: shown(page.page) }, shown(shorten(page.page, 90)), liveLink(page.page)),
      page.why === "doubtful" && page.second !== null && context.templates[page.second]
        ? h("span", { class: "small" }, "may be ", context.chip(page.second))
        : null,
    ),
  );
}

function section(id: string, title: string, note: string, ...content: (Node | null)[]): HTMLElement {
  return h(
    "section",
    { id, class: "block", "aria-labelledby": `${id}-title` },
    h("h3", { id: `${id}-title` }, title),
    note ? h("p", { class: "muted lead" }, note) : null,
    content,
  );
}

export function templatePage(context: Context, index: number): HTMLElement {
  const t: Template | undefined = context.templates[index];
  if (!t) return h("p", { class: "problem" }, "There is no template of this number.");
  const hosts = t.hosts ?? [];
  const previous =
    index > 0
      ? h("a", { class: "button", href: `#/t/${index}`, rel: "prev", "data-key": "ArrowLeft" }, "\u2190 Previous")
      : null;
  const next =
    index + 1 < context.templates.length
      ? h("a", { class: "button", href: `#/t/${index + 2}`, rel: "next", "data-key": "ArrowRight" }, "Next \u2192")
      : null;
  const dot = h("span", { class: "dot large", "aria-hidden": "true" });
  dot.style.background = context.colour(index);
  const nearest = t.nearest;
  const links = t.links ?? [];
  const mostLinks = Math.max(1, ...links.map((one) => one[2]));

  const blocks: (HTMLElement | null)[] = [
    t.shown && t.shown.length > 0
      ? section(
          "pages-shown",
          "Typical and unusual pages",
          `The most typical page, the most different ones${(t.inDoubt ?? 0) > 0 ? ", and pages in doubt" : ""}, ` +
            `of ${plural(t.sampled ?? 0, "sampled page", "sampled pages")}.`,
          h(
            "ul",
            { class: "shown-pages" },
            t.shown.map((page) => shownPage(context, page)),
          ),
        )
      : null,
    t.data && t.data.columns.length > 0
      ? section(
          "data",
          "Data",
          "What pagekin extract gives of this template without labels, learned from " +
            `${plural(t.data.pages, "page", "pages")}. Point at a column to see where it stands.`,
          columnsOf(t, t.data),
        )
      : null,
    t.skeleton
      ? section(
          "skeleton",
          "Skeleton",
          `What ${plural(t.skeleton.pages, "page has", "pages have")} in common, as a tree.`,
          legend(),
          tree(t.skeleton),
        )
      : null,
    section(
      "marks",
      "What holds it together",
      "",
      h(
        "div",
        { class: "two" },
        h(
          "div",
          null,
          h("h4", null, "Its pages have, others rarely"),
          h("p", { class: "muted small" }, "share of its pages / of the others"),
          evidence(t.held ?? [], true),
        ),
        nearest
          ? h(
              "div",
              null,
              h("h4", null, "Unlike its nearest neighbour ", context.chip(nearest.template)),
              h("p", { class: "muted small" }, `similarity of their marks ${nearest.similarity.toFixed(2)}`),
              h("h5", null, "it has"),
              evidence(nearest.has, true),
              h("h5", null, "it lacks"),
              evidence(nearest.lacks, true),
            )
          : h(
              "div",
              null,
              h("h4", null, "Nearest neighbour"),
              h("p", { class: "muted" }, "There is no other template to compare with."),
            ),
      ),
    ),
    t.shown && t.shown.length > 1 ? section("compare", "Two pages compared", "", membersCompared(t)) : null,
    links.length > 0
      ? section(
          "links",
          "Where links to it are",
          "On the sampled pages of all templates.",
          h(
            "ul",
            { class: "links" },
            links.map(([from, place, count]) => {
              const bar = h("span", { class: "fill" });
              bar.style.width = `${(100 * count) / mostLinks}%`;
              return h(
                "li",
                null,
                context.chip(from),
                h("code", null, shown(place)),
                h("span", { class: "track", "aria-hidden": "true" }, bar),
                h("span", { class: "num" }, plural(count, "link", "links")),
              );
            }),
          ),
        )
      : null,
    t.variantList && t.variantList.length > 1
      ? section(
          "variants",
          "Variants",
          "Pages of one variant certainly look alike.",
          h(
            "ul",
            { class: "links" },
            t.variantList.map(([id, pages, page]) => {
              const bar = h("span", { class: "fill" });
              bar.style.width = `${(100 * pages) / t.pages}%`;
              return h(
                "li",
                null,
                h("b", null, `Variant ${id}`),
                h("code", { title: shown(page) }, shown(page)),
                h("span", { class: "track", "aria-hidden": "true" }, bar),
                h("span", { class: "num" }, plural(pages, "page", "pages")),
              );
            }),
          ),
          t.variants! > t.variantList.length
            ? h(
                "p",
                { class: "muted small" },
                `and ${plural(t.variants! - t.variantList.length, "smaller one", "smaller ones")}`,
              )
            : null,
        )
      : null,
    section("pages", "All pages", "", pageList(context, index)),
  ];

  return h(
    "article",
    { class: "template" },
    h(
      "nav",
      { class: "crumbs", "aria-label": "Template" },
      h("a", { href: "#/" }, "All templates"),
      h("span", { class: "spacer" }),
      isServed ? h("a", { class: "button", href: `#/label/${index + 1}` }, "Label values") : null,
      previous,
      next,
    ),
    h(
      "header",
      { class: "hero" },
      h("div", { class: "hero-picture" }, context.picture(t)),
      h(
        "div",
        { class: "hero-text" },
        h("p", { class: "over-title" }, dot, `Template ${shown(t.id)}`),
        h(
          "h2",
          { tabindex: "-1" },
          context.kind(t),
          context.mark(index) ? h("span", { class: "telling" }, ` ${shown(context.mark(index))}`) : null,
        ),
        t.shape
          ? h("p", { class: "shape large" }, shown(t.shape))
          : h("p", { class: "muted" }, "addresses of various shapes"),
        h(
          "div",
          { class: "figures" },
          figure(number(t.pages), t.pages === 1 ? "page" : "pages"),
          figure(percent(context.share(t)), "of the crawl"),
          t.inDoubt === undefined ? null : figure(number(t.inDoubt), "in doubt"),
          (t.variants ?? 1) > 1 ? figure(number(t.variants!), "variants") : null,
        ),
        h(
          "dl",
          { class: "facts" },
          t.confidence === undefined ? null : [h("dt", null, "Confidence"), h("dd", null, confidenceBar(t.confidence))],
          hosts.length > 0 && hosts[0][0] !== ""
            ? [
                h("dt", null, (t.hostCount ?? 0) > 1 ? `${number(t.hostCount!)} hosts` : "Host"),
                h(
                  "dd",
                  null,
                  hosts
                    .slice(0, 4)
                    .map(([host, pages]) =>
                      h(
                        "span",
                        { class: "host" },
                        shown(host),
                        (t.hostCount ?? 0) > 1 ? h("span", { class: "muted" }, ` ${number(pages)}`) : null,
                      ),
                    ),
                ),
              ]
            : null,
          (t.held ?? []).length > 0
            ? [
                h("dt", null, "Marks"),
                h(
                  "dd",
                  { class: "codes" },
                  t.held!.slice(0, 4).map((line) => h("code", null, shown(line.names[0]))),
                ),
              ]
            : null,
          [h("dt", null, "Name"), h("dd", null, shown(t.name))],
        ),
      ),
    ),
    h(
      "nav",
      { class: "jump", "aria-label": "Parts of this page" },
      blocks
        .filter((one) => one !== null)
        .map((one) => h("a", { href: `#/t/${index + 1}/${one!.id}` }, one!.querySelector("h3")!.textContent)),
    ),
    blocks,
  );
}
