import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    chromium: { path: string | null; flags: string[] };
  }
}

let started: Promise<Browser> | undefined;

/**
 * The Chromium that scripts/test.mjs found or installed. One for all test files of a process, which share nothing in it:
 * each visitor has a context of its own. It ends with the process.
 */
export function openBrowser(): Promise<Browser> {
  started ??= startBrowser();
  return started;
}

function startBrowser(): Promise<Browser> {
  const { path, flags } = inject("chromium");
  if (path === null) throw new Error("No Chromium: run `npm test -- browser`, or set CHROMIUM_PATH.");
  return chromium.launch({
    executablePath: path,
    args: flags,
    chromiumSandbox: !flags.includes("--no-sandbox"),
  });
}
