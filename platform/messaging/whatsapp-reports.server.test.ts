import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { whatsAppReports } from "./whatsapp-reports.server.ts";

const reports = whatsAppReports({ appSecret: "app secret", verifyToken: "typed at Meta" });

/** A request as Meta documents it, signed with a secret. */
function posted(statuses: object[], secret = "app secret"): [Headers, Uint8Array] {
  const value = { messaging_product: "whatsapp", metadata: { phone_number_id: "1065" }, statuses };
  const body = {
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ value, field: "messages" }] }],
  };
  return signed(JSON.stringify(body), secret);
}
function signed(text: string, secret = "app secret"): [Headers, Uint8Array] {
  const bytes = Buffer.from(text);
  const signature = createHmac("sha256", secret).update(bytes).digest("hex");
  return [new Headers({ "X-Hub-Signature-256": `sha256=${signature}` }), bytes];
}
const one = (status: string, more: object = {}) => ({
  id: "wamid.A",
  status,
  timestamp: "1764140000",
  recipient_id: "919876543210",
  ...more,
});

test("statuses are read as delivered or failed, with Meta's code", () => {
  expect(reports.read(...posted([one("sent"), one("delivered"), one("read")]))).toEqual([
    { id: "wamid.A", state: "delivered" },
    { id: "wamid.A", state: "delivered" },
  ]);
  const failed = (code: number) => one("failed", { errors: [{ code, title: "Message undeliverable" }] });
  expect(reports.read(...posted([failed(131_026), failed(132_001)]))).toEqual([
    { id: "wamid.A", state: "failed", code: "131026", unreachable: true },
    { id: "wamid.A", state: "failed", code: "132001", unreachable: false },
  ]);
});

test("a message from a customer is no report", () => {
  const value = {
    messaging_product: "whatsapp",
    messages: [{ from: "919876543210", id: "wamid.B", type: "text" }],
  };
  const body = { object: "whatsapp_business_account", entry: [{ changes: [{ value, field: "messages" }] }] };
  expect(reports.read(...signed(JSON.stringify(body)))).toEqual([]);
});

test("a body with another signature, without one or with one byte more is forged", () => {
  expect(reports.read(...posted([one("delivered")], "another secret"))).toBe("forged");
  const [headers, bytes] = posted([one("delivered")]);
  expect(reports.read(new Headers(), bytes)).toBe("forged");
  expect(reports.read(headers, Buffer.concat([bytes, Buffer.from(" ")]))).toBe("forged");
});

test.each(["", "{}", "no JSON", '{"object":"page","entry":[]}', "\u0000"])(
  "the signed body %j is unreadable",
  (text) => {
    expect(reports.read(...signed(text))).toBe("unreadable");
  },
);

test("the challenge is answered to who knows the verify token only", () => {
  const asked = (token: string, mode = "subscribe") =>
    reports.challenge(
      new URLSearchParams({ "hub.mode": mode, "hub.verify_token": token, "hub.challenge": "1158" }),
    );
  expect([asked("typed at Meta"), asked("typed at Met"), asked("typed at Meta", "x")]).toEqual([
    "1158",
    null,
    null,
  ]);
});
