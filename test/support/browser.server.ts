import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** `whole`: with all of a browser; `path` may be the headless shell. */
    chromium: { path: string | null; whole: string | null; flags: string[] };
  }
}

const started = new Map<string, Promise<Browser>>();

/**
 * The Chromium that scripts/test.mjs found or installed. One for all test files of a process, which share nothing in
 * it: each visitor has a context of its own. It ends with the process. `whole`: not the headless shell, which shows no
 * notifications.
 */
export function openBrowser({ whole = false } = {}): Promise<Browser> {
  const found = inject("chromium");
  const path = whole ? found.whole : found.path;
  if (path === null) throw new Error("No Chromium: run `npm test -- browser`, or set CHROMIUM_PATH.");
  const known = started.get(path) ?? startBrowser(path, found.flags);
  started.set(path, known);
  return known;
}

function startBrowser(path: string, flags: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: path,
    args: flags,
    chromiumSandbox: !flags.includes("--no-sandbox"),
  });
}
