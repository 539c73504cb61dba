import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { appCode } from "../../../support/app-code.server.ts";
import { asking } from "../../../support/ask.server.ts";
import { eventually } from "../../../support/eventually.ts";
import { aShirt, putInCart } from "../../../support/orders.server.ts";
import { testShop } from "../../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../../support/users.server.ts";
import { cookiesOf, phoneVisits } from "./phone-visits.ts";

const shop = await testShop();
const ask = await asking(shop.services);
afterAll(() => shop.dispose());
const { askCode, codeTo, enter, isIn, messages, post, prove, run, signIn, usersWith, wordsOf } = phoneVisits(
  shop,
  ask,
);
/** Resets the rate limits, so that no test uses up those of another. */
beforeEach(() => run(sql`delete from rate_limit`));

test("staff who sign in by phone code are asked for their second factor too", async () => {
  const admin = await anAdmin(shop);
  const uri = await withApp(admin);
  await prove(admin, "9877000001");
  await run(sql`delete from phone_code`);
  await askCode("9877000001");
  const half = await enter("9877000001", await codeTo("+919877000001"));
  expect(half.headers.get("Location")).toBe("/auth?tab=second-factor&next=%2Ffaq");
  const me = cookiesOf(half);
  expect(await isIn(me)).toBe(false);
  const inside = await post(
    "/auth?tab=second-factor&next=%2Fadmin",
    { intent: "second-factor", code: appCode(uri, 1) },
    me,
  );
  expect(inside.headers.get("Location")).toBe("/admin");
});

/** Sets up an authenticator app; the person continues in the new session. */
async function withApp(person: Person): Promise<string> {
  const { identity } = shop.services;
  const caller = { origin: "http://shop.test", clientAddress: "192.0.2.1", userAgent: "a test" };
  const begun = await identity.enrolSecondFactor({ ...caller, cookie: person.cookie }, person.password);
  if (!begun.ok) throw new Error(begun.refused);
  const code = appCode(begun.value.uri);
  const confirmed = await identity.confirmSecondFactor({ ...caller, cookie: person.cookie }, code);
  if (!confirmed.ok) throw new Error(confirmed.refused);
  person.cookie = confirmed.value.map((cookie) => cookie.split(";")[0]).join("; ");
  return begun.value.uri;
}

test("a banned account cannot sign in by its number", async () => {
  await signIn("9877000002");
  await run(sql`update users set banned_at = now() where verified_phone = '+919877000002'`);
  await askCode("9877000002");
  const refused = await enter("9877000002", await codeTo("+919877000002"));
  expect(refused.status).toBe(401);
});

describe("the phone number of an account with an email address", () => {
  test("an unverified number in a profile signs in to a new account, not to that one", async () => {
    const asha = await aShopper(shop);
    await run(sql`update profile set phone = '+919877100001' where user_id = ${asha.id}`);
    await signIn("9877100001");
    const [made] = await usersWith("+919877100001");
    expect(made?.id).not.toBe(asha.id);
  });

  test("verified in the profile it signs in to the account; the owner is notified and may remove it", async () => {
    const asha = await aShopper(shop);
    const done = await prove(asha, "98771 00002");
    expect(done.headers.get("Location")).toBe("/profile?tab=security");
    await shop.runDue();
    expect(shop.sentMail().at(-1)).toMatchObject({
      to: asha.email,
      subject: "You can log in with a mobile number now",
    });
    const me = await signIn("9877100002");
    expect(await wordsOf(await ask("/profile", { as: me }))).toContain(asha.email);
    expect(await wordsOf(await ask("/profile?tab=notifications", { as: me }))).toContain(
      "You can log in with your mobile number now",
    );
    expect(await wordsOf(await ask("/profile?tab=security", { as: me }))).toContain(
      "A code to 98771 00002 logs you in.",
    );
    const removed = await post("/profile?tab=security", { intent: "phone-remove" }, me);
    expect(removed.status).toBe(303);
    expect(await usersWith("+919877100002")).toEqual([]);
  });

  test("verifying in an old session needs the password, and a sign-in code is not accepted for it", async () => {
    const asha = await aShopper(shop);
    await run(sql`update session set created_at = now() - interval '1 hour' where user_id = ${asha.id}`);
    const fields = { intent: "phone-ask", phone: "9877100003" };
    expect((await post("/profile?tab=security", fields, asha)).status).toBe(403);
    expect((await post("/profile?tab=security", { ...fields, password: "another" }, asha)).status).toBe(403);
    expect((await messages()).some(({ to }) => to === "+919877100003")).toBe(false);

    await askCode("9877100003");
    const code = await codeTo("+919877100003");
    const tried = await post("/profile?tab=security", { ...fields, intent: "phone-prove", code }, asha);
    expect(tried.status).toBe(422);

    await post("/profile?tab=security", { ...fields, password: asha.password }, asha);
    const proven = { ...fields, intent: "phone-prove", code: await codeTo("+919877100003") };
    expect((await post("/profile?tab=security", proven, asha)).status).toBe(303);
  });

  test("verified on another account it moves there, and the previous owner is notified", async () => {
    const [asha, ravi] = await Promise.all([aShopper(shop), aShopper(shop)]);
    await prove(asha, "9877100004");
    await run(sql`delete from phone_code`);
    expect((await prove(ravi, "9877100004")).status).toBe(303);
    expect(await usersWith("+919877100004")).toMatchObject([{ id: ravi.id }]);
    await shop.runDue();
    const toAsha = shop.sentMail().filter(({ to }) => to === asha.email);
    expect(toAsha.at(-1)?.subject).toBe("Your mobile number was moved to another account");
    expect(await wordsOf(await ask("/profile?tab=notifications", { as: asha }))).toContain(
      "Your mobile number was moved to another account",
    );
  });

  test("it is not moved from an account that has no other way to sign in", async () => {
    const asha = await aShopper(shop);
    await signIn("9877100005");
    const [alone] = await usersWith("+919877100005");
    const refused = await prove(asha, "9877100005");
    expect(refused.status).toBe(409);
    expect(await usersWith("+919877100005")).toMatchObject([{ id: alone?.id }]);
  });
});

describe("an account without an email address", () => {
  test("its screens and data download work, its number can be changed but not removed, and it can be deleted", async () => {
    const me = await signIn("9877200001");
    for (const path of ["/", "/cart", "/orders", "/profile", "/profile?tab=security", "/profile?tab=orders"])
      expect((await ask(path, { as: me })).status, path).toBe(200);
    const security = await wordsOf(await ask("/profile?tab=security", { as: me }));
    expect(security).toContain("A code to 98772 00001 logs you in.");
    expect(security).not.toContain("Remove the number");
    expect(security).not.toContain("Two-step login");
    const removed = await post("/profile?tab=security", { intent: "phone-remove" }, me);
    expect(removed.status).toBe(409);

    const data = await (await ask("/profile/my-data", { as: me })).json();
    expect(data.account.profile).toMatchObject({ email: null, verifiedPhone: "+919877200001" });

    expect((await prove(me, "9877200002")).status).toBe(303);
    expect(await usersWith("+919877200001")).toEqual([]);

    const end = (email: string) => post("/profile?tab=security", { intent: "delete-account", email }, me);
    expect(await wordsOf(await end("9877200001"))).toContain(
      "Please type your own mobile number to confirm.",
    );
    expect((await end("98772 00002")).status).toBe(303);
    expect(await usersWith("+919877200002")).toEqual([]);
    expect(await isIn(me)).toBe(false);
  });

  test("its first order gives the account a name, and an email address can be given for an order's emails", async () => {
    const me = await signIn("9877200004");
    const [{ id } = { id: "" }] = z
      .array(z.object({ id: z.string() }))
      .parse(await usersWith("+919877200004"));
    const shirt = await aShirt(shop, { stock: 5 });
    const order = async (email: string) => {
      await run(sql`delete from cart_line where user_id = ${id}`);
      await putInCart(shop, { id }, shirt);
      const page = await (await ask("/checkout", { as: me })).text();
      const [, key = ""] = /name="key" value="([^"]+)"/.exec(page) ?? [];
      const [, version = ""] = /name="version" value="([^"]+)"/.exec(page) ?? [];
      const fields = { intent: "place", method: "cod", key, version, email, line1: "12, MG Road", line2: "" };
      const place = { postalCode: "560001", city: "Bengaluru", state: "Karnataka" };
      const to = { name: "Meera Nair", phone: "98772 00004" };
      return { page, placed: await post("/checkout", { ...fields, ...place, ...to }, me) };
    };
    const { page, placed } = await order("");
    expect(page).toContain('value="98772 00004"');
    expect(placed.headers.get("Location")).toContain("/order-confirmation/");
    expect(await usersWith("+919877200004")).toMatchObject([{ name: "Meera Nair", email: null }]);
    await shop.runDue();
    const before = shop.sentMail().length;
    expect((await order("meera@")).placed.status).toBe(422);
    expect((await order("meera@campus.test")).placed.status).toBe(303);
    await shop.runDue();
    expect(shop.sentMail().slice(before)).toMatchObject([{ to: "meera@campus.test" }]);
    expect(await usersWith("+919877200004")).toMatchObject([{ email: null }]);
  });

  test("an email is added by an emailed code, unless another account has it; then the number can be removed", async () => {
    const me = await signIn("9877200005");
    const asha = await aShopper(shop);
    const add = async (email: string) => {
      await post("/profile?tab=security", { intent: "email-ask", email }, me);
      await shop.runDue();
      const mail = shop.sentMail().findLast(({ to }) => to === email);
      const [code = "none"] = /\b\d{6}\b/.exec(mail?.text ?? "") ?? [];
      return post("/profile?tab=security", { intent: "email-add", email, code }, me);
    };
    expect((await add(asha.email)).status).toBe(409);
    expect((await add("meera-5@campus.test")).headers.get("Location")).toBe("/profile?tab=security");
    expect(await usersWith("+919877200005")).toMatchObject([{ email: "meera-5@campus.test" }]);
    const again = await post(
      "/profile?tab=security",
      { intent: "email-ask", email: "other@campus.test" },
      me,
    );
    expect(again.status).toBe(409);
    const security = await wordsOf(await ask("/profile?tab=security", { as: me }));
    expect(security).toContain("Set a password by mail");
    expect((await post("/profile?tab=security", { intent: "phone-remove" }, me)).status).toBe(303);
    expect(await usersWith("+919877200005")).toEqual([]);
    await post("/auth", { intent: "recover", email: "meera-5@campus.test" });
    await shop.runDue();
    expect(shop.sentMail().at(-1)).toMatchObject({
      to: "meera-5@campus.test",
      subject: "Set a new password",
    });
  });

  test("an email that is added while the account is deleted is refused, and is no server error", async () => {
    const me = await signIn("9877200006");
    const email = "meera-6@campus.test";
    await post("/profile?tab=security", { intent: "email-ask", email }, me);
    await shop.runDue();
    const [code = "none"] =
      /\b\d{6}\b/.exec(shop.sentMail().findLast(({ to }) => to === email)?.text ?? "") ?? [];
    const adding = await shop.services.db.transaction(async (tx) => {
      await tx.execute(sql`delete from users where verified_phone = '+919877200006'`);
      const answer = post("/profile?tab=security", { intent: "email-add", email, code }, me);
      // Until the deletion is committed the address waits for the account's row.
      await eventually(async () => {
        const { rows } = await shop.services.db.execute(
          sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update "users"%'`,
        );
        expect(rows).toHaveLength(1);
      });
      return { answer };
    });
    expect((await adding.answer).status).toBe(422);
    expect(await usersWith("+919877200006")).toEqual([]);
  });

  test("staff find it by its number and see how it signs in", async () => {
    const [admin] = await Promise.all([anAdmin(shop), signIn("9877200003")]);
    const list = await wordsOf(await ask("/admin/users?q=98772000", { as: admin }));
    expect(list).toContain("98772 00003");
    const [made] = await usersWith("+919877200003");
    const detail = await wordsOf(await ask(`/admin/users/${made?.id}`, { as: admin }));
    expect(detail).toContain("Code to 98772 00003");
  });
});
