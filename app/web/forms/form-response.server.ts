import { data, redirect } from "react-router";
import { messages } from "../../parts/messages/messages.ts";
import type { FormResult } from "../../parts/use-shop-form.ts";
import type { Toast } from "../../ui/toast.tsx";
import { flashCookie, type MessageName } from "../toast.server.ts";
import { clearPendingIntent, nextPath } from "./pending-intent.server.ts";

/**
 * Result of a small form: success, the message's name, and an own toast where needed. `alreadyShown`: a screen with
 * scripts shows it already, so it needs no toast.
 */
export type FormOutcome = {
  ok: boolean;
  message: MessageName;
  toast?: Toast;
  alreadyShown?: boolean;
  leadTo?: string;
  /**
   * Notes that the screen lists below the message; `onPage`: the screen can show the message, also without scripts.
   */
  notes?: string[];
  onPage?: boolean;
};

/** Answers a small form: JSON for a toast where a script asks, otherwise a redirect with a flash message. */
export function formResponse(
  fields: Map<string, string>,
  outcome: FormOutcome,
  screen: string,
  https: boolean,
) {
  const { ok, message, leadTo } = outcome;
  const here = fields.get("answer") === "here";
  if ((here && !leadTo) || outcome.onPage) {
    const answer: FormResult = {
      ok,
      ...(!outcome.alreadyShown && { toast: outcome.toast ?? messages[message] }),
      ...(outcome.notes && { notes: outcome.notes }),
    };
    return data(answer);
  }
  // The target page shows the result, so it needs no message.
  const headers = new Headers(leadTo && outcome.alreadyShown ? {} : { "Set-Cookie": flashCookie(message) });
  if (fields.has("deed")) headers.append("Set-Cookie", clearPendingIntent(https));
  return redirect(leadTo ?? nextPath(fields, screen), { status: 303, headers });
}
