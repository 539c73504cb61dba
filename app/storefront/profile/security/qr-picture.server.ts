import { encode } from "uqr";
import type { QrPicture } from "../trouble.ts";

/** Words as a QR code, with the four light dots around it that scanners need (ISO/IEC 18004, 5.3.8). */
export function qrPicture(words: string): QrPicture {
  const { data, size } = encode(words, { ecc: "M", border: 4 });
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { across: size, path: dots.join("") };
}
