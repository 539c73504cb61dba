import { type RefObject, useEffect, useRef } from "react";

/**
 * For a field whose value React sets: what was typed or chosen before the scripts were there is in the document only, and
 * the next rendering would undo it. Calls `take` with it, once. Out: the ref of the field.
 */
export function useEarlyValue<Control extends HTMLInputElement | HTMLSelectElement>(
  take: (value: string) => void,
): RefObject<Control | null> {
  const control = useRef<Control>(null);
  const first = useRef(take);
  useEffect(() => {
    if (control.current) first.current(control.current.value);
  }, []);
  return control;
}
