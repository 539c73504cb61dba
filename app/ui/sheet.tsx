import { X } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** Opens a sheet: by the `command` attribute, also without scripts, or by a click handler in older browsers. */
export function SheetButton({
  sheet,
  className,
  label,
  onOpen,
  children,
}: {
  sheet: string;
  className: string;
  label?: string;
  onOpen?: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="dialog"
      {...{ command: "show-modal", commandfor: sheet }}
      onClick={() => {
        onOpen?.();
        if (!("commandForElement" in HTMLButtonElement.prototype)) openSheet(sheet);
      }}
    >
      {children}
    </button>
  );
}

/**
 * A native dialog: from the bottom on phones, from the side on wide screens. Escape and a click on the backdrop close
 * it.
 */
export function Sheet({
  id,
  title,
  side = "end",
  toRead = false,
  open,
  footer,
  onClose,
  children,
}: {
  id: string;
  title: string;
  /** "beside": on wide screens it is part of the page (styles/listing.css). */
  side?: "start" | "end" | "beside";
  /** Without focusable content the body must be focusable, otherwise the keyboard could not scroll it. */
  toRead?: boolean;
  /** Open in the HTML, beside the page, for visitors without scripts. */
  open?: boolean;
  footer?: ReactNode;
  onClose?: () => void;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself answers Escape; the click is for the backdrop only
    <dialog
      id={id}
      className={`sheet ${side}`}
      open={open}
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close();
      }}
    >
      <header>
        <h2 id={`${id}-title`} className="h3">
          {title}
        </h2>
        <form method="dialog">
          <button className="icon-btn" type="submit" aria-label="Close">
            <Icon of={X} />
          </button>
        </form>
      </header>
      {toRead ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="body" aria-label={title} tabIndex={0}>
          {children}
        </section>
      ) : (
        <div className="body">{children}</div>
      )}
      {footer && <footer>{footer}</footer>}
    </dialog>
  );
}

export function openSheet(id: string): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}

export function closeSheet(id: string): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement) dialog.close();
}
