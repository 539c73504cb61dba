import { X } from "lucide-react";
import type { ReactNode } from "react";

/**
 * Opens a sheet. The `command` attribute opens it without scripts where the browser knows it;
 * elsewhere the click handler does, and leaves an open sheet alone.
 */
export function SheetButton({
  sheet,
  className,
  label,
  children,
}: {
  sheet: string;
  className: string;
  label?: string;
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
        const dialog = document.getElementById(sheet);
        if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
      }}
    >
      {children}
    </button>
  );
}

/** A native dialog: from the bottom on a phone, from the side on a desk. Escape and a click beside it close it. */
export function Sheet({
  id,
  title,
  side = "end",
  footer,
  children,
}: {
  id: string;
  title: string;
  side?: "start" | "end";
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself answers Escape; the click is for the backdrop only
    <dialog
      id={id}
      className={`sheet ${side}`}
      aria-labelledby={`${id}-title`}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <header>
        <h2 id={`${id}-title`} className="h3">
          {title}
        </h2>
        <form method="dialog">
          <button className="icon-btn" type="submit" aria-label="Close">
            <X className="icon" aria-hidden="true" />
          </button>
        </form>
      </header>
      <div className="body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>
  );
}

export function closeSheet(id: string): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement) dialog.close();
}
