import type { FieldErrors, FormFields, FormRead } from "../../../shop/text/read-form.ts";
import { redirectWithToast, refuseFields } from "../../http/forms/answer.server.ts";
import type { MessageName } from "../../http/toast.server.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import type { EditedRecord } from "./edit-form.tsx";

type Saved = { ok: true } | { ok: false; errors: FieldErrors } | { ok: false; refused: string };

/** What a form saves: its value, how, and the messages of its refusals by field. */
export type SavedForm<Value> = {
  read: FormRead<Value>;
  saveAs: (value: Value, version: string) => Promise<Saved>;
  refusals?: Readonly<Record<string, FieldErrors>>;
};

/**
 * Handles the form of one record: reads it, saves it on the version it was read at, and redirects with a message.
 * Otherwise returns the answer for EditForm: 400 with the errors, or 409 with what somebody else saved meanwhile.
 * `saveAs`: gets the value and the version. `refusals`: the messages of its refusals, by field; any other means that
 * somebody was faster. `now`: the current record; null when it was deleted.
 */
export async function saveEdit<Value>(
  fields: FormFields,
  {
    read,
    saveAs,
    refusals = {},
    now,
    saved: [list, message],
    gone,
    words,
  }: SavedForm<Value> & {
    now: () => Promise<EditedRecord | null>;
    /** The target of the redirect after saving, and its message. */
    saved: [to: string, message?: MessageName];
    /** Message for a record that somebody else has deleted; without it the page is not found. */
    gone?: MessageName;
    /** The sentences of `InWords` for what was typed: without scripts they stand beside it when it is refused. */
    words?: () => Promise<string[]>;
  },
) {
  const wrong = async (errors: FieldErrors) =>
    refuseFields(errors, 400, fields, {
      toast: officeMessages.formWrong,
      ...(words && { words: await words() }),
    });
  if (!read.ok) return wrong(read.errors);
  const outcome = await saveAs(read.value, fields.get("version") ?? "");
  if (outcome.ok) return redirectWithToast(list, message);
  if ("errors" in outcome) return wrong(outcome.errors);
  const refusal = refusals[outcome.refused];
  if (refusal) return wrong(refusal);
  const current = await now();
  if (!current && gone) return redirectWithToast(list, gone);
  if (!current) throw new Response("No such record", { status: 404 });
  const again = new Map(fields).set("version", current.version);
  return refuseFields({}, 409, again, {
    toast: officeMessages.changedMeanwhile,
    theirs: current.values,
    ...(words && { words: await words() }),
  });
}
