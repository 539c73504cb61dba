import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { columnsWithout, type RowOf } from "../../platform/database/rows.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type Actor, actorLabel, can, recorded } from "../access/actor.ts";
import type { Permission } from "../access/permissions.ts";
import type { PublishedNoun, PublishingVerb } from "../audit/act-words.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { longDate } from "../dates.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import type { FieldErrors } from "../text/read-form.ts";
import { publication, publicationVersion } from "./tables.server.ts";

/**
 * A kind of published things, as data: own pages, policies, the announcement. `Content` is stored as JSON, so it has
 * texts, numbers, yes or no, null, lists and objects only.
 */
export type PublishedKind<Content extends Record<string, unknown>> = {
  kind: PublishedNoun;
  /** For whoever writes and publishes it. */
  permission: Permission;
  /** The topic of its change events: pages with text ("content"), every page of the shop ("settings"), no page ("emails"). */
  touches: "content" | "settings" | "emails";
  /** Stored content; what no longer fits counts as not published. */
  shape: z.ZodType<Content>;
  /** What is shown until staff publish their own; null: nothing. */
  defaultContent: (key: string) => Content | null;
  /** Its name in the audit log. */
  nameOf: (key: string, content: Content | null) => string;
  /** What prevents that it is drawn, by field, such as an unknown placeholder or an address in use; {}: nothing. */
  check: (tx: Db, key: string, content: Content) => FieldErrors | Promise<FieldErrors>;
};

type Kind<Content extends Record<string, unknown>> = PublishedKind<Content>;
type Ports = Pick<Services, "db" | "clock">;
/** The thing, and the version that was shown to who acts; "0" for one that has never been saved. */
type Asked = { key: string; version: string };
type NotDrawn = { ok: false; errors: FieldErrors };
type Outcome<More extends string = never> = Promise<
  Done | NotDrawn | Refused<"changed-meanwhile" | "not-allowed" | More>
>;

/** A published version. `content` null: the default text, or nothing. */
export type PublishedVersion<Content> = {
  id: number;
  content: Content | null;
  at: Date;
  liveAt: Date;
  cancelled: boolean;
  by: string;
};

/** A thing as staff edit it. `live` null: nothing was ever published. `shown`: what the editor begins with. */
export type Publication<Content> = {
  key: string;
  version: string;
  shown: Content | null;
  /** What visitors see; null: nothing. */
  seen: Content | null;
  draft: { content: Content; by: string; at: Date } | null;
  live: PublishedVersion<Content> | null;
  scheduled: PublishedVersion<Content> | null;
};

const versionColumns = columnsWithout(publicationVersion, ["kind"]);

/** Stored content in its shape; null for none, and for what no longer fits. */
export function contentOf<Content extends Record<string, unknown>>(
  kind: Kind<Content>,
  stored: unknown,
): Content | null {
  const read = kind.shape.safeParse(stored);
  return read.success ? read.data : null;
}

function versionOf<Content extends Record<string, unknown>>(
  kind: Kind<Content>,
  row: RowOf<typeof versionColumns>,
) {
  const { id, at, liveAt, cancelledAt, content, actorKind, actorId, actorName } = row;
  const by = actorLabel({ kind: actorKind, id: actorId, name: actorName });
  return { id, at, liveAt, by, cancelled: cancelledAt !== null, content: contentOf(kind, content) };
}

/** All things of a kind that were ever saved, by key. In: one key only, if wanted. */
export async function publications<Content extends Record<string, unknown>>(
  { db, clock }: Ports,
  kind: Kind<Content>,
  key?: string,
): Promise<Map<string, Publication<Content>>> {
  const now = clock.now();
  const one = key === undefined ? undefined : key.replaceAll("\0", "");
  const [rows, published] = await Promise.all([
    db
      .select()
      .from(publication)
      .where(and(eq(publication.kind, kind.kind), one === undefined ? undefined : eq(publication.key, one)))
      .orderBy(publication.createdAt, publication.key),
    db
      .select(versionColumns)
      .from(publicationVersion)
      .where(
        and(
          eq(publicationVersion.kind, kind.kind),
          one === undefined ? undefined : eq(publicationVersion.key, one),
          isNull(publicationVersion.cancelledAt),
          // The scheduled one, and the newest that has come.
          sql`not exists (select from publication_version later where later.kind = publication_version.kind
            and later.key = publication_version.key and later.cancelled_at is null
            and later.live_at <= ${now.toISOString()}
            and (later.live_at, later.id) > (publication_version.live_at, publication_version.id))`,
        ),
      ),
  ]);
  const versions = published.map((row) => ({ key: row.key, ...versionOf(kind, row) }));
  return new Map(
    rows.map((row) => {
      const own = versions.filter((each) => each.key === row.key);
      const live = own.find(({ liveAt }) => liveAt <= now) ?? null;
      const scheduled = own.find(({ liveAt }) => liveAt > now) ?? null;
      const content = contentOf(kind, row.draft);
      const seen = live?.content ?? kind.defaultContent(row.key);
      const shown = content ?? scheduled?.content ?? seen;
      const written =
        content && row.draftAt ? { content, by: row.draftBy || "Somebody", at: row.draftAt } : null;
      return [
        row.key,
        { key: row.key, version: String(row.version), shown, seen, draft: written, live, scheduled },
      ];
    }),
  );
}

/** One thing as staff edit it; one that was never saved has its default text and version "0". */
export async function publicationToEdit<Content extends Record<string, unknown>>(
  ports: Ports,
  kind: Kind<Content>,
  key: string,
): Promise<Publication<Content>> {
  const found = (await publications(ports, kind, key)).get(key);
  const seen = kind.defaultContent(key);
  return found ?? { key, version: "0", shown: seen, seen, draft: null, live: null, scheduled: null };
}

/** The newest hundred versions of a thing, the newest first. */
export async function versionsOf<Content extends Record<string, unknown>>(
  { db }: Pick<Ports, "db">,
  kind: Kind<Content>,
  key: string,
): Promise<PublishedVersion<Content>[]> {
  const rows = await db
    .select(versionColumns)
    .from(publicationVersion)
    .where(and(eq(publicationVersion.kind, kind.kind), eq(publicationVersion.key, key)))
    .orderBy(desc(publicationVersion.id))
    .limit(100);
  return rows.map((row) => versionOf(kind, row));
}

type Open<Content> = { tx: Db; now: Date; before: Publication<Content> };

/** One act at a time: they are rare, and addresses of pages must stay unique. Checks the permission and the version. */
function act<Content extends Record<string, unknown>, More extends string>(
  { db, clock }: Ports,
  kind: Kind<Content>,
  { actor, key, version }: Asked & { actor: Actor },
  work: (open: Open<Content>) => Outcome<More>,
): Outcome<More> {
  return inTransaction(db, async (tx) => {
    if (!can(actor, kind.permission)) return refused("not-allowed");
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('publication'))`);
    const before = await publicationToEdit({ db: tx, clock }, kind, key);
    if (before.version !== (version || "0")) return refused("changed-meanwhile");
    return work({ tx, now: clock.now(), before });
  });
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Stores the draft (null: none), the next version, and who did what; tells the page caches of all processes. */
async function settle<Content extends Record<string, unknown>>(
  { tx, now, before }: Open<Content>,
  kind: Kind<Content>,
  {
    actor,
    action,
    draft,
    values,
  }: {
    actor: Actor;
    action: PublishingVerb;
    draft: Content | null;
    values: { content?: Content | null; liveAt?: string };
  },
): Promise<Done> {
  const { key } = before;
  const named = values.content ?? draft ?? before.draft?.content ?? before.shown;
  const kept = before.draft?.content === draft ? before.draft : null;
  const row = {
    draft,
    draftBy: draft === null ? "" : (kept?.by ?? actorLabel(recorded(actor))),
    draftAt: draft === null ? null : (kept?.at ?? now),
    version: Number(before.version) + 1,
  };
  await tx
    .insert(publication)
    .values({ kind: kind.kind, key, ...row, createdAt: now })
    .onConflictDoUpdate({ target: [publication.kind, publication.key], set: row });
  await recordAction(tx, {
    actor,
    action: `${kind.kind}.${action}`,
    subject: {
      kind: kind.kind,
      id: key,
      name: kind.nameOf(key, named),
    },
    before: { content: before.seen },
    after: values,
  });
  if (action !== "draft" && action !== "discard") await announce(tx, kind);
  return done();
}

/** Tells all processes, when this transaction commits. */
async function announce(tx: Db, { touches, kind }: Pick<Kind<never>, "touches" | "kind">): Promise<void> {
  const change = { topic: touches, ...(touches === "settings" && { id: kind }) };
  await tx.execute(sql`select pg_notify('live', ${JSON.stringify(change)})`);
}

const hasErrors = (errors: FieldErrors) => Object.keys(errors).length > 0;

/**
 * Saves a draft, which only staff see. One that is what visitors see already is none. Refused: 'changed-meanwhile',
 * 'not-allowed'; with errors by field what cannot be drawn.
 */
export function saveDraft<Content extends Record<string, unknown>>(
  ports: Ports,
  kind: Kind<Content>,
  { content, ...asked }: Asked & { actor: Actor; content: Content },
): Outcome {
  return act(ports, kind, asked, async (open) => {
    const errors = await kind.check(open.tx, asked.key, content);
    if (hasErrors(errors)) return { ok: false, errors };
    const { seen, scheduled } = open.before;
    const draft = isSame(content, seen) && scheduled === null ? null : content;
    return settle(open, kind, { actor: asked.actor, action: "draft", draft, values: { content } });
  });
}

/** Drops the draft. Refused: 'changed-meanwhile', 'not-allowed'. */
export function discardDraft<Content extends Record<string, unknown>>(
  ports: Ports,
  kind: Kind<Content>,
  asked: Asked & { actor: Actor },
): Outcome {
  return act(ports, kind, asked, (open) =>
    settle(open, kind, { actor: asked.actor, action: "discard", draft: null, values: {} }),
  );
}

/** Adds a version in the place of a scheduled one. */
async function addVersion<Content extends Record<string, unknown>>(
  { tx, now, before }: Open<Content>,
  kind: Kind<Content>,
  { actor, content, liveAt }: { actor: Actor; content: Content | null; liveAt: Date },
): Promise<void> {
  await cancel(tx, before, now);
  const who = recorded(actor);
  await tx.insert(publicationVersion).values({
    kind: kind.kind,
    key: before.key,
    content,
    at: now,
    liveAt,
    actorKind: who.kind,
    actorId: who.id,
    actorName: who.name,
  });
}

async function cancel(tx: Db, { scheduled }: { scheduled: { id: number } | null }, now: Date): Promise<void> {
  if (scheduled)
    await tx
      .update(publicationVersion)
      .set({ cancelledAt: now })
      .where(eq(publicationVersion.id, scheduled.id));
}

/**
 * Publishes, now (`at` null) or at a time, in the place of what was scheduled before; the draft is used up. Refused:
 * 'changed-meanwhile', 'not-allowed'; with errors by field what cannot be drawn, and a time that has passed (at
 * `publishAt`).
 */
export function publish<Content extends Record<string, unknown>>(
  ports: Ports,
  kind: Kind<Content>,
  { content, at, ...asked }: Asked & { actor: Actor; content: Content; at: Date | null },
): Outcome {
  return act(ports, kind, asked, async (open) => {
    const errors = await kind.check(open.tx, asked.key, content);
    if (at && at <= open.now)
      errors.publishAt = "This time has passed. Publish it now, or choose a later one.";
    if (hasErrors(errors)) return { ok: false, errors };
    await publishedFirst(open, kind, asked);
    await addVersion(open, kind, { actor: asked.actor, content, liveAt: at ?? open.now });
    const values = { content, ...(at && { liveAt: at.toISOString() }) };
    return settle(open, kind, {
      actor: asked.actor,
      action: at ? "schedule" : "publish",
      draft: null,
      values,
    });
  });
}

/** The row that versions belong to. */
async function publishedFirst<Content extends Record<string, unknown>>(
  { tx, now }: Open<Content>,
  { kind }: Kind<Content>,
  { key }: Asked,
): Promise<void> {
  await tx.insert(publication).values({ kind, key, createdAt: now }).onConflictDoNothing();
}

/**
 * Takes a scheduled version back; it becomes the draft if there is none. Refused: 'changed-meanwhile', 'not-allowed',
 * 'not-found'.
 */
export function cancelScheduled<Content extends Record<string, unknown>>(
  ports: Ports,
  kind: Kind<Content>,
  asked: Asked & { actor: Actor },
): Outcome<"not-found"> {
  return act<Content, "not-found">(ports, kind, asked, async (open) => {
    const { scheduled, draft } = open.before;
    if (!scheduled) return refused("not-found");
    await cancel(open.tx, open.before, open.now);
    const left = draft?.content ?? scheduled.content;
    return settle(open, kind, { actor: asked.actor, action: "cancel", draft: left, values: {} });
  });
}

/**
 * Publishes an earlier version again (`id`), or takes back to the default text, or to nothing where there is none (`id`
 * null), whose text is then a draft. A draft stays. Refused: 'changed-meanwhile', 'not-allowed', 'not-found'; with
 * errors by field what can no longer be drawn.
 */
export function restore<Content extends Record<string, unknown>>(
  ports: Ports,
  kind: Kind<Content>,
  { id, ...asked }: Asked & { actor: Actor; id: number | null },
): Outcome<"not-found"> {
  return act<Content, "not-found">(ports, kind, asked, async (open) => {
    const { tx, before } = open;
    if (before.version === "0") return refused("not-found");
    const versions = id === null ? [] : await versionsOf({ db: tx }, kind, asked.key);
    const content = versions.find((one) => one.id === id)?.content ?? null;
    if (id !== null && content === null) return refused("not-found");
    const errors = content === null ? {} : await kind.check(tx, asked.key, content);
    if (hasErrors(errors)) return { ok: false, errors };
    await addVersion(open, kind, { actor: asked.actor, content, liveAt: open.now });
    const isTakenDown = content === null && kind.defaultContent(asked.key) === null;
    const draft = before.draft?.content ?? (isTakenDown ? before.seen : null);
    return settle(open, kind, {
      actor: asked.actor,
      action: "restore",
      draft,
      values: { content: content ?? kind.defaultContent(asked.key) },
    });
  });
}

/** The state of a thing in one line of a list. */
export function stateInWords<Content>({ live, scheduled, draft, seen }: Publication<Content>): string {
  const shown = live?.content
    ? `Published on ${longDate(live.liveAt)}`
    : seen
      ? "The default text"
      : "Not published";
  return [shown, draft && "draft differs", scheduled && `goes live on ${longDate(scheduled.liveAt)}`]
    .filter(Boolean)
    .join(", ");
}
