import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { keptMessages } from "../../../../demo/messages.server.ts";
import { type Ask, posted, textOf } from "../../../support/ask.server.ts";
import type { TestShop } from "../../../support/test-shop.server.ts";

/** Visits of somebody who signs in by phone, with the messages that the test shop keeps. */
export function phoneVisits(shop: TestShop, ask: Ask) {
  const run = (query: ReturnType<typeof sql>) => shop.services.db.execute(query);
  const post = (path: string, fields: Record<string, string>, as?: { cookie: string }) =>
    ask(path, { ...posted(fields), as });
  const messages = async () => await keptMessages(shop.services);
  /** The code of the newest message to a number, however it is written. */
  async function codeTo(phone: string): Promise<string> {
    const message = (await messages()).find(({ to }) => to.endsWith(phone.replace(/\s/g, "").slice(-10)));
    return /^\d{6}/.exec(message?.text ?? "")?.[0] ?? "none";
  }
  const askCode = (phone: string, more: Record<string, string> = {}) =>
    post("/auth?next=%2Ffaq", { intent: "ask-phone-code", phone, ...more });
  const enter = (phone: string, code: string, as?: { cookie: string }) =>
    post("/auth?tab=phone&next=%2Ffaq", { intent: "enter-phone-code", phone, code }, as);
  return {
    run,
    post,
    messages,
    codeTo,
    askCode,
    enter,
    wordsOf: async (answer: Response) => textOf(await answer.text()),
    isIn: async (as: { cookie: string }) => (await ask("/auth", { as })).status === 303,
    /** Lets the half minute between two codes pass. */
    waitForNext: () => run(sql`update phone_code set sent_at = sent_at - interval '31 seconds'`),
    async signIn(phone: string) {
      await askCode(phone);
      const entered = await enter(phone, await codeTo(phone));
      expect(entered.headers.get("Location")).toBe("/faq");
      return cookiesOf(entered);
    },
    async usersWith(phone: string) {
      const { rows } = await run(sql`select id, name, email from users where verified_phone = ${phone}`);
      return rows;
    },
    /** Verifies a number in the profile of somebody who has just logged in. */
    async prove(person: { cookie: string }, phone: string) {
      const asked = await post("/profile?tab=security", { intent: "phone-ask", phone }, person);
      expect(asked.headers.get("Location")).toBe("/profile?tab=security&phone=code");
      const fields = { intent: "phone-prove", phone, code: await codeTo(phone) };
      return post("/profile?tab=security&phone=code", fields, person);
    },
  };
}

/** The cookies that a browser would send next: those that a response sets, without those it deletes. */
export function cookiesOf(answer: Response) {
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0] ?? "")
      .filter((cookie) => !cookie.endsWith("="))
      .join("; "),
  };
}
