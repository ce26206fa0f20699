// A headless Chromium of this machine, with an eye on everything that a report must not do.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const candidates = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
export const executable = candidates.find((path) => path && existsSync(path));

export async function launch() {
  return chromium.launch({ executablePath: executable, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
}

/** Opens a page; `faults` collects errors, violations of the policy and requests that leave. */
export async function open(browser, address, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce", ...options });
  const faults = [];
  const own = new URL(address).origin;
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    const stays = url === address || url.startsWith("data:") || url.startsWith("blob:") || (own !== "null" && url.startsWith(own));
    if (!stays) faults.push(`request: ${url}`);
  });
  // Newer versions of Chromium tell of a request that the policy forbids, and then that it was not sent.
  page.on("requestfailed", (request) => {
    const at = faults.indexOf(`request: ${request.url()}`);
    if (at >= 0 && request.failure()?.errorText === "csp") faults[at] = `blocked: ${request.url()}`;
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  });
  await page.goto(address);
  await page.waitForSelector("main > *");
  return { page, faults };
}

export async function go(page, hash) {
  await page.evaluate((to) => { location.hash = to; }, hash);
  await page.waitForFunction((to) => location.hash === to && document.querySelector("main > *") !== null, hash);
  await page.waitForTimeout(60);
}
