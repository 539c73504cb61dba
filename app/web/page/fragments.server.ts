import { randomBytes } from "node:crypto";

/** Visitors cannot produce this text. */
const mark = `[${randomBytes(12).toString("hex")}`;
/** React separates two texts that follow each other by a comment. */
const separator = "<!-- -->";

/** Of one object: other variants are rendered anew, so that a card cannot collect one for each search. */
const maxVariants = 4;

const stored = new WeakMap<object, Map<string, string>>();

type Place = { of: object; variant: string };

/**
 * The cached parts of one page (fragment caching). While React renders, a part is a text in its place: `place` returns
 * either the text of a part that is stored, or the texts that enclose one that is rendered now. `fill` stores what was
 * rendered, and puts the stored parts in their places.
 */
export type PageFragments = {
  place(of: object, variant: string): { whole: string } | { before: string; after: string };
  /** In and out: the page as latin1, one character per byte. */
  fill(html: string): string;
};

export function pageFragments(): PageFragments {
  const places: Place[] = [];
  return {
    place(of, variant) {
      const at = places.push({ of, variant }) - 1;
      if (stored.get(of)?.has(variant)) return { whole: `${mark}=${at}]` };
      return { before: `${mark}+${at}]`, after: `${mark}-]` };
    },
    fill(html) {
      const [start = "", ...pieces] = html.split(mark);
      let whole = start;
      for (const piece of pieces) {
        const end = piece.indexOf("]");
        const rest = piece.slice(piece.startsWith(separator, end + 1) ? end + 1 + separator.length : end + 1);
        const place = places[Number(piece.slice(1, end))];
        if (piece[0] === "=" && place) whole += stored.get(place.of)?.get(place.variant);
        // What was rendered ends where the next mark stands.
        if (piece[0] === "+" && place) store(place, rest);
        whole += rest;
      }
      return whole;
    },
  };
}

function store({ of, variant }: Place, html: string) {
  const variants = stored.get(of) ?? new Map<string, string>();
  if (variants.size >= maxVariants) return;
  // A copy of its own: a slice would keep the whole page.
  variants.set(variant, Buffer.from(html, "latin1").toString("latin1"));
  stored.set(of, variants);
}
