import { expect, test } from "vitest";
import { importWords } from "./import-words.ts";

test.each([
  [{ code: "empty" } as const, "This is empty."],
  [{ code: "too-long", longest: 60 } as const, "Longer than 60 characters: the rest is left out."],
  [
    { code: "columns-missing", columns: ["Name", "Price"] } as const,
    "These columns are missing: Name, Price. The template names all of them.",
  ],
  [
    { code: "picture-not-kept", name: "a.gif", why: "encrypted" } as const,
    'The picture "a.gif" was not kept: it is locked with a password.',
  ],
  [
    { code: "pictures-missing", names: ["a.jpg"], more: 0, draft: true } as const,
    "a draft without its picture a.jpg",
  ],
  [
    { code: "pictures-missing", names: ["a.jpg", "b.jpg"], more: 2, draft: false } as const,
    "without the pictures a.jpg, b.jpg and 2 more",
  ],
  ["Something an older version wrote.", "Something an older version wrote."],
  [{ code: "video-too-long", seconds: 90 }, "video too long"],
])("%j is shown as %s", (message, words) => expect(importWords(message)).toBe(words));
