import type { Services } from "../../platform/services.server.ts";
import type { AddressLines } from "../accounts/person/address.ts";
import { addressesOf, saveAddress } from "../accounts/person/addresses.server.ts";
import { updateProfile } from "../accounts/person/profile.server.ts";

/**
 * Keeps what was typed for an order in the profile and the address book, so that it is never asked for again
 * (specification, section 7: before the message the profile is updated with the form). A full book or a name that an
 * account cannot have stands in nobody's way: the order goes on. `name` is the account's: who receives a parcel may
 * be somebody else.
 */
export async function keepDetails(
  { db }: Pick<Services, "db">,
  userId: string,
  name: string,
  lines: AddressLines,
): Promise<void> {
  await updateProfile({ db }, userId, { name, phone: lines.phone });
  const before = (await addressesOf({ db }, userId)).find((one) => sameAddress(one, lines));
  await saveAddress(
    { db },
    userId,
    { ...lines, label: before?.label ?? "" },
    before ? { id: before.id } : {},
  );
}

function sameAddress(one: AddressLines, other: AddressLines): boolean {
  return one.line1 === other.line1 && one.line2 === other.line2 && one.postalCode === other.postalCode;
}
