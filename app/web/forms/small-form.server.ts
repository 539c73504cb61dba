import { servicesContext } from "../../services-context.ts";
import { type RouteArgs, userOf, viewerOf } from "../guards.server.ts";
import { originOf } from "../origin.server.ts";
import { formFields } from "./form.server.ts";
import { readPendingIntent } from "./pending-intent.server.ts";

/** What an action of small forms needs: the services, who asks, what the form says, and whether it came over https. */
export async function readSmallForm({ request, context }: RouteArgs) {
  const services = context.get(servicesContext);
  const https = originOf(services.site, request).startsWith("https:");
  return { services, https, fields: await formFields({ request, context }), viewer: viewerOf(context) };
}

/** What the screen of these forms needs: who is signed in, and what they wanted before. */
export function signedInScreen({ request, context }: RouteArgs) {
  const viewer = userOf(context);
  const services = context.get(servicesContext);
  const https = originOf(services.site, request).startsWith("https:");
  return { services, viewer, pendingIntent: readPendingIntent(request, https) };
}
