import { randomBytes } from "node:crypto";

/** Visitors cannot produce this text. */
const mark = `[${randomBytes(12).toString("hex")}`;
/** React separates adjacent texts by a comment. */
const separator = "<!-- -->";

/**
 * The maximum number of stored variants per object: others are rendered each time, so that a card does not accumulate
 * one for each search.
 */
const maxVariants = 4;

const stored = new WeakMap<object, Map<string, Buffer>>();

type Place = { of: object; variant: string };

/**
 * The cached parts of one page (fragment caching). While React renders, a part is represented by a placeholder text:
 * `place` returns either the placeholder of a stored part, or the marks around one that is rendered now. `fill` stores
 * the newly rendered parts, and replaces the placeholders.
 */
export type PageFragments = {
  place(of: object, variant: string): { whole: string } | { before: string; after: string };
  /** The placeholder of bytes that are part of every page. */
  constant(bytes: Buffer): string;
  /** In: the page as latin1, one character per byte. Out: its bytes. */
  fill(html: string): Buffer<ArrayBuffer>;
};

export function pageFragments(): PageFragments {
  const places: (Place | Buffer)[] = [];
  const placeholder = (place: Place | Buffer) => `${mark}=${places.push(place) - 1}]`;
  return {
    constant: placeholder,
    place(of, variant) {
      if (stored.get(of)?.has(variant)) return { whole: placeholder({ of, variant }) };
      return { before: `${mark}+${places.push({ of, variant }) - 1}]`, after: `${mark}-]` };
    },
    fill(html) {
      const [start = "", ...pieces] = html.split(mark);
      const parts: (string | Buffer)[] = [start];
      for (const piece of pieces) {
        const end = piece.indexOf("]");
        const rest = piece.slice(piece.startsWith(separator, end + 1) ? end + 1 + separator.length : end + 1);
        const place = places[Number(piece.slice(1, end))];
        if (piece[0] === "=" && place) parts.push(bytesOf(place));
        // The rendered part ends at the next mark.
        if (piece[0] === "+" && place && "of" in place) store(place, rest);
        parts.push(rest);
      }
      return joined(parts);
    },
  };
}

function bytesOf(place: Place | Buffer): Buffer | string {
  return "of" in place ? (stored.get(place.of)?.get(place.variant) ?? "") : place;
}

function store({ of, variant }: Place, html: string) {
  const variants = stored.get(of) ?? new Map<string, Buffer>();
  if (variants.size >= maxVariants) return;
  variants.set(variant, Buffer.from(html, "latin1"));
  stored.set(of, variants);
}

/** Written once into the result; a concatenated string would be copied twice more. */
function joined(parts: readonly (string | Buffer)[]): Buffer<ArrayBuffer> {
  const page = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts)
    at += typeof part === "string" ? page.write(part, at, "latin1") : part.copy(page, at);
  return page;
}
