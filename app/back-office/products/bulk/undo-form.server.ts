import type { Services } from "../../../../platform/services.server.ts";
import type { Actor } from "../../../../shop/access/actor.ts";
import { undoBulkEdit } from "../../../../shop/catalogue/bulk/bulk-edit.server.ts";
import { bulkUndoToast, productMessages } from "../../../parts/messages/office/product-messages.ts";
import type { FormAnswer } from "../../../ui/forms/form-context.ts";

/** Undoes a bulk edit, from its toast or from the list of bulk edits. */
export async function undoForm(services: Services, actor: Actor, token: string): Promise<FormAnswer> {
  const undone = await undoBulkEdit(services, actor, token);
  if (undone.ok) return { ok: true, toast: bulkUndoToast(undone.value) };
  const { bulkTooLate, bulkUndoNotAllowed } = productMessages;
  return { ok: false, toast: undone.refused === "too-late" ? bulkTooLate : bulkUndoNotAllowed };
}
