import { data, redirect } from "react-router";
import type { ShopAnswer } from "../../parts/ask-shop.ts";
import { messages } from "../../parts/messages/messages.ts";
import type { Toast } from "../../ui/toast.tsx";
import { type Said, sayNext } from "../toast.server.ts";
import { forgetDeed, nextOf } from "./pending-intent.server.ts";

/**
 * What came of a small form: whether it was done, which message says so, and words of its own where it has some.
 * `seen`: a screen with scripts shows it already, so nothing is said there.
 */
export type Outcome = {
  ok: boolean;
  said: Said;
  toast?: Toast;
  seen?: boolean;
  leadTo?: string;
  /** What the screen lists below the message; `onPage`: it can say it itself, also without scripts. */
  notes?: string[];
  onPage?: boolean;
};

/** Answers a small form: a toast in place where a script asks, else the next page, which says it. */
export function answerShop(fields: Map<string, string>, outcome: Outcome, screen: string, https: boolean) {
  const { ok, said, leadTo } = outcome;
  const here = fields.get("answer") === "here";
  if ((here && !leadTo) || outcome.onPage) {
    const answer: ShopAnswer = {
      ok,
      ...(!outcome.seen && { toast: outcome.toast ?? messages[said] }),
      ...(outcome.notes && { notes: outcome.notes }),
    };
    return data(answer);
  }
  // A page of its own that shows what was done needs no words about it.
  const headers = new Headers(leadTo && outcome.seen ? {} : { "Set-Cookie": sayNext(said) });
  if (fields.has("deed")) headers.append("Set-Cookie", forgetDeed(https));
  return redirect(leadTo ?? nextOf(fields, screen), { status: 303, headers });
}
