import { useRef, useState } from "react";
import { useFetcher } from "react-router";

/**
 * Loads what is asked for while somebody types: one address at a time, and of those asked for meanwhile the newest. The
 * router aborts a load that is replaced, and an answer that is arriving then leaves an error that nobody can catch. A
 * revalidation by a live update still replaces one.
 */
export function useLatestLoad<Data>() {
  const { load, data } = useFetcher<Data>();
  const busy = useRef(false);
  const waiting = useRef<string>(undefined);
  const [ask] = useState(() => async (address: string): Promise<void> => {
    waiting.current = address;
    if (busy.current) return;
    busy.current = true;
    while (waiting.current !== undefined) {
      const next = waiting.current;
      waiting.current = undefined;
      await load(next);
    }
    busy.current = false;
  });
  return { data, ask };
}
