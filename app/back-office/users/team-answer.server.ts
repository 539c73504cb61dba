import { href } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { invite, inviteAgain, withdrawInvitation } from "../../../shop/accounts/team/invitations.server.ts";
import type { AskingStaff } from "../../../shop/accounts/users/change-user.server.ts";
import { letterhead } from "../../../shop/brand/brand.server.ts";
import type { FieldErrors, FormFields } from "../../../shop/text/read-form.ts";
import { redirectWithToast, refuseFields } from "../../http/forms/answer.server.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import { passwordErrors } from "../parts/own-password.tsx";

const inviteErrors: Record<string, FieldErrors> = {
  "bad-email": { email: "Please enter an email address." },
  "already-staff": { email: "This person is on the team already. Open their page to change the role." },
  blocked: { email: "This account is blocked. Let them log in again first, under Users or Team." },
  "too-many": { email: "100 invitations are open. Please withdraw some first." },
  "no-such-role": { role: "Please choose a role." },
  "customer-role": { role: "Please choose a role with permissions." },
  "beyond-own": { role: "You cannot give a role that may do more than you." },
  ...Object.fromEntries(Object.entries(passwordErrors).map(([code, text]) => [code, { password: text }])),
};

/** Handles the forms of the team: invite, send an invitation again, withdraw it. */
export async function handleTeamForm(
  services: Services,
  asking: AskingStaff,
  origin: string,
  fields: FormFields,
) {
  const text = (name: string) => fields.get(name) ?? "";
  const here = href("/admin/team");
  if (text("intent") === "withdraw") {
    const gone = await withdrawInvitation(services, { actor: asking, id: text("id") });
    if (gone.ok) return redirectWithToast(here, "invitationWithdrawn");
    if (gone.refused === "not-found") return redirectWithToast(here, "invitationGone");
    return refuseFields({}, 409, fields, { toast: officeMessages.roleBeyondOwn });
  }
  const actor = { ...asking, password: fields.get("password") };
  const sender = { actor, origin, ...(await letterhead(services)) };
  const sent =
    text("intent") === "again"
      ? await inviteAgain(services, { ...sender, id: text("id") })
      : await invite(services, { ...sender, email: text("email"), role: text("role") });
  if (sent.ok) {
    const { email, link } = sent.value;
    if (link === null) return redirectWithToast(here, "invitationSent");
    // Shown once, in the answer to the form: the database has only its hash.
    return { ok: true, toast: officeMessages.invitationMade, link, email };
  }
  if (sent.refused === "not-found") return redirectWithToast(here, "invitationGone");
  const errors = inviteErrors[sent.refused] ?? {};
  return refuseFields(errors, 400, fields, { toast: officeMessages.invitationRefused });
}
