/** Streams of this process: in total, per user (or per address of a guest), and per address. */
const limits = { all: 5_000, person: 24, client: 240 };

const open = new Map<string, number>();

/**
 * Takes a slot for one stream. In: the client address, and the user's id or null. Out: a function that releases the
 * slot, or null when none is free. Many users may share one address (NAT).
 */
export function acquireConnection(client: string, person: string | null): (() => void) | null {
  const counted: [string, number][] = [
    ["all", limits.all],
    [`client ${client}`, limits.client],
    ...(person === null ? [] : [[`person ${person}`, limits.person] satisfies [string, number]]),
  ];
  if (counted.some(([key, limit]) => (open.get(key) ?? 0) >= limit)) return null;
  for (const [key] of counted) open.set(key, (open.get(key) ?? 0) + 1);
  let released = false;
  return () => {
    if (released) return;
    released = true;
    for (const [key] of counted) {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    }
  };
}
