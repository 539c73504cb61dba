// Builds app/http/offline/worker into one file at the root of the site, so that its scope is the whole site.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "vite";
import { oldestBrowsers } from "../browsers.mjs";

const root = resolve(import.meta.dirname, "../..");
const [folder = join(root, "build/client")] = process.argv.slice(2);
const assets = join(folder, "assets");

/** Where the storefront begins: the browser's entry, and the screens that are not the back office's. */
const begins = /^app\/(entry\.client|root|storefront\/)/;

/**
 * The scripts that the storefront's screens load, at once or later, React Router's list of routes, the fonts of Latin
 * text, and the sheet. The back office is not used offline, and the endpoints have no scripts.
 */
function storefrontFiles() {
  const chunks = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8"));
  const found = new Set(Object.keys(chunks).filter((key) => chunks[key].isEntry && begins.test(key)));
  for (const key of found)
    for (const next of [...(chunks[key].imports ?? []), ...(chunks[key].dynamicImports ?? [])])
      found.add(next);
  // A route without a screen has an empty script.
  const scripts = [...found]
    .map((key) => `/${chunks[key].file}`)
    .filter((script) => statSync(join(folder, script)).size > 0);
  const others = readdirSync(assets)
    .filter((file) => /^(manifest-\w+\.js|anek-(text|wide)-.*\.woff2|app-.*\.css)$/.test(file))
    .map((file) => `/assets/${file}`);
  return [...new Set([...scripts, ...others])].sort();
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
      input: join(root, "app/http/offline/worker/worker.ts"),
      output: { format: "iife", entryFileNames: "service-worker.js" },
    },
  },
});
