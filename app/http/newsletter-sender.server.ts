import { href } from "react-router";
import type { Services } from "../../platform/services.server.ts";
import { letterhead } from "../../shop/brand/brand.server.ts";
import type { NewsletterSender } from "../../shop/content/newsletter/newsletter.ts";
import { originOf } from "./origin.server.ts";

/** The sender of the newsletter's emails, with links to its page at the origin of a request. */
export async function newsletterSender(
  services: Pick<Services, "db" | "site">,
  request: Request,
): Promise<NewsletterSender> {
  const origin = originOf(services.site, request);
  return {
    ...(await letterhead(services)),
    origin,
    linkWith: (purpose, token) =>
      `${origin}${href("/newsletter")}?${new URLSearchParams({ [purpose]: token })}`,
  };
}
