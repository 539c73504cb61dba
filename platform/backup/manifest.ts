import { z } from "zod";

/** A queued job. `startAfter`: ISO time. */
const backupJob = z.object({
  name: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
  startAfter: z.string(),
});
export type BackupJob = z.infer<typeof backupJob>;

/** The first entry of a backup: its contents and the applied migrations. */
export const manifestShape = z.object({
  format: z.literal(1),
  /** ISO time of the snapshot. */
  made: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()).min(1) })),
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), last: z.string(), called: z.boolean() }),
  ),
  jobs: z.array(backupJob),
});
export type Manifest = z.infer<typeof manifestShape>;

/** The last entry: a file without it is truncated. */
export const endShape = z.object({ rows: z.number(), files: z.number() });
export type BackupEnd = z.infer<typeof endShape>;

export const manifestEntry = "manifest.json";
export const endEntry = "end.json";

/** Entries in the order of the archive: manifest, tables/<n>/<part>, storage/<key>, end. */
export function tablePart(table: number, part: number): string {
  return `tables/${String(table).padStart(4, "0")}/${String(part).padStart(6, "0")}.copy`;
}

export const tableEntry = /^tables\/(\d{4})\/\d{6}\.copy$/;
export const storageEntry = /^storage\/(.+)$/;
