import { randomBytes } from "node:crypto";
import { brandKey, brandKind } from "../../../shop/brand/brand.server.ts";
import { defaultBrand, mailLookOf } from "../../../shop/brand/brand.ts";
import { shopMail } from "../../../shop/mail.ts";
import { draftOf } from "../../../shop/publishing/published.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { originOf } from "../../http/origin.server.ts";
import { securityHeaders } from "../../http/policy/security-headers.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/brand-mail";

/** GET /admin/brand/mail: an email as the draft of the brand would make it. A page of its own, as mail programs show it. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const services = context.get(servicesContext);
  const [{ shopName }, draft] = await Promise.all([
    shopSettings(services),
    draftOf(services, brandKind, brandKey),
  ]);
  const origin = originOf(services.site, request);
  const { html } = shopMail({
    shopName,
    origin,
    look: mailLookOf(draft ?? defaultBrand),
    title: "Your order is on its way",
    blocks: [
      { kind: "text", text: "This is how emails about orders look." },
      {
        kind: "facts",
        facts: [
          { label: "Order", value: "1a2b3c4d" },
          { label: "Total", value: "₹1,299.00" },
        ],
      },
      { kind: "button", label: "Track Order", address: `${origin}/track` },
      { kind: "note", text: "Please keep ₹1,299.00 ready." },
    ],
    closing: `You are receiving this email because you placed an order at ${shopName}.`,
  });
  return new Response(html, {
    headers: {
      // No script runs: the nonce is nobody's.
      ...securityHeaders(randomBytes(16).toString("base64")),
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
