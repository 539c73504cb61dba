import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { customerOf } from "../../../test/support/access/actors.ts";
import { testShop } from "../../../test/support/test-shop.server.ts";
import { aShopper } from "../../../test/support/users.server.ts";
import { maxAddresses, readAddress } from "./address.ts";
import { addressesOf, chooseDefault, deleteAddress, saveAddress } from "./addresses.server.ts";
import { markRead, notificationsOf, notify, unreadCount } from "./notifications.server.ts";
import { profileOf, updateProfile } from "./profile.server.ts";

const shop = await testShop();
const { services } = shop;
afterAll(shop.dispose);

function lines(over: Partial<Record<string, string>> = {}) {
  const read = readAddress({
    label: "Hostel",
    name: "Asha Rao",
    phone: "098765 43210",
    line1: "Room 12, Block C",
    line2: "",
    city: "Bengaluru",
    state: "Karnataka",
    postalCode: "560 001",
    ...over,
  });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.value;
}

async function saved(customer: { id: string }, over: Partial<Record<string, string>>) {
  const stored = await saveAddress(services, customerOf(customer), lines(over));
  if (!stored.ok) throw new Error(stored.refused);
  return stored.value.id;
}

const defaults = async (userId: string) =>
  (await addressesOf(services, userId)).filter(({ isDefault }) => isDefault).map(({ label }) => label);

test("the first address is the default, another can be chosen, and a deleted default is replaced", async () => {
  const asha = await aShopper(shop);
  const { id } = asha;
  const hostel = await saved(asha, {});
  const home = await saved(asha, { label: "Home" });
  expect(await defaults(id)).toEqual(["Hostel"]);
  await chooseDefault(services, asha, home);
  expect(await defaults(id)).toEqual(["Home"]);
  await deleteAddress(services, asha, home);
  expect(await defaults(id)).toEqual(["Hostel"]);
  await deleteAddress(services, asha, hostel);
  expect(await addressesOf(services, id)).toEqual([]);
});

test("addresses saved concurrently have one default, and the same address is stored once", async () => {
  const { id } = await aShopper(shop);
  await Promise.all(
    ["A", "B", "C", "D"].flatMap((label) => [saved({ id }, { label }), saved({ id }, { label })]),
  );
  expect(await addressesOf(services, id)).toHaveLength(4);
  expect(await defaults(id)).toHaveLength(1);
});

test("another user's address cannot be changed, chosen or deleted", async () => {
  const [asha, ravi] = [await aShopper(shop), await aShopper(shop)];
  const hers = await saved(asha, {});
  const no = { ok: false, refused: "not-found" };
  expect(await saveAddress(services, ravi, lines({ city: "Goa" }), { id: hers })).toEqual(no);
  expect(await chooseDefault(services, ravi, hers)).toEqual(no);
  expect(await deleteAddress(services, ravi, hers)).toEqual(no);
  expect((await addressesOf(services, asha.id))[0]?.city).toBe("Bengaluru");
});

test("an address is refused when the address book is full", async () => {
  const asha = await aShopper(shop);
  for (let n = 0; n < maxAddresses; n++) await saved(asha, { label: `No. ${n}` });
  expect(await saveAddress(services, asha, lines({ label: "one more" }))).toEqual({
    ok: false,
    refused: "too-many-addresses",
  });
});

test("every user has a profile; name and phone change together or not at all", async () => {
  const asha = await aShopper(shop);
  const { id } = asha;
  expect(await profileOf(services, id)).toMatchObject({ phone: null });
  expect(await updateProfile(services, asha, { name: "Asha R.", phone: "98765 43210" })).toMatchObject({
    ok: true,
  });
  expect(await profileOf(services, id)).toMatchObject({ phone: "+919876543210" });
  expect(await updateProfile(services, asha, { name: " ", phone: "" })).toEqual({
    ok: false,
    refused: "bad-name",
  });
  expect(await updateProfile(services, asha, { name: "Asha", phone: "12" })).toEqual({
    ok: false,
    refused: "bad-phone",
  });
  expect(await profileOf(services, id)).toMatchObject({ phone: "+919876543210" });
});

test("users mark their own notifications as read, one by one or all at once", async () => {
  const [asha, ravi] = [await aShopper(shop), await aShopper(shop)];
  for (const code of ["first", "second"])
    await notify(services, asha.id, { kind: "account", message: { code }, link: "/profile?tab=security" });
  const [second, first] = await notificationsOf(services, asha.id);
  expect([second?.message?.code, first?.message?.code]).toEqual(["second", "first"]);
  await markRead(services, ravi, first?.id);
  expect(await unreadCount(services, asha.id)).toBe(2);
  await markRead(services, asha, first?.id);
  expect(await unreadCount(services, asha.id)).toBe(1);
  await markRead(services, asha);
  expect(await unreadCount(services, asha.id)).toBe(0);
});

test("nothing is saved for an account that is deleted at that moment, and nothing breaks", async () => {
  const asha = await aShopper(shop);
  await services.db.execute(sql`delete from users where id = ${asha.id}`);
  expect(await saveAddress(services, customerOf(asha), lines())).toEqual({ ok: false, refused: "not-found" });
});
