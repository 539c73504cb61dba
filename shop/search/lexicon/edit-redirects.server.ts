import { eq } from "drizzle-orm";
import { inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { cutText } from "../../../platform/text/cut-text.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { searchRedirect } from "../tables.server.ts";
import { redirectKey } from "./lexicon.ts";

export type SearchRedirect = { words: string; path: string };

const longestPath = 200;
/** A page of this shop: no other host, no back office, no endpoint with side effects. */
const pathShape = /^\/(?!\/|\\|admin\b|functions\b|sign-)[\w\-/?=&%.]*$/;

/** All redirects by their words. */
export function listRedirects({ db }: Pick<Services, "db">): Promise<SearchRedirect[]> {
  return db
    .select({ words: searchRedirect.words, path: searchRedirect.path })
    .from(searchRedirect)
    .orderBy(searchRedirect.words);
}

/**
 * Makes a search for exactly these words open a page; replaces an earlier redirect. Refused: 'no-words', 'not-a-page'
 * (not the path of a page of this shop).
 */
export async function saveRedirect(
  { db, clock }: Pick<Services, "db" | "clock">,
  { actor, text, path }: { actor: Actor; text: string; path: string },
): Promise<Done | Refused<"no-words" | "not-a-page">> {
  const words = cutText(redirectKey(text), 100);
  if (words === "") return refused("no-words");
  if (!pathShape.test(path) || path.length > longestPath) return refused("not-a-page");
  return inTransaction(db, async (tx) => {
    const row = { words, path, changedAt: clock.now() };
    await tx
      .insert(searchRedirect)
      .values(row)
      .onConflictDoUpdate({ target: searchRedirect.words, set: row });
    await recordAction(tx, {
      actor,
      action: "search-redirect.save",
      subject: { kind: "search-redirect", id: words, name: words },
      after: { path },
    });
    return done();
  });
}

/** Deletes a redirect. Refused: 'not-found'. */
export async function deleteRedirect(
  { db }: Pick<Services, "db">,
  { actor, words }: { actor: Actor; words: string },
): Promise<Done | Refused<"not-found">> {
  return inTransaction(db, async (tx) => {
    const [before] = await tx.delete(searchRedirect).where(eq(searchRedirect.words, words)).returning();
    if (!before) return refused("not-found");
    await recordAction(tx, {
      actor,
      action: "search-redirect.delete",
      subject: { kind: "search-redirect", id: words, name: words },
      before: { path: before.path },
    });
    return done();
  });
}
