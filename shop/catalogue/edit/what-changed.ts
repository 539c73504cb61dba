import type { ProductDraft } from "./product-draft.ts";

type Facts = Record<string, unknown>;

/** Only the fields that differ, before and after, for the audit log. The version counter is ignored. */
export function whatChanged(before: ProductDraft, after: ProductDraft): { before: Facts; after: Facts } {
  const changed = Object.keys(after).filter(
    (field) => field !== "version" && text(before, field) !== text(after, field),
  );
  const pick = (draft: ProductDraft) =>
    Object.fromEntries(Object.entries(draft).filter(([field]) => changed.includes(field)));
  return { before: pick(before), after: pick(after) };
}

function text(draft: ProductDraft, field: string): string {
  return JSON.stringify(Object.entries(draft).find(([name]) => name === field)?.[1]);
}
