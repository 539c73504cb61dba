import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { inTransaction } from "../../platform/database/database.server.ts";
import { apiVersion } from "../../platform/payments/api-version.ts";
import { readExact, writeExact } from "../../platform/payments/exact-json.ts";
import { type ApiResponse, orderEntity, paymentEntity, problem } from "./entities.ts";
import { createOrder, findOrder, type GatewayPorts, noSuchOrder, terminateOrder } from "./orders.server.ts";
import { createRefund, readRefund } from "./refunds.server.ts";
import type { FaultScenario } from "./scenarios.ts";
import { responses } from "./tables.server.ts";

type Spoken = { status: number; body: string; faultScenario?: FaultScenario | undefined };

/**
 * In: a request to Cashfree's API, version 2025-01-01. Out: its response; `faultScenario` "silent": never send it.
 */
export async function answerApi(
  ports: GatewayPorts & { appId: string; secret: string },
  request: Request,
): Promise<Spoken> {
  const { headers, method } = request;
  if (headers.get("x-client-id") !== ports.appId || headers.get("x-client-secret") !== ports.secret) {
    return spoken(problem(401, "request_failed", "authentication Failed"));
  }
  if (headers.get("x-api-version") !== apiVersion) {
    return spoken(problem(400, "version_invalid", `x-api-version: only ${apiVersion}`));
  }
  const path = new URL(request.url).pathname.replace(/^\/pg/, "");
  const text = await request.text();
  const body = parsed(text);
  if (body === unreadable) return spoken(problem(400, "request_invalid", "The body is no JSON."));
  const key = headers.get("x-idempotency-key");
  return inTransaction(ports.db, async (tx) => {
    const act = async () => {
      const response = await route({ db: tx, clock: ports.clock }, method, path, body);
      return { ...spoken(response), faultScenario: response.faultScenario };
    };
    if (key === null || method === "GET") return act();
    const hash = createHash("sha256").update(`${method} ${path}\n${text}`).digest("hex");
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 727))`);
    const [before] = await tx.select().from(responses).where(eq(responses.requestKey, key));
    if (before && before.requestHash !== hash) {
      return spoken(problem(400, "idempotency_key_invalid", "This key was used for another request."));
    }
    if (before) return { status: before.status, body: before.body };
    const response = await act();
    const row = { status: response.status, body: response.body, at: ports.clock.now() };
    await tx.insert(responses).values({ requestKey: key, requestHash: hash, ...row });
    return response;
  });
}

async function route(
  ports: GatewayPorts,
  method: string,
  path: string,
  body: unknown,
): Promise<ApiResponse & { faultScenario?: FaultScenario }> {
  if (path === "/orders" && method === "POST") return createOrder(ports, body);
  const [, orderId, part, refundId] =
    /^\/orders\/([\w-]+)(?:\/(payments|refunds)(?:\/([\w-]+))?)?$/.exec(path) ?? [];
  const asked = `${method}${part ? ` ${part}` : ""}${refundId ? " one" : ""}`;
  if (orderId === undefined) return problem(404, "request_not_supported", "There is nothing here.");
  switch (asked) {
    case "GET": {
      const known = await findOrder(ports.db, { orderId });
      if (!known) return noSuchOrder;
      return { status: 200, body: orderEntity(known.order, known.attempts, ports.clock.now()) };
    }
    case "PATCH":
      return terminateOrder(ports, orderId, body);
    case "GET payments": {
      const known = await findOrder(ports.db, { orderId });
      return known ? { status: 200, body: known.attempts.map(paymentEntity) } : noSuchOrder;
    }
    case "POST refunds":
      return createRefund(ports, orderId, body);
    case "GET refunds one":
      return readRefund(ports, orderId, refundId ?? "");
    default:
      return problem(404, "request_not_supported", "There is nothing here.");
  }
}

function spoken({ status, body }: ApiResponse): Spoken {
  return { status, body: writeExact(body) };
}

const unreadable = Symbol("no JSON");

function parsed(text: string): unknown {
  if (text === "") return undefined;
  try {
    return readExact(text);
  } catch {
    return unreadable;
  }
}
