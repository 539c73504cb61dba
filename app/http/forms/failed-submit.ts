import { data, isRouteErrorResponse } from "react-router";
import type { Route } from "../../+types/root";
import { undeliveredMessage } from "../../parts/messages/undelivered-message.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { dismissErrors, showToast } from "../../ui/toast.tsx";

/**
 * Keeps the screen with what was typed when a sent form gets no answer, or an error instead of one: the form's own
 * message is shown. An error toast goes when the next try begins. The status keeps the router from revalidating, which would fail too.
 */
export const keepFailedForm: Route.ClientMiddlewareFunction = async ({ request }, next) => {
  if (request.method === "GET") return next();
  dismissErrors();
  const sent = request.clone();
  const results = await next();
  const failed = Object.entries(results).filter(
    ([, { type, result }]) => type === "error" && isFailure(result),
  );
  if (failed.length === 0) return results;
  const intent = (await sent.formData().catch(() => null))?.get("intent");
  const toast = undeliveredMessage(new URL(request.url).pathname, intent ?? null);
  showToast(toast);
  const answer: FormAnswer = { ok: false, toast };
  const shown = failed.map(([id]) => [id, { type: "data" as const, result: data(answer, { status: 503 }) }]);
  return { ...results, ...Object.fromEntries(shown) };
};

/** No answer, or one of 500 and above; redirects and refusals such as 404 are thrown as well. */
function isFailure(result: unknown): boolean {
  return result instanceof Response || isRouteErrorResponse(result) ? result.status >= 500 : true;
}
