const step = 20;

/**
 * Measures the event loop lag. Out: a function that returns, in milliseconds, how late the last or the current
 * iteration is.
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
