import { beforeEach } from "vitest";

/**
 * For polls: how long what is published may take to reach a visitor. `milliseconds`, and on a busy machine as much
 * longer as a page takes longer than its usual 50 ms, measured before each test. In: a visit of a page that is not
 * cached.
 */
export function patience(milliseconds: number, visit: () => Promise<unknown>): { timeout: number } {
  const within = { timeout: milliseconds };
  beforeEach(async () => {
    const began = performance.now();
    await visit();
    within.timeout = Math.max(milliseconds, (milliseconds / 50) * (performance.now() - began));
  });
  return within;
}
