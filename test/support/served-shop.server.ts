import { resolve } from "node:path";
import { boundedServer, type HandlerParts, requestHandler } from "../../server/http.server.ts";
import { closeGracefully } from "../../server/sockets/shut-down.server.ts";
import { staticFiles } from "../../server/static-files.server.ts";
import { makeApplication } from "./built.server.ts";
import type { TestShop } from "./test-shop.server.ts";

export type ServedShop = { address: string; close(): Promise<void> };

/** Serves the built shop with a test shop's services on a free port of this machine, as production would. */
export async function serveShop(shop: TestShop, over: Partial<HandlerParts> = {}): Promise<ServedShop> {
  const stopping = new AbortController();
  const files = over.files ?? staticFiles(resolve(import.meta.dirname, "../../build/client"), {});
  const application = over.application ?? makeApplication(shop.services, stopping.signal);
  const server = boundedServer();
  const config = { mode: "demo", publicUrl: null, trustProxy: 0 } as const;
  server.on("request", requestHandler({ config, services: shop.services, ...over, files, application }));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("The server listens on no port.");
  return {
    address: `http://127.0.0.1:${at.port}`,
    async close() {
      stopping.abort();
      await closeGracefully(server);
    },
  };
}
