import type { Server } from "node:http";

/** A request may go on this long after the program was told to stop. */
const patience = 10_000;

/**
 * Ends a server: no new connection is taken, running answers may finish (10 s at the most), and connections that
 * browsers only keep for later are closed at once.
 */
export async function closeGracefully(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const end = Date.now() + patience;
  const tick = setInterval(() => {
    if (Date.now() > end) server.closeAllConnections();
    else server.closeIdleConnections();
  }, 50);
  await closed;
  clearInterval(tick);
}
