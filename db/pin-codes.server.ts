import { Worker } from "node:worker_threads";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../platform/database/database.server.ts";
import { repositoryPath } from "../platform/repository.server.ts";
import { states } from "../shop/accounts/customer/formats.ts";

const places = z.array(z.object({ pin: z.string(), city: z.string(), state: z.string() }));

/**
 * Fills the table of about 19,500 PIN codes when it is empty. A worker thread reads the list of 165,000 post offices,
 * so that its memory is freed. Out: how many were written; 0 when the table was filled.
 */
export async function loadPinCodes(db: Db): Promise<number> {
  const { rows } = await db.execute(sql`select 1 from pin_code limit 1`);
  if (rows.length > 0) return 0;
  const known = new Map(states.map((state) => [plain(state), state]));
  const found = places.parse(await readPlaces()).flatMap(({ pin, city, state }) => {
    const ours = known.get(plain(state));
    return ours ? [{ pin, city: inTitleCase(city), state: ours }] : [];
  });
  await db.execute(sql`
    insert into pin_code (pin, city, state)
    select pin, city, state from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as x(pin text, city text, state text)
    on conflict do nothing`);
  return found.length;
}

function readPlaces(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(repositoryPath("db/pin-codes.worker.ts"));
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

function plain(state: string): string {
  return state
    .toLowerCase()
    .replace(/^the /, "")
    .replaceAll("&", "and")
    .replace(/[^a-z]/g, "");
}

function inTitleCase(city: string): string {
  return city.toLowerCase().replace(/(^|[\s(-])\p{L}/gu, (start) => start.toUpperCase());
}
