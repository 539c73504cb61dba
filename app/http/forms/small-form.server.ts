import { servicesContext } from "../../services-context.ts";
import { type RouteArgs, signInFirst, viewerOf } from "../guards.server.ts";
import { originOf } from "../origin.server.ts";
import { formFields } from "./form.server.ts";
import { readPendingIntent } from "./pending-intent.server.ts";

/** Input of an action with small forms: services, viewer, fields, and whether the request used https. */
export async function readSmallForm({ request, context }: RouteArgs) {
  const services = context.get(servicesContext);
  const https = originOf(services.site, request).startsWith("https:");
  return { services, https, fields: await formFields({ request, context }), viewer: viewerOf(context) };
}

/** Input of their screen: the signed-in user and the pending intent. A guest is sent to sign in. */
export function signedInScreen({ request, context }: RouteArgs) {
  const viewer = viewerOf(context);
  // A form may come from a guest; its answer is drawn by the same screen.
  if (viewer.kind === "guest") throw signInFirst(context);
  const services = context.get(servicesContext);
  const https = originOf(services.site, request).startsWith("https:");
  return { services, viewer, pendingIntent: readPendingIntent(request, https) };
}
