// Builds dist/report.js and dist/report.css from src/. With --check it only tells whether dist/
// is what src/ makes.
import { build } from "esbuild";
import { readFile, writeFile, mkdir } from "node:fs/promises";

const folder = new URL(".", import.meta.url).pathname;
const result = await build({
  absWorkingDir: folder,
  entryPoints: { report: "src/main.ts" },
  outdir: "dist",
  bundle: true,
  format: "iife",
  target: "es2022",
  minify: true,
  charset: "ascii", // the bytes are hashed and embedded, so no encoding can change them
  legalComments: "none",
  write: false,
  logLevel: "warning",
});

const check = process.argv.includes("--check");
let same = true;
if (!check) await mkdir(`${folder}dist`, { recursive: true });
for (const file of result.outputFiles) {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  // An element <script> ends at the first "</script", whatever is around it.
  if (/<\/(script|style)/i.test(file.text)) throw new Error(`${name} has an end tag in it`);
  const path = `${folder}dist/${name}`;
  if (check) {
    const old = await readFile(path, "utf8").catch(() => "");
    if (old !== file.text) {
      console.error(`dist/${name} is not what src/ makes: run 'make web' and commit the result`);
      same = false;
    }
  } else {
    await writeFile(path, file.text);
    console.log(`dist/${name}: ${file.contents.length} bytes`);
  }
}
if (check) console.log(same ? "dist/ is what src/ makes" : "dist/ is out of date");
process.exit(same ? 0 : 1);
