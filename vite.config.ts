import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { oldestBrowsers } from "./scripts/browsers.mjs";

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

const ours =
  /^\/(app\/(parts(?!\/messages\/office)|ui|web|storefront)|shop(?!\/saved-views)|node_modules\/lucide)\//;

/** Whether the storefront's screens may share a module: not what only the back office shares. The root may be a "shop". */
export const isShared = (id: string) => ours.test(id.replace(import.meta.dirname, ""));

/**
 * The browser's files: a few, because each can cost a distant phone a round trip. React and the router are not in one,
 * because a browser compiles a file in one task. Ten was the best of 2 to 24 screens that share a module.
 */
const chunks = [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: "router", test: /node_modules\/react-router\// },
  { name: "shop", test: isShared, minShareCount: 10 },
];

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
