import { expect, test } from "vitest";
import { qrPicture } from "./qr-picture.server.ts";

/** The modules of a picture, true for dark. */
function modules({ size, path }: { size: number; path: string }) {
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => dark.has(`${x} ${y}`)),
  );
}

test("a QR code has a white margin and three corner marks, and differs for another text", () => {
  const uri =
    "otpauth://totp/Campus%20Style:asha%40campus.test?secret=JBSWY3DPEHPK3PXP&issuer=Campus%20Style";
  const picture = qrPicture(uri);
  if (!picture) throw new Error("no picture");
  const rows = modules(picture);
  const edge = picture.size - 1;
  for (let at = 0; at <= edge; at++) {
    for (const frame of [0, 1, 2, 3, edge - 3, edge - 2, edge - 1, edge]) {
      expect(rows[frame]?.[at]).toBe(false);
      expect(rows[at]?.[frame]).toBe(false);
    }
  }
  const mark = [true, false, true, true, true, false, true];
  for (const [x, y] of [
    [4, 4],
    [edge - 10, 4],
    [4, edge - 10],
  ] as const) {
    expect(rows[y + 3]?.slice(x, x + 7)).toEqual(mark);
    expect(rows.slice(y, y + 7).map((row) => row[x + 3])).toEqual(mark);
  }
  expect(qrPicture(`${uri}X`)?.path).not.toBe(picture.path);
});

test("an empty text and one that is far too long have no QR code", () => {
  expect(qrPicture("")).toBeNull();
  expect(qrPicture("x".repeat(5_000))).toBeNull();
});
