import type { Services } from "../../../../platform/services.server.ts";
import { chooseNewsletter } from "../../../../shop/content/newsletter/account-subscription.server.ts";
import { preferencesOf, savePreferences } from "../../../../shop/notifications/preferences.server.ts";
import type { FormFields } from "../../../../shop/text/read-form.ts";
import type { UserViewer } from "../../../http/guards.server.ts";
import { newsletterSender } from "../../../http/newsletter-sender.server.ts";
import { choosableChannels } from "./choosable-channels.server.ts";
import { fieldOf } from "./field-names.ts";

/** Saves the form of `NotificationSettings`; a box that is not sent is off. */
export async function saveNotificationSettings(
  services: Services,
  viewer: UserViewer,
  request: Request,
  fields: FormFields,
): Promise<void> {
  const choices = await preferencesOf(services, viewer.id);
  const shown = choosableChannels(services, viewer);
  const chosen = choices
    .filter(({ channel }) => shown.includes(channel))
    .map((choice) => ({ ...choice, enabled: fields.has(fieldOf(choice)) }));
  await savePreferences(services, viewer, chosen);
  const { email } = viewer;
  if (email === null) return;
  const sender = await newsletterSender(services, request);
  await chooseNewsletter(services, sender, { ...viewer, email }, fields.has("newsletter"));
}
