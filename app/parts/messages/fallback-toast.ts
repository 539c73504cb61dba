import { data } from "react-router";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import type { Toast } from "../../ui/toast.tsx";

/**
 * The server's answer, or an error toast when the request failed. Redirects are followed. The status keeps the router
 * from revalidating: offline, the loaders would fail too and replace the page with an error.
 */
export async function withFallbackToast<Answer>(
  answer: Promise<Answer>,
  toast: Toast | ((error: unknown) => Promise<Toast>),
) {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Response && error.status < 400) throw error;
    const shown = typeof toast === "function" ? await toast(error) : toast;
    const message: FormAnswer = { ok: false, toast: shown };
    return data(message, { status: 503 });
  }
}
