import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Admission } from "./admission.server.ts";

export type Metrics = {
  /** Measures one request. */
  watch(request: IncomingMessage, response: ServerResponse): void;
  /** Answers GET /metrics in Prometheus' text format, or 404 for unauthorised clients. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
};

/** A gauge that is read on each scrape. With several workers it shows their sum, or with `most` the highest value. */
export type Reading = { name: string; help: string; read: () => number | Promise<number>; most?: boolean };

/**
 * The program's metrics. In: the bearer token of scrapers; without one only loopback clients are answered, and none
 * through a proxy. Labels contain no personal data: paths are cut to their first part.
 */
export function makeMetrics(options: {
  token: string | undefined;
  admission: Admission;
  readings: Reading[];
  /** With several workers: returns the metrics of all (`own` are those of this one). */
  together?: ((own: () => Promise<object[]>) => () => Promise<object[][]>) | undefined;
}): Metrics {
  const { token, admission, readings } = options;
  const registry = new Registry();
  registry.setDefaultLabels({ app: "campus-style" });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: "http_requests_total",
    help: "Answers by first part of the path and status",
    labelNames: ["method", "part", "status"] as const,
    registers,
  });
  const seconds = new Histogram({
    name: "http_request_seconds",
    help: "From the request's headers to the answer's end",
    labelNames: ["part"] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  });
  const all: Reading[] = [
    {
      name: "http_requests_in_flight",
      help: "Answers in the making",
      read: admission.inFlight,
    },
    { name: "http_requests_turned_away", help: "503 because too busy", read: admission.turnedAway },
    ...readings,
  ];
  for (const { name, help, read, most } of all) {
    new Gauge({
      name,
      help,
      registers,
      aggregator: most ? "max" : "sum",
      async collect() {
        this.set(await read());
      },
    });
  }
  const ofAll = options.together?.(() => registry.getMetricsAsJSON());
  return {
    watch(request, response) {
      const part = partOf(request.url ?? "/");
      const end = seconds.startTimer({ part });
      response.once("close", () => {
        if (part !== "live") end();
        requests.inc({ method: request.method ?? "", part, status: String(response.statusCode) });
      });
    },
    async answer(request, response) {
      if (!mayRead(request, token)) {
        response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
        response.end("Not found");
        return;
      }
      const shown = ofAll ? AggregatorRegistry.aggregate(await ofAll()) : registry;
      const text = await shown.metrics();
      response.writeHead(200, { "Content-Type": registry.contentType, "Cache-Control": "no-store" });
      response.end(request.method === "HEAD" ? undefined : text);
    },
  };
}

const parts = new Set(
  [
    [
      "shop",
      "category",
      "product",
      "wishlist",
      "cart",
      "checkout",
      "auth",
      "profile",
      "orders",
      "order",
      "pay",
      "confirm",
    ],
    ["order-confirmation", "track", "blog", "faq", "contact", "about", "newsletter", "admin", "live"],
    ["functions", "media", "assets", "feeds", "sitemap.xml", "robots.txt", "dev"],
  ].flat(),
);

/** The first part of a known path, else "other", so that the number of labels is bounded. */
function partOf(url: string): string {
  const first =
    url
      .split("?", 1)[0]
      ?.split("/")[1]
      ?.replace(/\.data$/, "") ?? "";
  if (first === "" || first === "_root") return "home";
  return parts.has(first) ? first : "other";
}

const itself = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

function mayRead(request: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) {
    const forwarded = request.headers["x-forwarded-for"] ?? request.headers.forwarded;
    return forwarded === undefined && itself.has(request.socket.remoteAddress ?? "");
  }
  const sent = Buffer.from(request.headers.authorization ?? "");
  const right = Buffer.from(`Bearer ${token}`);
  return sent.length === right.length && timingSafeEqual(sent, right);
}
