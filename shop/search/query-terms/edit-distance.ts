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

/**
 * The nearest word; ties by the same first letter, then the shorter one. Words of 3 or 4 letters may differ by one
 * edit, longer ones by two or three, shorter ones not at all. Null when nothing is near.
 */
export function nearestWord(typed: string, words: Iterable<string>): string | null {
  const length = [...typed].length;
  const most = length < 3 ? 0 : length < 5 ? 1 : length < 9 ? 2 : 3;
  const near = [...new Set(words)]
    .filter((word) => Math.abs(word.length - typed.length) <= most)
    .map((word) => ({ word, steps: editDistance(typed, word), begins: word[0] === typed[0] }))
    .filter(({ steps, begins }) => steps <= most && (begins || steps < most));
  near.sort(
    (one, other) =>
      one.steps - other.steps ||
      Number(other.begins) - Number(one.begins) ||
      one.word.length - other.word.length ||
      (one.word < other.word ? -1 : 1),
  );
  return near[0]?.word ?? null;
}
