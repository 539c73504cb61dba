import { type RefObject, useContext, useEffect, useRef, useState } from "react";
import { href, useLocation } from "react-router";
import { z } from "zod";
import { officeDraftStorageKey } from "../../parts/form-drafts.ts";
import { Notice } from "../../ui/notice.tsx";
import { StaffContext } from "./may.tsx";

const storedDraftShape = z.object({
  viewer: z.string(),
  forms: z.record(z.string(), z.array(z.tuple([z.string(), z.string()]))),
});
type StoredDraft = z.infer<typeof storedDraftShape>;

/**
 * Keeps unsaved input when the session expires or the document is loaded again: in this tab and for the same user only,
 * until the form is saved or left, or the user signs out. Put `form` and `keep` (onInput, onSubmit) on the form.
 * `restored` holds the field values without files and passwords; `discard` deletes the draft.
 */
export function useFormDraft(): {
  form: RefObject<HTMLFormElement | null>;
  keep: () => void;
  restored: ReadonlyMap<string, string> | null;
  discard: () => void;
} {
  const form = useRef<HTMLFormElement>(null);
  const viewer = useContext(StaffContext)?.id ?? "";
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [restored, setRestored] = useState<ReadonlyMap<string, string> | null>(null);
  useEffect(() => {
    const before = read(viewer).forms[address];
    if (before) setRestored(new Map(before));
    // A redirect to the sign-in screen keeps the draft; saving or leaving deletes it.
    return () => {
      if (location.pathname !== href("/auth")) write(viewer, address, null);
    };
  }, [viewer, address]);
  return {
    form,
    restored,
    keep: () => form.current && write(viewer, address, textValues(form.current)),
    discard: () => {
      write(viewer, address, null);
      setRestored(null);
    },
  };
}

/** Says that a draft was restored, and offers to discard it. */
export function DraftRestored({ discard }: { discard: () => void }) {
  return (
    <div className="grid gap-3 mb-4">
      <Notice
        tone="warn"
        title="Your unsaved changes are back"
        text="This page was left before they were saved. Please check and save them."
      />
      <div>
        <button type="button" className="btn btn-secondary" onClick={discard}>
          Discard them
        </button>
      </div>
    </div>
  );
}

function textValues(form: HTMLFormElement): [string, string][] {
  const secret = new Set(
    [...form.querySelectorAll<HTMLInputElement>("input[type=password]")].map(({ name }) => name),
  );
  return [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && !secret.has(name) ? [[name, value]] : [],
  );
}

function read(viewer: string): StoredDraft {
  const nothing = { viewer, forms: {} };
  try {
    const { success, data } = storedDraftShape.safeParse(
      JSON.parse(sessionStorage.getItem(officeDraftStorageKey) ?? "null"),
    );
    return success && data.viewer === viewer ? data : nothing;
  } catch {
    return nothing;
  }
}

function write(viewer: string, address: string, typed: [string, string][] | null) {
  const { [address]: _, ...others } = read(viewer).forms;
  const forms = typed ? { ...others, [address]: typed } : others;
  try {
    if (Object.keys(forms).length === 0) sessionStorage.removeItem(officeDraftStorageKey);
    else sessionStorage.setItem(officeDraftStorageKey, JSON.stringify({ viewer, forms }));
  } catch {
    // Storage is disabled or full: the form works without drafts.
  }
}
