import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { openBrowser } from "./browser.server.ts";
import { type ServedShop, serveShop } from "./served-shop.server.ts";
import { type TestShop, testShop } from "./test-shop.server.ts";

export const phone = { width: 360, height: 780 };
export const desktop = { width: 1280, height: 900 };

export type Visitor = {
  page: Page;
  /** Opens a path of the shop and waits until its scripts have taken over (or until it is there, without scripts). */
  open(path: string): Promise<void>;
  /** Opens a path and waits until the page receives change events. */
  listen(path: string): Promise<void>;
  /** The browser's complaints so far: errors, blocked scripts, hydration errors. */
  complaints: string[];
  leave(): Promise<void>;
};

export type VisitOptions = {
  screen?: { width: number; height: number };
  scheme?: "light" | "dark";
  scripts?: boolean;
  /** Whether the shop's service worker may be registered. Without it, every request can be watched. */
  worker?: boolean;
  /** Whether notifications can be shown. */
  notifications?: boolean;
  /** Complaints that the visit is meant to cause. */
  expected?: RegExp;
};

/** The demo shop, served, and a browser for it, for the tests of one file. */
export function openShop() {
  const parts: { shop?: TestShop; served?: ServedShop; browser?: Browser } = {};
  const contexts = new Set<BrowserContext>();
  beforeAll(async () => {
    parts.shop = await testShop({ seed: true });
    parts.served = await serveShop(parts.shop);
    parts.browser = await openBrowser();
  });
  afterAll(async () => {
    // What a failed test left open. The browser is that of the next file, too.
    for (const context of contexts) await context.close();
    await parts.served?.close();
    await parts.shop?.dispose();
  });
  return {
    get shop(): TestShop {
      if (!parts.shop) throw new Error("The shop is open inside of tests only");
      return parts.shop;
    },
    /** Where it is served, for what comes from elsewhere than a browser. */
    get address(): string {
      if (!parts.served) throw new Error("The shop is open inside of tests only");
      return parts.served.address;
    },
    async visit(options: VisitOptions = {}): Promise<Visitor> {
      if (!parts.browser || !parts.served) throw new Error("The shop is open inside of tests only");
      const browser = options.notifications ? await openBrowser({ whole: true }) : parts.browser;
      const visitor = await enter(browser, parts.served.address, options);
      const context = visitor.page.context();
      contexts.add(context);
      context.once("close", () => contexts.delete(context));
      return visitor;
    },
    /**
     * One visitor for all tests of a group, for tests that only look: a window of their own and empty caches take each
     * another quarter of a second. Each test fails by its own complaints.
     */
    visitAll(options: VisitOptions = {}): Pick<Visitor, "page" | "open"> {
      let visitor: Visitor | undefined;
      const here = () => {
        if (!visitor) throw new Error("The visitor is there inside of the group's tests only");
        return visitor;
      };
      beforeAll(async () => {
        visitor = await this.visit(options);
      });
      afterEach(() => expect(here().complaints.splice(0)).toEqual([]));
      afterAll(() => visitor?.leave());
      return {
        get page() {
          return here().page;
        },
        open: (path) => here().open(path),
      };
    },
  };
}

async function enter(browser: Browser, address: string, options: VisitOptions): Promise<Visitor> {
  const { screen = desktop, scheme = "light", scripts = true, worker = false, expected } = options;
  const context = await browser.newContext({
    viewport: screen,
    colorScheme: scheme,
    javaScriptEnabled: scripts,
    serviceWorkers: worker ? "allow" : "block",
    baseURL: address,
    reducedMotion: "reduce",
    hasTouch: screen.width < 600,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const complain = (words: string) => {
    if (words === "Service Worker registration blocked by Playwright") return;
    if (!expected?.test(words)) complaints.push(words);
  };
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complain(message.text());
  });
  page.on("pageerror", (error) => complain(error.message));
  async function open(path: string) {
    await page.goto(path, { waitUntil: "load" });
    if (!scripts) return;
    // A first touch brings the scripts at once. Untouched, a page waits another 130 ms for its pictures
    // (docs/decisions/0004); tests that reload a page see that.
    const mode = await page.evaluate(() => {
      dispatchEvent(new Event("touchstart"));
      return document.compatMode;
    });
    if (mode !== "CSS1Compat") complain(`no doctype: ${path}`);
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
  }
  return {
    page,
    complaints,
    open,
    async listen(path) {
      const stream = page.waitForResponse((answer) => answer.url().includes("/live?"));
      await open(path);
      // A page opens its stream two seconds after its scripts, and at once when its tab comes to the front.
      const coming = await page.evaluate(() =>
        window.setInterval(() => document.dispatchEvent(new Event("visibilitychange")), 50),
      );
      await stream;
      await page.evaluate((timer) => window.clearInterval(timer), coming);
    },
    async leave() {
      await context.close();
      expect(complaints).toEqual([]);
    },
  };
}

/**
 * Takes the routes of a page away, once those that still hold a request back have sent it. `page.unroute` sends it by
 * itself, and the route that sends it later then fails as "already handled", after all tests have passed.
 */
export function restoreLine(page: Page): Promise<void> {
  return page.unrouteAll({ behavior: "wait" });
}

/** Holds the scripts of a page's next load back, as a slow connection does. `release` waits until they have taken over. */
export async function holdScripts(page: Page): Promise<{ release(): Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return {
    async release() {
      resolve();
      await page.locator("html[data-ready]").waitFor({ state: "attached" });
    },
  };
}

/** Signs a browser in as somebody, without the form. */
export async function enterAs(page: Page, { cookie }: { cookie: string }): Promise<void> {
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  await page.context().addCookies([{ name, value, domain: "127.0.0.1", path: "/" }]);
}
