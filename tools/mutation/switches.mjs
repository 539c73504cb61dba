// Puts all mistakes of a file into it at once, each behind a switch: so the copy is built once, and a number in the
// environment selects the active mistake, in every process and in the built pages.

/** The environment variable with the number of the active mistake. */
export const mistakeSwitch = "CAMPUS_MISTAKE";

/** The prologue of a file. It also records which mistakes a process executed (`globalThis.mistakesPassed`). */
const opening =
  `globalThis.mistakesPassed ??= new Set(); globalThis.mistake ??= ((on) => (id) => ` +
  `{ globalThis.mistakesPassed.add(id); return on === id; })(Number(globalThis.process?.env?.${mistakeSwitch})); `;

/**
 * In: a source and its mistakes, each with its `id`. Out: the source with all of them, inactive; line numbers are
 * unchanged.
 */
export function withSwitches(source, mistakes) {
  const places = new Map();
  for (const mistake of mistakes) {
    const key = `${mistake.start} ${mistake.end} ${mistake.statement}`;
    const place = places.get(key) ?? { ...mistake, mistakes: [] };
    place.mistakes.push(mistake);
    places.set(key, place);
  }
  // Outer positions before nested ones.
  const inOrder = [...places.values()].sort(
    (a, b) => a.start - b.start || b.end - a.end || b.statement - a.statement,
  );
  return opening + written(source, 0, source.length, inOrder);
}

/** A range of the source with its positions (ordered, inside the range) written as switches. */
function written(source, from, to, places) {
  let text = "";
  let at = from;
  for (let next = 0; next < places.length; ) {
    const place = places[next];
    let last = next + 1;
    while (last < places.length && places[last].start < place.end) last++;
    const inner = written(source, place.start, place.end, places.slice(next + 1, last));
    text += source.slice(at, place.start) + switched(place, inner);
    at = place.end;
    next = last;
  }
  return text + source.slice(at, to);
}

function switched({ statement, mistakes }, inner) {
  if (statement) return `{ if (!globalThis.mistake?.(${mistakes[0].id})) { ${inner} } }`;
  const choices = mistakes.map(({ id, text }) => `globalThis.mistake?.(${id}) ? (${text}) : `).join("");
  return `(${choices}(${inner}))`;
}
