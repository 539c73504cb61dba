import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyDraft } from "../../../shop/draft-orders/draft.ts";
import { draftOf } from "../../../shop/draft-orders/drafts.server.ts";
import { type Ask, asking, posted } from "../../support/ask.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let asha: Person;
let ravi: Person;
const ashas = {
  line1: "4, Car Street",
  line2: "",
  postalCode: "560004",
  city: "Bengaluru",
  state: "Karnataka",
};
const ravis = {
  line1: "7, Mint Road",
  line2: "",
  postalCode: "400001",
  city: "Mumbai",
  state: "Maharashtra",
};
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  asha = await aShopper(shop, { name: "Asha Rao" });
  ravi = await aShopper(shop, { name: "Ravi Iyer" });
  await anOrder(shop, asha, { address: { name: "Asha Rao", phone: "+919812300001", ...ashas } });
  await anOrder(shop, ravi, { address: { name: "Ravi Iyer", phone: "+919812300002", ...ravis } });
  await shop.services.db.execute("delete from address");
});
afterAll(() => shop.dispose());

const names = ["name", "phone", "email", "line1", "line2", "postalCode", "city", "state"] as const;
type Contact = Record<(typeof names)[number], string>;

/** Presses a button of a draft with these fields; a new one without an id. Out: its id and contact afterwards. */
async function press(intent: string, typed: Partial<Contact>, id: string | null = null) {
  const draft = id ? await draftOf(shop.services, id) : null;
  const { name, phone, email, line1, line2, postalCode, city, state } = draft?.content ?? emptyDraft;
  const fields = { name, phone, email, line1, line2, postalCode, city, state, ...typed };
  const path = id ? `/admin/orders/drafts/${id}` : "/admin/orders/new";
  const form = { ...fields, intent, version: String(draft?.version ?? 0) };
  const answer = await ask(path, { ...posted(form), as: admin });
  const [, made = ""] = /drafts\/([0-9a-f-]{36})/.exec(answer.headers.get("Location") ?? "") ?? [];
  const after = await draftOf(shop.services, made);
  if (!after) throw new Error("no draft");
  const { content, userId } = after;
  return { id: made, userId, contact: Object.fromEntries(names.map((one) => [one, content[one]])) };
}

test("an account fills in what staff left empty", async () => {
  const { contact, userId } = await press(`use:${asha.id}`, {});
  expect(userId).toBe(asha.id);
  expect(contact).toEqual({ name: "Asha Rao", phone: "+919812300001", email: asha.email, ...ashas });
});

test("what staff typed stays: a name, a number, and an address, which is never mixed of two", async () => {
  const gift = { name: "Meera Nair", phone: "98765 43210", line1: "9, New Street", postalCode: "560001" };
  const { contact } = await press(`use:${asha.id}`, gift);
  expect(contact).toEqual({ ...gift, email: asha.email, line2: "", city: "", state: "" });
});

test("another account takes away what the first one filled in, and not what was typed", async () => {
  const first = await press(`use:${asha.id}`, { phone: "98765 43210" });
  const second = await press(`use:${ravi.id}`, {}, first.id);
  expect(second.userId).toBe(ravi.id);
  expect(second.contact).toEqual({ name: "Ravi Iyer", phone: "98765 43210", email: ravi.email, ...ravis });
  const nobody = await press("forget", { line2: "Second floor" }, second.id);
  expect(nobody.userId).toBeNull();
  expect(nobody.contact).toEqual({
    ...ravis,
    name: "",
    phone: "98765 43210",
    email: "",
    line2: "Second floor",
  });
});
