import { expect, test } from "vitest";
import { qrPicture } from "./qr-picture.server.ts";

/** The picture as rows of dots, "#" for a dark one. */
function rows(words: string): string[] {
  const { across, path } = qrPicture(words);
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`));
  return Array.from({ length: across }, (_, y) =>
    Array.from({ length: across }, (_, x) => (dark.has(`${x},${y}`) ? "#" : ".")).join(""),
  );
}

test("has the three corners by which a camera finds it, and four light dots all around", () => {
  const picture = rows(
    "otpauth://totp/Campus%20Style:asha@campus.test?secret=JBSWY3DPEHPK3PXP&issuer=Campus",
  );
  const corner = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];
  const at = (x: number, y: number) => picture.slice(y, y + 7).map((row) => row.slice(x, x + 7));
  const far = picture.length - 11;
  expect([at(4, 4), at(far, 4), at(4, far)]).toEqual([corner, corner, corner]);
  const light = ".".repeat(picture.length);
  expect([...picture.slice(0, 4), ...picture.slice(-4)]).toEqual(Array(8).fill(light));
  expect(picture.every((row) => row.startsWith("....") && row.endsWith("...."))).toBe(true);
});

test("other words are another picture, and the longest address that is shown again fits", () => {
  expect(rows("otpauth://totp/a?secret=AAAA")).not.toEqual(rows("otpauth://totp/a?secret=AAAB"));
  expect(rows(`otpauth://totp/${"a".repeat(485)}`).length).toBeGreaterThan(60);
});
