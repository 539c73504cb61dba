import type { ReactNode } from "react";

/**
 * A button and what it opens over the page, without scripts too. Closes with Escape, which returns the focus to the
 * button, when the focus leaves it, and when something in it is chosen (`closeAround`). In: the class of the whole, the
 * button's name and content, and the list that it opens; that is focusable by a pointer, because Safari focuses no link
 * that is pressed, and the focus would leave.
 */
export function Dropdown({
  className,
  buttonClass,
  label,
  button,
  children,
}: {
  className: string;
  buttonClass?: string;
  label: string;
  button?: ReactNode;
  children: ReactNode;
}) {
  return (
    <details
      className={className}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== "Escape" || !currentTarget.open) return;
        currentTarget.querySelector("summary")?.focus();
        currentTarget.open = false;
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
    >
      <summary className={buttonClass} aria-label={label}>
        {button}
      </summary>
      {children}
    </details>
  );
}

/** Closes the dropdown around an element. */
export function closeAround(element: HTMLElement): void {
  element.closest("details")?.removeAttribute("open");
}
