import type { Server } from "node:http";
import type { ViteDevServer } from "vite";

/** Vite inside our own server, reloading pages as their files change. Loaded only when asked for: it is no part of production. */
export async function viteFor(server: Server): Promise<ViteDevServer> {
  const vite = await import("vite");
  return vite.createServer({
    server: { middlewareMode: true, hmr: { server } },
    appType: "custom",
  });
}
