import { useEffect, useRef, useState } from "react";

/**
 * Loads what is asked for while somebody types: an address of the shop that answers in JSON. A load that is replaced is
 * aborted, and one that fails, or is answered by the login page, leaves what was there. By `fetch`, because a load of
 * the router is repeated with each live update, and one that it aborts while the answer is arriving leaves an error
 * that nobody can catch.
 */
export function useLatestLoad<Data>() {
  const [data, setData] = useState<Data>();
  const loading = useRef<AbortController>(undefined);
  const [ask] = useState(() => async (address: string): Promise<void> => {
    loading.current?.abort();
    const mine = new AbortController();
    loading.current = mine;
    const answer = await loadJson(address, mine.signal).catch(() => null);
    if (answer !== null && !mine.signal.aborted) setData(answer);
  });
  useEffect(() => () => loading.current?.abort(), []);
  return { data, ask };
}

async function loadJson(address: string, signal: AbortSignal) {
  const answer = await fetch(address, { signal });
  return answer.ok ? answer.json() : null;
}
