import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { ProviderValues } from "../environment.server.mjs";
import { cutText } from "../text/cut-text.ts";
import { apiVersion } from "./api-version.ts";
import { browserSources } from "./cashfree/browser-sources.ts";
import {
  orderAnswer,
  paymentsAnswer,
  problemAnswer,
  refundAnswer,
  webhookEventOf,
} from "./cashfree/schemas.ts";
import { type Json, Rupees, readExact, writeExact } from "./exact-json.ts";
import type { GatewayRefund, GatewayResult, OnlinePayments, WebhookResult } from "./payments.server.ts";
import { isSigned } from "./signature.server.ts";

/** Cashfree's hosts. The local gateway is called in the process, so its host is only a name. */
const hosts = {
  local: "http://gateway.invalid/pg",
  sandbox: "https://sandbox.cashfree.com/pg",
  production: "https://api.cashfree.com/pg",
};

type CashfreeKeys = { appId: string; secretKey: string; mode: "sandbox" | "production" };

/** The keys of these variables; undefined when they are not set. */
export function cashfreeKeys(values: ProviderValues): CashfreeKeys | undefined {
  const { CASHFREE_APP_ID: appId, CASHFREE_SECRET_KEY: secretKey, CASHFREE_MODE: mode } = values;
  return appId && secretKey ? { appId, secretKey, mode } : undefined;
}

type Call = { method: "GET" | "POST" | "PATCH"; path: string; body?: Json; requestKey?: string };

/**
 * Cashfree's Payment Gateway, version 2025-01-01, over an injected `fetch` (or the local gateway's `handle`). In: the
 * host, the keys, and the timeout in milliseconds (10 s).
 */
export function cashfree(options: {
  mode: OnlinePayments["mode"];
  appId: string;
  secretKey: string;
  fetch: (request: Request) => Promise<Response>;
  payPath?: (sessionId: string) => string;
  timeout?: number;
}): OnlinePayments {
  const { mode, appId, secretKey, payPath } = options;

  async function ask<T>(call: Call, words: z.ZodType<T>): Promise<GatewayResult<T> & { status?: number }> {
    const requestId = randomUUID();
    const failed = (refused: "unknown" | "rejected" | "unreachable", why: string) =>
      ({ ok: false, refused, detail: `${call.method} ${call.path}: ${why} (request ${requestId})` }) as const;
    let status: number;
    let text: string;
    try {
      const answer = await options.fetch(
        new Request(hosts[mode] + call.path, {
          method: call.method,
          headers: {
            "x-client-id": appId,
            "x-client-secret": secretKey,
            "x-api-version": apiVersion,
            "x-request-id": requestId,
            Accept: "application/json",
            ...(call.requestKey !== undefined && { "x-idempotency-key": call.requestKey }),
            ...(call.body !== undefined && { "Content-Type": "application/json" }),
          },
          ...(call.body !== undefined && { body: writeExact(call.body) }),
          redirect: "error",
          signal: AbortSignal.timeout(options.timeout ?? 10_000),
        }),
      );
      status = answer.status;
      text = await answer.text();
    } catch (error) {
      return failed("unreachable", error instanceof Error ? error.name : "no answer");
    }
    const body = exactPaise(text);
    if (status >= 200 && status < 300) {
      const read = words.safeParse(body);
      return read.success ? { ok: true, value: read.data } : failed("unreachable", "an unreadable answer");
    }
    // `message` may repeat what a customer typed, so only the code of a refusal is reported.
    const problem = problemAnswer.safeParse(body);
    const why = `${status} ${problem.success ? `${problem.data.type} ${problem.data.code}` : ""}`.trim();
    if (status === 404) return { ...failed("unknown", why), status };
    const later = status >= 500 || status < 400 || [408, 425, 429].includes(status);
    return { ...failed(later ? "unreachable" : "rejected", why), status };
  }

  const orderPath = (orderId: string) => `/orders/${encodeURIComponent(orderId)}`;
  const refundPath = (orderId: string, refundId: string) =>
    `${orderPath(orderId)}/refunds/${encodeURIComponent(refundId)}`;

  const getOrder: OnlinePayments["getOrder"] = async (orderId) =>
    about(orderId, await ask({ method: "GET", path: orderPath(orderId) }, orderAnswer));

  const refundOf: OnlinePayments["refundOf"] = async (orderId, refundId) =>
    oneRefund(
      orderId,
      refundId,
      await ask({ method: "GET", path: refundPath(orderId, refundId) }, refundAnswer),
    );

  return {
    provider: "cashfree",
    mode,
    publicKey: appId,
    browserSources: mode === "local" ? {} : browserSources,
    getOrder,
    refundOf,
    async createOrder(order) {
      const body = {
        order_id: order.orderId,
        order_amount: new Rupees(order.amount),
        order_currency: "INR",
        customer_details: customerDetails(order.customer),
        order_meta: { return_url: order.returnUrl, notify_url: order.notifyUrl },
        order_expiry_time: order.expiresAt.toISOString(),
      };
      const made = await ask(
        { method: "POST", path: "/orders", body, requestKey: order.requestKey },
        orderAnswer,
      );
      if (made.ok || made.status !== 409) return about(order.orderId, made);
      return isSameAmount(made, order.amount, await getOrder(order.orderId));
    },
    async paymentsOf(orderId) {
      return ask({ method: "GET", path: `${orderPath(orderId)}/payments` }, paymentsAnswer);
    },
    async refund({ orderId, refundId, amount, note, requestKey }) {
      const body = { refund_id: refundId, refund_amount: new Rupees(amount), refund_note: note };
      const made = await ask(
        { method: "POST", path: `${orderPath(orderId)}/refunds`, body, requestKey },
        refundAnswer,
      );
      if (made.ok || made.status !== 409) return oneRefund(orderId, refundId, made);
      return isSameAmount(made, amount, await refundOf(orderId, refundId));
    },
    async terminate(orderId) {
      const body = { order_status: "TERMINATED" };
      return about(orderId, await ask({ method: "PATCH", path: orderPath(orderId), body }, orderAnswer));
    },
    readWebhook: (headers, rawBody) => readWebhook(secretKey, headers, rawBody),
    payPath: (sessionId) => payPath?.(sessionId) ?? null,
  };
}

/**
 * Cashfree's formats: customer ids are letters and digits; the phone has ten digits; a name has at least three
 * letters or is left out.
 */
function customerDetails({
  id,
  name,
  email,
  phone,
}: {
  id: string;
  name: string;
  email: string;
  phone: string;
}) {
  return {
    customer_id: id.replace(/[^A-Za-z0-9]/g, "").slice(0, 50),
    customer_name: name.length >= 3 ? cutText(name, 100) : undefined,
    customer_email: email === "" ? undefined : email,
    customer_phone: phone.replace(/\D/g, "").slice(-10),
  };
}

/** An answer about another order is treated as no answer. */
function about<T extends { orderId: string }>(orderId: string, answer: GatewayResult<T>): GatewayResult<T> {
  if (!answer.ok || answer.value.orderId === orderId) return answer;
  return { ok: false, refused: "unreachable", detail: `asked about ${orderId}, told about another` };
}

function oneRefund(
  orderId: string,
  refundId: string,
  answer: GatewayResult<{
    orderId: string;
    refundId: string;
    status: GatewayRefund["status"];
    amount: number;
  }>,
) {
  const checked = about(orderId, answer);
  if (!checked.ok) return checked;
  const { orderId: _, ...refund } = checked.value;
  if (refund.refundId === refundId) return { ok: true, value: refund } as const;
  return {
    ok: false,
    refused: "unreachable",
    detail: `asked about ${refundId}, told about another`,
  } as const;
}

/** It exists already: created by an attempt whose answer was lost, if the amounts match; else a refusal. */
function isSameAmount<T extends { amount: number }>(
  made: GatewayResult<unknown> & { ok: false },
  amount: number,
  found: GatewayResult<T>,
): GatewayResult<T> {
  const { refused, detail } = made;
  return found.ok && found.value.amount !== amount ? { ok: false, refused, detail } : found;
}

function readWebhook(secret: string, headers: Headers, rawBody: Uint8Array): WebhookResult {
  const signature = headers.get("x-webhook-signature");
  const timestamp = headers.get("x-webhook-timestamp");
  if (!signature || !timestamp) return { ok: false, refused: "unsigned" };
  if (!isSigned(secret, timestamp, rawBody, signature)) return { ok: false, refused: "forged" };
  const webhook = webhookEventOf(exactPaise(new TextDecoder().decode(rawBody)));
  return webhook ? { ok: true, webhook } : { ok: false, refused: "unreadable" };
}

function exactPaise(text: string): unknown {
  try {
    return readExact(text);
  } catch {
    return undefined;
  }
}
