import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { readPin } from "../accounts/customer/formats.ts";
import { cityOf } from "./city-names.ts";

/** The city and state of a PIN as typed, to fill in an address; null for an unknown one. */
export async function cityAndStateOfPin(
  { db }: { db: Db },
  typed: string,
): Promise<{ city: string; state: string } | null> {
  const pin = readPin(typed);
  if (pin === null) return null;
  const { rows } = await db.execute(sql`select city, state from pin_code where pin = ${pin}`);
  const [found] = z.array(z.object({ city: z.string(), state: z.string() })).parse(rows);
  return found ? { city: cityOf(pin, found.city), state: found.state } : null;
}
