import { z } from "zod";
import type { ProviderValues } from "../environment.server.mjs";
import type { MessageProvider, SendResult } from "./messaging.server.ts";
import { postJson } from "./post-json.server.ts";

/** `url`: for tests; else MSG91's own address. */
export type Msg91Keys = { authKey: string; templateId: string; url?: string };

/** The keys of these variables; undefined when they are not set. */
export function msg91Keys(values: ProviderValues): Msg91Keys | undefined {
  const { MSG91_AUTH_KEY: authKey, MSG91_TEMPLATE_ID: templateId } = values;
  return authKey && templateId ? { authKey, templateId } : undefined;
}

const flowUrl = "https://control.msg91.com/api/v5/flow";

const answered = z.object({
  type: z.string(),
  message: z.string().optional(),
  code: z.coerce.string().optional(),
});

/**
 * SMS in India through MSG91's Flow API: templates registered with the operators (DLT). The one for codes has the
 * variables `code`, `minutes` and `domain`. MSG91 answers 200 with type "error" for most refusals, and with the id of
 * the request as its message otherwise; a number that does not exist appears only later, in its reports.
 */
export function msg91({ authKey, templateId, url = flowUrl }: Msg91Keys): MessageProvider {
  const send = async (
    to: string,
    template: string,
    variables: Record<string, string>,
  ): Promise<SendResult> => {
    const recipient = { ...variables, mobiles: to.replace("+", "") };
    const body = { template_id: template, short_url: "0", recipients: [recipient] };
    const response = await postJson(url, { authkey: authKey }, body);
    if (!response || response.status >= 500)
      return { ok: false, refused: "no-answer", detail: String(response?.status ?? "none") };
    const answer = answered.safeParse(response.answer).data;
    if (answer?.type === "success" && response.status < 300) return { ok: true, id: answer.message ?? null };
    return { ok: false, refused: "refused", detail: answer?.code ?? String(response.status) };
  };
  return {
    key: "msg91",
    channel: "sms",
    sendCode: ({ to, code, minutes, domain }) =>
      send(to, templateId, { code, minutes: String(minutes), domain }),
    sendTemplate: ({ to, template, variables }) => send(to, template, Object.fromEntries(variables)),
  };
}
