import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking, posted } from "../support/ask.server.ts";
import { hostileTexts, pageFacts, readPage } from "../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

async function lastMail() {
  await shop.runDue();
  const mail = shop.sentMail().at(-1);
  if (!mail) throw new Error("no mail");
  return mail;
}

/** The path and query of the link in the newest mail. */
async function mailedLink(): Promise<string> {
  const address = (await lastMail()).text.match(/https?:\/\/\S+/)?.[0] ?? "";
  expect(address).toMatch(/^http:\/\/shop\.test\/newsletter\?/);
  return address.replace("http://shop.test", "");
}

/** The token of a link, as the button on its page sends it. */
const press = (link: string) => posted(Object.fromEntries(new URLSearchParams(link.split("?")[1])));

test("the page has the form, without scripts too", async () => {
  const page = await readPage(ask, "/newsletter");
  expect(page.status).toBe(200);
  expect(page.html).toMatch(
    /<form[^>]+method="post"[^>]*action="\/newsletter"|<form[^>]+action="\/newsletter"/,
  );
  expect(page.text).toContain("Subscribe");
  // How often is its owner's to say.
  expect(page.html).not.toContain("twice a month");
  expect(pageFacts(page)).toMatchObject({ headings: 1, canonical: "http://shop.test/newsletter" });
});

test("subscribe, confirm by a button and not by opening the link, unsubscribe", async () => {
  const asked = await readPage(ask, "/newsletter", posted({ email: "Asha@Example.com" }));
  expect(asked.status).toBe(200);
  expect(asked.text).toContain("Almost there");
  expect((await lastMail()).to).toBe("asha@example.com");
  const confirm = await mailedLink();
  for (let scanner = 0; scanner < 3; scanner++) {
    const opened = await readPage(ask, confirm);
    expect(opened.text).toContain("Confirm your email address?");
    expect(opened.html).toContain('name="robots" content="noindex"');
  }
  expect((await readPage(ask, "/newsletter", press(confirm))).text).toContain("You are subscribed");
  expect((await readPage(ask, confirm)).text).toContain("Already confirmed");
  const leave = await mailedLink();
  expect((await readPage(ask, leave)).text).toContain("Unsubscribe?");
  expect((await readPage(ask, "/newsletter", press(leave))).text).toContain("You have unsubscribed");
  expect((await readPage(ask, leave)).text).toContain("Already unsubscribed");
});

test("the response is the same whether an address is known or not", async () => {
  const known = "known@example.com";
  await ask("/newsletter", posted({ email: known }));
  await ask("/newsletter", press(await mailedLink()));
  const answers = await Promise.all(
    [known, "fresh@example.com"].map((email) => readPage(ask, "/newsletter", posted({ email }))),
  );
  const [first, second] = answers.map(({ status, text }) => ({ status, text }));
  expect(first).toEqual(second);
});

test("an expired link and an unknown one show an error", async () => {
  await ask("/newsletter", posted({ email: "late@example.com" }));
  const link = await mailedLink();
  const before = shop.clock.now();
  shop.clock.forward(48 * 3_600_000);
  expect((await readPage(ask, link)).text).toContain("This link has expired");
  expect((await readPage(ask, "/newsletter", press(link))).text).toContain("This link has expired");
  shop.clock.set(before);
  for (const path of [
    "?confirm=nope",
    "?leave=nope",
    "?confirm=",
    "?confirm=%00",
    `?leave=${"x".repeat(5_000)}`,
  ])
    expect((await readPage(ask, `/newsletter${path}`)).text).toContain("This link does not work");
});

test("an invalid address shows an error and stays in the field", async () => {
  const page = await readPage(ask, "/newsletter", posted({ email: "asha@" }));
  expect(page.status).toBe(400);
  expect(page.text).toContain("Please enter a complete email address");
  expect(page.html).toContain('value="asha@"');
});

test.each(hostileTexts)("hostile text %# as an address is refused as invalid", async (email) => {
  await shop.runDue();
  const mails = shop.sentMail().length;
  const page = await readPage(ask, "/newsletter", posted({ email }));
  expect(page.status).toBe(400);
  expect(page.html).not.toContain("<script>alert(1)");
  await shop.runDue();
  expect(shop.sentMail()).toHaveLength(mails);
});

test("a bot that fills in the hidden field gets the same response and no mail", async () => {
  await shop.runDue();
  const mails = shop.sentMail().length;
  const page = await readPage(ask, "/newsletter", posted({ email: "bot@example.com", website: "x" }));
  expect(page.text).toContain("Almost there");
  await shop.runDue();
  expect(shop.sentMail()).toHaveLength(mails);
});

test("another site can neither subscribe nor confirm", async () => {
  for (const fields of [{ email: "csrf@example.com" }, { confirm: "x" }]) {
    const init = posted(fields);
    const answer = await ask("/newsletter", {
      ...init,
      headers: { ...init.headers, Origin: "https://evil.example" },
    });
    expect([400, 403]).toContain(answer.status);
  }
});
