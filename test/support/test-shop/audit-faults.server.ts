import type { Services } from "../../../platform/services.server.ts";
import { actWords } from "../../../shop/audit/act-words.ts";
import { changedFields, fieldWords } from "../../../shop/audit/changed-fields.ts";
import { isKnownNumber, isMark } from "../../../shop/audit/field-values.ts";
import { auditLog } from "../../../shop/audit/read-audit.server.ts";

const all = { actor: "", action: "", kind: "", q: "", from: "", to: "" };
// Test SKUs end with one.
const recordId = /(?<![\w-])[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
// Tests type times that there are not, too: "25:61".
const isoTime = /(?<!\d)\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d/;

/**
 * What of a shop's audit log staff could not read: ids of records, times as they are stored, and numbers of which
 * nothing says whether they are paise. In one line each; a fault of one kind of act is named once.
 */
export async function auditFaults(services: Pick<Services, "db">): Promise<string[]> {
  const faults = new Set<string>();
  let after: number | null = null;
  do {
    const { entries, older } = await auditLog(services, all, { after, before: null });
    for (const { action, parts, count } of entries) {
      const rows = parts.flatMap((part) =>
        changedFields(part).flatMap(({ field, ...change }) => [
          fieldWords(field),
          change.before,
          change.after,
        ]),
      );
      for (const text of [actWords(action, parts, count), ...rows])
        if (recordId.test(text) || isoTime.test(text)) faults.add(`${action}: ${text.slice(0, 200)}`);
      for (const { before, after: now } of parts)
        for (const name of [...numbersIn(before), ...numbersIn(now)])
          if (!isKnownNumber(name))
            faults.add(`${action}: fieldsOfKind says nothing of the numbers of ${name}`);
    }
    after = older ? (entries.at(-1)?.id ?? null) : null;
  } while (after !== null);
  return [...faults];
}

/** The names of the fields with whole numbers. */
function numbersIn(value: unknown, name = ""): string[] {
  if (typeof value === "number") return Number.isInteger(value) ? [name] : [];
  if (Array.isArray(value)) return value.flatMap((one) => numbersIn(one, name));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => (isMark(field) ? [] : numbersIn(inner, field)));
}
