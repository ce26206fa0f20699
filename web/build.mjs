// Builds dist/report.js and dist/report.css from src/. With --check it only tells whether dist/
// is what src/ makes. report.js begins with the licences of the packages that are in it;
// dist/packages.json names these.
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
  metafile: true,
  logLevel: "warning",
});

// The packages of which something is in the bundle, and their licences as one comment.
const packages = [...new Set(Object.keys(result.metafile.inputs)
  .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
  .filter((name) => name !== undefined))].sort();
const byLicence = new Map();
for (const name of packages) {
  const licence = (await readFile(`${folder}node_modules/${name}/LICENSE`, "utf8")).trim();
  const { version } = JSON.parse(await readFile(`${folder}node_modules/${name}/package.json`, "utf8"));
  byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name} ${version}`]);
}
const notices = [...byLicence].map(([licence, names]) => `${names.join(", ")}\n\n${licence}`).join("\n\n");
const comment = `/*! This script contains works of others.\n\n${notices.replaceAll("*/", "* /")}\n*/\n`;
if (/[^\x00-\x7f]/.test(comment)) throw new Error("a licence is not ASCII");

const check = process.argv.includes("--check");
let same = true;
if (!check) await mkdir(`${folder}dist`, { recursive: true });
const files = result.outputFiles.map((file) => {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  return { name, text: name.endsWith(".js") ? comment + file.text : file.text };
});
files.push({ name: "packages.json", text: JSON.stringify(packages) + "\n" });
for (const file of files) {
  const name = file.name;
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
    console.log(`dist/${name}: ${file.text.length} bytes`);
  }
}
if (check) console.log(same ? "dist/ is what src/ makes" : "dist/ is out of date");
process.exit(same ? 0 : 1);
