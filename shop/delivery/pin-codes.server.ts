import { eq } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { readPin } from "../accounts/customer/formats.ts";
import { cityOf } from "./city-names.ts";
import { pinCode } from "./tables.server.ts";

/** The city and state of a PIN as typed, to fill in an address; null for an unknown one. */
export async function cityAndStateOfPin(
  { db }: { db: Db },
  typed: string,
): Promise<{ city: string; state: string } | null> {
  const pin = readPin(typed);
  if (pin === null) return null;
  const { city, state } = pinCode;
  const [found] = await db.select({ city, state }).from(pinCode).where(eq(pinCode.pin, pin));
  return found ? { city: cityOf(pin, found.city), state: found.state } : null;
}
