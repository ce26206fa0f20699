// How long reports take in a browser: node first_picture.mjs REPORT...
// A line of JSON for each report, each the median of five openings in a new page: milliseconds from the start of
// the navigation until the first view is painted, milliseconds of processor time of the page's main thread until then, and
// milliseconds until the list of pages of the first template is there (null of two crawls).
import { pathToFileURL } from "node:url";
import { executable, launch } from "./test/browser.mjs";

if (!executable) {
  console.error("There is no Chromium on this machine. Name one in the variable CHROMIUM.");
  process.exit(1);
}
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const browser = await launch();
for (const report of process.argv.slice(2)) {
  const found = [];
  for (let turn = 0; turn < 5; turn++) {
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
    await page.goto(pathToFileURL(report).href);
    await page.waitForFunction(() => window.shownAt !== undefined, null, { timeout: 120_000 });
    const picture = await page.evaluate(() => window.shownAt);
    const { metrics } = await session.send("Performance.getMetrics");
    const busy = 1000 * metrics.find((one) => one.name === "TaskDuration").value;
    let list = null;
    if ((await page.locator(".wall").count()) > 0) {
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
    found.push({ picture, busy, list });
    await page.close();
  }
  const all = (name) => (found[0][name] === null ? null : Math.round(median(found.map((one) => one[name]))));
  console.log(JSON.stringify({ report, picture: all("picture"), busy: all("busy"), list: all("list") }));
}
await browser.close();
