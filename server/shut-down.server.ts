import type { Server, ServerResponse } from "node:http";

/** A request may go on this long after the program was told to stop. */
const patience = 10_000;

/**
 * Prepares the end of a server. Out: a function that takes no new connection, lets running answers finish (10 s at
 * the most) and ends event streams at once, which would never finish by themselves.
 */
export function gracefully(server: Server): () => Promise<void> {
  const running = new Set<ServerResponse>();
  server.prependListener("request", (_request, response) => {
    running.add(response);
    response.once("close", () => running.delete(response));
  });
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const end = Date.now() + patience;
    const tick = setInterval(() => {
      for (const response of running) {
        if (String(response.getHeader("content-type")).startsWith("text/event-stream")) response.destroy();
      }
      if (Date.now() > end) server.closeAllConnections();
      else server.closeIdleConnections();
    }, 50);
    await closed;
    clearInterval(tick);
  };
}
