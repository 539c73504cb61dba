/**
 * A sample that is the same for the same seed. In: all mistakes with their area. Out: `size` of them, in proportion to
 * each area, but at least 40 of each; ordered so that any prefix has all areas.
 */
export function sampleOf(mistakes, { size, seed }) {
  const areas = Map.groupBy(mistakes, ({ area }) => area);
  const random = randomOf(seed);
  const samples = [...areas.values()].map((all) => {
    const wanted = Math.max(40, Math.round((size * all.length) / mistakes.length));
    const shuffled = all.map((one) => ({ one, at: random() })).sort((a, b) => a.at - b.at);
    return shuffled.slice(0, wanted).map(({ one }) => one);
  });
  return samples
    .flatMap((sample) => sample.map((one, at) => ({ one, at: at / sample.length })))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** Numbers from 0 to 1 by the generator mulberry32. */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
