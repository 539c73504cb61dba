import { data } from "react-router";
import type { Toast } from "../../ui/toast.tsx";
import type { FormResult } from "../ask-shop.ts";

/**
 * The server's answer, or a toast when it cannot be reached or broke. Where it leads elsewhere, that is followed.
 * The status keeps the router from asking the page's loaders again: over a line that is down they would fail too, and
 * take the page with them.
 */
export async function withFallbackToast<Answer>(answer: Promise<Answer>, toast: Toast) {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Response && error.status < 400) throw error;
    const message: FormResult = { ok: false, toast };
    return data(message, { status: 503 });
  }
}
