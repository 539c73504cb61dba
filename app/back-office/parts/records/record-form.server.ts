import type { Refused } from "../../../../shop/refused.ts";
import type { FieldErrors, FormFields } from "../../../../shop/text/read-form.ts";
import { redirectWithToast, refuseFields } from "../../../http/forms/answer.server.ts";
import type { MessageName } from "../../../http/toast.server.ts";
import type { EditedRecord } from "../edit-form.tsx";
import { type SavedForm, saveEdit } from "../save-edit.server.ts";

/** The key of a record in its screen's address; null for a new one, which is at "new". */
export function recordKey(param: string): string | null {
  return param === "new" ? null : param;
}

/** The record at a screen's address: null for a new one. Throws 404 for one that is not there. */
export async function recordAt<Found>(
  param: string,
  find: (key: string) => Promise<Found | null>,
): Promise<Found | null> {
  const key = recordKey(param);
  if (key === null) return null;
  const found = await find(key);
  if (!found) throw new Response("No such record", { status: 404 });
  return found;
}

/**
 * Handles the form of a record that a list leads to: saves it as saveEdit does, or deletes it (intent "delete"), and
 * redirects to the list with a message.
 */
export async function handleRecordForm<Value, Found>(
  sent: FormFields,
  {
    key,
    find,
    recordOf,
    remove,
    kept = {},
    list,
    savedTo = list,
    messages,
    ...form
  }: SavedForm<Value> & {
    /** null for a new one. */
    key: string | null;
    find: (key: string) => Promise<Found | null>;
    recordOf: (found: Found) => EditedRecord;
    remove: (key: string) => Promise<{ ok: true } | Refused<string>>;
    /** Why it is not deleted, by refusal, at the fields of the form; any other means that it is not there any more. */
    kept?: Readonly<Record<string, FieldErrors>>;
    list: string;
    /** Where saving leads, when not to the list. */
    savedTo?: string;
    messages: Record<"saved" | "deleted" | "gone", MessageName>;
  },
) {
  if (sent.get("intent") === "delete" && key !== null) {
    const deleted = await remove(key);
    const why = deleted.ok ? undefined : kept[deleted.refused];
    if (why) return refuseFields(why, 409);
    return redirectWithToast(list, deleted.ok ? messages.deleted : messages.gone);
  }
  return saveEdit(sent, {
    ...form,
    now: async () => {
      const found = key === null ? null : await find(key);
      return found && recordOf(found);
    },
    saved: [savedTo, messages.saved],
    gone: messages.gone,
  });
}
