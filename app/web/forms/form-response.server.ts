import { data, redirect } from "react-router";
import type { FormResult } from "../../parts/ask-shop.ts";
import { messages } from "../../parts/messages/messages.ts";
import type { Toast } from "../../ui/toast.tsx";
import { flashCookie, type MessageName } from "../toast.server.ts";
import { clearPendingIntent, nextPath } from "./pending-intent.server.ts";

/**
 * What came of a small form: whether it was done, which message says so, and words of its own where it has some.
 * `seen`: a screen with scripts shows it already, so nothing is said there.
 */
export type FormOutcome = {
  ok: boolean;
  message: MessageName;
  toast?: Toast;
  alreadyShown?: boolean;
  leadTo?: string;
  /** What the screen lists below the message; `onPage`: it can say it itself, also without scripts. */
  notes?: string[];
  onPage?: boolean;
};

/** Answers a small form: a toast in place where a script asks, else the next page, which says it. */
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
  // A page of its own that shows what was done needs no words about it.
  const headers = new Headers(leadTo && outcome.alreadyShown ? {} : { "Set-Cookie": flashCookie(message) });
  if (fields.has("deed")) headers.append("Set-Cookie", clearPendingIntent(https));
  return redirect(leadTo ?? nextPath(fields, screen), { status: 303, headers });
}
