/** Repeats `attempt` until it succeeds, and rejects with its last error after `timeout` ms. */
export async function until<Result>(
  attempt: () => Result | Promise<Result>,
  { timeout = 15_000, interval = 100 } = {},
): Promise<Result> {
  const end = Date.now() + timeout;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((later) => setTimeout(later, interval));
    }
  }
}
