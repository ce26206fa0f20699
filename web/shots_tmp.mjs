import { launch, go } from "./test/browser.mjs";
import { pathToFileURL } from "node:url";
const [file, out, scheme, width, ...views] = process.argv.slice(2);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: Number(width), height: 900 }, reducedMotion: "reduce", colorScheme: scheme });
page.on("console", (m) => console.log(m.type(), m.text()));
page.on("pageerror", (e) => console.log("ERR", e.message));
const t0 = Date.now();
await page.goto(file.startsWith("http") ? file : pathToFileURL(file).href);
await page.waitForSelector("main > *");
console.log("first picture", Date.now() - t0, "ms");
for (const v of views) {
  const [hash, full] = v.split("@");
  await go(page, hash);
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${out}-${hash.replace(/[^\w]+/g, "_")}.png`, fullPage: full === "full" });
}
await browser.close();
