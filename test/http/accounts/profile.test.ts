import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressesOf } from "../../../shop/accounts/customer/addresses.server.ts";
import { notify } from "../../../shop/accounts/customer/notifications.server.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { withdrawReturn } from "../../../shop/returns/customer-steps.server.ts";
import { requestReturn } from "../../../shop/returns/request-return.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { aDeliveredOrder, aReturnWish, aShirt, takenBack } from "../../support/orders.server.ts";
import { hostileTexts } from "../../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, cookieOf, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

const read = async (tab: string, as: Person | { cookie: string }) =>
  textOf(await (await ask(`/profile?tab=${tab}`, { as })).text());
const send = (as: { cookie: string }, fields: Record<string, string>, tab = "profile") =>
  ask(`/profile?tab=${tab}`, { ...posted(fields), as });
const home = {
  intent: "address",
  id: "",
  label: "Home",
  name: "Asha Rao",
  phone: "+91 98765 43210",
  line1: "12 Lake Road",
  line2: "",
  city: "Mysuru",
  state: "Karnataka",
  postalCode: "570 001",
};
/** The Cookie header of a browser after this response. */
const cookieAfter = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

test("each profile tab is rendered on the server with the customer's own data", async () => {
  const asha = await aShopper(shop);
  expect(await read("profile", asha)).toMatch(/Asha Rao.*Logout.*Profile Orders Addresses Wishlist/s);
  expect(await read("orders", asha)).toContain("No orders yet");
  expect(await read("addresses", asha)).toContain("Save Address");
  expect(await read("notifications", asha)).toContain("No notifications");
  expect(await read("security", asha)).toContain("Change Password");
});

test("name and phone are saved with a message, and an invalid phone number is refused", async () => {
  const asha = await aShopper(shop);
  const answer = await send(asha, { intent: "profile", name: "Asha R. Rao", phone: "09876543210" });
  expect(answer.status).toBe(303);
  const next = await ask("/profile", { as: { cookie: `${asha.cookie}; ${cookieAfter(answer)}` } });
  const page = await next.text();
  expect(page).toContain("Profile updated successfully!");
  expect(page).toContain("98765 43210");
  expect(textOf(page)).toContain("Asha R. Rao");
  const bad = await send(asha, { intent: "profile", name: "Asha", phone: "12345" });
  expect(bad.status).toBe(422);
  expect(textOf(await bad.text())).toContain("Error updating profile");
});

describe("the address book", () => {
  test("an address is added, edited, made the default and deleted", async () => {
    const asha = await aShopper(shop);
    expect((await send(asha, home)).status).toBe(303);
    expect((await send(asha, { ...home, label: "Hostel", default: "yes" })).status).toBe(303);
    expect(await read("addresses", asha)).toMatch(/Hostel Default .*Mysuru, Karnataka 570001.*Home/s);
    const [hostel, other] = await addressesOf(shop.services, asha.id);
    await send(asha, { ...home, id: hostel?.id ?? "", city: "Udupi" });
    await send(asha, { intent: "default-address", id: other?.id ?? "" });
    expect(await read("addresses", asha)).toMatch(/Home Default .*Udupi/s);
    await send(asha, { intent: "delete-address", id: other?.id ?? "" });
    expect(await read("addresses", asha)).not.toContain("Mysuru");
  });

  test("an invalid form shows each error at its field and keeps what was typed", async () => {
    const asha = await aShopper(shop);
    const answer = await send(asha, { ...home, postalCode: "012345", phone: "123", city: "" }, "addresses");
    expect(answer.status).toBe(422);
    const page = await answer.text();
    for (const words of ["A PIN code has six digits", "A mobile number has ten digits", "Enter the city"])
      expect(textOf(page)).toContain(words);
    expect(page).toContain('value="12 Lake Road"');
    expect(await addressesOf(shop.services, asha.id)).toEqual([]);
  });

  test("another customer's, unknown and malformed ids answer 404", async () => {
    const [asha, ravi] = [await aShopper(shop), await aShopper(shop)];
    await send(asha, home);
    const [hers] = await addressesOf(shop.services, asha.id);
    for (const id of [hers?.id ?? "", "5f0c9d1e-0000-4000-8000-000000000000", "random", "'; --"]) {
      for (const intent of ["address", "default-address", "delete-address"]) {
        const answer = await send(ravi, { ...home, intent, id });
        expect(answer.status, `${intent} ${id}`).toBe(404);
      }
      const page = await ask(`/profile?${new URLSearchParams({ tab: "addresses", edit: id })}`, { as: ravi });
      expect(await page.text()).not.toContain("Lake Road");
    }
    expect(await addressesOf(shop.services, asha.id)).toEqual([hers]);
  });

  test("hostile text causes no 5xx and is never sent back as a script", async () => {
    const asha = await aShopper(shop);
    for (const text of hostileTexts) {
      const answer = await send(asha, { ...home, name: text, line1: text, label: text });
      expect(answer.status, text.slice(0, 30)).toBeLessThan(500);
      expect(await answer.text()).not.toContain("<script>alert");
    }
    expect(await read("addresses", asha)).not.toContain("\u202e");
  });
});

test("notifications are counted, shown and marked as read", async () => {
  const [asha, ravi] = [await aShopper(shop), await aShopper(shop)];
  await notify(shop.services, asha.id, { kind: "account", message: { code: "two-step-on" }, link: "/shop" });
  expect(await read("profile", asha)).toMatch(/Notifications 1/);
  expect(await read("notifications", asha)).toMatch(
    /(Today|\w{3}, \d+ \w{3}|\d+ \w{3} \d{4}) Two-step login was turned on New/,
  );
  await send(ravi, { intent: "read" });
  expect(await read("profile", asha)).toMatch(/Notifications 1/);
  await send(asha, { intent: "read" });
  expect(await read("notifications", asha)).not.toContain("Two-step login was turned on New");
});

describe("security", () => {
  test("changing the password ends the other devices' sessions and adds a notification", async () => {
    const asha = await aShopper(shop);
    const phone = { cookie: await cookieOf(shop, asha.email) };
    const words = { password: "quite another word 7", again: "quite another word 7" };
    const wrong = await send(asha, { intent: "password", current: "not it at all", ...words });
    expect(wrong.status).toBe(403);
    const weak = { current: asha.password, password: "short", again: "short" };
    expect((await send(asha, { intent: "password", ...weak })).status).toBe(422);
    const changed = await send(asha, { intent: "password", current: asha.password, ...words });
    expect(changed.status).toBe(303);
    expect(await read("profile", phone)).toContain("Please log in to view your profile");
    expect(await read("notifications", { cookie: cookieAfter(changed) })).toContain(
      "Your password was changed",
    );
  });

  test("the password cannot be guessed with a stolen session", async () => {
    const asha = await aShopper(shop);
    const words = { intent: "password", password: "quite another word 7", again: "quite another word 7" };
    const answers: number[] = [];
    for (let n = 0; n < 12; n++) answers.push((await send(asha, { ...words, current: `guess ${n}` })).status);
    expect(answers).toEqual([...Array(10).fill(403), 429, 429]);
  });

  test("sign out everywhere else keeps this device", async () => {
    const asha = await aShopper(shop);
    const phone = { cookie: await cookieOf(shop, asha.email) };
    await send(asha, { intent: "sign-out-elsewhere" });
    expect(await read("profile", phone)).toContain("Please log in");
    expect(await read("security", asha)).toContain("This device");
  });

  test("two-step login shows its key and codes, and again after a wrong code", async () => {
    const asha = await aShopper(shop);
    const inSecurity = (fields: Record<string, string>) => send(asha, fields, "security");
    const begun = await (await inSecurity({ intent: "two-step-begin", password: asha.password })).text();
    const uri = /name="uri" value="([^"]+)"/.exec(begun)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const codes = /name="codes" value="([^"]+)"/.exec(begun)?.[1] ?? "";
    expect(uri).toMatch(/^otpauth:\/\/totp\/Campus%20Style:[^/?]+\?.*issuer=Campus%20Style/);
    expect(codes.split(" ")).toHaveLength(10);
    const wrong = await inSecurity({ intent: "two-step-confirm", code: "000000", uri, codes });
    expect(await wrong.text()).toContain(codes);
    const evil = await inSecurity({
      intent: "two-step-confirm",
      code: "000000",
      uri: "javascript:alert(1)",
      codes: "",
    });
    expect(await evil.text()).not.toContain("javascript:alert");
  });
});

describe("my data", () => {
  test("the data download holds the customer's data and no secrets", async () => {
    const asha = await aShopper(shop);
    await send(asha, home);
    const answer = await ask("/profile/my-data", { as: asha });
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="my-data.json"');
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const file = await answer.text();
    for (const words of [asha.email, "Lake Road", "sessions", "notifications"]) expect(file).toContain(words);
    expect(file).not.toMatch(/token|scrypt|secret/i);
  });

  test("deleting the account needs the right email, deletes its data and sessions, and shows a confirmation", async () => {
    const [asha, ravi] = [await aShopper(shop), await aShopper(shop)];
    const phone = { cookie: await cookieOf(shop, asha.email) };
    await send(asha, home);
    expect((await send(asha, { intent: "delete-account", email: ravi.email })).status).toBe(422);
    const gone = await send(asha, { intent: "delete-account", email: asha.email.toUpperCase() });
    expect(gone.status).toBe(303);
    expect(await (await ask(gone.headers.get("Location") ?? "")).text()).toContain("Your account is deleted");
    for (const device of [asha, phone]) expect(await read("profile", device)).toContain("Please log in");
    expect(await addressesOf(shop.services, asha.id)).toEqual([]);
    expect(await read("profile", ravi)).toContain(ravi.name);
  });

  test("a password of 400 characters is a wrong one in every form that asks for it", async () => {
    const asha = await aShopper(shop);
    const password = "9".repeat(400);
    const forms = [
      { intent: "two-step-begin", password },
      { intent: "two-step-end", password },
      { intent: "password", current: password, password: "chai-and-kurta-27", confirm: "chai-and-kurta-27" },
    ];
    for (const fields of forms) {
      const { status } = await send(asha, fields, "security");
      expect([fields.intent, status >= 400 && status < 500]).toEqual([fields.intent, true]);
    }
    const login = await ask("/auth", posted({ intent: "login", email: asha.email, password }));
    expect(login.status).toBe(401);
  });

  test("an account is not deleted from an old session without the password", async () => {
    const asha = await aShopper(shop);
    const leave = (more: Record<string, string> = {}) =>
      send(asha, { intent: "delete-account", email: asha.email, ...more });
    await shop.services.db.execute(
      sql`update session set created_at = now() - interval '1 hour' where user_id = ${asha.id}`,
    );
    expect(await read("security", asha)).toContain("Your password");
    const refused = await leave();
    expect([refused.status, textOf(await refused.text())]).toEqual([
      403,
      expect.stringContaining("You logged in some time ago."),
    ]);
    expect((await leave({ password: "not-the-password-26" })).status).toBe(403);
    expect(await read("profile", asha)).toContain(asha.name);
  });

  test("an account is not deleted while a refund or a return is open", async () => {
    const asha = await aShopper(shop);
    const order = await aDeliveredOrder(shop, asha, [[await aShirt(shop), 1]]);
    const leave = async () =>
      textOf(await (await send(asha, { intent: "delete-account", email: asha.email })).text());
    const lineId = order.lines[0]?.id ?? "";
    const asked = await requestReturn(shop.services, asha, order.id, aReturnWish([{ lineId, quantity: 1 }]));
    if (!asked.ok) throw new Error(asked.refused);
    const number = shortId(order.id);
    expect(await leave()).toContain(`A return or exchange of order ${number} is still open.`);
    const form = textOf(await (await ask("/profile?tab=security", { as: asha })).text());
    // They have the name and the address of the buyer, as the law asks.
    expect(form).toContain("Orders stay without your name, and invoices as they were issued");
    await withdrawReturn(shop.services, { ...asha, kind: "customer" }, asked.value.id);
    const again = await requestReturn(shop.services, asha, order.id, aReturnWish([{ lineId, quantity: 1 }]));
    if (!again.ok) throw new Error(again.refused);
    expect(await leave()).toContain(`A return or exchange of order ${number} is still open.`);
    await takenBack(shop, again.value.id);
    expect(await leave()).toContain(`Your refund for order ${number} has not been paid yet.`);
    await shop.services.db.execute(sql`update refund set state = 'succeeded' where order_id = ${order.id}`);
    expect(await leave()).not.toContain("Account not deleted");
  });

  test("the last admin cannot delete their account", async () => {
    const admin = await anAdmin(shop);
    expect((await send(admin, { intent: "delete-account", email: admin.email })).status).toBe(409);
  });
});
