// How long reports take in a browser: node first_picture.mjs REPORT...
// Each report is opened five times in a new page, in turns with an empty page of the same size, so that both
// see the same machine and the same other work. A line of JSON for each report, of medians:
//   picture, busy            milliseconds from the start of the navigation until the first view is painted, by the clock, and
//                            of processor time of the page's main thread
//   emptyPicture, emptyBusy  the same of the empty page
//   list                     milliseconds until the list of pages of the first template is there (null of two crawls)
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { executable, launch } from "./test/browser.mjs";

if (!executable) {
  console.error("There is no Chromium on this machine. Name one in the variable CHROMIUM.");
  process.exit(1);
}
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const folder = mkdtempSync(join(tmpdir(), "pagekin-web-"));
const browser = await launch();

/** A page of `size` bytes that shows one word. */
function emptyPage(size) {
  const [head, tail] = ["<!doctype html><meta charset=utf-8><title>empty</title><main><p>empty</p></main><script type=text/plain>", "</script>"];
  const path = join(folder, "empty.html");
  writeFileSync(path, head + "A".repeat(Math.max(0, size - head.length - tail.length)) + tail);
  return path;
}

async function measure(path, withList) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" }); // processor time, whatever else the machine does
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector("main > *") === null) return;
      watch.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => { window.shownAt = performance.now(); }));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await page.goto(pathToFileURL(path).href);
  await page.waitForFunction(() => window.shownAt !== undefined, null, { timeout: 120_000 });
  const picture = await page.evaluate(() => window.shownAt);
  const { metrics } = await session.send("Performance.getMetrics");
  const busy = 1000 * metrics.find((one) => one.name === "TaskDuration").value;
  let list = null;
  if (withList && (await page.locator(".wall").count()) > 0) {
    list = await page.evaluate(() => new Promise((resolve) => {
      const begin = performance.now();
      const watch = new MutationObserver(() => {
        if (document.querySelector(".page-row") === null) return;
        watch.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - begin));
      });
      watch.observe(document, { childList: true, subtree: true });
      location.hash = "#/t/1";
    }));
  }
  await page.close();
  return { picture, busy, list };
}

try {
  for (const report of process.argv.slice(2)) {
    const empty = emptyPage(statSync(report).size);
    const found = [];
    for (let turn = 0; turn < 5; turn++) {
      const without = await measure(empty, false);
      const own = await measure(report, true);
      found.push({ ...own, emptyPicture: without.picture, emptyBusy: without.busy });
    }
    const all = (name) => (found[0][name] === null ? null : Math.round(median(found.map((one) => one[name]))));
    console.log(JSON.stringify({ report, ...Object.fromEntries(["picture", "busy", "emptyPicture", "emptyBusy", "list"].map((name) => [name, all(name)])) }));
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
