import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StaticFiles, staticFiles } from "../../../server/static-files.server.ts";
import { openBrowser } from "../../support/browser.server.ts";
import { type ServedShop, serveShop } from "../../support/served-shop.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";

const built = resolve(import.meta.dirname, "../../../build/client");

let shop: TestShop;
let served: ServedShop;
/** The service worker of the next build once it is deployed; the files of this build are gone then. */
let next: string | undefined;
const missing: string[] = [];
beforeAll(async () => {
  shop = await testShop({ seed: true });
  const files = staticFiles(built, {});
  const deployed: StaticFiles = (request, response, path) => {
    if (next === undefined) return files(request, response, path);
    if (path === "/service-worker.js") {
      response.writeHead(200, { "Content-Type": "text/javascript" }).end(next);
      return true;
    }
    if (!/^\/assets\/contact-/.test(path)) return files(request, response, path);
    missing.push(path);
    response.writeHead(404).end();
    return true;
  };
  served = await serveShop(shop, { files: deployed });
});
afterAll(async () => {
  await served.close();
  await shop.dispose();
});

test("a new service worker takes over without reloading an open tab, which still opens its own build's screens", async () => {
  const context = await (await openBrowser()).newContext({ baseURL: served.address });
  const page = await context.newPage();
  await page.goto("/");
  const builds = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("assets-")));
  const isComplete = () => page.evaluate(() => navigator.serviceWorker.controller?.state);
  await expect.poll(isComplete, { timeout: 20_000 }).toBe("activated");
  const [own = ""] = await builds();
  const search = page.locator('input[name="q"]:visible');
  await search.fill("half a wor");

  const worker = await readFile(resolve(built, "service-worker.js"), "utf8");
  const hash = own.slice("assets-".length);
  // The next build has another hash, and another file for the screen that the tab opens next.
  next = worker
    .replaceAll(hash, "f".repeat(hash.length))
    .replace(/"?`?\/assets\/contact-[\w-]+\.js`?"?,/, "");
  expect(next).not.toBe(worker);
  await page.evaluate(() =>
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      document.documentElement.dataset.taken = "true";
    }),
  );
  // As with every visit: a worker whose files could not all be fetched is tried again the next time. Chromium lets the
  // one before finish what it does, storing the pictures of a page for instance, before the next is activated.
  const takenAfterCheck = () =>
    page.evaluate(async () => {
      const workers = await navigator.serviceWorker.ready;
      await workers.update();
      const { installing, waiting, active } = workers;
      const [installs, waits, acts] = [installing, waiting, active].map((worker) => worker?.state);
      return { taken: document.documentElement.dataset.taken, installs, waits, acts };
    });
  await expect.poll(takenAfterCheck, { timeout: 60_000, interval: 500 }).toMatchObject({ taken: "true" });
  await expect.poll(builds).toContain(`assets-${"f".repeat(hash.length)}`);
  expect(await search.inputValue()).toBe("half a wor");
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).first().click();
  await page.getByRole("heading", { level: 1, name: /Contact|touch/ }).waitFor();
  expect(missing).toEqual([]);
  expect(await page.evaluate(() => performance.getEntriesByType("navigation").length)).toBe(1);
  await context.close();
}, 120_000);
