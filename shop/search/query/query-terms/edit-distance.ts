/** The Damerau-Levenshtein distance: insertions, deletions, substitutions and swaps of neighbours. */
export function editDistance(one: string, other: string): number {
  const a = [...one];
  const b = [...other];
  let before: number[] = [];
  let above = b.map((_, at) => at).concat(b.length);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let steps = Math.min(
        (line[column - 1] ?? 0) + 1,
        (above[column] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        steps = Math.min(steps, (before[column - 2] ?? 0) + 1);
      line.push(steps);
    }
    before = above;
    above = line;
  }
  return above[b.length] ?? 0;
}
