import type { TextSegment } from "../../../shop/search/text/highlight.ts";

/** A product name with the search terms highlighted. */
export function Highlighted({ pieces }: { pieces: TextSegment[] }) {
  return pieces.map(({ text, marked }, at) => {
    const Tag = marked ? "mark" : "span";
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one name never move
    return <Tag key={at}>{text}</Tag>;
  });
}
