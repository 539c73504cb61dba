import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { fairTurns } from "./fair-turns.server.ts";

test("a rush of new visitors is let in while pages are made, so that it can be turned away at once", async () => {
  const server = createServer();
  const turn = fairTurns(server);
  let accepted = 0;
  let whenFirstTen = 0;
  let answered = 0;
  server.on("connection", () => accepted++);
  server.on("request", async (_request, response) => {
    await turn();
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
