import type { Services } from "../../../platform/services.server.ts";
import { addressesOf } from "../../../shop/accounts/customer/addresses.server.ts";
import { formatMobile } from "../../../shop/accounts/customer/formats.ts";
import { profileOf } from "../../../shop/accounts/customer/profile.server.ts";
import { maskedPhone, readChannel } from "../../../shop/accounts/phone/phone-number.ts";
import type { Buyer } from "../../../shop/checkout/write-order.server.ts";
import { type Business, readBusiness } from "../../../shop/delivery/business.ts";
import { type DeliveryInput, deliveryFields } from "../../../shop/delivery/delivery.ts";
import { offeredChannels } from "../../../shop/orders/messages/message-channels.ts";
import type { DeliveryAddress } from "../../../shop/orders/orders.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { emailAddress } from "../../../shop/text/email-address.ts";
import type { FormFields, FormRead } from "../../../shop/text/read-form.ts";
import type { SavedAddresses } from "../../parts/address/delivery-fold.tsx";
import type { UpdateChoices } from "../../parts/address/updates-choice.tsx";
import type { UserViewer } from "../guards.server.ts";

/**
 * Initial delivery details of the form: the address with the id `asked`, else the default one. For "new" and without an
 * address book only the data of the profile.
 */
export async function knownDelivery(
  { db }: Pick<Services, "db">,
  viewer: UserViewer,
  asked: string | null,
): Promise<{ known: DeliveryInput; saved: SavedAddresses }> {
  const [profile, all] = await Promise.all([profileOf({ db }, viewer.id), addressesOf({ db }, viewer.id)]);
  const address = asked === "new" ? undefined : (all.find(({ id }) => id === asked) ?? all[0]);
  const known = {
    name: address?.name ?? viewer.name,
    phone: formatMobile(address?.phone ?? profile?.phone ?? viewer.verifiedPhone ?? ""),
    line1: address?.line1 ?? "",
    line2: address?.line2 ?? "",
    postalCode: address?.postalCode ?? "",
    city: address?.city ?? "",
    state: address?.state ?? "",
    country: "India",
  };
  return { known, saved: { all, chosen: address?.id ?? null } };
}

/** The delivery fields of a submitted form. */
export function typedDelivery(fields: ReadonlyMap<string, string>): DeliveryInput {
  const typed: DeliveryInput = {
    name: "",
    phone: "",
    line1: "",
    line2: "",
    postalCode: "",
    city: "",
    state: "",
    country: "India",
  };
  for (const field of deliveryFields) typed[field] = fields.get(field) ?? "";
  return typed;
}

/** Whether a business may ask for its tax invoice: only a shop that is registered for GST issues them. */
export async function sellsToBusinesses(services: Pick<Services, "db">): Promise<boolean> {
  return (await shopSettings(services)).legal.gstin !== null;
}

/** The business of a submitted form (`readBusiness`); null where the shop issues no tax invoices. */
export async function typedBusiness(
  services: Pick<Services, "db">,
  fields: FormFields,
  { state }: Pick<DeliveryAddress, "state">,
): Promise<FormRead<Business | null>> {
  if (!(await sellsToBusinesses(services))) return { ok: true, value: null };
  const typed = { companyName: fields.get("companyName") ?? "", buyerGstin: fields.get("buyerGstin") ?? "" };
  return readBusiness(typed, { state });
}

/** How a user may be told about an order besides the email: the channels that have a template. */
export async function updateChoices(
  services: Pick<Services, "db" | "messaging">,
  { email, verifiedPhone }: UserViewer,
): Promise<UpdateChoices> {
  const { messages } = await shopSettings(services);
  return {
    email: email !== null,
    channels: offeredChannels(services.messaging, messages),
    to: verifiedPhone && maskedPhone(verifiedPhone),
  };
}

/**
 * The buyer of an order, with how they are told about it: the chosen messages to the phone, and the address for its
 * emails, which is the account's; an account without one (created with a mobile number) may enter one for the order,
 * which is unverified and stored only with the order. Out: null for an invalid address.
 */
export function orderBuyer(
  viewer: UserViewer,
  typedEmail: string | undefined,
  updates?: string,
): (UserViewer & Buyer) | null {
  const buyer = { ...viewer, updatesBy: readChannel(updates) ?? null };
  if (viewer.email !== null || !typedEmail?.trim()) return buyer;
  const email = emailAddress.safeParse(typedEmail);
  return email.success ? { ...buyer, email: email.data } : null;
}
