// Bundles CodeMirror into one pinned script with its licence. Run `make editor` after a change of package.json.
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const here = new URL(".", import.meta.url);
const target = new URL("../../replays/static/replays/codemirror/", here);
const read = (path) => readFileSync(new URL(path, here), "utf8");

// `style-mod` adds a <style> element to documents, which the site's content policy refuses. Constructed sheets are allowed.
const CONDITION = "!root.head && root.adoptedStyleSheets";
const constructedSheets = {
  name: "constructed-sheets",
  setup({ onLoad }) {
    onLoad({ filter: /style-mod\/src\/style-mod\.js$/ }, ({ path }) => {
      const parts = readFileSync(path, "utf8").split(CONDITION);
      if (parts.length !== 2) throw new Error(`style-mod has changed: look for "${CONDITION}".`);
      return { contents: parts.join("root.adoptedStyleSheets"), loader: "js" };
    });
  },
};

const packages = Object.entries(JSON.parse(read("package-lock.json")).packages)
  .filter(([path, { dev }]) => path && !dev)
  .map(([path, { version }]) => [path.replace("node_modules/", ""), version])
  .sort();
const result = await build({
  absWorkingDir: here.pathname,
  entryPoints: ["codemirror.js"],
  bundle: true,
  charset: "utf8",
  format: "esm",
  legalComments: "none",
  metafile: true,
  minify: true,
  plugins: [constructedSheets],
  target: "es2022",
  write: false,
});
const used = packages.filter(([name]) =>
  Object.keys(result.metafile.inputs).some((path) => path.startsWith(`node_modules/${name}/`)));
const names = used.map(([name, version]) => `${name} ${version}`).join(", ");
const header = `/*! Made by scripts/editor/build.mjs (\`make editor\`); do not edit.\n${names}\nMIT, see LICENSE.txt */\n`;
writeFileSync(new URL("codemirror.js", target), header + result.outputFiles[0].text);
const licences = used.map(([name]) => `${name}\n\n${read(`node_modules/${name}/LICENSE`).trim()}\n`);
writeFileSync(new URL("LICENSE.txt", target), licences.join("\n----\n\n"));
