import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { confirmSubscription, leaveNewsletter, linkState } from "./follow-link.server.ts";
import type { NewsletterSender } from "./newsletter.ts";
import { subscribe } from "./subscribe.server.ts";

const minute = 60_000;
const sender: NewsletterSender = {
  shopName: "Campus Style",
  origin: "https://shop.test",
  linkWith: (purpose, token) => `https://shop.test/newsletter?${purpose}=${token}`,
};

let shop: TestShop;
beforeEach(async () => {
  shop = await testShop();
});
afterEach(() => shop.dispose());

const ask = (email = "asha@example.com") => subscribe(shop.services, sender, email);

/** The token in the newest mail. */
async function mailed(purpose: "confirm" | "leave"): Promise<string> {
  await shop.runDue();
  const token = shop
    .sentMail()
    .at(-1)
    ?.text.match(new RegExp(`${purpose}=(\\S+)`))?.[1];
  if (!token) throw new Error(`no ${purpose} link was mailed`);
  return token;
}

async function mails(): Promise<number> {
  await shop.runDue();
  return shop.sentMail().length;
}

test("an address can subscribe, confirm, unsubscribe and subscribe again", async () => {
  expect(await ask(" Asha@Example.com ")).toEqual({ ok: true, value: undefined });
  const confirm = await mailed("confirm");
  expect(shop.sentMail().at(-1)?.to).toBe("asha@example.com");
  expect(await linkState(shop.services, "confirm", confirm)).toBe("open");
  expect(await confirmSubscription(shop.services, sender, confirm)).toBe("done");
  expect(await confirmSubscription(shop.services, sender, confirm)).toBe("already");
  const leave = await mailed("leave");
  expect(await mails()).toBe(2);
  expect(await leaveNewsletter(shop.services, leave)).toBe("done");
  expect(await leaveNewsletter(shop.services, leave)).toBe("already");
  expect(await linkState(shop.services, "confirm", confirm)).toBe("expired");
  shop.clock.forward(11 * minute);
  await ask();
  expect(await confirmSubscription(shop.services, sender, await mailed("confirm"))).toBe("done");
});

test("one confirmation email is sent in ten minutes, also for twenty concurrent requests", async () => {
  await Promise.all(Array.from({ length: 20 }, () => ask()));
  expect(await mails()).toBe(1);
  shop.clock.forward(9 * minute);
  await ask();
  expect(await mails()).toBe(1);
  shop.clock.forward(2 * minute);
  await ask();
  expect(await mails()).toBe(2);
});

test("a request for a confirmed subscriber gets the same response and sends no email", async () => {
  const first = await ask();
  await confirmSubscription(shop.services, sender, await mailed("confirm"));
  const before = await mails();
  shop.clock.forward(60 * minute);
  expect(await ask()).toEqual(first);
  expect(await mails()).toBe(before);
});

test("a confirmation link works for 48 hours, and concurrent clicks send one welcome email", async () => {
  await ask();
  const token = await mailed("confirm");
  shop.clock.forward(48 * 60 * minute - 1);
  expect(await linkState(shop.services, "confirm", token)).toBe("open");
  shop.clock.forward(1);
  expect(await linkState(shop.services, "confirm", token)).toBe("expired");
  expect(await confirmSubscription(shop.services, sender, token)).toBe("expired");
  await ask();
  const again = await mailed("confirm");
  const clicks = await Promise.all([1, 2, 3].map(() => confirmSubscription(shop.services, sender, again)));
  expect(clicks.toSorted()).toEqual(["already", "already", "done"]);
  expect(await mails()).toBe(3);
});

test("a token works only for its own purpose, and an unknown token is refused", async () => {
  await ask();
  const token = await mailed("confirm");
  expect(await leaveNewsletter(shop.services, token)).toBe("unknown");
  for (const text of ["", "x", "\0", "'; drop table newsletter_link", "x".repeat(10_000)]) {
    expect(await linkState(shop.services, "confirm", text)).toBe("unknown");
  }
});

test("the database does not store a token itself", async () => {
  await ask();
  const token = await mailed("confirm");
  const { rows } = await shop.services.db.execute(
    sql`select row_to_json(l)::text as row from newsletter_link l`,
  );
  expect(JSON.stringify(rows)).not.toContain(token);
});

test.each(["", "asha", "asha@", "a@b@c.in", "asha@example.com\nBcc: x@example.com", "a\0@example.com"])(
  "%j is refused as an email address",
  async (email) => {
    expect(await ask(email)).toEqual({ ok: false, refused: "email-invalid" });
    expect(await mails()).toBe(0);
  },
);
