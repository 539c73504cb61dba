import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, "error");
});

// An error or warning of React or a library fails the test. A test that expects one takes it
// back with `vi.mocked(console.error).mockClear()`.
afterEach(() => {
  const said = errors.mock.calls.map((words) => words.join(" "));
  errors.mockRestore();
  expect(said, "console.error was called").toEqual([]);
});
