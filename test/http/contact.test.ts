import { afterAll, beforeAll, expect, test } from "vitest";
import { insertSeller } from "../../demo/seed/seller.server.ts";
import { type Ask, asking, posted } from "../support/ask.server.ts";
import { hostileTexts, pageFacts, readPage } from "../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";
import { aShopper } from "../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop();
  await insertSeller(shop.services.db);
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

const good = { name: "Asha Rao", email: "asha@example.com", topic: "orders", message: "Where is my order?" };

async function mailsSent() {
  await shop.runDue();
  return shop.sentMail();
}

test("the page shows the hours and the grievance officer, no unset numbers, and loads no map yet", async () => {
  const page = await readPage(ask, "/contact");
  expect(page.status).toBe(200);
  for (const words of [
    "Open now",
    "Monday to Saturday 10:00 am to 7:00 pm",
    "Sunday Closed",
    "Grievance officer",
    "48 hours",
    "Show the map",
  ])
    expect(page.text).toContain(words);
  expect(page.html).not.toContain("<iframe");
  expect(page.html).not.toContain("wa.me");
  // Numbers that are not set are left out.
  for (const words of ["WhatsApp", "00000 00000", "set in Settings"]) expect(page.text).not.toContain(words);
  expect(pageFacts(page)).toMatchObject({ headings: 1, canonical: "http://shop.test/contact" });
});

test("without scripts, the map's button shows the map and does not validate the form", async () => {
  const page = await readPage(ask, "/contact", posted({ show: "map" }));
  expect(page.status).toBe(200);
  expect(page.html).toContain('src="https://www.openstreetmap.org/export/embed.html?bbox=');
  expect(page.html).not.toContain('aria-invalid="true"');
});

test("on Sunday the page says that the shop is closed", async () => {
  const before = shop.clock.now();
  shop.clock.set("2026-11-22T06:30:00Z");
  expect((await readPage(ask, "/contact")).text).toContain("Closed now");
  shop.clock.set(before);
});

test("without scripts, a message gets a ticket number and is mailed to the shop and the sender", async () => {
  const answer = await ask("/contact", posted(good));
  expect(answer.status).toBe(303);
  const address = answer.headers.get("Location") ?? "";
  expect(address).toMatch(/^\/contact\?sent=T-\d+$/);
  const page = await readPage(ask, address);
  expect(page.text).toContain("Message sent");
  expect(page.text).toContain(`Your ticket number is ${address.split("=")[1]}`);
  const [toShop, toSender] = await mailsSent();
  expect(toShop).toMatchObject({ to: "hello@campusstyle.example", replyTo: "asha@example.com" });
  expect(toSender?.to).toBe("asha@example.com");
});

test("an invalid message shows each error and keeps what was typed", async () => {
  const page = await readPage(
    ask,
    "/contact",
    posted({ ...good, email: "asha@", topic: "", message: "too short" }),
  );
  expect(page.status).toBe(400);
  for (const words of [
    "Please enter a complete email address",
    "Please choose what it is about.",
    "Please write at least 10 characters.",
  ])
    expect(page.text).toContain(words);
  expect(page.html).toContain('value="Asha Rao"');
  expect(page.html).toContain('value="asha@"');
  expect(page.html).toContain("too short</textarea>");
  expect(page.html.match(/aria-invalid="true"/g)).toHaveLength(3);
});

test("the form knows the name and the email of who is signed in", async () => {
  const asha = await aShopper(shop, { name: "Asha Prefilled" });
  const mine = await (await ask("/contact", { as: asha })).text();
  expect(mine).toContain('value="Asha Prefilled"');
  expect(mine).toContain(`value="${asha.email}"`);
  expect(await (await ask("/contact")).text()).not.toContain("Prefilled");
});

test("a bot that fills in the hidden field is thanked, but no mail is sent", async () => {
  const before = (await mailsSent()).length;
  const answer = await ask("/contact", posted({ ...good, website: "https://spam.example" }));
  expect(answer.status).toBe(303);
  expect((await mailsSent()).length).toBe(before);
});

test("the sixth message in an hour is refused and its text is kept in the form", async () => {
  const many = { ...good, email: "many@example.com", message: "This is what I wrote." };
  for (let sent = 0; sent < 5; sent++) expect((await ask("/contact", posted(many))).status).toBe(303);
  const page = await readPage(ask, "/contact", posted(many));
  expect(page.status).toBe(429);
  expect(page.text).toContain("That is a lot of messages");
  expect(page.html).toContain("This is what I wrote.</textarea>");
});

const cases = hostileTexts.flatMap((text) =>
  (["name", "email", "topic", "message"] as const).map((field) => [field, text]),
);
test.each(cases)("hostile text in %s is refused or escaped, without a 5xx", async (field, text) => {
  const email = `${crypto.randomUUID()}@example.com`;
  const page = await readPage(ask, "/contact", posted({ ...good, email, [field ?? ""]: text ?? "" }));
  expect(page.status).toBeLessThan(500);
  expect(page.html).not.toContain("<script>alert(1)");
  expect(page.html).not.toMatch(/value='[^>]*onfocus/);
  for (const { to, subject, replyTo } of await mailsSent())
    expect(`${to}${subject}${replyTo ?? ""}`).not.toMatch(/[\r\n\0]|all@example/);
});

test.each([
  ["no body", { method: "POST", headers: { Origin: "http://shop.test" } }],
  [
    "JSON",
    {
      method: "POST",
      body: "{}",
      headers: { "Content-Type": "application/json", Origin: "http://shop.test" },
    },
  ],
  [
    "a broken multipart body",
    {
      method: "POST",
      body: "--x\r\nnonsense",
      headers: { "Content-Type": "multipart/form-data; boundary=x", Origin: "http://shop.test" },
    },
  ],
])("%s instead of a form answers 400", async (_name, init) => {
  expect((await ask("/contact", init)).status).toBe(400);
});

test("a form that is too large answers 413", async () => {
  expect((await ask("/contact", posted({ ...good, message: "a".repeat(200_000) }))).status).toBe(413);
});

test("another site cannot send the form", async () => {
  const before = (await mailsSent()).length;
  const init = posted({ ...good, email: "csrf@example.com" });
  const answer = await ask("/contact", {
    ...init,
    headers: { ...init.headers, Origin: "https://evil.example" },
  });
  expect([400, 403]).toContain(answer.status);
  expect((await mailsSent()).length).toBe(before);
});

test("an invalid ticket number in the address is not shown", async () => {
  const page = await readPage(ask, `/contact?sent=${encodeURIComponent("<b>T-1001")}`);
  expect(page.status).toBe(200);
  expect(page.text).not.toContain("Message sent");
});
