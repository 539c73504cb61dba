import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { placeOrder } from "../../../shop/checkout/place-order.server.ts";
import { dayInIndia } from "../../../shop/dates.ts";
import { issuedDocuments } from "../../../shop/invoices/order-document.server.ts";
import { changeOrderStatus } from "../../../shop/orders/change-order.server.ts";
import { finalizeRefund, startRefund } from "../../../shop/payments/refunds.server.ts";
import { invalidateSettings } from "../../../shop/settings/settings.server.ts";
import { defaultSettings } from "../../../shop/settings/settings.ts";
import { someStaff } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf as textIn } from "../../support/ask.server.ts";
import { aShirt, checkoutDetails, putInCart } from "../../support/orders.server.ts";
import { pagesOf } from "../../support/readers/pdf-reader.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let asha: Person;
let other: Person;
let admin: Person;

beforeAll(async () => {
  shop = await testShop({ seed: true });
  // Documents are dated by the database, "this month" is that of the shop's clock.
  shop.clock.set(new Date());
  ask = await asking(shop.services);
  [asha, other, admin] = await Promise.all([aShopper(shop), aShopper(shop), anAdmin(shop)]);
  const legal = { ...defaultSettings.legal, gstin: "29AAACC1234D1Z5" };
  await shop.services.db.execute(
    sql`insert into setting (key, value) values ('legal', ${JSON.stringify(legal)}::jsonb)
      on conflict (key) do update set value = excluded.value`,
  );
  invalidateSettings(shop.services);
});
afterAll(() => shop.dispose());

/** An order of one shirt by Asha: placed, shipped or delivered. */
async function anOrder(status?: "shipped" | "delivered"): Promise<string> {
  await putInCart(shop, asha, await aShirt(shop, { name: "Checked Shirt" }));
  const details = checkoutDetails();
  const placed = await placeOrder(shop.services, asha, details);
  if (!placed.ok) throw new Error(placed.refused);
  if (status) await changeOrderStatus(shop.services, placed.value.id, { to: status, actor: someStaff });
  return placed.value.id;
}

const open = (path: string, as?: Person) => ask(path, { as });
const textOf = async (answer: Response) =>
  (await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join(" ");

test("a shipped order has its tax invoice, for its customer and for staff", async () => {
  const id = await anOrder("shipped");
  for (const person of [asha, admin]) {
    const answer = await open(`/orders/${id}/document.pdf`, person);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("application/pdf");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("Content-Disposition")).toMatch(
      /^inline; filename="tax-invoice-INV-\d{4}-\d{6}\.pdf"$/,
    );
    const text = await textOf(answer);
    for (const words of ["Tax invoice", "29AAACC1234D1Z5", "6205", "Checked Shirt", "Asha Rao", "₹499.00"])
      expect(text).toContain(words);
  }
});

test("a business gives its GSTIN at the checkout and is named in the tax invoice", async () => {
  await putInCart(shop, asha, await aShirt(shop));
  const page = await (await ask("/checkout", { as: asha })).text();
  expect(page).toContain("Buying for a business?");
  const { address } = checkoutDetails();
  const form = { ...address, phone: "98765 43210", method: "cod", intent: "place", key: randomUUID() };
  const business = { companyName: "Tata Uniforms & Sons", buyerGstin: "29aabct 1332 l1za" };
  const sent = (typed: object) =>
    ask("/checkout", { ...posted({ ...form, ...business, ...typed }), as: asha });
  for (const [buyerGstin, says] of [
    ["29AABCT1332L1Z5", "This is not a GSTIN"],
    ["32AABCT1332L1ZN", "registered in Kerala, and the parcel goes to Karnataka"],
    ["", "Enter the GSTIN, or leave both fields empty"],
  ] as const) {
    const refused = await sent({ buyerGstin });
    const text = await refused.text();
    expect([refused.status, text.includes(says)]).toEqual([422, true]);
    expect(text).toContain('value="Tata Uniforms &amp; Sons"');
  }
  const placed = await sent({});
  const id = placed.headers.get("Location")?.split("/").at(-1) ?? "";
  const confirmation = await (await ask(`/order-confirmation/${id}`, { as: asha })).text();
  expect(confirmation).toContain("29AABCT1332L1ZA");
  // The same submission of a private person is another one.
  const again = await sent({ companyName: "", buyerGstin: "" });
  expect(again.headers.get("Location")).toBe("/cart");
  await changeOrderStatus(shop.services, id, { to: "shipped", actor: someStaff });
  const invoice = await textOf(await open(`/orders/${id}/document.pdf`, asha));
  for (const words of ["Tata Uniforms & Sons", "GSTIN: 29AABCT1332L1ZA", address.name, "29AAACC1234D1Z5"])
    expect(invoice).toContain(words);
});

test("the owner's signature is on invoices from then on, and a file that is no picture is refused", async () => {
  const pdf = async (id: string) => {
    const answer = await open(`/orders/${id}/document.pdf`, asha);
    return Buffer.from(await answer.arrayBuffer()).toString("latin1");
  };
  const before = await anOrder("shipped");
  expect(await pdf(before)).not.toContain("/Subtype /Image");
  const upload = async (file: string | Uint8Array<ArrayBuffer>) => {
    const html = await (await open("/admin/taxes", admin)).text();
    const panel = html.slice(html.indexOf("Signature on invoices"));
    const body = new FormData();
    body.set("intent", "signature");
    body.set("version", /name="version" value="([^"]*)"/.exec(panel)?.[1] ?? "none");
    body.set("signature", new Blob([file]), "signature.svg");
    return ask("/admin/taxes", {
      method: "POST",
      headers: { Origin: "http://shop.test" },
      body,
      as: admin,
    });
  };
  const refused = await upload("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining("It was not taken: "),
  ]);
  const drawn = await upload(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 80"><path d="M10 60C60 0 90 90 290 20L288 26Z" fill="#112"/></svg>`,
  );
  expect(drawn.status).toBe(200);
  expect(await pdf(await anOrder("shipped"))).toContain("/Subtype /Image");
  expect(await pdf(before)).not.toContain("/Subtype /Image");
});

test("the books list a month's documents for staff who see tax, with registers and the return to download", async () => {
  await open(`/orders/${await anOrder("shipped")}/document.pdf`, asha);
  const screen = textIn(await (await open("/admin/books", admin)).text());
  expect(screen).toMatch(/Invoices and bills of supply [1-9]\d* ₹/);
  expect(screen).toMatch(/INV\/\d{4}\/000001 Tax invoice/);
  const tab = textIn(await (await open("/admin/books?tab=gstr1", admin)).text());
  expect(tab).toContain("7: other sales to consumers (b2cs) 1 row");
  const period = dayInIndia(shop.clock.now()).slice(0, 7);
  const load = (what: string, as = admin) => open(`/admin/books/download?period=${period}&what=${what}`, as);
  expect(await (await load("gstr1")).json()).toMatchObject({ gstin: "29AAACC1234D1Z5", hash: "hash" });
  expect((await load("gstr1")).headers.get("Content-Disposition")).toContain(
    "_R1_29AAACC1234D1Z5_offline.json",
  );
  expect(await (await load("invoices")).text()).toMatch(/INV\/\d{4}\/000001,/);
  expect((await load("toString")).status).toBe(404);
  expect((await load("gstr1", asha)).status).toBe(302);
  expect((await open("/admin/books/download?period=2026-77&what=lines", admin)).status).toBe(404);
});

test("before shipping the document is a receipt", async () => {
  const answer = await open(`/orders/${await anOrder()}/document.pdf`, asha);
  expect(answer.headers.get("Content-Disposition")).toContain("order-receipt-");
  expect(await textOf(answer)).toContain("not a tax invoice");
});

test("another customer's and unknown orders answer 404, and a guest is redirected to sign in", async () => {
  const id = await anOrder("shipped");
  expect((await open(`/orders/${id}/document.pdf`, other)).status).toBe(404);
  expect((await open(`/orders/${randomUUID()}/document.pdf`, admin)).status).toBe(404);
  expect((await open("/orders/nonsense/document.pdf", asha)).status).toBe(404);
  const led = await open(`/orders/${id}/document.pdf`);
  expect(led.headers.get("Location")).toMatch(/^\/auth\?next=/);
});

test("a completed refund has its credit note, under its own order only", async () => {
  const [id, another] = [await anOrder("delivered"), await anOrder("delivered")];
  await open(`/orders/${id}/document.pdf`, asha);
  const started = await startRefund(shop.services, id, {
    amount: 100_00,
    reason: "a stain",
    actor: someStaff,
  });
  if (!started.ok) throw new Error(started.refused);
  await finalizeRefund(shop.services, someStaff, started.value.refundId, "succeeded");
  await shop.runDue();
  const note = (await issuedDocuments(shop.services, id)).find(({ kind }) => kind === "credit-note");
  const path = `/orders/${id}/documents/${note?.slug}.pdf`;
  const text = await textOf(await open(path, asha));
  for (const words of ["Credit note", "a stain", "₹100.00"]) expect(text).toContain(words);
  expect((await open(path, other)).status).toBe(404);
  expect((await open(`/orders/${another}/documents/${note?.slug}.pdf`, asha)).status).toBe(404);
  expect((await open(`/orders/${id}/documents/nonsense.pdf`, asha)).status).toBe(404);
});

test("letters that numbers of the other kind have used are refused, since a number is given once", async () => {
  await anOrder("shipped");
  const path = "/admin/settings?part=legal";
  const html = await (await open(path, admin)).text();
  const shown = [
    ...html.matchAll(/<input[^>]*name="((?:legal|invoices|version)[^"]*)"[^>]*value="([^"]*)"/g),
  ];
  const shownFields = Object.fromEntries(shown.map(([, name = "", value = ""]) => [name, value]));
  const fields = { ...shownFields, "legal.gstin": "29AAGCB7383J1Z4" };
  const save = (letters: Record<string, string>) =>
    ask(path, { ...posted({ ...fields, ...letters }), as: admin });
  const swapped = await save({ "invoices.prefix": "CN", "invoices.creditPrefix": "INV" });
  const words = await swapped.text();
  expect([swapped.status, words]).toEqual([
    400,
    expect.stringContaining("Invoices have used these letters."),
  ]);
  expect((await save({ "invoices.prefix": "NK", "invoices.creditPrefix": "NC" })).status).toBe(303);
  const answer = await open(`/orders/${await anOrder("shipped")}/document.pdf`, admin);
  expect(answer.headers.get("Content-Disposition")).toMatch(/tax-invoice-NK-\d{4}-000\d{3}\.pdf/);
});
