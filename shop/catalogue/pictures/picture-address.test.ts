import { expect, test } from "vitest";
import { mediaPath, mediaSet } from "../picture-address.ts";

const picture = { key: "0123456789abcdef0123456789abcdef", width: 800 };

test("the address has the next larger served width, at most the largest", () => {
  expect(mediaPath(picture, 320, "avif")).toBe(`/media/${picture.key}/320.avif`);
  expect(mediaPath(picture, 321, "webp")).toBe(`/media/${picture.key}/480.webp`);
  expect(mediaPath(picture, 9999, "jpg")).toBe(`/media/${picture.key}/1600.jpg`);
});

test("a srcset ends with the picture's own width", () => {
  const widths = (set: string) => set.split(", ").map((one) => one.split(" ")[1]);
  expect(widths(mediaSet(picture, "webp"))).toEqual(["160w", "240w", "320w", "480w", "640w", "800w"]);
  expect(widths(mediaSet({ ...picture, width: 900 }, "webp")).at(-1)).toBe("900w");
  expect(mediaSet({ ...picture, width: 900 }, "webp")).toContain("/1200.webp 900w");
  expect(widths(mediaSet({ ...picture, width: 100 }, "webp"))).toEqual(["100w"]);
});

test("a srcset can be limited to given widths", () => {
  expect(mediaSet(picture, "jpg", [160, 320])).toBe(
    `/media/${picture.key}/160.jpg 160w, /media/${picture.key}/320.jpg 320w`,
  );
});
