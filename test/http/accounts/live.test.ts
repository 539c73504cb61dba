import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { changeRole, endSessions } from "../../../shop/accounts/sessions.server.ts";
import { eventually } from "../../support/eventually.ts";
import { type ServedShop, serveShop } from "../../support/served-shop.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper, cookieOf, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let served: ServedShop;
beforeAll(async () => {
  shop = await testShop();
  served = await serveShop(shop);
});
afterAll(async () => {
  await served.close();
  await shop.dispose();
});

type Listening = { status: number; received: () => string; ended: () => boolean; leave: () => void };
const open = new Set<Listening>();
afterEach(() => {
  for (const one of open) one.leave();
  open.clear();
});

async function listen(topics: string[], as?: { cookie: string }): Promise<Listening> {
  const leaving = new AbortController();
  const query = new URLSearchParams(topics.map((topic) => ["topic", topic]));
  const answer = await fetch(`${served.address}/live?${query}`, {
    signal: leaving.signal,
    ...(as && { headers: { Cookie: as.cookie } }),
  });
  let text = "";
  let ended = false;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const piece of answer.body ?? []) text += decoder.decode(piece, { stream: true });
  };
  void read()
    .catch(() => undefined)
    .then(() => {
      ended = true;
    });
  const listening = {
    status: answer.status,
    received: () => text,
    ended: () => ended,
    leave: () => leaving.abort(),
  };
  open.add(listening);
  return listening;
}

const notify = (topic: string, id?: string) =>
  shop.services.db.execute(sql`select pg_notify('live', ${JSON.stringify({ topic, id })})`);
const soon = (check: () => void) => eventually(check);

const quiet = () => new Promise((later) => setTimeout(later, 400));

/** Waits until the stream has received its first change event from the database. */
async function isListening(one: Listening, topic: string) {
  await eventually(async () => {
    await notify(topic);
    expect(one.received()).toContain(`{"topic":"${topic}"`);
  });
}

test("a guest receives public change events only", async () => {
  const guest = await listen(["products", "cart", "people"]);
  await soon(() =>
    expect(guest.received()).toContain('event: ready\ndata: {"topics":["products"],"missed":'),
  );
  await isListening(guest, "products");
  await notify("products", "p-1");
  await soon(() => expect(guest.received()).toContain('{"topic":"products","id":"p-1"}'));
  expect((await listen(["cart"])).status).toBe(403);
  expect((await listen([])).status).toBe(400);
});

test("a stream with fewer topics than requested reports missed events, so that the page reloads", async () => {
  const signedOut = await listen(["settings", "people"]);
  await soon(() => expect(signedOut.received()).toContain('{"topics":["settings"],"missed":true}'));
  const guest = await listen(["settings"]);
  await soon(() => expect(guest.received()).toContain('{"topics":["settings"],"missed":false}'));
});

test("one customer never receives another customer's change events", async () => {
  const [asha, ravi] = [await aShopper(shop), await aShopper(shop)];
  const [hers, his] = [await listen(["cart"], asha), await listen(["cart"], ravi)];
  await isListening(his, "cart");
  // Lets the events arrive that were sent to everybody while subscribing.
  await quiet();
  const [herEvents, hisEvents] = [hers.received().length, his.received().length];
  await notify("cart", asha.id);
  await soon(() => expect(hers.received().length).toBeGreaterThan(herEvents));
  await quiet();
  expect(his.received().length).toBe(hisEvents);
});

/** A person with an open stream that receives events. */
async function withStream(): Promise<{ person: Person; stream: Listening }> {
  const person = await aShopper(shop);
  const stream = await listen(["people", "products"], person);
  await isListening(stream, "products");
  return { person, stream };
}

test("signing out everywhere sends a last event and ends the stream", async () => {
  const { person, stream } = await withStream();
  await endSessions(shop.services, person);
  await soon(() => expect(stream.ended()).toBe(true));
  expect(stream.received()).toContain('"topic":"people"');
});

test("a role change ends the stream", async () => {
  const { person, stream } = await withStream();
  await changeRole(shop.services, person.id, "admin");
  await soon(() => expect(stream.ended()).toBe(true));
});

test("ending another device's session does not end this stream", async () => {
  const { person, stream } = await withStream();
  await cookieOf(shop, person.email);
  await shop.services.db.execute(
    sql`delete from session where user_id = ${person.id} and id = (select id from session where user_id = ${person.id} order by created_at desc limit 1)`,
  );
  await quiet();
  expect(stream.ended()).toBe(false);
});

test("one person may open 24 streams, and closing one frees its place", async () => {
  const person = await aShopper(shop);
  const all = await Promise.all(Array.from({ length: 24 }, () => listen(["cart"], person)));
  expect(all.map(({ status }) => status)).toEqual(Array(24).fill(200));
  expect((await listen(["cart"], person)).status).toBe(429);
  expect((await listen(["products"])).status).toBe(200);
  all[0]?.leave();
  await eventually(async () => expect((await listen(["cart"], person)).status).toBe(200));
});

test("streams end when the server stops", async () => {
  const second = await serveShop(shop);
  const answer = await fetch(`${second.address}/live?topic=products`);
  const began = performance.now();
  await second.close();
  await answer.text().catch(() => "");
  expect(performance.now() - began).toBeLessThan(3_000);
});
