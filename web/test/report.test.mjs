// The front end in a browser, with invented data: every view, keys, search, zoom, slider, hostile
// texts, accessibility.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { executable, go, launch, open } from "./browser.mjs";
import { clusters, comparison, html } from "./fixture.mjs";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const views = ["#/", "#/table", "#/circles", "#/map", "#/dendrogram", "#/labels", "#/samples", "#/run", "#/t/1"];

describe("report", { skip: executable ? false : "there is no Chromium on this machine" }, () => {
  let browser;
  let folder;
  const file = (name, report) => {
    const path = join(folder, name);
    writeFileSync(path, html(report));
    return pathToFileURL(path).href;
  };
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "pagekin-web-"));
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("opens every view without an error, a request or a violation of its policy", async () => {
    const { page, faults } = await open(browser, file("all.html", clusters()));
    for (const view of views) {
      await go(page, view);
      assert.ok((await page.locator("main").innerText()).length > 40, view);
    }
    assert.deepEqual(faults, []);
    await page.close();
  });

  it("searches and sorts templates", async () => {
    const { page, faults } = await open(browser, file("search.html", clusters()));
    await page.keyboard.press("/");
    await page.keyboard.type("forum");
    assert.equal(await page.locator(".wall .card").count(), 1);
    await go(page, "#/table");
    const first = () => page.locator("tbody tr").first().innerText();
    const largest = await first();
    await page.getByRole("button", { name: "Pages" }).click();
    assert.notEqual(await first(), largest);
    assert.equal(await page.locator('th[aria-sort="ascending"]').count(), 1);
    assert.deepEqual(faults, []);
    await page.close();
  });

  it("names hosts on the cards of several sites only", async () => {
    const several = await open(browser, file("hosts.html", clusters()));
    assert.equal(await several.page.locator(".card-host").count(), await several.page.locator(".card").count());
    assert.equal(await several.page.locator(".card-host").first().innerText(), "shop.example and 1 more");
    await several.page.close();
    const single = clusters();
    single.data.siteCount = 1;
    const { page } = await open(browser, file("host.html", single));
    assert.equal(await page.locator(".card-host").count(), 0);
    await page.close();
  });

  it("goes from template to template with keys, and back", async () => {
    const { page } = await open(browser, file("keys.html", clusters()));
    await page.locator(".card-link").first().focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".template h2");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.hash === "#/t/2");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => location.hash === "#/t/1");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => location.hash === "#/");
    await page.close();
  });

  it("opens and closes parts of the skeleton with the keys of a tree", async () => {
    const { page } = await open(browser, file("tree.html", clusters()));
    await go(page, "#/t/1");
    const root = page.locator('[role="tree"] > [role="treeitem"]');
    await root.focus();
    await page.keyboard.press("ArrowLeft");
    assert.equal(await root.getAttribute("aria-expanded"), "false");
    assert.equal(await page.locator('[role="treeitem"]:visible').count(), 1);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^header#top\.site, fixed/);
    await page.keyboard.press("End");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^footer/);
    await page.close();
  });

  it("compares two pages side by side and with a slider", async () => {
    const { page, faults } = await open(browser, file("slider.html", clusters()));
    await go(page, "#/t/2");
    assert.equal(await page.locator(".pair .wire").count(), 2);
    assert.ok(await page.locator(".pair .w-only, .pair .w-differs").count() > 0, "differences are marked");
    await page.getByRole("button", { name: "Slider" }).click();
    const range = page.locator(".wipe");
    await range.focus();
    await page.keyboard.press("End");
    assert.equal(await page.locator(".upper").evaluate((one) => one.style.clipPath), "inset(0px 0% 0px 0px)");
    await page.keyboard.press("Home");
    assert.equal(await page.locator(".upper").evaluate((one) => one.style.clipPath), "inset(0px 100% 0px 0px)");
    assert.deepEqual(faults, []);
    await page.close();
  });

  it("zooms into a circle and out again", async () => {
    const { page } = await open(browser, file("zoom.html", clusters()));
    await go(page, "#/circles");
    const scale = () => page.locator(".circles > g").evaluate((one) => one.transform.baseVal.consolidate()?.matrix.a ?? 1);
    await page.locator(".bubble").nth(2).focus();
    await page.keyboard.press("Enter");
    assert.ok((await scale()) > 1.5);
    assert.match(await page.locator(".detail").innerText(), /Open template/);
    await page.keyboard.press("Escape");
    assert.equal(await scale(), 1);
    await page.close();
  });

  // How far boxes of elements reach into each other, in pixels; none: nothing overlaps.
  const overlaps = (page, selector) => page.locator(selector).evaluateAll((all) => {
    const boxes = all.map((one) => [one.textContent, one.getBoundingClientRect()]).filter(([, box]) => box.width > 0);
    const found = boxes.length < 2 ? ["too few to overlap"] : [];
    boxes.forEach(([a, x], i) => boxes.slice(i + 1).forEach(([b, y]) => {
      const wide = Math.min(x.right, y.right) - Math.max(x.left, y.left);
      const high = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
      if (wide > 2 && high > 2) found.push(`${a} and ${b}: ${wide} x ${high}`);
    }));
    return found;
  });

  it("has names in circles that stay inside", async () => {
    const report = clusters({ templates: 60, pages: 1500 });
    report.data.templates.forEach((one, i) => { one.pages = 25; one.name = `restaurant-advisor-${i}`; });
    report.data.pages = 1500;
    for (const viewport of [{ width: 1280, height: 860 }, { width: 390, height: 844 }]) {
      const { page, faults } = await open(browser, file("names.html", report), { viewport });
      await go(page, "#/circles");
      if (viewport.width > 1000) assert.deepEqual(await overlaps(page, ".bubble-label .name-line"), []);
      const wide = () => page.locator(".bubble-label").evaluateAll((all) => all.filter((one) => one.style.display !== "none").map((one) => one.querySelector(".name-line").getBoundingClientRect().width / (2 * Number(one.dataset.r) * one.getScreenCTM().a)).filter((share) => share > 1));
      assert.deepEqual(await wide(), []);
      await page.locator(".bubble").nth(2).focus();
      await page.keyboard.press("Enter");
      assert.match(await page.locator(".bubble-label .name-line").allTextContents().then((all) => all.join(" ")), /restaurant-advisor-\d/, "a large circle has the whole name");
      assert.deepEqual(await wide(), []);
      assert.deepEqual(faults, []);
      await page.close();
    }
  });

  it("draws a map whose names do not overlap, zooms, and opens a template", async () => {
    // So many at one place that the whole map is small.
    const report = clusters({ templates: 250, pages: 9000 });
    report.data.map = report.data.templates.map((_, i) => [0.5 + (i % 7) / 500, 0.5 + (i % 5) / 500, [(i + 1) % 250, 0.8]]);
    report.data.templates.forEach((one, i) => { one.name = `restaurant-advisor-${i}`; });
    for (const viewport of [{ width: 1280, height: 860 }, { width: 390, height: 844 }]) {
      const { page, faults } = await open(browser, file("map.html", report), { viewport });
      await go(page, "#/map");
      assert.deepEqual(await overlaps(page, ".spot-name"), []);
      const small = await page.locator(".spot-name").evaluateAll((all) => all.filter((one) => one.style.display !== "none").map((one) => Number.parseFloat(one.style.fontSize) * one.getScreenCTM().a).filter((size) => size < 8));
      assert.deepEqual(small, [], "letters are large enough to read");
      const scale = () => page.locator(".map > g").evaluate((one) => one.transform.baseVal.consolidate().matrix.a);
      const whole = await scale();
      await page.getByRole("button", { name: "Zoom in" }).click();
      assert.ok((await scale()) > whole);
      assert.deepEqual(await overlaps(page, ".spot-name"), []);
      await page.getByRole("button", { name: "Whole map" }).click();
      assert.equal(await scale(), whole);
      await page.getByRole("link", { name: /^Template 1,/ }).focus();
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => location.hash === "#/t/1");
      assert.deepEqual(faults, []);
      await page.close();
    }
  });

  it("has a dendrogram that can be read on a phone", async () => {
    const { page } = await open(browser, file("tree3.html", clusters()), { viewport: { width: 390, height: 844 } });
    await go(page, "#/dendrogram");
    const size = await page.locator(".leaf-label").first().evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a);
    assert.ok(size > 8, `${size} pixels`);
    await page.close();
  });

  it("tells the kinds of parts by colour and word, with how many pages have them", async () => {
    const { page } = await open(browser, file("kinds.html", clusters()));
    await go(page, "#/t/1");
    const names = await page.locator('[role="treeitem"]').evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    for (const kind of ["fixed", "optional", "repeated", "varying"]) assert.ok(names.some((one) => one.includes(`, ${kind}`)), `${kind}: ${names}`);
    assert.ok(names.every((one) => /\d+ of \d+ pages/.test(one)), names.join("\n"));
    await page.close();
  });

  it("shows the columns and records of a template, and where they stand", async () => {
    const { page, faults } = await open(browser, file("columns.html", clusters()));
    await go(page, "#/t/1");
    const view = page.locator("#data");
    assert.equal(await view.locator("table").count(), 2);
    assert.deepEqual(await view.locator("tbody th").allInnerTexts(), ["title", "price", "image", "text"]);
    assert.match(await view.locator("caption").innerText(), /items.*48 rows on 12 pages/);
    assert.match(await view.locator("tbody tr").nth(1).innerText(), /money[^]*50[^]*%[^]*\$12\.50[^]*nothing on the page names it/);
    const marked = () => view.locator(".w-data.on").getAttribute("d");
    assert.equal(await marked(), "");
    await view.locator("tbody tr").nth(2).hover();
    assert.equal((await marked()).split("M").length - 1, 2, "two boxes");
    await view.locator("tbody tr").nth(0).focus();
    assert.notEqual(await marked(), "");
    await view.locator("tbody tr").nth(1).focus();
    assert.equal(await marked(), "");
    assert.match(await view.locator(".where").innerText(), /not in this picture/);
    assert.deepEqual(faults, []);
    await page.close();
  });

  it("changes between light and dark, and finds changes by their names", async () => {
    const { page, faults } = await open(browser, file("theme.html", comparison()), { colorScheme: "light" });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByRole("button", { name: /dark/i }).click();
    assert.notEqual(await background(), light);
    const all = await page.locator(".change").count();
    await page.getByPlaceholder("Search names and addresses").fill("no such template");
    assert.equal(await page.locator(".change").count(), 0);
    await page.getByPlaceholder("Search names and addresses").fill("");
    assert.equal(await page.locator(".change").count(), all);
    await go(page, "#/c/1");
    await page.getByRole("button", { name: "Slider" }).click();
    await page.locator(".wipe").focus();
    await page.keyboard.press("End");
    assert.equal(await page.locator(".upper").evaluate((one) => one.style.clipPath), "inset(0px 0% 0px 0px)");
    assert.deepEqual(faults, []);
    await page.close();
  });

  it("recolours the dendrogram when the threshold moves", async () => {
    const { page } = await open(browser, file("tree2.html", clusters()));
    await go(page, "#/dendrogram");
    const colours = () => page.locator(".branch").evaluateAll((all) => new Set(all.map((one) => one.style.stroke).filter((c) => c)).size);
    await page.locator(".threshold").evaluate((one) => { one.value = "1"; one.dispatchEvent(new Event("input")); });
    const high = await colours();
    await page.locator(".threshold").evaluate((one) => { one.value = one.min; one.dispatchEvent(new Event("input")); });
    assert.ok(high > (await colours()));
    // With keys: the text tells how many clusters there are.
    const told = () => page.locator("output").innerText();
    await page.locator(".threshold").focus();
    await page.keyboard.press("Home");
    const few = await told();
    await page.keyboard.press("End");
    assert.notEqual(await told(), few);
    await page.getByRole("button", { name: /^Cut of this run/ }).click();
    assert.match(await told(), /as in this run/);
    await page.close();
  });

  it("lists 100,000 pages with few elements", async () => {
    const { page, faults } = await open(browser, file("large.html", clusters({ templates: 40, pages: 100_000 })));
    await go(page, "#/t/1");
    await page.waitForSelector(".page-row");
    assert.ok((await page.locator(".page-row").count()) < 60);
    await page.locator(".rows").evaluate((one) => { one.scrollTop = 400_000; });
    await page.waitForTimeout(60);
    assert.ok((await page.locator(".page-row").count()) < 60);
    await page.getByLabel("Search pages of this template").fill("0-777.html");
    assert.equal(await page.locator(".page-row").count(), 1);
    assert.ok((await page.evaluate(() => document.querySelectorAll("*").length)) < 4000);
    assert.deepEqual(faults, []);
    await page.close();
  });

  it("gives samples as addresses, CSV and JSON", async () => {
    const { page } = await open(browser, file("samples.html", clusters()));
    await go(page, "#/samples");
    await page.waitForSelector("pre.source");
    const saved = async (name) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
      return readFileSync(await download.path(), "utf8");
    };
    assert.equal((await saved("Save addresses")).trim().split("\n").length, 27);
    assert.match(await saved("Save CSV"), /^page,template,name,confidence\r\nhttp:/);
    assert.equal(JSON.parse(await saved("Save JSON")).length, 27);
    await page.close();
  });

  it("shows two crawls", async () => {
    const { page, faults } = await open(browser, file("crawls.html", comparison()));
    assert.equal(await page.locator(".change").count(), 6);
    await page.getByRole("button", { name: /^gone/ }).click();
    assert.equal(await page.locator(".change").count(), 1);
    await go(page, "#/c/1");
    assert.equal(await page.locator('[role="tree"]').count(), 2);
    assert.deepEqual(faults, []);
    await page.close();
  });

  const suite = new URL("../../../shared/suites/injection/strings.json", import.meta.url);
  const own = ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "javascript:alert(1)", "\u202egnp.exe", "=cmd|' /C calc'!A0", "\u001b[31mred", "\u0000"];
  it("shows hostile texts as texts", { timeout: 600_000 }, async (t) => {
    if (!existsSync(suite)) t.diagnostic("the suite of hostile texts is absent; some of our own are used");
    const strings = existsSync(suite) ? JSON.parse(readFileSync(suite, "utf8")).strings : own;
    const templates = strings.length;
    const shape = async (page) => {
      const names = new Set();
      for (const view of ["#/", "#/table", "#/circles", "#/map", "#/dendrogram", "#/labels", "#/samples", "#/run", ...strings.map((_, i) => `#/t/${i + 1}`)]) {
        await go(page, view);
        for (const one of await page.evaluate(() => [...document.querySelectorAll("*")].flatMap((e) => [e.localName, ...e.getAttributeNames().map((a) => `@${a}`), ...(/^\s*javascript:/i.test(e.getAttribute("href") ?? "") ? ["!javascript"] : [])]))) names.add(one);
      }
      return names;
    };
    const { page: benign } = await open(browser, file("benign.html", clusters({ templates, pages: 4 * templates })));
    const wanted = await shape(benign);
    await benign.close();
    // Each text in a template, and the worst in all places of a report.
    for (const text of [strings, ...strings.filter((one) => one.includes("<") || one.includes(":"))]) {
      const { page, faults } = await open(browser, file("hostile.html", clusters({ templates: Array.isArray(text) ? templates : 3, pages: 4 * templates, text })));
      const extra = Array.isArray(text) ? [...(await shape(page))].filter((name) => !wanted.has(name)) : [];
      assert.deepEqual(extra, [], JSON.stringify(text));
      assert.deepEqual(faults, [], JSON.stringify(text));
      await page.close();
    }
  });

  it("writes CSV that no spreadsheet takes for a formula", async () => {
    const { page } = await open(browser, file("csv.html", clusters({ templates: 2, pages: 4, text: "=1+1" })));
    await go(page, "#/samples");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save CSV" }).click()]);
    const lines = readFileSync(await download.path(), "utf8").split("\r\n").slice(1).filter((line) => line);
    assert.ok(lines.every((line) => line.startsWith("'=")), lines[0]);
    await page.close();
  });

  for (const colorScheme of ["light", "dark"]) {
    it(`has no serious fault of accessibility, ${colorScheme}`, async () => {
      for (const [name, report, all] of [["axe.html", clusters(), views], ["axe2.html", comparison(), ["#/", "#/c/1", "#/run"]]]) {
        const { page } = await open(browser, file(name, report), { colorScheme, bypassCSP: true });
        for (const view of all) {
          await go(page, view);
          if (view === "#/t/1") await page.waitForSelector(".page-row");
          if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
          const found = await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations.map((one) => `${one.impact} ${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`));
          assert.deepEqual(found.filter((one) => /^(serious|critical)/.test(one)), [], view);
        }
        await page.close();
      }
    });
  }

  it("fits a phone", async () => {
    const { page } = await open(browser, file("phone.html", clusters()), { viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true });
    for (const view of views) {
      await go(page, view);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 1, `${view} is ${wide} pixels too wide`);
    }
    await page.close();
  });
});
