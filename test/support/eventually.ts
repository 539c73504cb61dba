import { vi } from "vitest";

/**
 * Repeats `check` until it throws nothing, every `interval` ms. Out: what it returns. Rejects with its last error
 * after `timeout` ms, which leaves time for a busy machine.
 */
export function eventually<Result>(
  check: () => Result | Promise<Result>,
  { interval = 50, timeout = 20_000 }: { interval?: number; timeout?: number } = {},
): Promise<Result> {
  return vi.waitFor(check, { timeout, interval });
}
