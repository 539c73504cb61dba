const step = 20;

/**
 * Watches how long the turns of the event loop take. Out: a function that gives, in milliseconds, by how much the last
 * turn or the one under way is late. Everybody who is served waits at least so long in each turn.
 */
export function watchLoop(): () => number {
  let began = performance.now();
  let late = 0;
  setInterval(() => {
    const now = performance.now();
    late = now - began - step;
    began = now;
  }, step).unref();
  return () => Math.max(0, late, performance.now() - began - step);
}
