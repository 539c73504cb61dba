import { randomBytes } from "node:crypto";
import type { Fragments } from "./fragments.ts";

/** Begins every mark. Visitors cannot guess it, so no text of theirs can be one. */
const mark = `[${randomBytes(12).toString("hex")}`;

/** React separates adjacent texts by a comment. */
const separator = "<!-- -->";

/**
 * The maximum number of stored variants per object: others are rendered each time, so that a card does not accumulate
 * one for each search.
 */
const maxVariants = 4;

/** As UTF-8: a string with a rupee sign takes two bytes for each character. */
const stored = new WeakMap<object, Map<string, Buffer<ArrayBuffer>>>();

/** The fragments of one page, and `fill`, which makes the page's bytes out of the rendered HTML. */
export type PageFragments = Fragments & { fill(html: string): Buffer<ArrayBuffer> };

/**
 * The cached fragments of one page. While React renders it, marks stand in the place of a stored fragment, and around
 * one that is rendered now; `fill` puts the stored ones in, and stores the others. `check`: stored fragments are
 * rendered again as well, and `fill` throws when one differs, because its `variant` does not name everything that it
 * depends on.
 */
export function pageFragments({ check = false } = {}): PageFragments {
  const places: { of: object; variant: string }[] = [];
  return {
    place(of, variant) {
      const isStored = stored.get(of)?.has(variant);
      const number = places.push({ of, variant }) - 1;
      return isStored && !check
        ? { instead: `${mark}=${number}]` }
        : { before: `${mark}+${number}]`, after: `${mark}-]` };
    },
    fill(html) {
      const [start = "", ...pieces] = html.split(mark);
      const parts = [Buffer.from(start)];
      for (const piece of pieces) {
        const end = piece.indexOf("]") + 1;
        const rest = Buffer.from(
          piece.slice(piece.startsWith(separator, end) ? end + separator.length : end),
        );
        const place = places[Number(piece.slice(1, end - 1))];
        if (place && piece[0] === "=") parts.push(stored.get(place.of)?.get(place.variant) ?? Buffer.of());
        if (place && piece[0] === "+") store(place, rest);
        parts.push(rest);
      }
      return Buffer.concat(parts);
    },
  };
}

/** Stores a rendered fragment. Throws when another text is stored for the same object and variant. */
function store({ of, variant }: { of: object; variant: string }, html: Buffer) {
  const variants = stored.get(of) ?? new Map<string, Buffer<ArrayBuffer>>();
  const before = variants.get(variant);
  if (before && !before.equals(html))
    throw new Error(`A cached fragment (${variant}) differs from what is rendered:\n${before}\n${html}`);
  if (before || variants.size >= maxVariants) return;
  // With memory of its own: a small Buffer is a slice of a pool, which would stay allocated.
  const own = Buffer.allocUnsafeSlow(html.length);
  html.copy(own);
  variants.set(variant, own);
  stored.set(of, variants);
}
