/**
 * A key for something with a name, such as a role or a field: "Night shift" is "night-shift", or "night-shift-2" when
 * that is taken. It begins with a Latin letter; a name without one gets `other`. `longest`: without the number.
 */
export function freeKey(
  name: string,
  taken: ReadonlySet<string>,
  { longest, other }: { longest: number; other: string },
): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, longest)
    .replace(/-$/, "");
  for (let number = 1; ; number++) {
    const key = number === 1 ? words || other : `${words || other}-${number}`;
    if (!taken.has(key)) return key;
  }
}
