import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, "error");
});

// An error or warning of React or a library fails the test, unless the test expects it.
afterEach(() => {
  const said = errors.mock.calls.map((words) => words.join(" "));
  errors.mockRestore();
  expect(said, "console.error was called").toEqual([]);
});

/** For a test that expects an error or warning on the console. */
export function forgetErrors() {
  errors.mockClear();
}
