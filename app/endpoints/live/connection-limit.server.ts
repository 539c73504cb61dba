/** Everybody's streams of this process, one person's (or one guest address's), and one address's. */
const limits = { all: 5_000, person: 24, client: 240 };

const open = new Map<string, number>();

/**
 * Takes a place for one stream. In: where the request comes from, and the person's id or null. Out: the function
 * that gives the place back, or null when there is none. Behind one address may be a whole hostel.
 */
export function acquireConnection(client: string, person: string | null): (() => void) | null {
  const counted: [string, number][] = [
    ["all", limits.all],
    [`client ${client}`, limits.client],
    ...(person === null ? [] : [[`person ${person}`, limits.person] satisfies [string, number]]),
  ];
  if (counted.some(([key, limit]) => (open.get(key) ?? 0) >= limit)) return null;
  for (const [key] of counted) open.set(key, (open.get(key) ?? 0) + 1);
  let given = false;
  return () => {
    if (given) return;
    given = true;
    for (const [key] of counted) {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    }
  };
}
