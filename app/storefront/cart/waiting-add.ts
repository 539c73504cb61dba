import { href } from "react-router";
import { nextPath, savePendingIntent } from "../../http/forms/pending-intent.server.ts";
import { readSmallForm } from "../../http/forms/small-form.server.ts";
import { signInAddress } from "../../http/guards.server.ts";
import * as accountMessages from "../../parts/messages/account-messages.ts";
import { allMessages } from "../../parts/messages/all-messages.ts";
import * as messages from "../../parts/messages/messages.ts";
import type { Toast } from "../../ui/toast.tsx";
import type { Route } from "./+types/waiting-add";
import { addByForm } from "./add.server.ts";

const path = href("/cart");

/**
 * POST /functions/cart-add: an add that waited in the browser for a connection, as the form of the cart with its key
 * and the id of the user at that time. Answers with the toast in JSON. A guest is asked to sign in, as by the form; an
 * add of another user than the current one is refused.
 */
export async function action(asked: Route.ActionArgs): Promise<Response> {
  const { services, https, fields, viewer } = await readSmallForm(asked);
  const page = nextPath(fields, path);
  if (viewer.kind === "guest") {
    const { next, cookie } = savePendingIntent(fields, path, https);
    const link = { to: signInAddress(next, "cart"), label: "Login" };
    return toastAnswer({ ...accountMessages.signInForCart, link }, cookie);
  }
  const owner = fields.get("customer");
  if (owner && owner !== viewer.id) return toastAnswer(messages.cartAddOfAnother);
  const { ok, message, toast } = await addByForm(services, viewer, fields);
  const words: Toast = toast ?? allMessages[message];
  return toastAnswer(ok || words.link ? words : { ...words, link: { to: page, label: "View product" } });
}

function toastAnswer(toast: Toast, cookie?: string): Response {
  return Response.json(
    { toast },
    {
      headers: { "Cache-Control": "no-store", ...(cookie && { "Set-Cookie": cookie }) },
    },
  );
}
