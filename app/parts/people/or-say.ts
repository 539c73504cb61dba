import type { Toast } from "../../ui/toast.tsx";
import type { ShopAnswer } from "../ask-shop.ts";

/** The server's answer, or a toast when it cannot be reached or broke. Where it leads elsewhere, that is followed. */
export async function orSay<Answer>(answer: Promise<Answer>, toast: Toast): Promise<Answer | ShopAnswer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Response && error.status < 400) throw error;
    return { ok: false, toast };
  }
}
