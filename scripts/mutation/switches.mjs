// Puts all mistakes of a file into it at once, each behind a switch: so the copy is built once, and one number in the
// environment says which mistake is on, in every process and in the built pages alike.

/** The environment variable with the number of the mistake that is on. */
export const mistakeSwitch = "CAMPUS_MISTAKE";

/** What a file begins with. It also notes which mistakes a process came by (`globalThis.mistakesPassed`). */
const opening =
  `globalThis.mistakesPassed ??= new Set(); globalThis.mistake ??= ((on) => (id) => ` +
  `{ globalThis.mistakesPassed.add(id); return on === id; })(Number(globalThis.process?.env?.${mistakeSwitch})); `;

/**
 * In: a source and its mistakes, each with its `id`. Out: the source with all of them in it, none of which is on; on the
 * same lines as before.
 */
export function withSwitches(source, mistakes) {
  const places = new Map();
  for (const mistake of mistakes) {
    const key = `${mistake.start} ${mistake.end} ${mistake.statement}`;
    const place = places.get(key) ?? { ...mistake, mistakes: [] };
    place.mistakes.push(mistake);
    places.set(key, place);
  }
  // Outer places before those inside of them.
  const inOrder = [...places.values()].sort(
    (a, b) => a.start - b.start || b.end - a.end || b.statement - a.statement,
  );
  return opening + written(source, 0, source.length, inOrder);
}

/** A stretch of the source, its places (which lie in it, in order) written as switches. */
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
