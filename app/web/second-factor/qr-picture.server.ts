import { encode } from "uqr";

/** The white frame that scanners need, in modules (ISO/IEC 18004). */
const border = 4;

/**
 * The QR code of a text. Out: how many modules wide it is, frame included, and its dark ones as the path of an SVG,
 * one unit a module. Null for what does not fit (about 2,300 bytes) or is nothing.
 */
export function qrPicture(text: string): { size: number; path: string } | null {
  if (text === "" || text.length > 2_000) return null;
  const { size, data } = encode(text, { ecc: "M", border });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dark.join("") };
}
