import type { Server } from "node:http";
import type { Server as Door } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Within so many milliseconds of being told to stop the program is gone, whoever still waits (with `drainBacklog`). */
const graceMs = 8_000;
const maxDrainMs = 1_800;

/**
 * Lets in who knocked before we were told to stop: what waits in the kernel when a socket closes is cut off. Each turn
 * of the event loop takes in some of them, so three in a row without anybody mean that nobody waits.
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
 * Ends a server: no new connection is taken, running answers may finish (8 s at the most), and connections that
 * browsers only keep for later are closed at once. `beside`: more sockets that let people in to the same server.
 */
export async function closeGracefully(server: Server, beside: Door[] = []): Promise<void> {
  const closed = Promise.all(
    [server, ...beside].map((door) => new Promise<void>((resolve) => door.close(() => resolve()))),
  );
  const end = Date.now() + graceMs;
  const tick = setInterval(() => {
    if (Date.now() > end) server.closeAllConnections();
    else server.closeIdleConnections();
  }, 50);
  await closed;
  clearInterval(tick);
}
