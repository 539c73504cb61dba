import type { Done, Refused } from "../../../shop/refused.ts";
import { arrangedFields, itemFields, typedItems } from "../../../shop/text/listed-items.ts";
import type { FormFields } from "../../../shop/text/read-form.ts";
import type { RowsToSort } from "../../../shop/text/sorted-rows.server.ts";
import { typedTexts } from "../../http/forms/answer.server.ts";
import type { EditedRecord } from "./edit-form.tsx";
import { saveEdit } from "./save-edit.server.ts";

/** A list to sort as the record of its form (sort-screen.tsx): each row is an item whose kind is its key. */
export function sortedRecord({ rows, version }: RowsToSort): EditedRecord {
  return { version, values: itemFields(rows.map(({ key, name }) => ({ kind: key, name }))) };
}

/**
 * Handles that form. `save` gets the keys in their order and the version that was shown; `back`: where it leads then.
 */
export async function handleSortForm(
  sent: FormFields,
  {
    save,
    now,
    back,
  }: {
    save: (keys: string[], version: string) => Promise<Done | Refused<string>>;
    now: () => Promise<RowsToSort>;
    back: string;
  },
) {
  // The buttons of the list, in browsers without scripts.
  const button = sent.get("arrange");
  if (button !== undefined) return { ok: true, typed: typedTexts(arrangedFields(sent, button)), errors: {} };
  return saveEdit(sent, {
    read: { ok: true, value: typedItems(sent).map(({ kind }) => kind) },
    saveAs: save,
    now: async () => sortedRecord(await now()),
    saved: [back, "listSorted"],
  });
}
