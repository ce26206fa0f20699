// Labelling in the browser, by mouse and by keyboard, with the program. PAGEKIN names the program; without it these
// tests are skipped.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { executable, go, launch, open } from "./browser.mjs";

const program = process.env.PAGEKIN;
const skip = !executable ? "there is no Chromium on this machine" : !program ? "PAGEKIN does not name the program" : false;
const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

const COUNT = 24;
const names = ["Ann", "Bob", "Cem", "Dora", "Emil", "Fay", "Gus"];
const things = ["Kettle", "Lamp", "Chair", "Mug", "Clock"];
const title = (i) => (i === 3 ? "<script>top.pwned = 1</script> & Sons" : `${things[i % 5]} no. ${i + 10}`);
const price = (i) => (i % 6 === 5 ? null : `$${(7 * i) % 90 + 3}.50`);
const comments = (i) => Array.from({ length: (i % 3) + 2 }, (_, k) => ({ author: names[(i + 2 * k) % 7], text: `Comment ${k + 1} about thing ${i} by a buyer` }));
const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const id = (i) => `http://shop.test/things/${i}`;

// Every page tries what a page may try: scripts, handlers, a refresh, a form to the server, a base, a frame, styles.
const page = (i) => `<!doctype html><html><head><title>${escape(title(i))} - Shop</title>
<meta http-equiv="refresh" content="0; url=http://evil.test/"><base href="http://evil.test/"><meta name="sku" content="SKU-${1000 + i}">
<script>top.pwned = 1; parent.document.title = "pwned"; fetch("/api/stop", {method: "POST"})</script>
<link rel="stylesheet" href="http://evil.test/style.css"><style>body { display: none }</style></head>
<body onload="top.pwned = 2"><header><a href="javascript:top.pwned=3">Shop</a> <span class="cart">Cart: $0.00</span></header>
<main><h1 onclick="top.pwned = 4">${escape(title(i))}</h1><img src=x alt="Picture ${i}" onerror="top.pwned = 5">
${price(i) === null ? '<p class="sold">sold out</p>' : `<p class="cost">Price: <b>${price(i)}</b></p>`}
<p class="text">A thing of <i>kind</i> ${i % 4}, made <b>by hand</b> in ${2000 + i}.</p>
<form action="/api/stop" method="post"><input name="x" value="y"><button>Buy</button></form>
<iframe srcdoc="<script>top.pwned = 6</script>"></iframe><object data="http://evil.test/x"></object>
<ol class="comments">${comments(i).map((one) => `<li><span class="by">${one.author}</span><p>${one.text}</p></li>`).join("")}</ol></main>
<footer>Shop, 1 Main Street<svg><script>top.pwned = 7</script></svg></footer></body></html>`;

describe("labelling", { skip }, () => {
  let browser;
  let folder;
  const path = (name) => join(folder, name);
  const pagekin = (...words) => execFileSync(program, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "pagekin-label-"));
    const lists = Array.from({ length: 6 }, (_, i) => ({ url: `http://shop.test/lists/${i}`, html: `<title>List ${i}</title><body class=list><ul>${things.map((one) => `<li><a href=/x>${one} ${i}</a>`).join("")}</ul>` }));
    const all = [...Array.from({ length: COUNT }, (_, i) => ({ url: id(i), html: page(i) })), ...lists];
    writeFileSync(path("crawl.jsonl"), all.map((one) => JSON.stringify(one)).join("\n") + "\n");
    writeFileSync(path("clusters.tsv"), "page\ttemplate\n" + all.map((one) => `${one.url}\t${one.url.includes("lists") ? 2 : 1}\n`).join(""));
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function served(flags, use) {
    const server = spawn(program, ["serve", "clusters.tsv", "crawl.jsonl", "--port", "0", "-q", ...flags], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    try {
      const address = (await new Promise((resolve) => server.stdout.once("data", resolve))).toString().trim();
      const { page: tab, faults } = await open(browser, address);
      await go(tab, "#/t/1");
      await tab.getByRole("link", { name: "Label values" }).click();
      await tab.waitForSelector(".stored-frame");
      const frame = tab.frameLocator(".stored-frame");
      await frame.locator(".stored-page").waitFor();
      assert.deepEqual(faults, [], "the page has not tried anything");
      await use(tab, frame);
      // Playwright listens to events in the frame, too, by a script there. The browser blocks it, and tells.
      assert.deepEqual(faults.filter((one) => !one.startsWith("console: Blocked script execution in 'about:srcdoc'")), []);
      await tab.close();
    } finally {
      server.kill();
      await new Promise((resolve) => (server.exitCode === null && server.signalCode === null ? server.once("exit", resolve) : resolve()));
    }
  }

  // Not waitForFunction(), which the policy of the server forbids once it has to wait.
  async function until(tab, test, argument) {
    for (let tries = 0; tries < 600; tries++) {
      if (await tab.evaluate(test, argument)) return;
      await tab.waitForTimeout(50);
    }
    throw new Error(`never came true: ${test}`);
  }
  // With the mouse alone, as a person does it.
  async function click(tab, locator) {
    await locator.scrollIntoViewIfNeeded();
    const box = await locator.boundingBox();
    await tab.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }
  const shownPage = (tab) => tab.locator(".page-line .page-id").innerText().then((text) => text.replace(/\s*\u2197$/, "").trim());
  const numberOf = (address) => Number(address.split("/").pop());
  const learned = (tab, times) => until(tab, (least) => Number(document.querySelector(".results")?.dataset.learned ?? 0) >= least, times);
  const idle = (tab) => until(tab, () => document.querySelector(".results")?.getAttribute("aria-busy") !== "true");
  async function openPage(tab, frame, i) {
    await tab.locator(".values .row-button", { hasText: id(i) }).filter({ hasText: new RegExp(`/${i}$`) }).click();
    await until(tab, (wanted) => document.querySelector(".page-line .page-id")?.textContent.startsWith(wanted) && document.querySelector("tr.current .row-button")?.title === wanted, id(i));
    await frame.locator("h1").waitFor();
  }
  /** The table: by page the texts of its cells. */
  const table = (tab) => tab.evaluate(() => {
    const heads = [...document.querySelectorAll(".values thead th")].map((one) => one.textContent);
    return Object.fromEntries([...document.querySelectorAll(".values tbody tr")].map((row) => [row.querySelector(".row-button").title, Object.fromEntries([...row.querySelectorAll("td")].map((cell, k) => [heads[k + 1], cell.querySelector(".cell-text")?.title ?? null]))]));
  });
  const wantedCell = (values) => (values.length > 1 ? `${values.length}: ${values.join(" \u00b7 ")}` : values[0]);

  it("by mouse: values, rows, a correction, and the files", async () => {
    await served(["--labels", "labels.tsv", "--wrapper", "things.wrapper"], async (tab, frame) => {
      // Nothing of the page runs, and nothing of its markup is there.
      assert.equal(await tab.locator(".stored-frame").getAttribute("sandbox"), "allow-same-origin");
      const inside = await tab.evaluate(() => [...document.querySelector(".stored-frame").contentDocument.body.querySelectorAll("*")].flatMap((one) => [one.localName, ...one.getAttributeNames()]));
      for (const name of ["script", "style", "iframe", "object", "form", "input", "img", "meta", "base", "href", "src", "onclick", "onerror", "style"]) assert.ok(!inside.includes(name), name);

      let i = numberOf(await shownPage(tab));
      await click(tab, frame.locator("h1 .v"));
      await tab.locator("#label-name").fill("title");
      await tab.getByRole("button", { name: "Label", exact: true }).click();
      await learned(tab, 1);
      let found = await table(tab);
      assert.equal(Object.keys(found).length, COUNT);
      for (let k = 0; k < COUNT; k++) assert.equal(found[id(k)].title, title(k));

      // A page with a price; its name is that of the text before it.
      i = price(i) === null ? i + 1 : i;
      await openPage(tab, frame, i);
      await click(tab, frame.locator(".v", { hasText: price(i) }).first());
      assert.equal(await tab.locator("#label-name").inputValue(), "price");
      await tab.locator("#label-name").press("Enter");
      await learned(tab, 2);
      found = await table(tab);
      for (let k = 0; k < COUNT; k++) assert.equal(found[id(k)].price, price(k), `price of ${k}`);

      // Two rows of a list make a record.
      const rows = comments(i);
      for (const [k, cell] of [[0, "author"], [1, "author"], [0, "text"], [1, "text"]]) {
        await click(tab, frame.locator("ol li").nth(k).locator(cell === "author" ? "span .v, span.v" : "p .v").first());
        await tab.locator("#label-name").fill(`comments.${cell}`);
        await tab.locator("#label-name").press("Enter");
      }
      await idle(tab);
      found = await table(tab);
      for (let k = 0; k < COUNT; k++) {
        assert.equal(found[id(k)]["comments.author"], wantedCell(comments(k).map((one) => one.author)), `authors of ${k}`);
        assert.equal(found[id(k)]["comments.text"], wantedCell(comments(k).map((one) => one.text)), `texts of ${k}`);
      }

      // A page that lacks the price is said to lack it.
      const times = Number(await tab.locator(".results").getAttribute("data-learned"));
      await tab.locator(".values tr", { has: tab.locator(`.row-button[title="${id(5)}"]`) }).locator('td[data-of="price"]').click();
      await until(tab, (wanted) => document.querySelector("tr.current .row-button")?.title === wanted, id(5));
      await tab.getByRole("button", { name: "This page lacks price" }).click();
      await learned(tab, times + 1);
      assert.equal((await table(tab))[id(5)].price, null);

      await tab.evaluate(axe);
      const violations = await tab.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"], iframes: false })).violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 160)}`));
      assert.deepEqual(violations, []);

      await tab.getByRole("button", { name: "Save", exact: true }).click();
      await tab.locator(".panel").getByText(/^Saved: 7 labels and a wrapper with 4 fields/).waitFor();
      assert.equal(await tab.evaluate(() => window.pwned), undefined);
      assert.doesNotMatch(await tab.title(), /pwned/);

      const labels = readFileSync(path("labels.tsv"), "utf8").slice(0, -1).split("\n").map((line) => line.split("\t"));
      assert.deepEqual(labels[0], ["page", "field", "value", "xpath", "css"]);
      const given = labels.slice(1).map(([at, field, value]) => [numberOf(at), field, value]);
      assert.deepEqual(given.filter((one) => one[1].startsWith("comments")), [[i, "comments.author", rows[0].author], [i, "comments.author", rows[1].author], [i, "comments.text", rows[0].text], [i, "comments.text", rows[1].text]]);
      assert.deepEqual(given.filter((one) => one[1] === "price"), [[i, "price", price(i)], [5, "price", ""]]);
    });
    // The same as the command line, from the same labels.
    pagekin("learn", "crawl.jsonl", "--clusters", "clusters.tsv", "--fields", "labels.tsv", "-q", "-o", "again.wrapper");
    assert.ok(readFileSync(path("again.wrapper")).equals(readFileSync(path("things.wrapper"))));
    const records = pagekin("extract", "crawl.jsonl", "--wrapper", "things.wrapper", "-q").trim().split("\n").map((line) => JSON.parse(line)).filter((one) => one.page.includes("/things/"));
    assert.equal(records.length, COUNT);
    records.forEach((one, k) => {
      assert.equal(one.title, title(k));
      assert.equal(one.price ?? null, price(k));
      assert.deepEqual(one.comments, comments(k));
    });
  });

  it("by keyboard: a value, a wrong one corrected, and the labels of the last time", async () => {
    const rows = comments(1).slice(0, 2).flatMap((one) => [["comments.author", one.author], ["comments.text", one.text]]);
    writeFileSync(path("earlier.tsv"), "page\tfield\tvalue\n" + [["title", title(1)], ["price", price(1)], ...rows].map(([field, value]) => `${id(1)}\t${field}\t${value}\n`).join("") + `${id(5)}\tprice\t\n`);
    await served(["--labels", "earlier.tsv"], async (tab, frame) => {
      await learned(tab, 1); // from the labels of the file
      assert.match(await tab.locator("#labels-title").innerText(), /Labels \(7\)/);
      // From the start of the page by Tab into the frame, on to the text, and Enter.
      await tab.locator(".crumbs a").last().focus();
      const i = numberOf(await shownPage(tab));
      const wanted = `Picture ${i}`;
      let at = "";
      for (let presses = 0; presses < 80 && !at.includes(wanted); presses++) {
        await tab.keyboard.press("Tab");
        at = await tab.evaluate(() => document.querySelector(".stored-frame").contentDocument.activeElement?.textContent ?? "");
        if (at.length > 200) at = "";
      }
      assert.match(at, new RegExp(wanted));
      await tab.keyboard.press("Enter");
      assert.equal(await tab.evaluate(() => document.activeElement?.id), "label-name");
      assert.equal(await tab.locator("#label-value").inputValue(), wanted);
      await tab.keyboard.type("picture");
      await tab.keyboard.press("Enter");
      await learned(tab, 2);
      let found = await table(tab);
      for (let k = 0; k < COUNT; k++) assert.equal(found[id(k)].picture, `Picture ${k}`);
      // The focus is on the page again; arrows go on, and Escape leaves it.
      await tab.keyboard.press("ArrowDown");
      await tab.keyboard.press("ArrowDown");
      await tab.keyboard.press("Escape");
      assert.equal(await tab.evaluate(() => document.activeElement?.id), "label-name");
      // A field that is labelled wrongly, and corrected on the same page.
      const field = async (name) => { await tab.keyboard.type(name); await tab.keyboard.press("Enter"); };
      await frame.locator("footer .v").first().focus();
      await tab.keyboard.press("Enter");
      await field("made");
      await learned(tab, 3);
      await frame.locator("p.text, main p").last().waitFor();
      const year = frame.locator(".v", { hasText: String(2000 + i) }).last();
      await year.focus();
      await tab.keyboard.press("Enter");
      await tab.locator("#label-value").fill(String(2000 + i));
      await tab.locator("#label-name").focus();
      await tab.keyboard.press("Control+a");
      await field("made");
      await learned(tab, 4);
      found = await table(tab);
      for (let k = 0; k < COUNT; k++) assert.equal(found[id(k)].made, String(2000 + k));
      // A value that the page does not show.
      await tab.locator(".hidden-values summary").focus();
      await tab.keyboard.press("Enter");
      await tab.getByRole("button", { name: `SKU-${1000 + i}` }).focus();
      await tab.keyboard.press("Enter");
      await tab.keyboard.press("Control+a");
      await field("sku");
      await learned(tab, 5);
      found = await table(tab);
      for (let k = 0; k < COUNT; k++) assert.equal(found[id(k)].sku, `SKU-${1000 + k}`);
      await tab.getByRole("button", { name: "Save", exact: true }).focus();
      await tab.keyboard.press("Enter");
      await tab.locator(".panel").getByText(/^Saved: 10 labels\./).waitFor();
    });
    assert.equal(readFileSync(path("earlier.tsv"), "utf8").trim().split("\n").length, 11);
  });

  it("without files nothing can be saved, and a report in a file has no such view", async () => {
    await served([], async (tab) => {
      assert.equal(await tab.getByRole("button", { name: "Save", exact: true }).count(), 0);
      assert.match(await tab.locator(".labelling").innerText(), /--labels FILE/);
    });
    pagekin("report", "clusters.tsv", "crawl.jsonl", "-q", "-o", "report.html");
    const { page: tab, faults } = await open(browser, `file://${path("report.html")}`);
    await go(tab, "#/t/1");
    assert.equal(await tab.getByRole("link", { name: "Label values" }).count(), 0);
    await go(tab, "#/label/1");
    assert.equal(await tab.locator(".labelling").count(), 0);
    assert.deepEqual(faults, []);
    await tab.close();
  });
});
