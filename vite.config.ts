import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { oldestBrowsers } from "./scripts/browsers.mjs";
import { chunks } from "./scripts/built/chunks.ts";

/**
 * The browser's zod compiles no functions: the Content-Security-Policy refuses `new Function`, and the attempt is
 * reported as a violation. Schemas are made while modules load, so zod is configured in the module they all import.
 */
const zodWithoutEval: Plugin = {
  name: "zod-without-eval",
  apply: "build",
  // Before Vite's own resolution.
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  resolveId: { filter: { id: /^zod(\/mini)?$/ }, handler: (id) => `\0without-eval:${id}` },
  load: {
    filter: { id: /^\0without-eval:/ },
    handler: (id) => {
      const whole = id.endsWith("/mini") ? "zod/v4-mini" : "zod/v4";
      return `export * from "${whole}"; import { config } from "${whole}"; config({ jitless: true });`;
    },
  },
};

export default defineConfig(({ command }) => ({
  // Unoptimised: Vite lowers and shortens the sheets, for our browsers.
  plugins: [zodWithoutEval, tailwindcss({ optimize: false }), reactRouter()],
  build: {
    target: oldestBrowsers,
    cssTarget: oldestBrowsers,
    assetsInlineLimit: 0,
    // Read by scripts/built/worker.mjs.
    manifest: true,
    // What a dynamic import depends on is already on the page.
    modulePreload: false,
  },
  environments: {
    ssr: {
      // Not bundled: packages with native parts, or that read files of their own.
      resolve: command === "build" ? { noExternal: true, external: ["pdfkit", "sharp", "vite"] } : {},
      build: { rolldownOptions: { input: "server.ts" } },
    },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
  },
}));
