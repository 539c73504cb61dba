import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import net, { createServer as createListener, type Server } from "node:net";
import { z } from "zod";
import { listening, socketCount } from "./listener-sockets.server.ts";

/** The worker's first descriptor of the socket: after stdin, stdout, stderr and the channel to the primary. */
const firstDescriptor = 4;

type Handle = { fd: number; close(): void };

/** Node's internal way to bind without accepting (node:cluster uses it); there is no public API for it. */
const binder = z.object({
  _createServerHandle: z.custom<(host: string, port: number, family: 4 | 6) => unknown>(
    (value) => typeof value === "function",
  ),
});
const handle = z.custom<Handle>(
  (value) => typeof value === "object" && value !== null && "fd" in value && Number(value.fd) > 2,
  "the port could not be bound",
);

export type SharedSocket = {
  /** For `stdio` of a worker. */
  descriptors: number[];
  /** This process closes its handle; the socket stays open in the workers. */
  close(): void;
};

/**
 * Binds a port for several processes, and never accepts itself: the socket outlives each worker, and so do the
 * connections in its accept queue (with SO_REUSEPORT they would be reset when their worker ends). A worker gets many
 * descriptors of the one socket, because libuv accepts one connection per descriptor and event loop iteration. Rejects
 * as listen does: EADDRINUSE.
 */
export async function bindSharedSocket(at: { port: number; host: string }): Promise<SharedSocket> {
  // Binding alone does not detect that another process listens.
  const probe = createHttpServer();
  await listening(probe, at);
  const bound = probe.address();
  await new Promise((closed) => probe.close(closed));
  if (bound === null || typeof bound === "string") throw new Error("not an address");
  const family = bound.family === "IPv6" ? 6 : 4;
  const made = handle.parse(binder.parse(net)._createServerHandle(bound.address, bound.port, family));
  return {
    descriptors: Array.from({ length: socketCount }, () => made.fd),
    close: () => made.close(),
  };
}

/** In a worker: listens for `server` on all descriptors of the primary's socket. Out: the sockets besides its own. */
export async function listenOnShared(server: HttpServer): Promise<Server[]> {
  await listening(server, { fd: firstDescriptor });
  const extraSockets: Server[] = [];
  while (extraSockets.length < socketCount - 1) {
    const listener = createListener({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit("connection", socket),
    );
    await listening(listener, { fd: firstDescriptor + 1 + extraSockets.length });
    extraSockets.push(listener);
  }
  return extraSockets;
}
