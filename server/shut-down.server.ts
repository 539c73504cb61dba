import type { Server } from "node:http";
import type { Server as Door } from "node:net";

/** A request may go on this long after the program was told to stop. */
const patience = 10_000;

/**
 * Ends a server: no new connection is taken, running answers may finish (10 s at the most), and connections that
 * browsers only keep for later are closed at once. `beside`: more sockets that let people in to the same server.
 */
export async function closeGracefully(server: Server, beside: Door[] = []): Promise<void> {
  const closed = Promise.all(
    [server, ...beside].map((door) => new Promise<void>((resolve) => door.close(() => resolve()))),
  );
  const end = Date.now() + patience;
  const tick = setInterval(() => {
    if (Date.now() > end) server.closeAllConnections();
    else server.closeIdleConnections();
  }, 50);
  await closed;
  clearInterval(tick);
}
