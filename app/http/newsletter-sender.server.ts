import { href } from "react-router";
import type { Services } from "../../platform/services.server.ts";
import { mailLook } from "../../shop/brand/brand.server.ts";
import type { NewsletterSender } from "../../shop/content/newsletter/newsletter.ts";
import { shopSettings } from "../../shop/settings/settings.server.ts";
import { originOf } from "./origin.server.ts";

/** The sender of the newsletter's emails, with links to its page at the origin of a request. */
export async function newsletterSender(
  services: Pick<Services, "db" | "site">,
  request: Request,
): Promise<NewsletterSender> {
  const { shopName } = await shopSettings(services);
  const origin = originOf(services.site, request);
  return {
    shopName,
    origin,
    look: await mailLook(services),
    linkWith: (purpose, token) =>
      `${origin}${href("/newsletter")}?${new URLSearchParams({ [purpose]: token })}`,
  };
}
