import { createServer, type Server as HttpServer } from "node:http";
import { type AddressInfo, createServer as createListener, type ListenOptions, type Server } from "node:net";

/**
 * libuv accepts one connection per listening socket and event loop iteration. Under load an iteration takes tens of
 * milliseconds, so with one socket most connections wait in the kernel, where the server cannot answer 503. With n
 * sockets on one port n connections are accepted per iteration.
 */
const socketCount = 32;

export type Listeners = {
  port: number;
  /** The sockets besides the server's own; close them together. */
  extraSockets: Server[];
};

/**
 * Listens for `server` on a port (0: any free one) with several sockets where the system has SO_REUSEPORT, else with
 * one. Rejects as listen does: EADDRINUSE also when another process of ours uses the port.
 */
export async function openListeners(
  server: HttpServer,
  at: { port: number; host: string },
): Promise<Listeners> {
  const port = await probePort(at);
  const shared = { host: at.host, port, reusePort: true };
  const first = await listening(server, shared).catch((error: unknown) => {
    if (isPortTaken(error)) throw error;
    return undefined;
  });
  if (first === undefined)
    return { port: await listening(server, { host: at.host, port }), extraSockets: [] };
  const extraSockets: Server[] = [];
  while (extraSockets.length < socketCount - 1) {
    const listener = createListener({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit("connection", socket),
    );
    await listening(listener, shared);
    extraSockets.push(listener);
  }
  return { port, extraSockets };
}

/**
 * Listens and stops again. Out: the port, for port 0 a free one. Rejects as listen does: EADDRINUSE also when another
 * process of ours uses the port, because a socket without SO_REUSEPORT detects that.
 */
export async function probePort(at: { port: number; host: string }): Promise<number> {
  const probe = createServer();
  const port = await listening(probe, at);
  await new Promise((closed) => probe.close(closed));
  return port;
}

/**
 * Listens; in a worker of node:cluster on the port that all workers share. Out: the port. Rejects with the error of
 * listen.
 */
export function listening(server: Server, options: ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function isPortTaken(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && (error.code === "EADDRINUSE" || error.code === "EACCES")
  );
}
