import { inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import type { AddressLines } from "../accounts/customer/address.ts";
import { saveOrderAddress } from "../accounts/customer/addresses.server.ts";
import { saveOrderPhone, updateProfile } from "../accounts/customer/profile.server.ts";

/**
 * Keeps what was typed for an order in the profile and the address book, so that it is never asked for again
 * (specification, section 7: before the message the profile is updated with the form). A full book stands in nobody's
 * way: the order goes on. `name` becomes the account's; null leaves it, because who receives a parcel may be somebody else.
 */
export async function saveDeliveryDetails(
  { db }: Pick<Services, "db">,
  customer: Customer,
  name: string | null,
  lines: AddressLines,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Either locks the profile, which the address book asks for.
    if (name === null) await saveOrderPhone(tx, customer.id, lines.phone);
    else await updateProfile({ db: tx }, customer, { name, phone: lines.phone });
    await saveOrderAddress(tx, customer.id, lines);
  });
}
