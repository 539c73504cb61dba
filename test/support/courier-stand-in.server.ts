import { createServer, type ServerResponse } from "node:http";
import { z } from "zod";
import type { Shipment } from "../../platform/couriers/couriers.server.ts";

type Asked = { call: string; headers: Record<string, unknown>; body: string };
type Answer = { status?: number; json?: unknown; lost?: boolean };
type CourierAnswers = Record<string, (asked: Asked) => Answer>;

/**
 * A courier on this machine that answers as a test says, by method and path ("GET /orders"): the clients were never tried
 * with the real ones, but against the shapes of their public documents (docs/decisions/0055-couriers.md).
 */
export async function courierStandIn() {
  const asked: Asked[] = [];
  const answers: CourierAnswers = {};
  const server = createServer(async (request, response) => {
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const path = new URL(request.url ?? "/", "http://here").pathname;
    const one = {
      call: `${request.method} ${path}`,
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
    };
    asked.push({ ...one, call: `${request.method} ${request.url}` });
    const unknown = { status: 404, json: { message: "404 Not Found", status_code: 404 } };
    answer(response, answers[one.call]?.(one) ?? unknown);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    /** What it answers, by method and path; tests change single ones. */
    answers,
    /** Forgets what was asked, and answers so from now on. */
    answerWith(given: CourierAnswers): void {
      asked.length = 0;
      for (const call of Object.keys(answers)) delete answers[call];
      Object.assign(answers, given);
    },
    calls: () => asked.map(({ call }) => call),
    bodyOf: (call: string) => asked.find((one) => one.call === call)?.body ?? "",
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(response: ServerResponse, { status = 200, json, lost }: Answer) {
  if (lost) return response.destroy();
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(json));
}

export const parcel: Shipment = {
  direction: "forward",
  reference: "3f2a9c1e-1-a1b2c3",
  orderedAt: new Date("2026-11-26T20:00:00Z"),
  customer: {
    name: "Asha & Rao",
    phone: "+919876543210",
    email: "asha@example.com",
    lines: ["7 MG Road", "Second floor; rear"],
    city: "Bengaluru",
    state: "Karnataka",
    pin: "560001",
  },
  items: [{ name: "Plain Tee", sku: "TEE-M", hsn: "6109", quantity: 2, unit: 49_950 }],
  value: 99_900,
  collect: 104_850,
  grams: 600,
  size: { length: 30, breadth: 25, height: 5 },
};

export const first = { isAgain: false, awb: null };
export const again = { isAgain: true, awb: null };
