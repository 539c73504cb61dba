import { and, asc, eq, or, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { can, type Staff } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { cleanLine } from "../text/clean-text.ts";
import { listChoice, savedView } from "./tables.server.ts";
import { sharesViews, type ViewListName, viewLists, viewQuery } from "./views.ts";

export type SavedView = typeof savedView.$inferSelect;

const longestQuery = 1_000;

/** The form of a view. Not in views.ts: lists load that in the browser, and a schema there brings zod to every page. */
export const savedViewForm = z.object({
  name: z.string().overwrite(cleanLine).min(1, "Please give it a name.").max(60, "At most 60 characters."),
  query: z.string().overwrite(viewQuery).max(longestQuery, "This is too long for a view."),
  shared: z.string().transform((typed) => typed !== ""),
});

/** More would not fit into the row above a list. */
const mostViews = 30;

/** The views of a list that a member of the team sees: their own and the shared ones, by name. */
export function viewsOf({ db }: { db: Db }, staff: Staff, list: ViewListName): Promise<SavedView[]> {
  return db
    .select()
    .from(savedView)
    .where(and(eq(savedView.list, list), or(eq(savedView.ownerId, staff.id), eq(savedView.shared, true))))
    .orderBy(asc(sql`lower(${savedView.name})`), savedView.id);
}

/** One of these views; null for an unknown id and for what others keep for themselves. */
export async function savedViewOf(
  { db }: { db: Db },
  staff: Staff,
  list: ViewListName,
  id: string,
): Promise<SavedView | null> {
  if (!z.uuid().safeParse(id).success) return null;
  return (await viewsOf({ db }, staff, list)).find((one) => one.id === id) ?? null;
}

/** Whether a member of the team may change a view: their own, and with the permission to share also shared ones. */
export function mayChangeView(staff: Staff, { ownerId, shared }: Pick<SavedView, "ownerId" | "shared">) {
  const isOwn = ownerId === staff.id;
  return shared ? can(staff, sharesViews) || isOwn : isOwn;
}

/** An advisory lock: names are unique, there are at most thirty, and none is deleted while it is saved. */
const lockViews = sql`select pg_advisory_xact_lock(hashtext('saved-views'))`;

type ViewRefusal = "not-allowed" | "not-found" | "changed-meanwhile" | "name-taken" | "too-many";

/**
 * Makes a view (`id` null) or saves one on the version that was read; audited. Sharing, and what others have shared,
 * need `settings.edit`. Refused as named.
 */
export async function saveView(
  { db }: Pick<Services, "db">,
  {
    actor,
    list,
    id,
    version,
    input,
  }: {
    actor: Staff;
    list: ViewListName;
    id: string | null;
    version: string;
    input: z.output<typeof savedViewForm>;
  },
): Promise<Done | Refused<ViewRefusal>> {
  if (!can(actor, viewLists[list].permission)) return refused("not-allowed");
  return inTransaction<Done | Refused<ViewRefusal>>(db, async (tx) => {
    await tx.execute(lockViews);
    const before = id === null ? null : await savedViewOf({ db: tx }, actor, list, id);
    if (id !== null && !before) return refused("not-found");
    if (before && !mayChangeView(actor, before)) return refused("not-allowed");
    if (input.shared && !before?.shared && !can(actor, sharesViews)) return refused("not-allowed");
    if (before && String(before.version) !== version) return refused("changed-meanwhile");
    const ownerId = before?.ownerId ?? actor.id;
    const seen = await viewsOf({ db: tx }, actor, list);
    const isTaken = (one: SavedView) =>
      one.id !== id && one.name.toLowerCase() === input.name.toLowerCase() && one.ownerId === ownerId;
    if (seen.some(isTaken)) return refused("name-taken");
    if (!before && seen.length >= mostViews) return refused("too-many");
    const [saved] = before
      ? await tx
          .update(savedView)
          .set({ ...input, version: sql`${savedView.version} + 1` })
          .where(eq(savedView.id, before.id))
          .returning({ id: savedView.id })
      : await tx
          .insert(savedView)
          .values({ ...input, list, ownerId })
          .returning({ id: savedView.id });
    await recordAction(tx, {
      actor,
      action: before ? "saved-view.update" : "saved-view.create",
      subject: { kind: "saved-view", id: saved?.id ?? "", name: input.name },
      ...(before && { before: { name: before.name, query: before.query, shared: before.shared } }),
      after: input,
    });
    return done();
  });
}

/** Deletes a view; audited. Refused: 'not-allowed', 'not-found'. */
export async function deleteView(
  { db }: Pick<Services, "db">,
  { actor, list, id }: { actor: Staff; list: ViewListName; id: string },
): Promise<Done | Refused<"not-allowed" | "not-found">> {
  return inTransaction<Done | Refused<"not-allowed" | "not-found">>(db, async (tx) => {
    await tx.execute(lockViews);
    const before = await savedViewOf({ db: tx }, actor, list, id);
    if (!before) return refused("not-found");
    if (!mayChangeView(actor, before)) return refused("not-allowed");
    await tx.delete(savedView).where(eq(savedView.id, id));
    await recordAction(tx, {
      actor,
      action: "saved-view.delete",
      subject: { kind: "saved-view", id, name: before.name },
      before: { name: before.name, query: before.query, shared: before.shared },
    });
    return done();
  });
}

/**
 * What a member of the team has chosen for a list: the columns left out, and the sort order; null for the list's own.
 */
export async function listChoiceOf(
  { db }: { db: Db },
  staff: Staff,
  list: ViewListName,
): Promise<{ hidden: string[]; sort: string | null }> {
  const { hidden, sort, userId, list: of } = listChoice;
  const [found] = await db
    .select({ hidden, sort })
    .from(listChoice)
    .where(and(eq(userId, staff.id), eq(of, list)));
  return found ?? { hidden: [], sort: null };
}

/** Stores what the actor has chosen for a list, for themselves; columns that cannot be left out stay. */
export async function chooseForList(
  { db }: { db: Db },
  actor: Staff,
  list: ViewListName,
  chosen: { hidden: string[] } | { sort: string },
): Promise<void> {
  const { columns } = viewLists[list];
  const choice =
    "hidden" in chosen ? { hidden: chosen.hidden.filter((one) => columns.includes(one)) } : chosen;
  await inTransaction(db, (tx) =>
    tx
      .insert(listChoice)
      .values({ userId: actor.id, list, ...choice })
      .onConflictDoUpdate({ target: [listChoice.userId, listChoice.list], set: choice }),
  );
}
