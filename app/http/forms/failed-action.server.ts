import { type ActionFunctionArgs, data } from "react-router";
import { failedForm } from "../../parts/messages/failed-form.ts";
import { servicesContext } from "../../services-context.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { isDataRequest } from "../data-request.ts";
import { showInFrame } from "../toast.server.ts";
import { typedTexts } from "./answer.server.ts";
import { sentFieldsContext } from "./sent-fields.ts";

/**
 * The answer of an action that threw, which the server calls for every screen (server/failed-actions): the
 * screen again, with what was typed and the form's own message. A script gets the message with the answer, a page
 * without scripts shows it in its frame. `status`: 503 for a busy database, else 500.
 */
export function failedAnswer(
  { request, url, context }: ActionFunctionArgs,
  error: unknown,
  status: 500 | 503,
) {
  const path = url.pathname;
  context.get(servicesContext).log.error({ err: error, path }, "a form failed");
  const fields = context.get(sentFieldsContext);
  const toast = failedForm(path, fields?.get("intent") ?? "");
  const isScript = isDataRequest(request, url);
  if (!isScript) showInFrame(context, toast);
  const answer: FormAnswer = {
    ok: false,
    ...(isScript && { toast }),
    ...(fields && { typed: typedTexts(fields) }),
  };
  return data(answer, { status });
}
