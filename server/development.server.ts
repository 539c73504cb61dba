import type { Server } from "node:http";
import type { ViteDevServer } from "vite";
import type { Services } from "../platform/services.server.ts";
import type { Application } from "./application.server.ts";

/** Vite in our own server, with reload. Loaded only in development. */
export async function viteFor(server: Server): Promise<ViteDevServer> {
  const vite = await import("vite");
  return vite.createServer({
    server: { middlewareMode: true, hmr: { server } },
    appType: "custom",
  });
}

/** The application as its files are now: Vite loads the module again when one of them has changed. */
export function developmentApplication(
  vite: ViteDevServer,
  services: Services,
  stopping: AbortSignal,
): Application {
  return async (request) => {
    try {
      const { makeApplication } = await vite.ssrLoadModule("/server/application.server.ts");
      return await makeApplication(services, stopping)(request);
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error);
      services.log.error({ err: error }, "the application could not be loaded");
      return new Response("The application could not be loaded; the log says why.", { status: 500 });
    }
  };
}
