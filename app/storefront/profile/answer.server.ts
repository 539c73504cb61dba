import type { Services } from "../../../platform/services.server.ts";
import { type AddressLines, readAddress } from "../../../shop/accounts/customer/address.ts";
import {
  chooseDefault,
  deleteAddress,
  saveAddress,
} from "../../../shop/accounts/customer/addresses.server.ts";
import { markRead } from "../../../shop/accounts/customer/notifications.server.ts";
import { updateProfile } from "../../../shop/accounts/customer/profile.server.ts";
import { endSession, endSessions } from "../../../shop/accounts/sessions.server.ts";
import { unsubscribeDevices } from "../../../shop/push/subscriptions.server.ts";
import type { FormFields } from "../../../shop/text/read-form.ts";
import { type Refusal, redirectWithToast, refuse, refuseFields } from "../../http/forms/answer.server.ts";
import type { UserViewer } from "../../http/guards.server.ts";
import { callerOf } from "../../http/session/caller.server.ts";
import type { Enrolment } from "../../parts/account/enrolment.tsx";
import { accountNeededToast } from "../../parts/messages/account-needed-toast.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { saveNotificationSettings } from "./choices/save-settings.server.ts";
import { deletePersonalData } from "./my-data.server.ts";
import { answerPhone } from "./phone.server.ts";
import { answerSecurity } from "./security.server.ts";
import { tabAddress } from "./tabs.ts";

const refusals = {
  "bad-name": ["profileNameBad", 422, "name"],
  "bad-phone": ["profilePhoneBad", 422, "phone"],
  "not-found": ["addressNotFound", 404],
  "too-many-addresses": ["addressesFull", 409],
  "not-confirmed": ["deleteNotConfirmed", 422, "email"],
  "last-admin": ["deleteLastAdmin", 409],
  "wrong-password": ["phonePasswordBad", 403, "password"],
  "sign-in-again": ["deleteSignInAgain", 403],
  "too-many-tries": ["tooManyTries", 429],
} as const satisfies Record<string, Refusal>;

/** `enrolment`: setup of two-step login, shown once, and again after a wrong code. */
export type ProfileAnswer = FormAnswer & { enrolment?: Enrolment };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Handles the profile's forms; redirects with a toast, or returns the errors. */
export async function handleProfileForm(
  services: Services,
  viewer: UserViewer,
  request: Request,
  fields: FormFields,
) {
  const text = (name: string) => fields.get(name) ?? "";
  const refused = (reason: keyof typeof refusals) => refuse(refusals[reason], fields);
  const id = uuid.test(text("id")) ? text("id") : undefined;

  switch (text("intent")) {
    case "profile": {
      const typed = { name: text("name"), phone: text("phone") };
      const saved = await updateProfile(services, viewer, typed);
      return saved.ok ? redirectWithToast(tabAddress("profile"), "profileUpdated") : refused(saved.refused);
    }
    case "address": {
      const read = readAddress(linesOf(text));
      if (!read.ok) return refuseFields(read.errors, 422, fields);
      if (text("id") !== "" && id === undefined) return refused("not-found");
      const options = { isDefault: text("default") === "yes", ...(id !== undefined && { id }) };
      const saved = await saveAddress(services, viewer, read.value, options);
      return saved.ok ? redirectWithToast(tabAddress("addresses"), "addressSaved") : refused(saved.refused);
    }
    case "default-address":
    case "delete-address": {
      const action = text("intent") === "delete-address" ? deleteAddress : chooseDefault;
      const message = text("intent") === "delete-address" ? "addressDeleted" : "addressIsDefault";
      const outcome = id ? await action(services, viewer, id) : { ok: false as const };
      return outcome.ok ? redirectWithToast(tabAddress("addresses"), message) : refused("not-found");
    }
    case "read": {
      const all = text("id") === "";
      // An invalid id marks nothing as read.
      if (all || id) await markRead(services, viewer, id);
      return redirectWithToast(tabAddress("notifications"), all ? "notificationsRead" : undefined);
    }
    case "push-off-all": {
      await unsubscribeDevices(services, viewer);
      return redirectWithToast(tabAddress("notifications"), "pushOff");
    }
    case "notification-settings": {
      await saveNotificationSettings(services, viewer, request, fields);
      return redirectWithToast(tabAddress("notifications"), "notificationSettingsSaved");
    }
    case "sign-out-elsewhere": {
      await endSessions(services, viewer, { keep: viewer.sessionId });
      return redirectWithToast(tabAddress("security"), "signedOutElsewhere");
    }
    case "end-session": {
      // An id that is not a session counts as one that has ended.
      if (id && id !== viewer.sessionId) await endSession(services, viewer, id);
      return redirectWithToast(tabAddress("security"), "signedOutThere");
    }
    case "delete-account": {
      const caller = callerOf(request, services.site);
      const outcome = await deletePersonalData(services, viewer, {
        typed: text("email"),
        password: text("password") || undefined,
      });
      if (!outcome.ok && "orderId" in outcome)
        return refuseFields({}, 409, fields, { toast: accountNeededToast(outcome) });
      if (!outcome.ok) {
        const byPhone = outcome.refused === "not-confirmed" && viewer.email === null;
        return byPhone
          ? refuse(["deleteNotConfirmedByPhone", 422, "email"], fields)
          : refused(outcome.refused);
      }
      const cookies = await services.identity.signOut(caller);
      return redirectWithToast(tabAddress("profile", { goodbye: "yes" }), undefined, {
        cookies,
        reload: true,
      });
    }
    case "phone-ask":
    case "phone-prove":
    case "phone-remove":
    case "email-ask":
    case "email-add":
      return answerPhone(services, viewer, callerOf(request, services.site), fields);
    default:
      return answerSecurity(services, viewer, callerOf(request, services.site), fields);
  }
}

function linesOf(text: (name: string) => string): AddressLines {
  return {
    label: text("label"),
    name: text("name"),
    phone: text("phone"),
    line1: text("line1"),
    line2: text("line2"),
    city: text("city"),
    state: text("state"),
    postalCode: text("postalCode"),
  };
}
