import { createServer, type Server as HttpServer } from "node:http";
import { type AddressInfo, createServer as createDoor, type ListenOptions, type Server } from "node:net";

/**
 * libuv takes one waiting connection from a listening socket in each turn of the event loop. Under load a turn takes
 * tens of milliseconds, so one socket lets in so few that most visitors wait in the kernel, where nobody can tell
 * them to come again. So many sockets on one port let in as many a turn.
 */
const socketCount = 32;

export type Listeners = {
  port: number;
  /** The sockets beside the server's own; they are to be closed with it. */
  extraSockets: Server[];
};

/**
 * Listens for `server` on a port (0: any that is free) with many sockets where the system has SO_REUSEPORT, else with
 * one. Rejects as listen does: EADDRINUSE also when another program of ours, which would share, is there.
 */
export async function openListeners(
  server: HttpServer,
  at: { port: number; host: string },
): Promise<Listeners> {
  // Whoever does not offer to share is told when the port is taken.
  const probe = createServer();
  const port = await listening(probe, at);
  await new Promise((closed) => probe.close(closed));
  const shared = { host: at.host, port, reusePort: true };
  const first = await listening(server, shared).catch((error: unknown) => {
    if (isPortTaken(error)) throw error;
    return undefined;
  });
  if (first === undefined)
    return { port: await listening(server, { host: at.host, port }), extraSockets: [] };
  const extraSockets: Server[] = [];
  while (extraSockets.length < socketCount - 1) {
    const door = createDoor({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit("connection", socket),
    );
    await listening(door, shared);
    extraSockets.push(door);
  }
  return { port, extraSockets };
}

function listening(server: Server, options: ListenOptions): Promise<number> {
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
