import { type SQL, sql } from "drizzle-orm";
import { text } from "drizzle-orm/pg-core";
import { z } from "zod";
import { type Actor, actorKinds, type RecordedActor, recorded } from "./actor.ts";

/** The columns of a table that record the actor. */
export const actorShape = () => ({
  actorKind: text("actor_kind", { enum: actorKinds }).notNull(),
  actorId: text("actor_id"),
  actorName: text("actor_name").notNull().default(""),
});

/** The three actor columns of a table, for `insert into` and `select`. */
export const actorColumns = sql.raw("actor_kind, actor_id, actor_name");

/** The values of these columns for an actor. */
export function actorValues(actor: Actor): SQL {
  const { kind, id, name } = recorded(actor);
  return sql`${kind}, ${id}, ${name}`;
}

/** The shape of these columns in a row. */
export const actorRow = {
  actor_kind: z.enum(actorKinds),
  actor_id: z.string().nullable(),
  actor_name: z.string(),
};

/** The recorded actor of such a row. */
export function actorOf(row: z.infer<z.ZodObject<typeof actorRow>>): RecordedActor {
  return { kind: row.actor_kind, id: row.actor_id, name: row.actor_name };
}
