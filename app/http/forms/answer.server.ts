import { data, redirect, redirectDocument } from "react-router";
import type { FieldErrors, FormFields } from "../../../shop/text/read-form.ts";
import * as accountMessages from "../../parts/messages/account-messages.ts";
import { allMessages } from "../../parts/messages/all-messages.ts";
import type { FieldTexts, FormAnswer } from "../../ui/forms/form-context.ts";
import type { Toast } from "../../ui/toast.tsx";
import { signInAddress } from "../guards.server.ts";
import { flashCookie, type MessageName } from "../toast.server.ts";
import { clearPendingIntent, nextPath, savePendingIntent } from "./pending-intent.server.ts";

/** A line in a screen's table of refusals: the message, the HTTP status, and the field that shows it. */
export type Refusal = readonly [message: MessageName, status: number, field?: string];

/** The answer to a successful form that stays on its screen, with its message. */
export function accept(message: MessageName): FormAnswer {
  return { ok: true, toast: allMessages[message] };
}

/** The answer to a refused form, as a toast and at its field. `fields`: the typed values, to show them again. */
export function refuse<More extends object>(
  [message, status, field]: Refusal,
  fields?: FormFields,
  more?: More & { headers?: HeadersInit },
) {
  const toast: Toast = { ...allMessages[message] };
  const errors = field ? { [field]: toast.text ?? toast.title } : {};
  return refuseFields(errors, status, fields, { toast, ...more });
}

/** The answer with errors by field and the typed values. */
export function refuseFields<More extends object>(
  errors: FieldErrors,
  status: number,
  fields?: FormFields,
  more?: More & { toast?: Toast; headers?: HeadersInit },
) {
  const { headers, ...answer } = { headers: undefined, ...more };
  const typed = fields ? { typed: typedTexts(fields) } : {};
  const body = { ok: false, errors, ...typed, ...answer };
  return data<FormAnswer & typeof body>(body, { status, ...(headers && { headers }) });
}

/** Passwords, tokens, and the setup of two-step login, which is checked before it is shown again. */
const secrets = new Set(["password", "confirm", "current", "again", "token", "uri", "codes"]);

/** The typed values, to show them again; secrets are left out. */
export function typedTexts(fields: FormFields): FieldTexts {
  return Object.fromEntries([...fields].filter(([name]) => !secrets.has(name)));
}

/**
 * Redirects after a form, with the message that the next page shows. In: a path of this site, the message's name,
 * cookies to set. `reload`: as a document navigation, between shop and back office.
 */
export function redirectWithToast(
  to: string,
  message?: MessageName,
  { cookies = [], reload = false }: { cookies?: readonly string[]; reload?: boolean } = {},
): Response {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  if (message) headers.append("Set-Cookie", flashCookie(message));
  return (reload ? redirectDocument : redirect)(to, { status: 303, headers });
}

/**
 * Outcome of a form that is one button: the message's name, and a custom toast if needed. `alreadyShown`: a screen with
 * scripts already shows it, so it needs no toast. `onPage`: the screen can show the message, also without scripts.
 */
export type FormOutcome = Pick<FormAnswer, "ok" | "toast" | "notes"> & {
  message: MessageName;
  alreadyShown?: boolean;
  redirectTo?: string;
  onPage?: boolean;
};

/** The response: JSON for a toast to a script, otherwise a redirect with a flash message. */
export function formResponse(fields: FormFields, outcome: FormOutcome, screen: string, https: boolean) {
  const { ok, message, redirectTo: to, notes } = outcome;
  const here = fields.get("answer") === "here";
  if ((here && !to) || outcome.onPage) {
    const toast = outcome.alreadyShown ? {} : { toast: outcome.toast ?? allMessages[message] };
    return data<FormAnswer>({ ok, ...toast, ...(notes && { notes }) });
  }
  const cookies = fields.has("pending") ? [clearPendingIntent(https)] : [];
  // The target page shows the result, so it needs no message.
  return redirectWithToast(to ?? nextPath(fields, screen), to && outcome.alreadyShown ? undefined : message, {
    cookies,
  });
}

const guestToasts: Record<"cart" | "wishlist" | "buy", Toast> = {
  cart: accountMessages.signInForCart,
  wishlist: accountMessages.signInForWishlist,
  buy: accountMessages.signInToBuy,
};

/**
 * Answer to a guest who uses cart, wishlist or 'Buy Now' (specification, section 5): a toast with a sign-in link to a
 * script, else the sign-in screen. After signing in the user is redirected back and the intent is completed.
 */
export function guestResponse(
  fields: FormFields,
  reason: keyof typeof guestToasts,
  screen: string,
  https: boolean,
) {
  const { next, cookie } = savePendingIntent(fields, screen, https);
  const address = signInAddress(next, reason);
  if (fields.get("answer") !== "here") return redirectWithToast(address, undefined, { cookies: [cookie] });
  const toast = { ...guestToasts[reason], link: { to: address, label: "Login" } };
  return data<FormAnswer>({ ok: false, toast }, { headers: { "Set-Cookie": cookie } });
}
