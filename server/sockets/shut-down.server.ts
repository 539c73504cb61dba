import type { Server } from "node:http";
import { Server as Listener } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Milliseconds within which the program exits after a stop signal (with `drainBacklog`). */
const graceMs = 8_000;
const maxDrainMs = 1_800;
const sendAwayMs = 2_000;

/**
 * Accepts connections that wait in the kernel: closing a socket resets them. Each event loop iteration accepts some, so
 * after three iterations without a connection none is left.
 */
export async function drainBacklog(server: Server): Promise<void> {
  let knocks = 0;
  const knock = () => {
    knocks++;
  };
  server.on("connection", knock);
  const end = performance.now() + maxDrainMs;
  for (let quiet = 0; quiet < 3 && performance.now() < end; ) {
    const before = knocks;
    await pause(50);
    quiet = knocks === before ? quiet + 1 : 0;
  }
  server.off("connection", knock);
}

/**
 * For a server whose port other processes serve: accepts no more connections, and asks the clients of those it has,
 * with the next response, to reconnect (to another process), so that none sends a request into a connection that is
 * being closed. Takes 2 s: connections that were idle for so long are closed then.
 */
export async function sendAway(server: Server): Promise<void> {
  server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
  // The close of an HTTP server also closes connections whose request is still on its way; that of its base does not.
  Listener.prototype.close.call(server);
  await pause(sendAwayMs);
}

/**
 * Closes a server: no new connections, running responses may finish (8 s at most), idle connections are closed at
 * once. `beside`: further sockets of the same server.
 */
export async function closeGracefully(server: Server, beside: Listener[] = []): Promise<void> {
  const closed = Promise.all(
    [server, ...beside.filter(({ listening }) => listening)].map(
      (listener) => new Promise<void>((resolve) => listener.close(() => resolve())),
    ),
  );
  const end = performance.now() + graceMs;
  const tick = setInterval(() => {
    if (performance.now() > end) server.closeAllConnections();
    else server.closeIdleConnections();
  }, 50);
  await closed;
  clearInterval(tick);
}
