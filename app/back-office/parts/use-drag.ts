import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from "react";

/** Where a dragged item would come to stand: before the item at this place; after the last one at the length. */
type Drag = { from: number; to: number };

/** Near the edges of the window a drag scrolls it. */
const edge = { within: 72, by: 14 };

const steps: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/**
 * Sorting by dragging the handles of items with mouse or finger, and by the arrow keys on them. Nothing moves before an
 * item is let go. Pointer events, because the browsers' own drag and drop does not exist for touch. In: the element
 * whose children are the items, below each other or (`isGrid`) in rows, and what moves one. Out: the drag, the events
 * of the handle of the item at a place, and the mark of that item while one would come to stand before or after it.
 */
export function useDrag({
  list,
  move,
  isGrid = false,
}: {
  list: RefObject<HTMLElement | null>;
  move: (from: number, to: number) => void;
  isGrid?: boolean;
}) {
  const [drag, setDrag] = useState<Drag | null>(null);
  // Items differ much in height: the one under the pointer makes room, from its edge on.
  const target = ({ clientX, clientY }: PointerEvent, from: number): number => {
    const items = [...(list.current?.children ?? [])];
    const under = items.findIndex((item) => {
      const { right, bottom } = item.getBoundingClientRect();
      return clientY < bottom && (!isGrid || clientX < right);
    });
    if (under < 0) return items.length;
    return under > from ? under + 1 : under;
  };
  const handle = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from, to: from });
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag?.from !== from) return;
      if (event.clientY < edge.within) scrollBy(0, -edge.by);
      if (event.clientY > innerHeight - edge.within) scrollBy(0, edge.by);
      setDrag({ from, to: target(event, from) });
    },
    onPointerUp: (event: PointerEvent) => {
      if (drag?.from !== from) return;
      setDrag(null);
      // Not the state: the last move may not have been rendered yet.
      const to = target(event, from);
      move(from, to > from ? to - 1 : to);
    },
    onPointerCancel: () => setDrag(null),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Escape") setDrag(null);
      const step = steps[event.key];
      if (step === undefined || (!isGrid && /Left|Right/.test(event.key))) return;
      event.preventDefault();
      move(from, from + step);
    },
  });
  const dropMark = (place: number): "before" | "after" | undefined => {
    if (!drag || drag.to === drag.from || drag.to === drag.from + 1) return undefined;
    if (drag.to === place) return "before";
    const last = (list.current?.children.length ?? 0) - 1;
    return drag.to === last + 1 && place === last ? "after" : undefined;
  };
  return { drag, handle, dropMark };
}

export type DragHandle = ReturnType<ReturnType<typeof useDrag>["handle"]>;
