import { encode } from "uqr";

/** A picture of square dots: as many `across` as down, and the dark ones as the path of an SVG. */
export type QrPicture = { across: number; path: string };

/** Words as a QR code, with the four light dots around it that scanners need (ISO/IEC 18004, 5.3.8). */
export function qrPicture(words: string): QrPicture {
  const { data, size } = encode(words, { ecc: "M", border: 4 });
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { across: size, path: dots.join("") };
}
