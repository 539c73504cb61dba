const pieceBytes = 64 * 1024;
const separators = [",", ";", "\t"] as const;

/** The file as text, in chunks: UTF-8, or UTF-16 in either byte order. Throws a TypeError for invalid bytes. */
export function* textPieces(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const last = from + pieceBytes >= bytes.length;
    const text = decoder
      .decode(bytes.subarray(from, from + pieceBytes), { stream: !last })
      .replaceAll("\0", "");
    if (text !== "") yield text;
  }
}

/** By the byte order mark; without one, a Latin letter has a zero byte in UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first !== undefined && first !== 0 && second === 0))
    return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second !== 0))
    return "utf-16be";
  return "utf-8";
}

/** How the cells of a file are separated. `skipped`: the length of a first line like "sep=;", which Excel reads. */
export type Separation = { separator: string; skipped: number };

/** In: the beginning of a file. The most frequent separator of its first line, outside of quotation marks. */
export function separationOf(start: string): Separation {
  const named = /^sep=(.)(\r\n|\n|\r)/i.exec(start);
  if (named?.[1]) return { separator: named[1], skipped: named[0].length };
  const line = /^(?:"[^"]*"|[^"\r\n])*/.exec(start.slice(0, pieceBytes))?.[0].replace(/"[^"]*"/g, "") ?? "";
  const count = (separator: string) => line.split(separator).length;
  const [most = ","] = separators.toSorted((one, other) => count(other) - count(one));
  return { separator: most, skipped: 0 };
}

/**
 * The line of the file in which the quotation mark stands that breaks it, counted from 1: one inside of a cell without
 * quotation marks, or the first of a cell that is not closed before its separator. Null when there is none.
 */
export function lineOfBrokenQuote(pieces: Iterable<string>, separator: string): number | null {
  let line = 1;
  let opened = 0;
  let state: "start" | "plain" | "quoted" | "closing" = "start";
  let afterReturn = false;
  for (const piece of pieces)
    for (const one of piece) {
      const ends = one === "\n" || one === "\r";
      if (state === "closing") {
        if (one === '"') state = "quoted";
        else if (one === separator || ends) state = "start";
        else return opened;
      } else if (state === "quoted") {
        if (one === '"') state = "closing";
      } else if (one === '"') {
        if (state === "plain") return line;
        state = "quoted";
        opened = line;
      } else state = one === separator || ends ? "start" : "plain";
      if (one === "\r" || (one === "\n" && !afterReturn)) line++;
      afterReturn = one === "\r";
    }
  return state === "quoted" ? opened : null;
}
