import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Link, useBlocker, useNavigation } from "react-router";
import { plural } from "../../../shop/money.ts";
import type { FieldTexts } from "../../ui/forms/form-context.ts";

/**
 * Tracks unsaved changes of a form. Spread `watch` on the form; after saving call `saved()` or change the form's key.
 */
export function useUnsaved() {
  const [dirty, setDirty] = useState(false);
  return {
    dirty,
    touch: () => setDirty(true),
    saved: () => setDirty(false),
    watch: { onChange: (_: FormEvent) => setDirty(true), onReset: () => setDirty(false) },
  };
}

function textsIn(form: HTMLFormElement): Map<string, string> {
  const text = (value: FormDataEntryValue) => (typeof value === "string" ? value : value.name);
  return new Map(
    [...new FormData(form)].map(([name, value]) => [name, text(value).replaceAll("\r\n", "\n")]),
  );
}

/**
 * How many fields of a form differ from what is saved; undefined until something was typed. In: the form, and the saved
 * values when the form was opened with others (a refused form), else undefined. Call `count` after each change.
 */
export function useChangeCount(form: RefObject<HTMLFormElement | null>, saved: FieldTexts | undefined) {
  const before = useRef<ReadonlyMap<string, string>>(new Map());
  const [changes, setChanges] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the form was opened with
  useEffect(() => {
    if (saved) before.current = new Map(Object.entries(saved));
    else if (form.current) before.current = textsIn(form.current);
  }, []);
  return {
    changes,
    count() {
      if (!form.current) return;
      const now = textsIn(form.current);
      const names = new Set([...before.current.keys(), ...now.keys()]);
      names.delete("version");
      const text = (texts: ReadonlyMap<string, string>, name: string) => texts.get(name) ?? "";
      setChanges([...names].filter((name) => text(before.current, name) !== text(now, name)).length);
    },
  };
}

/** The sticky save buttons, and a prompt before unsaved changes are left. */
export function SaveBar({
  dirty,
  changes,
  waitsFor,
  button,
  cancelTo,
  children,
}: {
  dirty: boolean;
  /** How many fields were changed, if that is known. */
  changes?: number | undefined;
  /** What saving waits for after the button was pressed, in words. */
  waitsFor?: string | undefined;
  /** "Update Product" */
  button: string;
  /** Target of Cancel. */
  cancelTo: string;
  /** Further buttons of the same form. */
  children?: ReactNode;
}) {
  const isSent = useNavigation().formMethod === "POST";
  const saving = isSent || waitsFor !== undefined;
  const unsaved = changes === undefined ? "Unsaved changes" : plural(changes, "unsaved change");
  return (
    <div className="panel save-bar flex items-center justify-between gap-2 mt-4 px-4 py-2">
      <UnsavedGuard dirty={dirty && !isSent} />
      <span className="save-state muted" role="status">
        {waitsFor ?? (isSent ? "Saving…" : dirty ? unsaved : "")}
      </span>
      <span className="flex flex-wrap justify-end gap-2 ml-auto">
        <Link className="btn btn-secondary" to={cancelTo}>
          Cancel
        </Link>
        {children}
        <button type="submit" className="btn btn-primary" aria-disabled={saving || undefined}>
          {button}
        </button>
      </span>
    </div>
  );
}

/** Asks before navigation or closing the tab discards unsaved changes. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [dirty]);
  useEffect(() => {
    if (blocker.state === "blocked") dialog.current?.showModal();
    else dialog.current?.close();
  }, [blocker.state]);
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby="unsaved-title"
      onClose={() => blocker.state === "blocked" && blocker.reset()}
    >
      <header>
        <h2 id="unsaved-title" className="h3">
          Leave without saving?
        </h2>
      </header>
      <div className="body grid gap-4">
        <p>Your changes have not been saved. They will be lost if you leave.</p>
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" className="btn btn-secondary" onClick={() => blocker.reset?.()}>
            Stay here
          </button>
          <button type="button" className="btn btn-danger" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </button>
        </div>
      </div>
    </dialog>
  );
}
