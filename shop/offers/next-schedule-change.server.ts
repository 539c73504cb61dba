import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";

const shape = z.object({ turn: z.coerce.date().nullable() });

/** When the next offer begins or ends, and prices change; null when none is scheduled or running. */
export async function nextOfferChange({ db, clock }: Pick<Services, "db" | "clock">): Promise<Date | null> {
  const now = clock.now().toISOString();
  const { rows } = await db.execute(sql`
    select least(min(valid_from) filter (where valid_from > ${now}), min(valid_to)) as turn
    from offer where valid_to >= ${now}`);
  return shape.parse(rows[0]).turn;
}
