// Screenshots of the views of a report, to look at: light, dark, and as wide as a phone.
//   node shots.mjs REPORT OUT [VIEW...]
// REPORT is a file or an address of 'pagekin serve'. VIEW is a hash such as '#/table'; '@full' behind it
// takes the whole height. Without views: all that the report has. The time to the first picture is printed.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { go, launch } from "./test/browser.mjs";

const [report, out, ...wanted] = process.argv.slice(2);
if (!report || !out) {
  console.error("usage: node shots.mjs REPORT OUT [VIEW...]");
  process.exit(2);
}
mkdirSync(out, { recursive: true });
const address = existsSync(report) ? pathToFileURL(report).href : report;
const looks = { light: { width: 1280, height: 900 }, dark: { width: 1280, height: 900, colorScheme: "dark" }, phone: { width: 390, height: 844, isMobile: true } };
const chosen = (process.env.LOOKS ?? Object.keys(looks).join(",")).split(",");
const browser = await launch();
for (const look of chosen) {
  const { width, height, ...options } = looks[look];
  const page = await browser.newPage({ viewport: { width, height }, reducedMotion: "reduce", colorScheme: "light", ...options });
  page.on("console", (message) => console.log(`${look}: ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => console.log(`${look}: error: ${error.message}`));
  const begin = performance.now();
  await page.goto(address);
  await page.waitForSelector("main > *");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  console.log(`${look}: first picture after ${Math.round(performance.now() - begin)} ms`);
  const tabs = await page.locator(".view-tab").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  const isClusters = (await page.locator(".wall").count()) > 0;
  for (const view of wanted.length > 0 ? wanted : [...tabs, isClusters ? "#/t/1@full" : "#/c/1@full"]) {
    const [hash, full] = view.split("@");
    await go(page, hash);
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(out, `${look}-${hash.replace(/[^\w]+/g, "_")}.png`), fullPage: full === "full" });
  }
  await page.close();
}
await browser.close();
