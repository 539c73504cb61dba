import { type MouseEvent, useEffect, useRef, useState } from "react";

/**
 * Row selection. The checkboxes hold the state, so that it works without scripts; this counts them, selects a whole
 * page, or a range with Shift. Rows that leave the list are deselected.
 */
export function useRowSelection<Row>(rows: readonly Row[], rowKey: (row: Row) => string) {
  const body = useRef<HTMLTableSectionElement>(null);
  const last = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState(0);
  const [everyPage, setEveryPage] = useState(false);
  const boxes = () => [...(body.current?.querySelectorAll<HTMLInputElement>(".row-choice") ?? [])];
  const count = () => {
    const all = boxes();
    const checked = all.filter((box) => box.checked).length;
    setChosen(checked);
    // Deselecting a row of this page cancels "all pages".
    if (checked < all.length) setEveryPage(false);
  };
  const shown = rows.map(rowKey).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is counted stands in the boxes of the rows shown
  useEffect(count, [shown]);
  return {
    body,
    chosen,
    everyPage,
    setEveryPage: (every: boolean) => {
      setEveryPage(every);
      if (!every) return;
      for (const box of boxes()) box.checked = true;
      setChosen(boxes().length);
    },
    chooseAll: (checked: boolean) => {
      for (const box of boxes()) box.checked = checked;
      count();
    },
    /** With Shift, all rows between the last clicked box and this one get its state. */
    choose: (event: MouseEvent<HTMLInputElement>) => {
      const box = event.currentTarget;
      const all = boxes();
      const from = last.current ? all.indexOf(last.current) : -1;
      if (event.shiftKey && from >= 0) {
        const to = all.indexOf(box);
        for (const one of all.slice(Math.min(from, to), Math.max(from, to) + 1)) one.checked = box.checked;
      }
      last.current = box;
      count();
    },
  };
}
