import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

let errors: MockInstance<typeof console.error>;

beforeEach(() => {
  errors = vi.spyOn(console, "error");
});

// What React or a library complains about is a defect like any other. A test that expects a complaint takes it
// back with `vi.mocked(console.error).mockClear()`.
afterEach(() => {
  const said = errors.mock.calls.map((words) => words.join(" "));
  errors.mockRestore();
  expect(said, "console.error was called").toEqual([]);
});
