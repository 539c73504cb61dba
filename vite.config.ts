import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { oldestBrowsers } from "./scripts/browsers.mjs";

const root = import.meta.dirname;

/**
 * Whether a file matches a pattern, by its path in this repository: a parent folder of the checkout may be called
 * "shop" or "app".
 */
const among = (pattern: RegExp) => (id: string) =>
  pattern.test(id.startsWith(root) ? id.slice(root.length) : id);

/** Form fields, forms, their answers, and the messages of screens with a form. */
const forms =
  /\/app\/(ui\/forms\/(field|answer-form|form-context)|parts\/messages\/(fallback-toast|messages))\./;

/** Handling of form answers, for forms with and without fields. */
const answers = /\/app\/(web\/forms\/use-last-answer|parts\/use-toast)\./;

/** Phone numbers and PIN codes, for addresses and for signing in. */
const formats = /\/shop\/accounts\/customer\/formats\./;

/** What every screen with an order uses: its number, its status, its link. */
const orders = /\/shop\/orders\/orders\.|\/app\/parts\/orders\/order-links\./;

/** The address fields, for checkout and the address book. */
const addresses =
  /\/app\/parts\/address\/(delivery-fields|town-fields)\.|\/shop\/accounts\/customer\/address\./;

/** Delivery and totals, for the checkout. */
const delivery =
  /\/app\/parts\/(address\/|checkout\/|orders\/summary-line)|\/shop\/(delivery|checkout|settings\/cod-rules)/;

/** The parts of screens that track an order. */
const followedOrder =
  /\/app\/parts\/orders\/(badges|items|delivery-address|totals|print-button|timeline|steps|documents|order-buttons)\.|\/shop\/orders\/order-steps\.|\/icons\/printer\./;

/** Product cards, and the parts of screens with rows of them. */
const cards =
  /\/app\/(parts\/(product-card|card\/|wishlist\/wishlist-button|listing\/(originating-list|highlighted)|recent\/)|ui\/skeleton)|\/shop\/search\/text\/highlight\./;

/** Ratings. */
const stars = /\/app\/ui\/stars\.|\/icons\/star\./;

/** Shared by the screens with a list. */
const lists =
  /\/app\/(parts\/listing\/|ui\/forms\/apply-form)|\/shop\/(search\/text\/|catalogue\/(listing-address|catalogue)\.)|\/icons\/sliders-horizontal\./;

/** Dates, notices and reviews are on a product's page and on orders, but on no list. */
const productAndOrders = /\/shop\/(dates|reviews\/reviews)\.|\/app\/ui\/notice\./;

/** Icons of the home page and of screens that track an order. */
const homeIcons = /\/icons\/(file-text|message-circle|package|rotate-ccw)\.m?js/;

/** Modules that so few screens share that the bundler's own chunking is best. */
const rare =
  /\/app\/(parts\/(unpaid-orders|pending-intent-form|answer-message|orders\/|account\/|photos\/|share|wishlist\/wishlist-item|content\/|form-drafts|messages\/(office\/|message-words|(?!offline)[a-z-]+-messages))|ui\/(facts|tabs|forms\/file-field))|\/shop\/(text|accounts|orders|order-management|audit|reports|returns|invoices|settings|content|search|catalogue\/(edit|bulk|kinds|inventory\/(?!inventory\.)))|\/icons\/(arrow-(down|left|up)|bell|download|external-link|eye|image.*|mail|map-pin|pencil|phone|share-2|tag|trash|trash-2|truck)\./;

/** A shared file that no pattern here matches goes to every page of the shop. */
const notEverywhere = [
  forms,
  answers,
  delivery,
  followedOrder,
  cards,
  stars,
  lists,
  productAndOrders,
  homeIcons,
  rare,
];

/**
 * Calls in the router that do nothing in a correct program: its assertions and warnings, a fifteenth of its bytes (`npm
 * run dev` and the server keep them), and the route discovery of `routeDiscovery: "lazy"`, which react-router.config.ts
 * does not use. A call whose result is used stays; none of our functions may have such a name.
 */
const forDevelopers = [
  "invariant",
  "UNSAFE_invariant",
  "warning",
  "warnOnce",
  "getDataRouterConsoleError",
  "getInvalidPathError",
  "preventInvalidServerHandlerCall",
  "UNSAFE_useFogOFWarDiscovery",
];

/**
 * Code that keeps unused parts of the router in the built scripts, and its replacement for the browser: 2.5 KB less.
 * The build fails when the router's source has changed.
 */
const unusedInRouter = [
  // Options that entry.client.tsx does not give, and the rest of `routeDiscovery: "lazy"`.
  { file: "router/router", text: /\binit\.instrumentations\b/g, instead: "undefined" },
  {
    file: "dom-export/hydrated-router",
    text: /\bUNSAFE_getPatchRoutesOnNavigationFunction\(\(\) => router, [\w., ]+\)/g,
    instead: "undefined",
  },
  { file: "dom/ssr/components", text: /\bisFogOfWarEnabled\([\w, ]+\)/g, instead: "false" },
  // A name for developer tools references `NavLink` and others.
  { file: "{context,dom/lib,dom/ssr/components}", text: /^\w+\.displayName = .+;$/gm, instead: "" },
  { file: "dom/lib", text: /\bReact\$1\.forwardRef\(/g, instead: "/* @__PURE__ */ $&" },
].map(
  ({ file, text, instead }): Plugin => ({
    name: `unused-in-router:${file}`,
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: `**/react-router/dist/production/lib/${file}.js` },
      handler(code, id) {
        const shorter = code.replaceAll(text, instead);
        if (shorter === code) throw new Error(`${id} has no ${text} any more: look at vite.config.ts`);
        return { code: shorter, map: null };
      },
    },
  }),
);

/** In: the result of `typeof`, and the names of globals that have it in every supported browser. */
const known = (type: string, ...names: string[]) =>
  names.map((name) => [`typeof ${name}`, JSON.stringify(type)]);

/** Globals for which React has a fallback; and its developer tools hook, which is absent. */
const everyBrowser = Object.fromEntries([
  ...known("object", "document", "performance", "window", "window.document"),
  ...known("function", "AbortController", "MessageChannel", "Promise", "WeakMap", "WeakSet"),
  ...known("function", "clearTimeout", "queueMicrotask", "reportError", "setTimeout", "Object.is"),
  ...known("function", "performance.now", "window.document.createElement"),
  ...known("undefined", "__REACT_DEVTOOLS_GLOBAL_HOOK__", "setImmediate"),
]);

/**
 * Vite wraps each `import()` in a function that first loads the style sheets and scripts of the imported module. Here
 * there are none: the sheet is in the page, and `resolveDependencies` below lists nothing.
 */
const plainImports: Plugin = {
  name: "plain-imports",
  apply: "build",
  enforce: "pre",
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
};

/**
 * The browser's zod compiles no functions: the Content-Security-Policy refuses `new Function`, and zod's attempt at it is
 * reported as a violation.
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
  plugins: [plainImports, zodWithoutEval, ...unusedInRouter, reactRouter()],
  build: {
    target: oldestBrowsers,
    cssTarget: oldestBrowsers,
    assetsInlineLimit: 0,
    // The dependencies of a dynamic import are already on the page; lists of them would only make the first scripts
    // longer.
    modulePreload: { resolveDependencies: () => [] },
  },
  environments: {
    ssr: {
      resolve: command === "build" ? { noExternal: true, external: ["pdfkit", "sharp", "vite"] } : {},
      build: { rolldownOptions: { input: "server.ts" } },
    },
    client: {
      build: {
        rolldownOptions: {
          transform: { define: everyBrowser },
          treeshake: {
            manualPureFunctions: forDevelopers,
            // No file of shop/ has side effects at load time: the browser gets only the part that it uses of a shared
            // file.
            moduleSideEffects: (id) => (among(/^\/shop\//)(id) ? false : undefined),
          },
          output: {
            // Every file can cost a distant phone a round trip: a few files, not thirty.
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  test: /node_modules\/(react|react-dom|scheduler)\//,
                },
                // Not one file with React: a browser compiles a script in one task, and handles a tap between two.
                {
                  name: "router",
                  test: /node_modules\/(react-router|cookie|turbo-stream|set-cookie-parser)\//,
                },
                {
                  name: (id, chunking) => {
                    const importers = chunking.getModuleInfo(id)?.importers ?? [];
                    if (notEverywhere.some((other) => among(other)(id))) return null;
                    return importers.every((from) => among(/^\/app\/back-office\//)(from))
                      ? null
                      : "storefront";
                  },
                  test: among(/^\/app\/(parts|ui|web|storefront\/layout)|^\/shop\/|node_modules\/lucide\//),
                  minShareCount: 2,
                },
                // Before the others: a group includes what its files import.
                { name: "product-and-orders", test: among(productAndOrders), minShareCount: 2 },
                { name: "forms", test: among(forms), minShareCount: 2 },
                { name: "answers", test: among(answers), minShareCount: 2 },
                { name: "home-icons", test: among(homeIcons), minShareCount: 2 },
                { name: "stars", test: among(stars), minShareCount: 2 },
                { name: "cards", test: among(cards), minShareCount: 2 },
                // One file for what every list has: two compress worse.
                { name: "lists", test: among(lists), minShareCount: 2 },
                { name: "clean-text", test: among(/\/shop\/text\/clean-text\./) },
                { name: "formats", test: among(formats), minShareCount: 2 },
                { name: "addresses", test: among(addresses), minShareCount: 2 },
                { name: "delivery", test: among(delivery), minShareCount: 2 },
                { name: "orders", test: among(orders), minShareCount: 2 },
                { name: "followed-order", test: among(followedOrder), minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
}));
