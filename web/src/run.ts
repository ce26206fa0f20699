// How the report was made: command, parameters, times, skipped pages.

import type { Run } from "./data";
import { copy, h, shown } from "./dom";
import { number, plural } from "./format";

export function about(run: Run): HTMLElement {
  const copying = h("button", { type: "button", click: () => copy(run.command, copying) }, "Copy");
  const total = run.seconds.reduce((sum, one) => sum + one[1], 0);
  return h(
    "section",
    { "aria-label": "This run", class: "prose" },
    h("h3", null, "The command that makes it again"),
    h("div", { class: "command" }, h("code", null, shown(run.command)), copying),
    h("h3", null, "This run"),
    h(
      "dl",
      { class: "facts" },
      [h("dt", null, "Program"), h("dd", null, `pagekin ${run.version}`)],
      run.made ? [h("dt", null, "Made"), h("dd", null, run.made.replace("T", " ").replace("Z", " UTC"))] : null,
      run.parameters.map(([name, value]) => [
        h("dt", null, name.charAt(0).toUpperCase() + name.slice(1)),
        h("dd", null, shown(value)),
      ]),
      [
        h("dt", null, run.inputs.length === 1 ? "Input" : "Inputs"),
        h(
          "dd",
          null,
          run.inputs.slice(0, 20).map((input) => h("div", null, h("code", null, shown(input)))),
          run.inputs.length > 20 ? h("div", { class: "muted" }, `and ${number(run.inputs.length - 20)} more`) : null,
        ),
      ],
      run.seconds.length > 0
        ? [
            h("dt", null, "Time"),
            h(
              "dd",
              null,
              `${total.toFixed(1)} s: ${run.seconds.map(([stage, seconds]) => `${stage} ${seconds.toFixed(1)}`).join(", ")}`,
            ),
          ]
        : null,
    ),
    h("h3", null, "Pages"),
    h(
      "dl",
      { class: "facts" },
      [h("dt", null, "Read"), h("dd", null, number(run.read))],
      [
        h("dt", null, "Used"),
        h("dd", null, number(run.used), run.limited > 0 ? `, ${number(run.limited)} of them not whole` : ""),
      ],
      [h("dt", null, "Skipped"), h("dd", null, number(run.skipped))],
      run.reasons.map(([reason, fate, count]) => [
        h("dt", { class: "sub" }, reason),
        h("dd", null, `${number(count)} ${fate}`),
      ]),
    ),
    run.incidents.length > 0
      ? h(
          "details",
          null,
          h(
            "summary",
            null,
            `${plural(run.incidents.length, "page that was", "pages that were")} skipped or not whole`,
          ),
          h(
            "div",
            { class: "scroll", tabindex: "0", role: "region", "aria-label": "Skipped pages, can be scrolled" },
            h(
              "table",
              { class: "data" },
              h(
                "thead",
                null,
                h(
                  "tr",
                  null,
                  ["Page", "Reason", "Detail"].map((text) => h("th", { scope: "col" }, text)),
                ),
              ),
              h(
                "tbody",
                null,
                run.incidents.map(([page, reason, detail]) =>
                  h(
                    "tr",
                    null,
                    h("td", null, h("code", null, shown(page))),
                    h("td", null, reason),
                    h("td", null, shown(detail)),
                  ),
                ),
              ),
            ),
          ),
        )
      : null,
  );
}
