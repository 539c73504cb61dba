import { expect, test } from "vitest";
import { cutText } from "./cut-text.ts";

test.each([
  ["Cotton", 10, "Cotton"],
  ["Cotton", 3, "Cot"],
  ["ab😀", 4, "ab😀"],
  ["ab😀c", 4, "ab😀"],
  ["ab😀c", 3, "ab"],
  ["😀", 1, ""],
  ["ab", 0, ""],
])("%s cut to %i is %s", (text, longest, cut) => expect(cutText(text, longest)).toBe(cut));
