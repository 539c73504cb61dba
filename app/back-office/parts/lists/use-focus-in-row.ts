import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react";

const controls = "button:not(:disabled), a[href], select, summary";

/**
 * Keeps the keyboard's place in a list. An act often takes its own button away, moves its row or ends it, and the
 * browser then starts at the top of the page again. The focus goes to what is left in the same cell or row, or to the
 * row that came in its place. In: the element that holds the rows. Out: its handlers of focus.
 */
export function useFocusInRow(rows: RefObject<HTMLElement | null>) {
  const last = useRef<{ row: Element; cell: Element | null; index: number } | null>(null);

  useLayoutEffect(() => {
    const from = last.current;
    if (!from || !rows.current || document.activeElement !== document.body) return;
    const row = from.row.isConnected
      ? from.row
      : rows.current.children[Math.min(from.index, rows.current.children.length - 1)];
    const within = from.row === row && from.cell?.isConnected ? [from.cell, row] : [row];
    const control = within
      .flatMap((part) => [...(part?.querySelectorAll<HTMLElement>(controls) ?? [])])
      .find((each) => each.getClientRects().length > 0);
    control?.focus({ preventScroll: row === from.row });
  });

  return {
    onFocus: ({ target }: FocusEvent) => {
      const children = [...(rows.current?.children ?? [])];
      const index = children.findIndex((row) => row.contains(target));
      const row = children[index];
      last.current = row ? { row, cell: target.closest("td"), index } : null;
    },
    // What was taken out loses the focus too, some browsers say so before: it is known a moment later.
    onBlur: ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        const isHere = rows.current?.contains(document.activeElement);
        if (target.isConnected && !isHere) last.current = null;
      }),
  };
}
