import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serverEnvironment } from "../../scripts/server-process.mjs";
import { openBrowser } from "../support/browser.server.ts";

const top = resolve(import.meta.dirname, "../..");
/** A copy that the test may edit. Inside of the checkout, so that it finds the packages. */
const copy = join(top, ".cache/development");
const copied = ["app", "db", "demo", "platform", "public", "server", "shop", "server.ts", "package.json"];
const configuration = [
  "tsconfig.json",
  "vite.config.ts",
  "react-router.config.ts",
  "scripts/browsers.mjs",
  "scripts/built/chunks.ts",
  "scripts/serve.mjs",
];

let server: ChildProcess | undefined;
let dataDir: string;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "campus-style-development-"));
  chmodSync(dataDir, 0o755);
  rmSync(copy, { recursive: true, force: true });
  for (const name of [...copied, ...configuration])
    cpSync(join(top, name), join(copy, name), { recursive: true });
});

afterAll(async () => {
  if (server && server.exitCode === null) {
    const gone = new Promise((done) => server?.once("exit", done));
    server.kill("SIGTERM");
    await gone;
  }
  for (const folder of [copy, dataDir]) rmSync(folder, { recursive: true, force: true });
});

/** Starts the copy as `npm run dev` does. Out: its address. */
function startDevelopment(): Promise<string> {
  const child = spawn(process.execPath, [join(copy, "scripts/serve.mjs"), "--dev"], {
    cwd: copy,
    env: {
      PATH: "/usr/local/bin:/usr/bin:/bin",
      NODE_ENV: "development",
      NODE_COMPILE_CACHE: serverEnvironment.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      DEMO_ORDERS: "0",
      PORT: "0",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  server = child;
  return new Promise((found, failed) => {
    let said = "";
    const read = (chunk: Buffer) => {
      said += chunk;
      const address = /runs at (http:\S+)/.exec(said)?.[1];
      if (address) found(address);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => failed(new Error(said)));
  });
}

function edit(file: string, from: string, to: string) {
  const path = join(copy, file);
  const text = readFileSync(path, "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(path, text.replace(from, to));
}

/** Vite bundles the packages that a page imports at its first request, and loads the page again. */
async function ready(page: Page) {
  await page.waitForFunction(() => document.documentElement.dataset.ready === "true", undefined, {
    timeout: 60_000,
  });
  await page.waitForLoadState("networkidle");
}

test("npm run dev: scripts run, a click navigates without a new document, an edit is shown", {
  timeout: 180_000,
}, async () => {
  const address = await startDevelopment();
  const page = await (await openBrowser()).newPage();
  const blocked: string[] = [];
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) blocked.push(message.text());
  });
  await page.goto(`${address}/faq`, { waitUntil: "commit", timeout: 120_000 });
  await ready(page);
  await page.evaluate(() => document.body.setAttribute("data-same-document", ""));

  await page.getByRole("link", { name: "Contact", exact: false }).first().click();
  await page.waitForURL("**/contact");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.locator("body[data-same-document]").count()).toBe(1);

  edit("app/storefront/contact.tsx", "<h1>Contact Us</h1>", "<h1>Write to Us</h1>");
  await page.getByRole("heading", { name: "Write to Us" }).waitFor({ timeout: 30_000 });
  edit("app/styles/tokens.css", ":root {", ":root { --edited: 1;");
  await page.waitForFunction(
    () => getComputedStyle(document.documentElement).getPropertyValue("--edited") === "1",
    undefined,
    { timeout: 30_000 },
  );
  expect(blocked).toEqual([]);
  await page.close();
});
