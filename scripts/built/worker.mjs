// Builds app/web/offline/worker into one file at the root of the site, so that its scope is the whole site.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "vite";
import { oldestBrowsers } from "../browsers.mjs";

const root = resolve(import.meta.dirname, "../..");
const [folder = join(root, "build/client")] = process.argv.slice(2);
const assets = join(folder, "assets");

/** The scripts that these scripts load dynamically, and those that these load in turn. */
function loadedLater(scripts) {
  const found = new Set(scripts);
  for (const script of found) {
    const text = readFileSync(join(folder, script), "utf8");
    for (const [, name] of text.matchAll(/(?:import\(|from)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      found.add(`/assets/${name}`);
  }
  return found;
}

/**
 * The scripts that the storefront's screens load, at once or later, the fonts of Latin text, and the sheet. The back
 * office is not used offline, and the endpoints have no scripts.
 */
function storefrontFiles() {
  const names = readdirSync(assets);
  const name = names.find((file) => /^shop-manifest-\w+\.js$/.test(file));
  const { entry, routes } = JSON.parse(
    readFileSync(join(assets, name), "utf8")
      .replace(/^[^{]*/, "")
      .replace(/;\s*$/, ""),
  );
  const scripts = [entry, ...Object.values(routes)].flatMap(
    ({ module, clientActionModule, clientLoaderModule, imports = [] }) => [
      module,
      clientActionModule,
      clientLoaderModule,
      ...imports,
    ],
  );
  const others = names
    .filter((file) => /^(anek-(text|wide)-.*\.woff2|app-.*\.css)$/.test(file))
    .map((file) => `/assets/${file}`);
  return [...new Set([`/assets/${name}`, ...loadedLater(scripts.filter(Boolean)), ...others])].sort();
}

const files = storefrontFiles();
await build({
  configFile: false,
  root,
  logLevel: "warn",
  publicDir: false,
  define: {
    storefrontFiles: JSON.stringify(files),
    buildHash: JSON.stringify(createHash("sha256").update(files.join()).digest("hex").slice(0, 12)),
  },
  build: {
    outDir: folder,
    emptyOutDir: false,
    target: oldestBrowsers,
    modulePreload: false,
    rolldownOptions: {
      input: join(root, "app/web/offline/worker/worker.ts"),
      output: { format: "iife", entryFileNames: "service-worker.js" },
    },
  },
});
