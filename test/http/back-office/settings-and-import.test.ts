import { afterAll, beforeAll, expect, test } from "vitest";
import { textOf } from "../../support/ask.server.ts";
import { type ServedShop, serveShop } from "../../support/served-shop.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let served: ServedShop;
let admin: Person;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  served = await serveShop(shop);
  admin = await anAdmin(shop);
});
afterAll(async () => {
  await served.close();
  await shop.dispose();
});

const ask = (path: string, cookie: string, body?: FormData | URLSearchParams) =>
  fetch(`${served.address}${path}`, {
    redirect: "manual",
    headers: { Cookie: cookie, Origin: served.address },
    ...(body && { method: "POST", body }),
  });

const places: [string, string][] = [
  ["/admin/settings", "Shop name"],
  ["/admin/settings?part=policy", "No cash on delivery at PIN codes"],
  ["/admin/settings?part=contact", "WhatsApp number for orders"],
  ["/admin/settings?part=legal", "GSTIN"],
  ["/admin/settings?part=messages", "Shipped: WhatsApp template"],
  ["/admin/settings?part=founders", "Founder, Product"],
  ["/admin/content/home", "Happy Students"],
  ["/admin/offers", "New offer"],
  ["/admin/offers/new", "Percent off the MRP"],
  ["/admin/coupons", "New coupon"],
  ["/admin/coupons/new", "Only for a first order"],
  ["/admin/reviews", "Hide review"],
  ["/admin/messages", "Export newsletter subscribers"],
  ["/admin/searches", "Found nothing"],
  ["/admin/import", "Pictures in a ZIP"],
  ["/admin/export/products.csv", "Slug,Name,Brand"],
  ["/admin/export/template.csv", "Slug,Name,Brand"],
  ["/admin/export/subscribers.csv", "Email,Confirmed"],
];

test.each(places)("%s opens for an admin and redirects a guest to sign in", async (path, words) => {
  const answer = await ask(path, admin.cookie);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(words)]);
  const guest = await ask(path, "");
  expect([guest.status, guest.headers.get("Location")]).toEqual([302, expect.stringContaining("/auth")]);
});

test("a setting saved without scripts shows in the shop; a second admin's stale form is shown both values", async () => {
  const page = await (await ask("/admin/settings?part=shop", admin.cookie)).text();
  const version = /name="version" value="([^"]*)"/.exec(page)?.[1] ?? "";
  const body = (title: string) =>
    new URLSearchParams({
      version,
      shopName: "Campus Style",
      tagline: title,
      description: "Hello",
    });
  expect((await ask("/admin/settings?part=shop", admin.cookie, body("Hostel Style"))).status).toBe(303);
  const home = await (await ask("/", "")).text();
  expect(home).toContain("<h1>Hostel Style</h1>");
  const second = await ask("/admin/settings?part=shop", admin.cookie, body("Library Style"));
  const words = await second.text();
  expect(second.status).toBe(409);
  expect(words).toContain("Somebody else has changed this in the meantime");
  expect(words).toContain('value="Library Style"');
  expect(words).toContain("Saved meanwhile: Hostel Style");
});

test("a Shopify file is checked, shown with its errors, and imported into the shop", async () => {
  const form = new FormData();
  const csv =
    "Handle,Title,Vendor,Type,Published,Variant SKU,Variant Price,Variant Inventory Qty\nhostel-mug,Hostel Mug,Loom,,TRUE,MUG-1,249,7\nbroken,Broken,Loom,,TRUE,MUG-2,much,7\n";
  form.set("file", new File([csv], "mugs.csv", { type: "text/csv" }));
  form.set("name", "Mugs");
  const sent = await ask("/admin/import", admin.cookie, form);
  expect(sent.status).toBe(303);
  const run = sent.headers.get("Location") ?? "";
  const shown = await (await ask(run, admin.cookie)).text();
  expect(shown).toContain("Variant Price");
  expect(shown).toContain("Enter an amount in rupees above 0.");
  expect((await ask(run, admin.cookie, new URLSearchParams())).status).toBe(303);
  await shop.runDue();
  expect((await ask("/product/hostel-mug", "")).status).toBe(200);
});

test("a file that is not a ZIP is refused with a message", async () => {
  const form = new FormData();
  form.set("pictures", new File(["<svg onload=alert(1)>"], "a.zip"));
  const answer = await ask("/admin/import", admin.cookie, form);
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining("The ZIP file is damaged"),
  ]);
});

/** Sends a spreadsheet of an own price list, with what was chosen of its columns. */
async function sendSheet(csv: string, chosen: Record<string, string> = {}) {
  const form = new FormData();
  form.set("file", new File([csv], "price-list.csv", { type: "text/csv" }));
  for (const [at, [heading, column]] of Object.entries(chosen).entries()) {
    form.set(`heading.${at}`, heading);
    form.set(`column.${at}`, column);
  }
  const answer = await ask("/admin/import", admin.cookie, form);
  return { status: answer.status, location: answer.headers.get("Location") ?? "", html: await answer.text() };
}

test("a spreadsheet with headings of its own is asked which column is what, once", async () => {
  const bell = `Brass Bell ${crypto.randomUUID().slice(0, 8)}`;
  const sheet = (name: string) =>
    `Item name,Selling price,Qty,Shade,Godown\n${name},499,3,Red,A4\n${name},499,5,Black,A4\n`;
  const asked = await sendSheet(sheet(bell));
  expect(asked.status).toBe(400);
  const words = textOf(asked.html);
  for (const said of ["Which column is what?", "Item name", `Such as: ${bell}`, "Godown", "Leave it out"])
    expect(words).toContain(said);
  const guessed = [...asked.html.matchAll(/<option value="([^"]*)" selected="">/g)].map(([, value]) => value);
  expect(guessed.slice(-5)).toEqual(["Name", "Price", "Stock", "Colour", ""]);
  const twice = await sendSheet(sheet(bell), { "Item name": "Name", "Selling price": "Name" });
  expect([twice.status, textOf(twice.html)]).toEqual([
    400,
    expect.stringContaining("Two columns are “Name”."),
  ]);
  const nameless = await sendSheet(sheet(bell), {
    "Item name": "",
    "Selling price": "Price",
    Qty: "Stock",
    Shade: "Colour",
    Godown: "",
  });
  expect(textOf(nameless.html)).toContain("Choose the column with the names of the products.");

  const chosen = { "Item name": "Name", "Selling price": "Price", Qty: "Stock", Shade: "Colour", Godown: "" };
  const checked = await sendSheet(sheet(bell), chosen);
  expect(checked.status).toBe(303);
  const run = textOf(await (await ask(checked.location, admin.cookie)).text());
  expect(run).toContain("1 new, 0 would be updated.");
  await ask(checked.location, admin.cookie, new URLSearchParams());
  await shop.runDue();
  const slug = bell.toLowerCase().replaceAll(" ", "-");
  const listed = await (await ask("/admin/export/products.csv", admin.cookie)).text();
  const rows = listed.split("\r\n").filter((row) => row.startsWith(slug));
  expect(rows.map((row) => /,(Red|Black),.*,(3|5),/.exec(row)?.slice(1))).toEqual([
    ["Red", "3"],
    ["Black", "5"],
  ]);

  // The next file of this kind asks nothing, until somebody wants it to.
  expect((await sendSheet(sheet(`${bell} Small`))).status).toBe(303);
  expect(textOf(await (await ask("/admin/import", admin.cookie)).text())).toContain("“qty”: Stock");
  const forgot = new URLSearchParams({ intent: "forget", heading: "qty" });
  expect((await ask("/admin/import", admin.cookie, forgot)).status).toBe(303);
  expect((await sendSheet(sheet(bell))).status).toBe(400);
});
