import { z } from "zod";
import type { MessageProvider } from "./messaging.server.ts";
import { postJson } from "./post-json.server.ts";

/** `url`: for tests; else MSG91's own address. */
export type Msg91Keys = { authKey: string; templateId: string; url?: string };

const flowUrl = "https://control.msg91.com/api/v5/flow";

const answered = z.object({ type: z.string(), code: z.coerce.string().optional() });

/**
 * SMS in India through MSG91's Flow API: a template registered with the operators (DLT), with the variables `code`,
 * `minutes` and `domain`. MSG91 answers 200 with type "error" for most refusals; a number that does not exist appears
 * only later, in its reports.
 */
export function msg91({ authKey, templateId, url = flowUrl }: Msg91Keys): MessageProvider {
  return {
    key: "msg91",
    channel: "sms",
    async sendCode({ to, code, minutes, domain }) {
      const response = await postJson(
        url,
        { authkey: authKey },
        {
          template_id: templateId,
          short_url: "0",
          recipients: [{ mobiles: to.replace("+", ""), code, minutes: String(minutes), domain }],
        },
      );
      if (!response || response.status >= 500)
        return { ok: false, refused: "no-answer", detail: String(response?.status ?? "none") };
      const answer = answered.safeParse(response.answer);
      if (answer.data?.type === "success" && response.status < 300) return { ok: true };
      return { ok: false, refused: "refused", detail: answer.data?.code ?? String(response.status) };
    },
  };
}
