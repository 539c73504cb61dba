import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { fairTurns, inTurn } from "./fair-turns.server.ts";

test("a rush of new visitors is let in while pages are made, so that it can be turned away at once", async () => {
  const server = createServer();
  const turn = fairTurns(server, { atOnce: 200, patience: 60_000 });
  let accepted = 0;
  let whenFirstTen = 0;
  let answered = 0;
  server.on("connection", () => accepted++);
  server.on("request", async (_request, response) => {
    await turn(true);
    const busyUntil = performance.now() + 5;
    while (performance.now() < busyUntil);
    if (++answered === 10) whenFirstTen = accepted;
    response.end("done");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const visitors = Array.from({ length: 150 }, (): Socket => {
    const visitor = connect(port, "127.0.0.1");
    visitor.write("GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n");
    return visitor;
  });
  await Promise.all(visitors.map((visitor) => once(visitor, "data")));
  for (const visitor of visitors) visitor.destroy();
  server.close();
  expect(answered).toBe(150);
  expect(whenFirstTen).toBe(150);
});

test("who looks waits for a place and not for ever; who sends, or asks for a picture, needs none", async () => {
  const server = createServer();
  const ends: (() => void)[] = [];
  const application = inTurn(
    () => new Promise((made) => ends.push(() => made(new Response("done")))),
    fairTurns(server, { atOnce: 2, patience: 50 }),
  );
  const ask = (method: string, path = "/shop") =>
    application(new Request(`http://shop.test${path}`, { method }));
  const first = [ask("GET"), ask("GET")];
  await expect.poll(() => ends.length).toBe(2);
  const late = ask("GET");
  const sent = ask("POST");
  const picture = ask("GET", "/media/key/480.webp");
  await expect.poll(() => ends.length).toBe(4);
  await new Promise((later) => setTimeout(later, 80));
  for (const end of ends.splice(0)) end();
  expect(await Promise.all([...first, sent, picture].map(async (one) => (await one).status))).toEqual([
    200, 200, 200, 200,
  ]);
  const refused = await late;
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  const after = ask("GET");
  await expect.poll(() => ends.length).toBe(1);
  ends[0]?.();
  expect((await after).status).toBe(200);
});
