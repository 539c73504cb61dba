import { href } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import {
  type AskingStaff,
  blockUser,
  changeUserRole,
  endTwoStep,
} from "../../../shop/accounts/users/change-user.server.ts";
import { accept } from "../../http/forms/answer.server.ts";
import * as messages from "../../parts/messages/messages.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";

const roleRefused = {
  "not-found": officeMessages.roleFailed,
  "no-such-role": officeMessages.roleFailed,
  "last-admin": officeMessages.roleLastAdmin,
  "beyond-own": officeMessages.roleBeyondOwn,
  "sign-in-again": officeMessages.roleSignInAgain,
  "wrong-password": officeMessages.rolePasswordWrong,
  "too-many-tries": messages.tooManyTries,
};
const blockRefused = {
  "not-found": officeMessages.blockFailed,
  "no-such-role": officeMessages.blockFailed,
  "last-admin": officeMessages.blockLastAdmin,
  "beyond-own": officeMessages.blockBeyondOwn,
  "sign-in-again": officeMessages.blockSignInAgain,
  "wrong-password": officeMessages.blockPasswordWrong,
  "too-many-tries": messages.tooManyTries,
};

const twoStepRefused = { ...blockRefused, "beyond-own": officeMessages.twoStepBeyondOwn };

/**
 * Handles the forms of a user and returns the result message; one that needs a password first links to `confirmAt`, a
 * screen with its field. Null for an unknown form.
 */
export async function handleUserForm(
  services: Services,
  asking: AskingStaff,
  fields: Map<string, string>,
  confirmAt: "/admin/users/:id" | "/admin/team/:id" = "/admin/users/:id",
): Promise<FormAnswer | null> {
  const id = fields.get("id") ?? "";
  const actor = { ...asking, password: fields.get("password") };
  const [intent, role = ""] = [fields.get("intent"), fields.get("role")];
  if (intent === "role") {
    const changed = await changeUserRole(services, actor, id, role);
    if (changed.ok) return accept("roleUpdated");
    if (changed.refused === "no-such-role") return null;
    const toast = roleRefused[changed.refused];
    const link = {
      to: `${href(confirmAt, { id })}?role=${encodeURIComponent(role)}`,
      label: "Confirm",
    };
    return { ok: false, toast: changed.refused === "sign-in-again" ? { ...toast, link } : toast };
  }
  if (intent === "two-step-off") {
    const ended = await endTwoStep(services, actor, id);
    return ended.ok ? accept("twoStepEnded") : { ok: false, toast: twoStepRefused[ended.refused] };
  }
  if (intent === "block" || intent === "unblock") {
    const changed = await blockUser(services, actor, id, intent === "block");
    if (!changed.ok) return { ok: false, toast: blockRefused[changed.refused] };
    return accept(intent === "block" ? "userBlocked" : "userUnblocked");
  }
  return null;
}
