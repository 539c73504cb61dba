import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import type { Db } from "../platform/database/database.server.ts";
import { aStaffMember } from "../test/support/access/actors.ts";
import { atTheLock } from "../test/support/at-the-lock.server.ts";
import { testShop } from "../test/support/test-shop.server.ts";
import { anAdmin } from "../test/support/users.server.ts";
import { deleteFaqEntry, saveFaqEntry } from "./content/faq/edit-faq.server.ts";
import { deleteSavedReply, saveSavedReply } from "./content/inbox/saved-replies.server.ts";
import { deleteCustomerGroup, saveCustomerGroup } from "./customers/groups.server.ts";
import { deleteView, saveView } from "./saved-views/saved-views.server.ts";
import { deleteProductType, saveProductType } from "./search/lexicon/edit-product-types.server.ts";

const shop = await testShop();
const { db, clock } = shop.services;
const actor = aStaffMember({ id: (await anAdmin(shop)).id });
afterAll(shop.dispose);

const id = "5f0c9d1e-0000-4000-8000-000000000001";
const version = "1";

const emptyType = {
  parent: null,
  kinds: [],
  categories: [],
  collections: [],
  nameWords: [],
  similarTypes: [],
  complementaryTypes: [],
};

/** For each: the lock of saving, a row, saving it and deleting it. */
const things: Record<
  string,
  {
    lock: string;
    row: ReturnType<typeof sql>;
    save: (tx: Db) => Promise<unknown>;
    remove: () => Promise<unknown>;
  }
> = {
  "a view": {
    lock: "hashtext('saved-views')",
    row: sql`insert into saved_view (id, list, name, query, owner_id) values (${id}, 'orders', 'Mine', '', ${actor.id})`,
    save: (tx) =>
      saveView(
        { db: tx },
        { actor, list: "orders", id, version, input: { name: "Ours", query: "", shared: false } },
      ),
    remove: () => deleteView({ db }, { actor, list: "orders", id }),
  },
  "a group of customers": {
    lock: "hashtext('customer-groups')",
    row: sql`insert into customer_group (id, name, rule) values (${id}, 'Good', '{"match":"all","conditions":[]}')`,
    save: (tx) =>
      saveCustomerGroup(
        { db: tx },
        { actor, id, version, input: { name: "Best", rule: { match: "all", conditions: [] } } },
      ),
    remove: () => deleteCustomerGroup({ db }, { actor, id }),
  },
  "a saved reply": {
    lock: "hashtext('saved-replies')",
    row: sql`insert into saved_reply (id, name, text) values (${id}, 'Thanks', 'Thank you.')`,
    save: (tx) =>
      saveSavedReply({ db: tx }, { actor, id, version, input: { name: "Thanks", text: "Thank you!" } }),
    remove: () => deleteSavedReply({ db }, { actor, id }),
  },
  "a kind of product": {
    lock: "hashtext('product_type')",
    row: sql`insert into product_type (name, words, parent, changed_at)
      values ('lungi', '{lungis}', null, ${clock.now().toISOString()})`,
    save: (tx) =>
      saveProductType(
        { db: tx, clock },
        {
          actor,
          name: "lungi",
          version: clock.now().toISOString(),
          type: { ...emptyType, name: "lungi", words: ["lungis", "mundu"] },
        },
      ),
    remove: () => deleteProductType({ db }, { actor, name: "lungi" }),
  },
  "a question": {
    lock: "hashtext('faq'), hashtext('own')",
    row: sql`insert into faq_entry (id, group_id, question, answer, position) values ('own', 'orders', 'Where?', 'Here.', 0)`,
    save: (tx) =>
      saveFaqEntry(
        { db: tx },
        {
          actor,
          version,
          entry: { id: "own", groupId: "orders", question: "Where?", answer: "There.", hidden: false },
        },
      ),
    remove: () => deleteFaqEntry({ db }, { actor, id: "own" }),
  },
};

test.each(Object.entries(things))("deleting %s waits for who saves it just now", async (_, thing) => {
  await db.execute(thing.row);
  let saved: unknown = null;
  const deleted = await atTheLock(
    db,
    (tx) => tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(thing.lock)})`),
    thing.remove,
    async (tx) => {
      saved = await thing.save(tx);
    },
  );
  expect(saved).toMatchObject({ ok: true });
  expect(deleted).toMatchObject({ ok: true });
});
