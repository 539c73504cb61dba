import type { Services } from "../../../platform/services.server.ts";
import { addressesOf } from "../../../shop/accounts/customer/addresses.server.ts";
import { formatMobile } from "../../../shop/accounts/customer/formats.ts";
import { profileOf } from "../../../shop/accounts/customer/profile.server.ts";
import { type DeliveryInput, deliveryFields } from "../../../shop/delivery/delivery.ts";
import { emailAddress } from "../../../shop/text/email-address.ts";
import type { SavedAddresses } from "../../parts/address/delivery-fold.tsx";
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

/**
 * The buyer of an order, with the address for its emails: the account's; an account without one (created with a mobile
 * number) may enter one for the order, which is unverified and stored only with the order. Out: null for an invalid
 * address.
 */
export function orderBuyer(viewer: UserViewer, typedEmail: string | undefined): UserViewer | null {
  if (viewer.email !== null || !typedEmail?.trim()) return viewer;
  const email = emailAddress.safeParse(typedEmail);
  return email.success ? { ...viewer, email: email.data } : null;
}
