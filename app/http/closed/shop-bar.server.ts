import { href, type RouterContextProvider } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import type { ShopBar } from "../../parts/shop-context.ts";
import { mayOpen, viewerOf } from "../guards.server.ts";
import { seenClosed } from "./closed-shop.server.ts";

/** The line above all pages of a closed shop; null while it is open. */
export function shopBar(
  _services: Pick<Services, "site">,
  context: Readonly<RouterContextProvider>,
): ShopBar | null {
  const seen = seenClosed(context);
  if (seen === null) return null;
  if (seen === "visitor") return { text: "This shop is closed at the moment.", to: null, link: "" };
  if (seen === "preview")
    return { text: "A preview: this shop is closed, and only you can see it.", to: null, link: "" };
  const setup = href("/admin/setup");
  return {
    text: "The shop is closed: only staff can see it.",
    to: mayOpen(viewerOf(context), setup) ? setup : null,
    link: "Set up and open",
  };
}
