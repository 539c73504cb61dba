import { createServer } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type Listeners, openListeners } from "./listener-sockets.server.ts";
import { closeGracefully } from "./shut-down.server.ts";

const host = "127.0.0.1";
const server = createServer((_request, response) => response.end("here"));
let listeners: Listeners;
afterEach(() => closeGracefully(server, listeners.extraSockets));

test("many concurrent connections are accepted while the program is busy, and the port is exclusive", async () => {
  listeners = await openListeners(server, { port: 0, host });
  let inside = 0;
  server.on("connection", () => inside++);
  let turns = 0;
  const busy = setInterval(() => {
    turns++;
    for (const end = performance.now() + 20; performance.now() < end; );
  }, 0);
  const sockets = Array.from({ length: 300 }, () => connect(listeners.port, host));
  await expect.poll(() => inside, { timeout: 20_000, interval: 20 }).toBe(300);
  clearInterval(busy);
  for (const socket of sockets) socket.destroy();
  // A single socket accepts one connection per event loop turn, however long a turn takes on this machine.
  if (listeners.extraSockets.length > 0) expect(turns).toBeLessThan(150);
  await expect(openListeners(createServer(), { port: listeners.port, host })).rejects.toThrow("EADDRINUSE");
  expect(await (await fetch(`http://${host}:${listeners.port}/`)).text()).toBe("here");
});
