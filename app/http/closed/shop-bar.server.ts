import { href, type RouterContextProvider } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { sendsMail } from "../../../shop/emails/sends-mail.server.ts";
import type { ShopSettings } from "../../../shop/settings/settings.ts";
import type { ShopBar } from "../../parts/shop-context.ts";
import { mayOpen, viewerOf } from "../guards.server.ts";
import { seenClosed } from "./closed-shop.server.ts";

/**
 * The line above all pages of a closed shop, and above what staff see of a shop on hold, of a trial or of one without a
 * mail server; null: none.
 */
export function shopBar(
  { site }: Pick<Services, "site">,
  context: Readonly<RouterContextProvider>,
  { hold }: Pick<ShopSettings, "hold">,
): ShopBar | null {
  const seen = seenClosed(context);
  if (seen === "visitor") return { text: "This shop is closed at the moment.", to: null, link: "" };
  if (seen === "preview")
    return {
      text: "Preview: visitors cannot see this shop. Nobody can order or sign up until it opens.",
      to: null,
      link: "",
    };
  const viewer = viewerOf(context);
  const isStaff = viewer.kind === "customer" && viewer.permissions.size > 0;
  const health = href("/admin/health");
  if (isStaff && hold !== null)
    return {
      text: "Restored from a backup: nothing is sent until you decide.",
      to: mayOpen(viewer, health) ? health : null,
      link: "Decide",
    };
  const texts = [
    ...(isStaff && site.isTrial ? ["Trial: this shop runs on this machine only."] : []),
    ...(seen === "staff" ? ["The shop is closed: only staff can see it."] : []),
    ...(isStaff && !sendsMail(site) ? ["No emails are sent yet."] : []),
  ];
  if (texts.length === 0) return null;
  const setup = href("/admin/setup");
  return {
    text: texts.join(" "),
    to: mayOpen(viewer, setup) ? setup : null,
    link: seen === "staff" || site.isTrial ? "Set up and open" : "Set up",
  };
}
