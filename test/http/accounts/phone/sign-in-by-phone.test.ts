import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { messagingThrough } from "../../../../platform/messaging/messaging.server.ts";
import { asking, posted, textOf } from "../../../support/ask.server.ts";
import { testShop } from "../../../support/test-shop.server.ts";
import { cookiesOf, phoneVisits } from "./phone-visits.ts";

const shop = await testShop();
const ask = await asking(shop.services);
afterAll(() => shop.dispose());
const { askCode, codeTo, enter, isIn, messages, run, signIn, usersWith, waitForNext, wordsOf } = phoneVisits(
  shop,
  ask,
);
/** Resets the rate limits, so that no test uses up those of another. */
beforeEach(() => run(sql`delete from rate_limit`));

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("one field and one code", () => {
  test("a new number creates an account, and the same number later signs in to it", async () => {
    const asked = await askCode("098765 43210");
    expect(asked.headers.get("Location")).toBe("/auth?tab=phone&next=%2Ffaq");
    const page = await (await ask("/auth?tab=phone&next=%2Ffaq", { as: cookiesOf(asked) })).text();
    expect(textOf(page)).toContain("We have sent a code to 98765 43210 by SMS.");
    expect(textOf(page)).toMatch(/you can ask for another code in (29|30) seconds/);
    expect(page).toMatch(/autocomplete="one-time-code"/i);
    expect(page).toMatch(/inputmode="numeric"/i);
    const text = (await messages())[0]?.text ?? "";
    expect(text).toMatch(/^\d{6} is your code for .+\n\n@shop\.test #\d{6}$/s);
    expect(text.slice(0, 6)).toBe(text.slice(-6));

    const entered = await enter(
      "+919876543210",
      ` ${(await codeTo("+919876543210")).replace(/^.../, "$& ")} `,
    );
    expect(entered.headers.get("Location")).toBe("/faq");
    const me = cookiesOf(entered);
    expect(await isIn(me)).toBe(true);
    const greeting = await wordsOf(await ask("/faq", { as: me }));
    expect(greeting).toContain("Welcome! You have been logged in successfully");
    expect(await usersWith("+919876543210")).toMatchObject([{ name: "", email: null }]);

    const again = await wordsOf(await ask("/faq", { as: await signIn("9876543210") }));
    expect(again).toContain("Welcome back! You have been logged in successfully");
    expect(await usersWith("+919876543210")).toHaveLength(1);
  });

  test("the phone form comes before the others and keeps the number for correction", async () => {
    const asked = await askCode("9876500001");
    const page = await (await ask("/auth?next=%2Ffaq", { as: cookiesOf(asked) })).text();
    expect(page.indexOf("Mobile number")).toBeLessThan(page.indexOf("Continue with Google"));
    expect(page).toContain('value="98765 00001"');
  });

  test("a code works once, for its own number only, and not after it has expired", async () => {
    await askCode("9876500002");
    const code = await codeTo("+919876500002");
    expect((await enter("9876500003", code)).status).toBe(401);
    expect((await enter("9876500002", code)).status).toBe(303);
    const again = await enter("9876500002", code);
    expect(again.status).toBe(401);
    expect(await wordsOf(again)).toContain("This code does not work any more");

    await askCode("9876500004");
    await run(sql`update phone_code set expires_at = now() - interval '1 second'`);
    expect(await wordsOf(await enter("9876500004", await codeTo("+919876500004")))).toContain(
      "This code does not work any more",
    );
  });

  test("after five wrong attempts the right code is refused too", async () => {
    await askCode("9876500005");
    const code = await codeTo("+919876500005");
    for (let tries = 0; tries < 5; tries++)
      expect(await wordsOf(await enter("9876500005", wrong(code)))).toContain("This code is not right");
    expect((await enter("9876500005", code)).status).toBe(401);
    await waitForNext();
    await signIn("9876500005");
  });

  test("of two simultaneous requests with the right code, one signs in", async () => {
    await askCode("9876500006");
    const code = await codeTo("+919876500006");
    const both = await Promise.all([enter("9876500006", code), enter("9876500006", code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 401]);
    expect(await usersWith("+919876500006")).toHaveLength(1);
  });

  test("neither the number nor the code is stored in plain text", async () => {
    await askCode("9876500007");
    const { rows } = await run(sql`select * from phone_code`);
    expect(JSON.stringify(rows)).not.toMatch(/98765|\+91/);
    expect(JSON.stringify(rows)).not.toContain(await codeTo("+919876500007"));
  });

  test("a number that is not an Indian mobile is refused and gets no message", async () => {
    const before = (await messages()).length;
    for (const phone of ["", "12345", "+1 202 555 0100", "+971501234567"])
      expect((await askCode(phone)).status, phone).toBe(422);
    expect(await messages()).toHaveLength(before);
  });

  test("the code is sent by WhatsApp when requested", async () => {
    await askCode("9876500008", { channel: "whatsapp" });
    expect((await messages())[0]).toMatchObject({ to: "+919876500008", channel: "whatsapp" });
  });
});

test("a number with an account and one without get the same responses", async () => {
  await signIn("9876900001");
  await run(sql`delete from phone_code`);
  const seen = [];
  for (const phone of ["9876900001", "9876900002"]) {
    const asked = await askCode(phone);
    const refused = await enter(phone, wrong(await codeTo(`+91${phone}`)));
    seen.push({ status: asked.status, to: asked.headers.get("Location"), refused: refused.status });
  }
  expect(seen[0]).toEqual(seen[1]);
});

describe("limits", () => {
  test("a second request within half a minute sends no code, and the first code stays valid", async () => {
    await askCode("9876510001");
    const code = await codeTo("+919876510001");
    const count = (await messages()).length;
    expect((await askCode("9876510001")).status).toBe(303);
    expect(await messages()).toHaveLength(count);
    expect((await enter("9876510001", code)).status).toBe(303);
  });

  test("a number gets four codes in a quarter of an hour", async () => {
    for (let sent = 0; sent < 4; sent++) {
      expect((await askCode("9876510002")).status).toBe(303);
      await waitForNext();
    }
    const refused = await askCode("9876510002");
    expect(refused.status).toBe(429);
    expect(await wordsOf(refused)).toContain("Too many codes were asked for.");
  });

  test("a block of a thousand consecutive numbers gets ten codes an hour, from whatever clients", async () => {
    const at = (last: number, from: string) => {
      const form = posted({ intent: "ask-phone-code", phone: `9876520${String(last).padStart(3, "0")}` });
      return ask("/auth", { ...form, headers: { ...form.headers, "x-client-address": from } });
    };
    for (let sent = 0; sent < 10; sent++) expect((await at(sent, `198.51.100.${sent}`)).status).toBe(303);
    expect((await at(10, "198.51.100.10")).status).toBe(429);
    expect((await askCode("9876521000")).status).toBe(303);
  });

  test("a client gets twenty codes in an hour", async () => {
    const next = (index: number) => askCode(`98765${30 + index}000`);
    for (let sent = 0; sent < 20; sent++) expect((await next(sent)).status).toBe(303);
    expect((await next(20)).status).toBe(429);
  });

  test("the shop sends a limited number of codes a day", async () => {
    const { messaging } = shop.services;
    const usual = messaging.codesPerDay;
    messaging.codesPerDay = 2;
    try {
      for (const phone of ["9876600001", "9876700001"]) expect((await askCode(phone)).status).toBe(303);
      expect((await askCode("9876800001")).status).toBe(429);
    } finally {
      messaging.codesPerDay = usual;
    }
  });
});

test("without a provider there is no phone sign-in, and live mode has no page of demo messages", async () => {
  const { site, log } = shop.services;
  const none = { log, callingCodes: ["91"], codesPerDay: 10, staysHere: false };
  const live = await asking({
    ...shop.services,
    messaging: messagingThrough([], none),
    site: { ...site, mode: "live", publicUrl: "http://shop.test" },
  });
  expect(await wordsOf(await live("/auth"))).not.toContain("Mobile number");
  expect((await live("/dev/messages")).status).toBe(404);
  expect((await ask("/dev/messages")).status).toBe(200);
  const asked = await live("/auth", posted({ intent: "ask-phone-code", phone: "9877300001" }));
  expect(asked.status).toBe(503);
});
