import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eraseContentPersonalData } from "../../../shop/content/personal-data.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
let asha: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
  asha = await aShopper(shop, { name: "Asha Rao", email: "asha@whose.example" });
  await write("Asha signed in, her address", asha.email, asha);
  await write("A stranger under her address", asha.email);
  await write("Asha signed in, her work address", "work@whose.example", asha);
  await shop.services.db.execute(sql`insert into conversation_entry (id, conversation_id, kind, text, actor_kind)
    select gen_random_uuid(), id, 'reply', 'An answer', 'staff' from conversation where email = ${asha.email}`);
});
afterAll(() => shop.dispose());

async function write(message: string, email: string, as?: Person) {
  const fields = { name: as?.name ?? "A stranger", email, topic: "other", message: `${message}.` };
  const answer = await ask("/contact", { ...posted(fields), as });
  expect(answer.status).toBe(303);
}
const read = async (path: string, as: Person) => (await ask(path, { as })).text();
const written = ["Asha signed in, her address.", "Asha signed in, her work address."];

test("a download has what was written by the account, whatever address it gave, and only counts what a stranger wrote under its address", async () => {
  const { words } = JSON.parse(await read("/profile/my-data", asha));
  expect(words.messages.map(({ message }: { message: string }) => message).sort()).toEqual(written);
  expect(words).toMatchObject({ messagesOfUnprovenSender: 1, answers: [{ text: "An answer" }] });
});

test("the customer's page and history have the same messages, and lead to the others", async () => {
  const page = await read(`/admin/customers/${asha.id}`, admin);
  for (const words of written) expect(page).toContain(words);
  expect(page).not.toContain("A stranger under her address");
  const words = textOf(page);
  expect(words).toMatch(/1 more message with this address ?, without proof that it is theirs\./);
  expect(words.match(/Wrote to the shop/g)).toHaveLength(2);
});

test("what somebody else wrote signed in under that address stays theirs", async () => {
  const ravi = await aShopper(shop, { name: "Ravi", email: "ravi@whose.example" });
  await write("Ravi under Asha's address", asha.email, ravi);
  expect(await read("/profile/my-data", asha)).not.toContain("Ravi under");
  expect(await read("/profile/my-data", ravi)).toContain("Ravi under");
});

test("erasing reaches everything with the address, and what was written under another", async () => {
  const someone = "shared@whose.example";
  await write("Somebody's own words", someone);
  await write("Asha in the conversation of somebody", someone, asha);
  await eraseContentPersonalData(shop.services, {
    kind: "customer",
    id: asha.id,
    name: asha.name,
    email: asha.email,
  });
  const { rows } = await shop.services.db.execute(sql`
    select m.message, c.name from contact_message m join conversation c on c.id = m.conversation_id order by 1`);
  expect(rows).toEqual([{ message: "Somebody's own words.", name: "A stranger" }]);
  const { rows: left } = await shop.services.db.execute(sql`select email from conversation`);
  expect(left).toEqual([{ email: someone }]);
});
