import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";

/**
 * Loads what is asked for while somebody types: one address at a time, and of those asked for meanwhile the newest. The
 * router aborts a load that is replaced, and an answer that is arriving then leaves an error that nobody can catch.
 */
export function useLatestLoad<Data>() {
  const { load, data, state } = useFetcher<Data>();
  const busy = useRef(false);
  const waiting = useRef<string>(undefined);
  const [ask] = useState(() => (address: string) => {
    waiting.current = busy.current ? address : undefined;
    if (busy.current) return;
    busy.current = true;
    void load(address);
  });
  useEffect(() => {
    if (state !== "idle") return;
    busy.current = false;
    if (waiting.current !== undefined) ask(waiting.current);
  }, [state, ask]);
  return { data, ask };
}
