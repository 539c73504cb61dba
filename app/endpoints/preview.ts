import { href } from "react-router";
import { shopOpening } from "../../shop/settings/opening.server.ts";
import { previewOf } from "../../shop/settings/preview-links.server.ts";
import { previewOverAnswer } from "../http/closed/closed-page.server.tsx";
import { previewCookie } from "../http/closed/preview-cookie.server.ts";
import { redirectWithToast } from "../http/forms/answer.server.ts";
import { originOf } from "../http/origin.server.ts";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/preview";

/** The address of a preview link: keeps it in a cookie and shows the shop. 410 for one that is over; open: the shop. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const services = context.get(servicesContext);
  const opening = await shopOpening(services);
  if (opening.isOpen) return redirectWithToast(href("/"));
  const preview = previewOf(services, opening, params.token);
  if (!preview) return previewOverAnswer(services, request);
  const https = originOf(services.site, request).startsWith("https:");
  const cookie = previewCookie(params.token, new Date(preview.until), https);
  return redirectWithToast(href("/"), undefined, { cookies: [cookie] });
}
