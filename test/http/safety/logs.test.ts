import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { eventually } from "../../support/eventually.ts";
import { type FaultShop, faultShop, type Server } from "../../support/faults/servers.server.ts";
import { aShirt, putInCart } from "../../support/orders.server.ts";

let shop: FaultShop;
let server: Server;
beforeAll(async () => {
  shop = await faultShop();
  server = await shop.startServer({ LOG_LEVEL: "debug", SMTP_URL: "smtp://127.0.0.1:1" });
});
afterAll(() => shop.dispose());

/** Unique words, so that each of them in the log is a leak. */
const asha = {
  name: "Quillamina Outage",
  email: "quillamina.zweistein@campus.test",
  password: "correct-horse-quillamina-9",
  phone: "9876501234",
  street: "77, Zanzibarpatti Road",
  message: "My Xylophonic kurta did not come, please look at it.",
};
const secrets: string[] = [
  asha.password,
  asha.email,
  "Quillamina",
  "9876501234",
  "Zanzibarpatti",
  "Xylophonic",
];

let cookie = "";
function send(path: string, fields: Record<string, string>) {
  return fetch(server.address + path, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: server.address, Cookie: cookie },
    body: new URLSearchParams(fields),
  });
}

async function mailed(pattern: RegExp): Promise<string> {
  return eventually(async () => {
    const { rows } = await shop.services.db.execute(
      sql`select text from mail_outbox where "to" = ${asha.email} order by created_at desc`,
    );
    const found = rows.map(({ text }) => pattern.exec(String(text))?.[1]).find(Boolean);
    if (!found) throw new Error("no such mail yet");
    return found;
  });
}

const bought = z.object({ cashfreeOrder: z.object({ payment_session_id: z.string() }) });

test("after a sign-up, purchases, a message and errors, the log contains no personal data or secrets", async () => {
  const { name, email, password, phone, street, message } = asha;
  const signedUp = await send("/auth", { intent: "signup", name, email, password, confirm: password });
  expect(signedUp.status).toBeLessThan(400);
  const link = await mailed(/verify=([\w.%-]+)/);
  secrets.push(link);
  expect((await send("/auth/link", { purpose: "verify", token: decodeURIComponent(link) })).status).toBe(303);
  expect((await send("/auth", { intent: "login", email, password: `${password}x` })).status).toBe(401);
  const entered = await send("/auth", { intent: "login", email, password });
  cookie = entered.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const session = /session=([^;]+)/.exec(cookie)?.[1] ?? "";
  expect(session.length).toBeGreaterThan(20);
  secrets.push(session, decodeURIComponent(session).split(".")[0] ?? "");

  const { rows } = await shop.services.db.execute(sql`select id from users where email = ${email}`);
  const person = { id: String(rows[0]?.id) };
  const buys = async (by: string) => {
    await putInCart(shop, person, await aShirt(shop));
    return fetch(`${server.address}/functions/create-cart-order`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: server.address, Cookie: cookie },
      body: JSON.stringify({
        paymentMethod: "online",
        userDetails: {
          name: by,
          phone,
          address: { address: street, city: "Bengaluru", state: "Karnataka", pincode: "560001" },
        },
      }),
    });
  };
  // The gateway fails for this name, and its error is logged.
  await buys(asha.name);
  await shop.emptyCart(person.id);
  const answer = await buys("Quillamina Zweistein");
  expect(answer.status).toBe(200);
  const { payment_session_id: paying } = bought.parse(await answer.json()).cashfreeOrder;
  secrets.push(paying);
  expect((await send(`/dev/gateway/pay/${paying}`, { choice: "pay" })).status).toBe(303);

  expect((await send("/contact", { name, email, topic: "orders", message })).status).toBeLessThan(400);
  expect((await send("/newsletter", { intent: "subscribe", email })).status).toBeLessThan(500);
  await send("/auth", { intent: "recover", email });
  secrets.push(await mailed(/recover=([\w.%-]+)/));
  expect(
    (await fetch(`${server.address}/admin`, { headers: { Cookie: cookie }, redirect: "manual" })).status,
  ).toBe(302);
  // An error of the database is logged with its statement; the values must stay out of it.
  await fetch(`${server.address}/track?order=${encodeURIComponent(asha.email)}`);
  await fetch(`${server.address}/auth/link?recover=${encodeURIComponent(asha.password)}`);
  await fetch(`${server.address}/shop?q=Xylophonic%00`);
  await fetch(`${server.address}/feeds/%E0%A4%A`);

  await eventually(() => expect(server.said()).toMatch(/no gateway order/));
  await eventually(() => expect(server.said()).toContain("an email could not be sent"));
  await server.stop();
  const said = server.said();
  expect(said).toContain("no gateway order");
  expect(said).toMatch(/warn sign-in .*"way":"login","outcome":"wrong-credentials"/);
  expect(said).toMatch(/info sign-in .*"way":"login","outcome":"in"/);
  expect(said).toMatch(/warn kept out of the back office .*"path":"\/admin"/);
  for (const secret of secrets) expect(said.includes(secret), `the log holds ${secret}`).toBe(false);
});
