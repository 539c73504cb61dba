import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { sql } from "drizzle-orm";
import type { Config } from "../platform/config.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { Application } from "./application.server.ts";
import type { PageCache } from "./page-cache/page-cache.server.ts";
import type { Admission } from "./requests/admission.server.ts";
import type { Metrics } from "./requests/metrics.server.ts";
import { clientAddress, hasTwoHosts, maxBodyBytes, refusalOf, withoutNul } from "./requests/request-rules.ts";
import { safeHeaders } from "./requests/safe-headers.ts";
import type { StaticFiles } from "./static-files.server.ts";

export type HandlerParts = {
  config: Pick<Config, "mode" | "publicUrl" | "trustProxy">;
  services: Services;
  application: Application;
  /** The built files; absent in development, where Vite serves them. */
  files?: StaticFiles | undefined;
  /** The page cache; without it every page is rendered. */
  pages?: PageCache | undefined;
  /** The admission control; without it all requests are admitted. */
  admission?: Admission | undefined;
  metrics?: Metrics | undefined;
  /** Handles a request before the application, and calls `next` when it does not. */
  first?: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | undefined;
};

/** An HTTP server with timeouts. It does not listen yet. */
export function boundedServer(): Server {
  return createServer({
    // Limits clients that send their request slowly (slowloris).
    headersTimeout: 10_000,
    requestTimeout: 120_000,
    connectionsCheckingInterval: 5_000,
    // Longer than the minute for which proxies keep an idle connection, so that proxies close first.
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384,
  });
}

/** Handles requests: the page cache, then /health, /ready and /metrics, built files, and the application. */
export function requestHandler(parts: HandlerParts): RequestListener {
  const { config, services, application, files, pages, admission, metrics, first } = parts;
  const listener = createRequestListener(application, {
    ...addressOf(config.publicUrl),
    // Reached when a request could not be parsed, or a response broke off.
    onError: (error) => {
      services.log.debug({ err: error }, "not a request");
      return new Response("Bad request", {
        status: 400,
        headers: { "Content-Type": "text/plain; charset=utf-8" },
      });
    },
  });
  const safe = safeHeaders(config);
  return (request, response) => {
    request.url = withoutNul(request.url ?? "/");
    if (hasTwoHosts(request.rawHeaders)) return refuse(response, 400);
    if (pages?.serve(request, response)) return;
    for (const [name, value] of safe) response.setHeader(name, value);
    metrics?.watch(request, response);
    const address = request.url;
    const path = address.split("?", 1)[0] ?? "/";
    const refusal = refusalOf(request.method ?? "", address, request.headers["content-length"]);
    if (refusal) return refuse(response, refusal);
    if (path === "/health") return sendText(response, 200, "ok");
    if (path === "/ready") return void ready(services, response);
    if (path === "/metrics" && metrics) return void metrics.answer(request, response);
    if (files?.(request, response, path)) return;
    if (admission?.admit(request, response) === false) return;
    const rest = () => {
      request.headers["x-client-address"] = clientAddress(
        request.socket.remoteAddress,
        request.headers["x-forwarded-for"],
        config.trustProxy,
      );
      limitBody(request);
      listener(request, response);
    };
    if (pages?.made(request, response, rest)) return;
    if (first) first(request, response, rest);
    else rest();
  };
}

/** The configured origin takes precedence over the Host header. */
function addressOf(publicUrl: string | null): { protocol?: string; host?: string } {
  if (publicUrl === null) return {};
  const { protocol, host } = new URL(publicUrl);
  return { protocol, host };
}

function sendText(response: ServerResponse, status: number, words: string) {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
  response.end(response.req.method === "HEAD" ? undefined : words);
}

function refuse(response: ServerResponse, status: number) {
  if (status === 405) response.setHeader("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
  // The body of a refused request is not read, so the connection cannot be reused.
  response.setHeader("Connection", "close");
  sendText(response, status, "Bad request");
}

async function ready(services: Services, response: ServerResponse) {
  const answered = await Promise.race([
    services.db.execute(sql`select 1`).then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, 2_000, false).unref()),
  ]);
  if (!answered) response.setHeader("Retry-After", "2");
  sendText(response, answered ? 200 : 503, answered ? "ready" : "the database does not answer");
}

/** A body without a length is counted while it arrives, and cut off. */
function limitBody(request: IncomingMessage) {
  if (request.headers["content-length"] !== undefined || request.headers["transfer-encoding"] === undefined)
    return;
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBodyBytes) request.destroy();
  });
}
