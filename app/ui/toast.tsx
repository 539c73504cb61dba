import { X } from "lucide";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Link, useFetcher } from "react-router";
import { HiddenFields } from "./forms/hidden-fields.tsx";
import { Icon } from "./icon.tsx";

export type Toast = {
  title: string;
  text?: string | undefined;
  tone?: "calm" | "wrong";
  link?: { to: string; label: string };
  /** A toast replaces earlier ones about the same subject: "added" is outdated after "removed". */
  about?: string;
  /** Undoes the action: a small form, whose answer shows its own toast. */
  undo?: { label: string; action: string; fields: Record<string, string> };
};

type Shown = Toast & { id: number };

const shownFor = 5_000;
/** WCAG 2.2.1: who should press its button needs time to find it. */
const shownWithActionFor = 20_000;
let toasts: Shown[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const none: Shown[] = [];

function change(next: Shown[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a toast for five seconds, or twenty with a link or an Undo; not while the pointer or the focus is in it. The same text, or the same subject, replaces the earlier toast. */
export function showToast(toast: Toast): void {
  lastId += 1;
  const others = toasts.filter(
    ({ title, text, about }) =>
      (title !== toast.title || text !== toast.text) && (!about || about !== toast.about),
  );
  change([...others, { ...toast, id: lastId }].slice(-3));
}

/** Removes the error toasts: a new try begins, and its answer is what counts. */
export function dismissErrors(): void {
  if (toasts.some(({ tone }) => tone === "wrong")) change(toasts.filter(({ tone }) => tone !== "wrong"));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The toast region, once per layout. Rendered from the start, because screen readers announce changes only of
 * existing live regions; without a toast it has no name and so is no landmark.
 */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  return (
    <section
      className="toasts print:hidden"
      aria-label={shown.length > 0 ? "Messages" : undefined}
      aria-live="polite"
    >
      {shown.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

/**
 * A toast that came with the page: part of the HTML until hydration (or permanently without scripts), then a normal
 * toast.
 */
export function ToastOnArrival({ toast }: { toast: Toast | null }) {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    setReady(true);
    if (toast) showToast(toast);
  }, [toast]);
  return toast && !ready ? <WrittenToast toast={toast} /> : null;
}

/** A toast in the HTML, for visitors without scripts. */
function WrittenToast({ toast: { title, text, tone } }: { toast: Toast }) {
  return (
    <div className="toasts print:hidden">
      <div
        className={tone === "wrong" ? "toast wrong" : "toast"}
        role={tone === "wrong" ? "alert" : "status"}
      >
        <div className="grow">
          <b className="block font-strong">{title}</b>
          {text && <span className="text-small">{text}</span>}
        </div>
      </div>
    </div>
  );
}

function ToastView({ toast }: { toast: Shown }) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointed || focused;
  const fetcher = useFetcher<{ toast?: Toast }>();
  const busy = fetcher.state !== "idle";
  useEffect(() => {
    if (!fetcher.data) return;
    change(toasts.filter((other) => other.id !== toast.id));
    if (fetcher.data.toast) showToast(fetcher.data.toast);
  }, [fetcher.data, toast.id]);
  const close = () => change(toasts.filter((other) => other.id !== toast.id));
  useEffect(() => {
    if (held || busy) return;
    const time = toast.undo || toast.link ? shownWithActionFor : shownFor;
    const timer = setTimeout(() => change(toasts.filter((other) => other.id !== toast.id)), time);
    return () => clearTimeout(timer);
  }, [held, busy, toast]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer or the keyboard inside a toast keeps it from leaving
    <div
      role={toast.tone === "wrong" ? "alert" : "status"}
      className={toast.tone === "wrong" ? "toast wrong" : "toast"}
      onMouseEnter={() => setPointed(true)}
      onMouseLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div className="grow">
        <b className="block font-strong">{toast.title}</b>
        {toast.text && <span className="text-small">{toast.text}</span>}
      </div>
      {toast.link && (
        <Link
          className="toast-link inline-flex items-center min-h-tap px-1"
          to={toast.link.to}
          onClick={close}
        >
          {toast.link.label}
        </Link>
      )}
      {toast.undo && (
        <fetcher.Form method="post" action={toast.undo.action}>
          <HiddenFields fields={toast.undo.fields} />
          <button type="submit" className="toast-link inline-flex items-center min-h-tap px-1">
            {toast.undo.label}
          </button>
        </fetcher.Form>
      )}
      <button type="button" className="toast-close tap" aria-label="Dismiss" onClick={close}>
        <Icon of={X} className="icon icon-small" />
      </button>
    </div>
  );
}
