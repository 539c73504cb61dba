import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serverEnvironment } from "../../../scripts/server-process.mjs";
import { appCode } from "../../support/app-code.server.ts";
import { openBrowser } from "../../support/browser.server.ts";
import { eventually } from "../../support/eventually.ts";
import { plain } from "../../support/files/bad-pictures.ts";

/**
 * A live shop from an empty folder to its first paid order, through the screens alone, as docs/operations.md has it
 * tried on one machine. The mail server is a stand-in that takes every message.
 */
const root = resolve(import.meta.dirname, "../../..");
const mails: string[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, _session, done) {
    text(stream).then((raw) => {
      mails.push(raw);
      done();
    }, done);
  },
});

let folder: string;
let server: ChildProcess;
let address: string;
let environment: Record<string, string>;
/** The browser of the owner. */
let page: Page;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "campus-style-live-"));
  chmodSync(folder, 0o755);
  await new Promise<void>((listening) => smtp.listen(0, "127.0.0.1", listening));
  const port = await freePort();
  address = `http://localhost:${port}`;
  environment = {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    NODE_ENV: "production",
    ...serverEnvironment,
    MODE: "live",
    PUBLIC_URL: address,
    PORT: String(port),
    AUTH_SECRET: "a secret of a shop in a test, long enough to sign",
    DATA_DIR: folder,
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    MAIL_FROM: "shop@neem.example",
  };
  server = spawn(process.execPath, [join(root, "scripts/serve.mjs")], {
    cwd: root,
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  await eventually(async () => expect((await fetch(`${address}/ready`)).status).toBe(200), {
    timeout: 60_000,
  });
  page = await (await openBrowser()).newPage();
});
afterAll(async () => {
  await page.close();
  if (server.exitCode === null) {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
  await new Promise<void>((closed) => smtp.close(closed));
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const one = createServer().listen(0, "127.0.0.1");
  await once(one, "listening");
  const { port } = one.address() as AddressInfo;
  one.close();
  await once(one, "close");
  return port;
}

/** As a field for a time takes it. */
const nextYear = () => new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 16);

async function ownerLink(): Promise<string> {
  const script = join(root, "scripts/run/owner.mjs");
  const made = await promisify(execFile)(process.execPath, [script, "owner@neem.example"], {
    env: environment,
  });
  return /http:\S+/.exec(made.stdout)?.[0] ?? "";
}

async function becomeOwner(page: Page) {
  await page.goto(await ownerLink());
  await page.fill("input[name=name]", "Asha Rao");
  await page.fill("input[name=shopName]", "Neem & Co");
  await page.fill("input[name=password]", "neem tree in the yard 9");
  await page.fill("input[name=confirm]", "neem tree in the yard 9");
  await page.press("input[name=confirm]", "Enter");
  await page.locator("p:focus", { hasText: "Step 2 of 2" }).waitFor();
  const uri = /otpauth:[^"]+/.exec(await page.content())?.[0].replaceAll("&amp;", "&") ?? "";
  await page.fill("input[name=code]", appCode(uri));
  await page.press("input[name=code]", "Enter");
  await page.waitForURL("**/admin/setup");
}

async function saveSettings(page: Page, part: string, fields: Record<string, string>, ticked: string[] = []) {
  await page.goto(`${address}/admin/settings?part=${part}`);
  for (const [name, value] of Object.entries(fields)) await page.fill(`[name="${name}"]`, value);
  for (const name of ticked) await page.check(`[name="${name}"]`);
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("Settings saved").first().waitFor();
}

async function addProduct(page: Page) {
  await page.goto(`${address}/admin/categories/new`);
  await page.fill("[name=name]", "Kurtas");
  await page.getByRole("button", { name: "Save category" }).click();
  await page.waitForURL("**/admin/categories");
  await page.goto(`${address}/admin/products/new`);
  await page.fill("[name=name]", "Indigo Cotton Kurta");
  await page.fill("[name=price]", "1299");
  await page.locator("select[name=categoryId]").selectOption({ label: "Kurtas" });
  await page.fill("[name=hsnCode]", "6211");
  const buffer = await plain(900, 1_200).png().toBuffer();
  await page.setInputFiles("input[type=file]", { name: "kurta.png", mimeType: "image/png", buffer });
  await page.locator('img[src^="/media/"]').first().waitFor();
  await page.locator('input[name*="stock" i]').first().fill("10");
  await page.getByRole("button", { name: "Create Product" }).last().click();
  await page.waitForURL(/\/admin\/products(\?|$)/);
}

async function openProduct(page: Page) {
  await page.goto(`${address}/shop`);
  await page.locator('a[href^="/product/"]').first().click();
  await page.waitForURL("**/product/**");
  await page.getByRole("heading", { level: 1, name: "Indigo Cotton Kurta" }).waitFor();
}

/** Cash on delivery. `fill`: what is to be filled in at the checkout; the second order has the address of the first. */
async function orderIt(page: Page, fill: (page: Page) => Promise<void> = async () => undefined) {
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  await page.getByText("Item added to cart").first().waitFor();
  await page.goto(`${address}/checkout`);
  await fill(page);
  await page
    .getByRole("button", { name: /Place Order|on delivery/ })
    .first()
    .click();
  await page.waitForURL("**/order-confirmation/**");
}

async function fillAddress(page: Page) {
  await page.fill("[name=name]", "Asha Rao");
  await page.fill("[name=phone]", "9876543210");
  await page.fill("[name=line1]", "12 Law Garden");
  await page.fill("[name=city]", "Ahmedabad");
  await page.fill("[name=postalCode]", "380006");
  await page.locator("select[name=state]").selectOption("Gujarat");
}

/** The required steps that are still to do. */
async function stepsToDo(page: Page): Promise<string[]> {
  await page.goto(`${address}/admin/setup`);
  return page
    .locator("ol > li", { has: page.getByText("Required", { exact: true }) })
    .evaluateAll((items) => items.map((item) => item.querySelector("h2")?.textContent ?? ""));
}

test("an empty folder becomes a shop of one's own, up to its first paid order", {
  timeout: 180_000,
}, async () => {
  expect((await fetch(address)).status).toBe(503);
  await becomeOwner(page);
  expect(await stepsToDo(page)).toEqual([
    "Who sells",
    "Grievance officer",
    "GSTIN",
    "Delivery, returns and cash on delivery",
    "Email",
    "First products",
  ]);

  const about = { tagline: "Cotton for every day", description: "Handloom cotton from Gujarat." };
  await saveSettings(page, "shop", about);
  await saveSettings(page, "contact", {
    "contact.email": "hello@neem.example",
    "contact.phone": "+91 98765 43210",
    "contact.address": "12 Law Garden\nAhmedabad 380006\nGujarat",
  });
  await saveSettings(
    page,
    "legal",
    {
      "legal.legalName": "Neem and Co LLP",
      "legal.grievanceOfficer.name": "Meera Shah",
      "legal.grievanceOfficer.email": "grievance@neem.example",
    },
    ["legal.isUnregistered"],
  );
  await saveSettings(page, "policy", { "policy.returnDays": "10" });
  await page.goto(`${address}/admin/setup`);
  await page.getByRole("button", { name: /Send a test message/ }).click();
  await page.getByText("The mail server takes messages.").waitFor();
  expect(mails.join()).toContain("Email works");
  await addProduct(page);
  await eventually(async () => expect(await stepsToDo(page)).toEqual([]));

  await openProduct(page);
  await orderIt(page, fillAddress);
  await eventually(() => expect(mails.join()).toContain("Indigo Cotton Kurta"));

  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.goto(`${address}/admin/orders`);
  for (const step of ["confirmed", "processing", "shipped", "delivered"]) {
    await page.getByLabel(`Status of order ${id.slice(0, 8)}`).selectOption(step);
    await page.getByRole("button", { name: `Set order ${id.slice(0, 8)} to` }).click();
    await page.getByText("Order status updated successfully").waitFor();
    await page.reload();
  }
  await page
    .getByRole("row", { name: id.slice(0, 8) })
    .getByText("Paid")
    .waitFor();
});

test("its owner then makes it her own: details, an offer, colours, an email's words, notices, the books", {
  timeout: 180_000,
}, async () => {
  await page.goto(`${address}/admin/attribute-sets/new`);
  await page.fill("[name=name]", "Handloom");
  await page.selectOption("select[name=added]", { label: "Text" });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.fill("[name='item.0.label']", "Weave");
  await page.getByRole("button", { name: "Save set of details" }).click();
  await page.waitForURL("**/admin/attribute-sets");
  await page.goto(`${address}/admin/categories`);
  await page.getByRole("link", { name: "Kurtas" }).click();
  await page.locator("select[name=kind]").selectOption({ label: "Handloom" });
  await page.getByRole("button", { name: "Save category" }).click();
  await page.waitForURL("**/admin/categories");
  await page.goto(`${address}/admin/products`);
  await page.getByRole("link", { name: "Indigo Cotton Kurta" }).first().click();
  await page.getByLabel("Weave").fill("Khadi");
  await page.getByRole("button", { name: "Update Product" }).last().click();
  await page.waitForURL(/\/admin\/products(\?|$)/);

  await page.goto(`${address}/admin/offers/new`);
  await page.fill("[name=title]", "Kutch week");
  await page.fill("[name=percent]", "10");
  await page.getByLabel("Add to Categories").fill("Kurtas");
  await page.fill("[name=validTo]", nextYear());
  await page.getByText(/^10% off the MRP of Kurtas/).waitFor();
  await page.getByText(/^That is 1 product now/).waitFor();
  await page.getByRole("button", { name: "Save offer" }).click();
  await page.waitForURL("**/admin/offers");

  await page.goto(`${address}/admin/brand`);
  await page.fill("[name=accent]", "#7a1f3d");
  await page.getByRole("button", { name: "Publish now" }).click();
  await page.getByText(/^Published by/).waitFor();

  await page.goto(`${address}/admin/content/emails/order-placed`);
  await page.fill("[name=heading]", "Woven for you in Kutch");
  await page.getByRole("button", { name: "Publish now" }).click();
  await page.getByText(/^Published by/).waitFor();

  await openProduct(page);
  const main = page.locator("main");
  await main.filter({ hasText: /₹1,169\s*MRP\s*₹1,299\s*10% off/ }).waitFor();
  await main.filter({ hasText: /Weave\s*Khadi/ }).waitFor();
  const button = page.locator("main .btn-primary").first();
  expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe("rgb(122, 31, 61)");
  await orderIt(page);
  await eventually(() => expect(mails.join()).toContain("Woven for you in Kutch"));

  await page.goto(`${address}/admin/books`);
  await main.filter({ hasText: "₹1,299" }).waitFor();
});
