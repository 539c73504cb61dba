import { href } from "react-router";
import { z } from "zod";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../../shop/access/actor.ts";
import { openWhenReady, setupState } from "../../../shop/reports/setup-facts.server.ts";
import { sendTestMail, tryPaymentKeys } from "../../../shop/reports/setup-trials.server.ts";
import { noteBackupCopy } from "../../../shop/settings/backup-copy.server.ts";
import { addPreview, closeShop, revokePreview } from "../../../shop/settings/opening.server.ts";
import { cleanLines } from "../../../shop/text/clean-text.ts";
import { type FormFields, readForm } from "../../../shop/text/read-form.ts";
import { redirectWithToast, refuse, refuseFields } from "../../http/forms/answer.server.ts";
import { keyTrials } from "../../parts/messages/office/key-trials.server.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";

const forms = {
  close: z.object({
    text: z.string().transform(cleanLines).pipe(z.string().max(500, "At most 500 characters.")),
  }),
  preview: z.object({
    name: z.string().trim().min(1, "Please say for whom the link is.").max(100, "At most 100 characters."),
    days: z.coerce
      .number("A whole number of days from 1 to 60.")
      .int("A whole number of days from 1 to 60.")
      .min(1, "A whole number of days from 1 to 60.")
      .max(60, "A whole number of days from 1 to 60."),
  }),
};

const conflict = ["changedMeanwhile", 409] as const;

/**
 * The buttons of the steps: a message to oneself, a call to the payment provider, a copy of the backups that was seen.
 * In: who presses it, and the shop's origin. Null: it is none of them.
 */
export async function handleTrial(
  services: Services,
  { actor, email, origin }: { actor: Actor; email: string | null; origin: string },
  intent: string | undefined,
) {
  const here = href("/admin/setup");
  if (intent === "try-payment")
    return redirectWithToast(here, keyTrials[await tryPaymentKeys(services.payments.online)]);
  if (intent === "copy-seen") {
    const noted = await noteBackupCopy(services, actor);
    return noted.ok ? redirectWithToast(here, "backupCopyNoted") : refuse(conflict);
  }
  if (intent !== "try-mail") return null;
  if (email === null) return refuse(["testMailNoAddress", 409]);
  await sendTestMail(services, { to: email, origin });
  return redirectWithToast(here, "testMailSent");
}

/** The forms of the setup screen: opening and closing the shop, and its preview links. */
export async function handleOpeningForm(services: Services, actor: Actor, fields: FormFields) {
  // A form without the field was not made here: "" is the version of a shop whose state was never changed.
  const save = { actor, version: fields.get("version") ?? "none" };
  const here = href("/admin/setup");
  switch (fields.get("intent")) {
    case "open": {
      const opened = await openWhenReady(services, save);
      if (!opened.ok && opened.refused === "trial") return refuse(["openingTrial", 409], fields);
      if (!opened.ok && opened.refused === "not-ready")
        return refuseFields({}, 409, fields, { toast: await notReady(services) });
      return opened.ok ? redirectWithToast(here, "shopOpened") : refuse(conflict, fields);
    }
    case "close": {
      const typed = readForm(forms.close, fields);
      if (!typed.ok) return refuseFields(typed.errors, 400, fields, { toast: officeMessages.formWrong });
      const closed = await closeShop(services, save, typed.value.text || null);
      if (!closed.ok) return refuse(conflict, fields);
      return redirectWithToast(here, fields.has("closing") ? "shopClosed" : "closedTextSaved");
    }
    case "preview": {
      const typed = readForm(forms.preview, fields);
      if (!typed.ok) return refuseFields(typed.errors, 400, fields, { toast: officeMessages.formWrong });
      const added = await addPreview(services, save, typed.value);
      if (added.ok) return redirectWithToast(here, "previewAdded");
      return refuse(added.refused === "too-many" ? ["previewsTooMany", 409] : conflict, fields);
    }
    default: {
      const revoked = await revokePreview(services, save, fields.get("id") ?? "");
      return revoked.ok ? redirectWithToast(here, "previewRevoked") : refuse(conflict, fields);
    }
  }
}

/** Names the steps that are missing. */
async function notReady(services: Services) {
  const steps = (await setupState(services)).filter(({ required, done }) => required && !done);
  const toast = officeMessages.openingNotReady;
  return { ...toast, text: `Still to do: ${steps.map(({ title }) => title).join(", ")}.` };
}
