import type { Server } from "node:http";
import type { ViteDevServer } from "vite";

/** Vite in our own server, with reload. Loaded only in development. */
export async function viteFor(server: Server): Promise<ViteDevServer> {
  const vite = await import("vite");
  return vite.createServer({
    server: { middlewareMode: true, hmr: { server } },
    appType: "custom",
  });
}
