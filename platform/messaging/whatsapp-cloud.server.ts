import { z } from "zod";
import type { ProviderValues } from "../environment.server.mjs";
import type { MessageProvider, SendResult } from "./messaging.server.ts";
import { postJson } from "./post-json.server.ts";

/** `url`: for tests; else Meta's own address. */
export type WhatsAppKeys = {
  token: string;
  phoneNumberId: string;
  template: string;
  language: string;
  apiVersion: string;
  url?: string;
};

/** The keys of these variables; undefined when they are not set. */
export function whatsAppKeys(values: ProviderValues): WhatsAppKeys | undefined {
  const { WHATSAPP_TOKEN: token, WHATSAPP_PHONE_NUMBER_ID: phoneNumberId } = values;
  if (!token || !phoneNumberId) return undefined;
  const { WHATSAPP_TEMPLATE: template, WHATSAPP_LANGUAGE: language } = values;
  return { token, phoneNumberId, template, language, apiVersion: values.WHATSAPP_API_VERSION };
}

const graphUrl = "https://graph.facebook.com";

const accepted = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const failed = z.object({ error: z.object({ code: z.number() }) });
/** 131026: the number is not on WhatsApp, or cannot be reached there. 131030: not on the list of a test account. */
const unreachable = new Set([131_026, 131_030]);

/** Whether an error code of Meta says that the number cannot be reached on WhatsApp. */
export function isUnreachable(code: number): boolean {
  return unreachable.has(code);
}

/**
 * WhatsApp's Cloud API. A code is a message from an authentication template with a "copy code" button: Meta defines the
 * text of such templates; the code is their only parameter, and again the parameter of the button. Other messages come
 * from utility templates, whose parameters have no names and follow the order of the text.
 */
export function whatsAppCloud(keys: WhatsAppKeys): MessageProvider {
  const { token, phoneNumberId, template: codeTemplate, language, apiVersion, url = graphUrl } = keys;
  const send = async (to: string, name: string, components: unknown[]): Promise<SendResult> => {
    const response = await postJson(
      `${url}/${apiVersion}/${phoneNumberId}/messages`,
      { Authorization: `Bearer ${token}` },
      {
        messaging_product: "whatsapp",
        recipient_type: "individual",
        to: to.replace("+", ""),
        type: "template",
        template: { name, language: { code: language }, components },
      },
    );
    if (!response || response.status >= 500)
      return { ok: false, refused: "no-answer", detail: String(response?.status ?? "none") };
    const [sent] = accepted.safeParse(response.answer).data?.messages ?? [];
    if (response.status < 300 && sent) return { ok: true, id: sent.id };
    const reason = failed.safeParse(response.answer).data?.error.code;
    return {
      ok: false,
      refused: reason !== undefined && isUnreachable(reason) ? "unreachable" : "refused",
      detail: String(reason ?? response.status),
    };
  };
  return {
    key: "whatsapp-cloud",
    channel: "whatsapp",
    sendCode({ to, code }) {
      const parameters = [{ type: "text", text: code }];
      return send(to, codeTemplate, [
        { type: "body", parameters },
        { type: "button", sub_type: "url", index: "0", parameters },
      ]);
    },
    sendTemplate({ to, template, variables }) {
      const parameters = variables.map(([, text]) => ({ type: "text", text }));
      return send(to, template, [{ type: "body", parameters }]);
    },
  };
}
