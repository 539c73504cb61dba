import { type RefObject, useEffect } from "react";

/** Moves the focus to the first invalid field after a refused submit. */
export function useFocusOnError(around: RefObject<HTMLElement | null>, answer: unknown) {
  useEffect(() => {
    if (answer) around.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [around, answer]);
}
