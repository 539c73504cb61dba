import { deviceOf, subscribeDevice, unsubscribeDevices } from "../../../shop/push/subscriptions.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { userOf, viewerOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/push-subscription";
import { errorResponse, privateJson } from "./json-body.server.ts";

/**
 * GET /functions/push-subscription: the shop's public key, with which a browser subscribes, and the push endpoint of
 * this session's device, null for a guest or without a subscription. Called when the switch is shown
 * (app/parts/account/push-switch.tsx).
 */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const services = context.get(servicesContext);
  const viewer = viewerOf(context);
  const [publicKey, endpoint] = await Promise.all([
    services.push.publicKey(),
    viewer.kind === "guest" ? null : deviceOf(services, viewer, viewer.sessionId),
  ]);
  return privateJson({ publicKey, endpoint });
}

/** POST: saves or deletes this device's subscription. Answers 400 for an invalid subscription. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const services = context.get(servicesContext);
  const viewer = userOf(context);
  const fields = await formFields({ request, context });
  if (fields.get("intent") === "push-off") {
    await unsubscribeDevices(services, viewer, viewer.sessionId);
    return privateJson({ ok: true });
  }
  const device = Object.fromEntries(["endpoint", "p256dh", "auth"].map((name) => [name, fields.get(name)]));
  const noted = await subscribeDevice(services, viewer, device);
  return noted.ok ? privateJson({ ok: true }) : errorResponse(400, noted.refused);
}
