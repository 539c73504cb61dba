import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../platform/database/database.server.ts";

const values = z.array(z.object({ value: z.unknown() }));

/**
 * What one of the demo's stand-ins keeps: JSON values by key, in the database, because several worker processes serve
 * one shop. `kind`: whose they are.
 */
export function standInRecords<Value>(db: Db, kind: string, shape: z.ZodType<Value>) {
  const read = (rows: unknown[]) => values.parse(rows).map(({ value }) => shape.parse(value));
  return {
    /** Stores a value; one that has been stored with this key before stays. Deletes all but the newest `most`. */
    async add(key: string, value: Value, most: number): Promise<void> {
      await db.execute(sql`
        insert into local_gateway.stand_in_record (kind, key, value, at)
        values (${kind}, ${key}, ${JSON.stringify(value)}::jsonb, clock_timestamp()) on conflict do nothing`);
      await db.execute(sql`
        delete from local_gateway.stand_in_record where kind = ${kind} and key not in (
          select key from local_gateway.stand_in_record where kind = ${kind} order by at desc limit ${most})`);
    },

    async get(key: string): Promise<Value | null> {
      const { rows } = await db.execute(sql`
        select value from local_gateway.stand_in_record where kind = ${kind} and key = ${key}`);
      return read(rows)[0] ?? null;
    },

    /** Reads and deletes a value, so that it is used once. */
    async take(key: string): Promise<Value | null> {
      const { rows } = await db.execute(sql`
        delete from local_gateway.stand_in_record where kind = ${kind} and key = ${key} returning value`);
      return read(rows)[0] ?? null;
    },

    /** All values, the newest first. */
    async list(): Promise<Value[]> {
      const { rows } = await db.execute(sql`
        select value from local_gateway.stand_in_record where kind = ${kind} order by at desc`);
      return read(rows);
    },
  };
}
