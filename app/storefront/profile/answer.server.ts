import { data } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { type AddressLines, addressFields, readAddress } from "../../../shop/accounts/customer/address.ts";
import {
  chooseDefault,
  deleteAddress,
  saveAddress,
} from "../../../shop/accounts/customer/addresses.server.ts";
import { markRead } from "../../../shop/accounts/customer/notifications.server.ts";
import { updateProfile } from "../../../shop/accounts/customer/profile.server.ts";
import { endSession, endSessions } from "../../../shop/accounts/sessions.server.ts";
import type { UserViewer } from "../../web/guards.server.ts";
import { redirectWithCookies } from "../../web/session/after-sign-in.server.ts";
import { callerOf } from "../../web/session/caller.server.ts";
import type { MessageName } from "../../web/toast.server.ts";
import type { ProfileFormErrors } from "./form-errors.ts";
import { deletePersonalData } from "./my-data.server.ts";
import { answerSecurity } from "./security.server.ts";
import { tabAddress } from "./tabs.ts";

const refusals = {
  "bad-name": ["profileNameBad", 422],
  "bad-phone": ["profilePhoneBad", 422],
  "not-found": ["addressNotFound", 404],
  "too-many-addresses": ["addressesFull", 409],
  "not-confirmed": ["deleteNotConfirmed", 422],
  "last-admin": ["deleteLastAdmin", 409],
  "open-orders": ["deleteOpenOrders", 409],
} as const satisfies Record<string, readonly [MessageName, number]>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Handles the profile's forms; redirects with a toast, or returns the errors. */
export async function handleProfileForm(
  services: Services,
  viewer: UserViewer,
  request: Request,
  fields: Map<string, string>,
) {
  const text = (name: string) => fields.get(name) ?? "";
  const refuse = (reason: keyof typeof refusals, more: Omit<ProfileFormErrors, "message"> = {}) =>
    data<ProfileFormErrors>({ message: refusals[reason][0], ...more }, { status: refusals[reason][1] });
  const id = uuid.test(text("id")) ? text("id") : undefined;

  switch (text("intent")) {
    case "profile": {
      const typed = { name: text("name"), phone: text("phone") };
      const saved = await updateProfile(services, viewer, typed);
      return saved.ok
        ? redirectWithCookies(tabAddress("profile"), [], "profileUpdated")
        : refuse(saved.refused, { typed });
    }
    case "address": {
      const typed = Object.fromEntries(addressFields.map((name) => [name, text(name)]));
      const read = readAddress(linesOf(text));
      if (!read.ok) return data<ProfileFormErrors>({ typed, errors: read.errors }, { status: 422 });
      if (text("id") !== "" && id === undefined) return refuse("not-found", { typed });
      const options = { isDefault: text("default") === "yes", ...(id !== undefined && { id }) };
      const saved = await saveAddress(services, viewer, read.value, options);
      return saved.ok
        ? redirectWithCookies(tabAddress("addresses"), [], "addressSaved")
        : refuse(saved.refused, { typed });
    }
    case "default-address":
    case "delete-address": {
      const action = text("intent") === "delete-address" ? deleteAddress : chooseDefault;
      const message = text("intent") === "delete-address" ? "addressDeleted" : "addressIsDefault";
      const outcome = id ? await action(services, viewer, id) : { ok: false as const };
      return outcome.ok ? redirectWithCookies(tabAddress("addresses"), [], message) : refuse("not-found");
    }
    case "read": {
      const all = text("id") === "";
      // An invalid id marks nothing as read.
      if (all || id) await markRead(services, viewer, id);
      return redirectWithCookies(tabAddress("notifications"), [], all ? "notificationsRead" : undefined);
    }
    case "sign-out-elsewhere": {
      await endSessions(services, viewer, { keep: viewer.sessionId });
      return redirectWithCookies(tabAddress("security"), [], "signedOutElsewhere");
    }
    case "end-session": {
      // An id that is not a session counts as one that has ended.
      if (id && id !== viewer.sessionId) await endSession(services, viewer, id);
      return redirectWithCookies(tabAddress("security"), [], "signedOutThere");
    }
    case "delete-account": {
      const caller = callerOf(request, services.site);
      const outcome = await deletePersonalData(services, viewer, text("email"));
      if (!outcome.ok) return refuse(outcome.refused);
      return redirectWithCookies(
        tabAddress("profile", { goodbye: "yes" }),
        await services.identity.signOut(caller),
      );
    }
    default:
      return answerSecurity(services, viewer, callerOf(request, services.site), text);
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
