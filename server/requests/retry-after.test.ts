import { expect, test } from "vitest";
import { retryAfterResponse } from "./retry-after.ts";

const html = "text/html,application/xhtml+xml";

test("a form that could not be taken can be sent again as typed, and a page says only to try again", () => {
  expect(retryAfterResponse(html, true).body).toContain("Reload this page to send your form again");
  expect(retryAfterResponse(html, false).body).not.toContain("form");
  expect(retryAfterResponse("*/*", true).body).not.toContain("<");
});
