import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    chromium: { path: string | null; flags: string[] };
  }
}

/** Starts the Chromium that scripts/test.mjs found or installed. One per test file; close it after. */
export async function openBrowser(): Promise<Browser> {
  const { path, flags } = inject("chromium");
  if (path === null) throw new Error("No Chromium: run `npm test -- browser`, or set CHROMIUM_PATH.");
  return chromium.launch({
    executablePath: path,
    args: flags,
    chromiumSandbox: !flags.includes("--no-sandbox"),
  });
}
