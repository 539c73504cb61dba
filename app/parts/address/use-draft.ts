import { type RefObject, useEffect } from "react";
import { draftStorageKey } from "../form-drafts.ts";

/**
 * Keeps the input of a form over a reload: in this tab only, until the order is placed, the user signs out
 * (app/http/session/use-sign-in-sync.ts) or the tab is closed. In: the form, a key with its user, the fields.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  name: string | undefined,
  fields: readonly string[],
) {
  useEffect(() => {
    const shown = form.current;
    if (!shown || !name) return;
    const before = readDraft();
    if (before?.name === name) {
      for (const field of fields) {
        const control = shown.elements.namedItem(field);
        const typed = before.typed[field];
        if (
          typed === undefined ||
          !(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)
        )
          continue;
        if (control.value === String(typed)) continue;
        control.value = String(typed);
        // Components that show the value elsewhere must be notified.
        control.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }
    const keep = () => {
      const typed = Object.fromEntries(fields.map((field) => [field, new FormData(shown).get(field) ?? ""]));
      write(JSON.stringify({ name, typed }));
    };
    shown.addEventListener("input", keep);
    return () => shown.removeEventListener("input", keep);
  }, [form, name, fields]);
}

function readDraft(): { name?: unknown; typed: Record<string, unknown> } | null {
  try {
    const draft: { name?: unknown; typed?: Record<string, unknown> } | null = JSON.parse(
      sessionStorage.getItem(draftStorageKey) ?? "null",
    );
    return draft?.typed ? { name: draft.name, typed: draft.typed } : null;
  } catch {
    return null;
  }
}

/** Full or blocked storage is not an error. */
function write(draft: string) {
  try {
    sessionStorage.setItem(draftStorageKey, draft);
  } catch {
    // Storage is disabled or full.
  }
}
