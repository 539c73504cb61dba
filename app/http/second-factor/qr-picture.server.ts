import { encode } from "uqr";

/** The quiet zone that scanners need, in modules (ISO/IEC 18004). */
const border = 4;

/** Characters: a QR code of level M holds about 2,300 bytes. */
export const longestQrText = 2_000;

/**
 * A QR code. Out: its width in modules including the quiet zone, and the dark modules as an SVG path, one unit per
 * module. Null for empty text and for one of more than `longestQrText` characters.
 */
export function qrPicture(text: string): { size: number; path: string } | null {
  if (text === "" || text.length > longestQrText) return null;
  const { size, data } = encode(text, { ecc: "M", border });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dark.join("") };
}
