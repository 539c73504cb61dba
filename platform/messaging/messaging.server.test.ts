import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Log } from "../log.server.ts";
import { makeLog } from "../log.server.ts";
import { type CodeMessage, messagingThrough, type TemplateMessage } from "./messaging.server.ts";
import { msg91 } from "./msg91.server.ts";
import { whatsAppCloud } from "./whatsapp-cloud.server.ts";

// A stub server for the providers, with responses as in their documentation.

type Request = { path: string; headers: IncomingHttpHeaders; body: unknown };
let seen: Request[] = [];
let answers: { status: number; body: string }[] = [];
const server = createServer((request, response) => {
  let text = "";
  request.on("data", (part) => {
    text += part;
  });
  request.on("end", () => {
    seen.push({ path: request.url ?? "", headers: request.headers, body: JSON.parse(text) });
    const { status, body } = answers.shift() ?? { status: 500, body: "" };
    response.writeHead(status).end(body);
  });
});
let url: string;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
afterEach(() => {
  seen = [];
  answers = [];
});

const message: CodeMessage = {
  to: "+919876543210",
  code: "012345",
  minutes: 10,
  domain: "shop.example",
};
const sms = () => msg91({ authKey: "key", templateId: "template", url: `${url}/api/v5/flow` });
const whatsApp = () =>
  whatsAppCloud({
    token: "token",
    phoneNumberId: "1065",
    template: "sign_in_code",
    language: "en",
    apiVersion: "v25.0",
    url,
  });
const success = { status: 200, body: '{"message":"5762846b4f8d285d378b4567","type":"success"}' };
const accepted = {
  status: 200,
  body: '{"messaging_product":"whatsapp","contacts":[{"input":"919876543210","wa_id":"919876543210"}],"messages":[{"id":"wamid.HBgM","message_status":"accepted"}]}',
};
const notOnWhatsApp = {
  status: 400,
  body: '{"error":{"message":"(#131026) Message undeliverable","type":"OAuthException","code":131026,"fbtrace_id":"A"}}',
};

test("a request to MSG91 has the template, the number and the variables", async () => {
  answers = [success];
  expect(await sms().sendCode(message)).toEqual({ ok: true, id: "5762846b4f8d285d378b4567" });
  expect(seen).toMatchObject([
    {
      path: "/api/v5/flow",
      headers: { authkey: "key", "content-type": "application/json" },
      body: {
        template_id: "template",
        short_url: "0",
        recipients: [{ mobiles: "919876543210", code: "012345", minutes: "10", domain: "shop.example" }],
      },
    },
  ]);
});

test.each([
  [{ status: 200, body: '{"message":"Template not found","type":"error","code":"211"}' }, "refused", "211"],
  [{ status: 401, body: '{"message":"Unauthorized","status":"fail","type":"error"}' }, "refused", "401"],
  [{ status: 502, body: "<html>Bad gateway</html>" }, "no-answer", "502"],
  [{ status: 200, body: "ok" }, "refused", "200"],
])("the MSG91 response %j is reported as a failure with its code", async (answer, refused, detail) => {
  answers = [answer];
  expect(await sms().sendCode(message)).toEqual({ ok: false, refused, detail });
});

test("a request to WhatsApp has an authentication template with the code in body and button", async () => {
  answers = [accepted];
  expect(await whatsApp().sendCode(message)).toEqual({ ok: true, id: "wamid.HBgM" });
  const parameters = [{ type: "text", text: "012345" }];
  expect(seen).toMatchObject([
    {
      path: "/v25.0/1065/messages",
      headers: { authorization: "Bearer token" },
      body: {
        messaging_product: "whatsapp",
        to: "919876543210",
        type: "template",
        template: {
          name: "sign_in_code",
          language: { code: "en" },
          components: [
            { type: "body", parameters },
            { type: "button", sub_type: "url", index: "0", parameters },
          ],
        },
      },
    },
  ]);
});

test.each([
  [notOnWhatsApp, "unreachable", "131026"],
  [
    { status: 401, body: '{"error":{"message":"Error validating access token","code":190}}' },
    "refused",
    "190",
  ],
  [{ status: 503, body: "" }, "no-answer", "503"],
])("the WhatsApp response %j is reported as a failure with its code", async (answer, refused, detail) => {
  answers = [answer];
  expect(await whatsApp().sendCode(message)).toEqual({ ok: false, refused, detail });
});

const shipped: TemplateMessage = {
  to: "+919876543210",
  template: "order_shipped",
  variables: [
    ["order", "3f2a9c1e"],
    ["parcel", "Delhivery 14908"],
  ],
  text: "Your order 3f2a9c1e is on its way with Delhivery 14908.",
};

test("another message goes to MSG91 with its template and named variables", async () => {
  answers = [success];
  expect(await sms().sendTemplate(shipped)).toEqual({ ok: true, id: "5762846b4f8d285d378b4567" });
  const recipient = { mobiles: "919876543210", order: "3f2a9c1e", parcel: "Delhivery 14908" };
  expect(seen).toMatchObject([{ body: { template_id: "order_shipped", recipients: [recipient] } }]);
});

test("another message goes to WhatsApp with its variables in order, and its refusal has Meta's code", async () => {
  answers = [accepted, notOnWhatsApp];
  expect(await whatsApp().sendTemplate(shipped)).toEqual({ ok: true, id: "wamid.HBgM" });
  const parameters = [
    { type: "text", text: "3f2a9c1e" },
    { type: "text", text: "Delhivery 14908" },
  ];
  const template = { name: "order_shipped", components: [{ type: "body", parameters }] };
  expect(seen).toMatchObject([{ body: { to: "919876543210", type: "template", template } }]);
  const refusal = { ok: false, refused: "unreachable", detail: "131026" };
  expect(await whatsApp().sendTemplate(shipped)).toEqual(refusal);
});

test("a provider that cannot be reached is reported as a result and does not throw", async () => {
  const nowhere = msg91({ authKey: "key", templateId: "template", url: "http://127.0.0.1:1/" });
  expect(await nowhere.sendCode(message)).toEqual({ ok: false, refused: "no-answer", detail: "none" });
});

const rules = { callingCodes: ["91"], codesPerDay: 10, staysHere: false };

test("when one channel fails the other is tried, and the log contains neither code nor number", async () => {
  const lines: string[] = [];
  const log: Log = { ...makeLog({ level: "silent", json: true }) };
  log.warn = (...line: unknown[]) => void lines.push(JSON.stringify(line));
  const messaging = messagingThrough([sms(), whatsApp()], { log, ...rules });
  answers = [notOnWhatsApp, success];
  expect(await messaging.sendCode(message, "whatsapp")).toBe("sms");
  expect(seen.map(({ path }) => path)).toEqual(["/v25.0/1065/messages", "/api/v5/flow"]);
  expect(lines.join()).toContain("131026");
  expect(lines.join()).not.toMatch(/012345|98765/);
  answers = [{ status: 500, body: "" }, notOnWhatsApp];
  expect(await messaging.sendCode(message)).toBeNull();
  answers = [notOnWhatsApp];
  expect(await messaging.sendTemplate("whatsapp", shipped)).toMatchObject({ refused: "unreachable" });
  expect(lines.at(-1)).toContain('"..10"');
  expect(lines.join()).not.toMatch(/98765|Delhivery/);
});

test("without a provider no channel is offered", async () => {
  const none = messagingThrough([], { log: makeLog({ level: "silent", json: true }), ...rules });
  expect(none.channels).toEqual([]);
  expect(await none.sendCode(message)).toBeNull();
  expect(await none.sendTemplate("sms", shipped)).toMatchObject({ ok: false, detail: "no-provider" });
});
