import { type RefObject, useEffect } from "react";

/** After an answer that refuses what was typed, the focus goes to the first field that is marked as wrong. */
export function useFocusOnError(around: RefObject<HTMLElement | null>, answer: unknown) {
  useEffect(() => {
    if (answer) around.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [around, answer]);
}
