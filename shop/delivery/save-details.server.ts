import { inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import type { AddressLines } from "../accounts/customer/address.ts";
import { saveOrderAddress } from "../accounts/customer/addresses.server.ts";
import { saveOrderPhone, updateProfile } from "../accounts/customer/profile.server.ts";

/**
 * Saves the details typed for an order in the profile and the address book (specification, section 7: before the
 * message the profile is updated with the form). A full address book does not stop the order. `name` becomes the
 * account's; null leaves it, because the recipient may be somebody else, unless the account has none yet (it was
 * created with a mobile number).
 */
export async function saveDeliveryDetails(
  { db }: Pick<Services, "db">,
  customer: Customer,
  name: string | null,
  lines: AddressLines,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // The profile is locked first, which the address book requires.
    const ownName = name ?? (customer.name === "" ? lines.name : null);
    if (ownName !== null) await updateProfile({ db: tx }, customer, { name: ownName, phone: lines.phone });
    await Promise.all([
      ownName === null && saveOrderPhone(tx, customer.id, lines.phone),
      saveOrderAddress(tx, customer.id, lines),
    ]);
  });
}
