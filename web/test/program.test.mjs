// The program and the front end together: reports of real runs, two crawls, hostile pages, the
// local server. PAGEKIN names the program; without it these tests are skipped.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { executable, go, launch, open } from "./browser.mjs";

const program = process.env.PAGEKIN;
const skip = !executable ? "there is no Chromium on this machine" : !program ? "PAGEKIN does not name the program" : false;
const crawl = fileURLToPath(new URL("../../examples/crawl.warc.gz", import.meta.url));
const truth = fileURLToPath(new URL("../../examples/crawl.labels.tsv", import.meta.url));
const suite = new URL("../../../shared/suites/injection/strings.json", import.meta.url);
const naughty = new URL("../../../shared/suites/injection/blns/blns.json", import.meta.url);

describe("program", { skip }, () => {
  let browser;
  let folder;
  const path = (name) => join(folder, name);
  const pagekin = (...words) => execFileSync(program, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, SOURCE_DATE_EPOCH: "0" } });
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "pagekin-web-"));
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("makes a report of a run, the same again, and the same from its table", async () => {
    pagekin("cluster", crawl, "-q", "-o", "clusters.tsv", "--report", "a.html", "--truth", truth, "--title", "x", "--threads", "1");
    const first = readFileSync(path("a.html"));
    pagekin("cluster", crawl, "-q", "-o", "clusters.tsv", "--report", "a.html", "--truth", truth, "--title", "x", "--threads", "1");
    assert.ok(first.equals(readFileSync(path("a.html"))), "two runs give the same bytes");
    pagekin("cluster", crawl, "-q", "-o", "clusters.tsv", "--report", "c.html", "--truth", truth, "--title", "x", "--threads", "3");
    const packed = (name, id) => JSON.parse(gunzipSync(Buffer.from(new RegExp(`id="${id}">([^<]*)`).exec(readFileSync(path(name), "latin1"))[1], "base64")));
    const [one, three] = ["a.html", "c.html"].map((name) => packed(name, "data"));
    one.run.command = three.run.command;
    assert.deepEqual(one, three, "three threads give the same data");
    assert.deepEqual(packed("a.html", "pages"), packed("c.html", "pages"));
    pagekin("report", "clusters.tsv", crawl, "-q", "-o", "b.html");
    for (const name of ["a.html", "b.html"]) {
      const { page, faults } = await open(browser, pathToFileURL(path(name)).href);
      assert.ok((await page.locator(".wall .card").count()) >= 8);
      for (const view of ["#/table", "#/circles", "#/map", "#/samples", "#/run", "#/t/1", "#/t/8", ...(name === "a.html" ? ["#/labels"] : [])]) {
        await go(page, view);
        assert.ok((await page.locator("main").innerText()).length > 40, view);
      }
      await go(page, "#/t/1");
      assert.ok((await page.locator(".wire").count()) > 2);
      assert.deepEqual(faults, []);
      await page.close();
    }
  });

  it("shows the dendrogram of a method that makes one", async () => {
    pagekin("cluster", crawl, "-q", "-o", "/dev/null", "--method", "ahc:linkage=average,threshold=0.6", "--measure", "path_jaccard", "--report", "ahc.html");
    const { page, faults } = await open(browser, pathToFileURL(path("ahc.html")).href);
    await go(page, "#/dendrogram");
    assert.ok((await page.locator(".branch").count()) > 10);
    assert.ok((await page.locator(".leaf-label").count()) <= 200);
    assert.deepEqual(faults, []);
    await page.close();
  });

  it("shows two crawls with a redesign", async () => {
    const lines = (mark) => Array.from({ length: 40 }, (_, i) => JSON.stringify({ url: `http://a.test/${i % 2 ? "shop" : "blog"}/${i}`, html: i % 2 ? `<body class=shop><main><h1>Item ${i}</h1><table class=facts><tr><td>${i}</table>${mark}</main>` : `<body class=blog><article><h1>Post ${i}</h1><p>text ${i}</p><ul class=tags><li>a<li>b</ul></article>` })).join("\n");
    writeFileSync(path("old.jsonl"), lines(""));
    writeFileSync(path("new.jsonl"), lines("<section class=reviews><h2>Reviews</h2><ol><li>good<li>bad</ol></section>"));
    pagekin("diff", "old.jsonl", "new.jsonl", "-q", "-o", "diff.tsv", "--report", "diff.html");
    const { page, faults } = await open(browser, pathToFileURL(path("diff.html")).href);
    assert.match(await page.locator(".changes").innerText(), /changed/);
    await go(page, "#/c/1");
    assert.match(await page.locator(".template").innerText(), /reviews/);
    assert.equal(await page.locator(".badge.new").count() > 0, true, "the new part is marked in the skeleton");
    assert.deepEqual(faults, []);
    pagekin("coverage", "new.jsonl", "--against", "old.jsonl", "-q", "-o", "coverage.tsv", "--report", "coverage.html");
    const second = await open(browser, pathToFileURL(path("coverage.html")).href);
    assert.deepEqual(second.faults, []);
    await second.page.close();
    await page.close();
  });

  it("shows hostile pages as text", async (t) => {
    if (!existsSync(suite)) t.diagnostic("the suite of hostile texts is absent; some of our own are used");
    const strings = existsSync(suite) ? [...JSON.parse(readFileSync(suite, "utf8")).strings, ...JSON.parse(readFileSync(naughty, "utf8")).filter((one) => one !== "")] : ["</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "javascript:alert(1)", "\u001b[31mred"];
    const attribute = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    const text = (one) => one.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const write = (name, mark) => writeFileSync(path(name), strings.flatMap((one, i) => [0, 1, 2].map((n) => JSON.stringify({ url: n ? `http://a.test/${encodeURIComponent(one.toWellFormed()).slice(0, 60)}/${i}-${n}` : `${one} ${i}`, html: `<title>${text(one)}</title><body class="${attribute(one)}"><h1 id="${attribute(one)}">${text(one)}</h1><ul class="x ${attribute(one)}"><li><a href="${attribute(one)}">${text(one)}</a></ul>${mark}` }))).join("\n"));
    write("hostile.jsonl", "");
    write("hostile2.jsonl", "<section class=new><h2>New</h2></section>");
    // What a terminal gets has no character that steers it.
    const told = (...words) => {
      const { stdout, stderr, status } = spawnSync(program, words, { cwd: folder, encoding: "utf8" });
      assert.equal(status, 0, stderr);
      // eslint-disable-next-line no-control-regex
      assert.doesNotMatch(stdout + stderr, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u);
    };
    told("cluster", "hostile.jsonl", "-o", "clusters-h.tsv", "--report", "hostile.html", "--all");
    told("diff", "hostile.jsonl", "hostile2.jsonl", "-o", "diff-h.tsv", "--report", "hostile-diff.html");
    for (const [name, views] of [["hostile.html", ["#/table", "#/circles", "#/map", "#/samples", "#/run", ...Array.from({ length: 12 }, (_, i) => `#/t/${i + 1}`)]], ["hostile-diff.html", ["#/run", ...Array.from({ length: 6 }, (_, i) => `#/c/${i + 1}`)]]]) {
      const { page, faults } = await open(browser, pathToFileURL(path(name)).href);
      for (const view of ["#/", ...views]) {
        await go(page, view);
        const bad = await page.evaluate(() => [...document.querySelectorAll("*")].filter((one) => ["script", "img", "iframe", "object"].includes(one.localName) && !["data", "pages"].includes(one.id) && one.parentElement !== document.body || one.getAttributeNames().some((attribute) => attribute.startsWith("on")) || /^\s*javascript:/i.test(one.getAttribute("href") ?? "")).map((one) => one.outerHTML.slice(0, 120)));
        assert.deepEqual(bad, [], `${name} ${view}`);
      }
      assert.deepEqual(faults, [], name);
      await page.close();
    }
  });

  it("serves a report with previews in which nothing runs", async () => {
    const site = path("site");
    mkdirSync(site);
    for (let i = 0; i < 6; i++) writeFileSync(join(site, `${i}.html`), `<title>t${i}</title><body class=a><h1>Page ${i}</h1><script>parent.pwned = true; document.title = 'pwned'</script><img src=x onerror="parent.pwned = true"><img src="http://evil.test/x.png">`);
    pagekin("cluster", "site", "-q", "-o", "site.tsv");
    const server = spawn(program, ["serve", "site.tsv", "site", "--port", "0", "-q"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    try {
      const address = (await new Promise((resolve) => server.stdout.once("data", resolve))).toString().trim();
      const { page, faults } = await open(browser, address);
      assert.equal(new URL(page.url()).search, "", "the token is not in the address");
      await go(page, "#/t/1");
      await page.waitForSelector(".page-row");
      await page.locator(".page-row button").first().click();
      await page.waitForSelector("iframe.preview");
      assert.equal(await page.locator("iframe.preview").getAttribute("sandbox"), "");
      await page.waitForTimeout(300);
      assert.equal(await page.evaluate(() => window.pwned), undefined);
      await page.getByRole("button", { name: "As text" }).click();
      assert.match(await page.locator("pre.source").innerText(), /<h1>Page/);
      // The browser tells that it has blocked what the stored page wanted; nothing else went wrong.
      assert.deepEqual(faults.filter((one) => !/blocked|violates|sandboxed|Refused|policy/i.test(one)), []);
      await page.getByRole("button", { name: "Stop server" }).click();
      assert.equal(await new Promise((resolve) => server.once("exit", resolve)), 0);
      await page.close();
    } finally {
      server.kill();
    }
  });

  it("stays small", () => {
    assert.ok(statSync(path("a.html")).size < 1_000_000);
  });
});
