import type { RouterContextProvider } from "react-router";
import { servicesContext } from "../../services-context.ts";
import { signedIn, viewerOf } from "../guards.server.ts";
import { originOf } from "../origin.server.ts";
import { formFields } from "./form.server.ts";
import { readPendingIntent } from "./pending-intent.server.ts";

type RouteArgs = { request: Request; context: Readonly<RouterContextProvider> };

/** What an action of small forms needs: the services, who asks, what the form says, and whether it came over https. */
export async function readSmallForm({ request, context }: RouteArgs) {
  const services = context.get(servicesContext);
  const https = originOf(services.site, request).startsWith("https:");
  return { services, https, fields: await formFields(request), viewer: viewerOf(context) };
}

/** What the screen of these forms needs: who is signed in (else it leads to signing in), and what they wanted before. */
export function signedInScreen({ request, context }: RouteArgs, reason: "cart" | "wishlist") {
  const viewer = signedIn(context, request, reason);
  const services = context.get(servicesContext);
  const https = originOf(services.site, request).startsWith("https:");
  return { services, viewer, pendingIntent: readPendingIntent(request, https) };
}
