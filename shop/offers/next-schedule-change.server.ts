import { gte, sql } from "drizzle-orm";
import type { Services } from "../../platform/services.server.ts";
import { offer } from "./tables.server.ts";

/** When the next offer begins or ends, and prices change; null when none is scheduled or running. */
export async function nextOfferChange({ db, clock }: Pick<Services, "db" | "clock">): Promise<Date | null> {
  const now = clock.now();
  const next = sql`least(min(valid_from) filter (where valid_from > ${now.toISOString()}), min(valid_to))`;
  const [found] = await db
    .select({ at: next.mapWith(offer.validTo) })
    .from(offer)
    .where(gte(offer.validTo, now));
  return found?.at ?? null;
}
