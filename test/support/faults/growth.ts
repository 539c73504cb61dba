/**
 * The clock of a thread's CPU time goes in steps of up to 10 ms: what is measured must take several. In microseconds.
 */
const atLeast = 30_000;

/**
 * How many times as much CPU time ten times the input takes: about 10 when the time is in proportion to the input, 100
 * when it grows with its square. In: what is done with an input of a length, and the shorter length. The quicker of two
 * rounds counts, each long enough to be measured, so that neither compiling nor collecting garbage does.
 */
export function slowestGrowth(work: (length: number) => unknown, length: number): number {
  const quickest = (size: number) => Math.min(round(work, size), round(work, size));
  const short = quickest(length);
  return quickest(length * 10) / short;
}

/** Microseconds of CPU time that one call takes. */
function round(work: (length: number) => unknown, size: number): number {
  const before = process.threadCpuUsage();
  for (let calls = 1; ; calls++) {
    work(size);
    const { user, system } = process.threadCpuUsage(before);
    if (user + system >= atLeast) return (user + system) / calls;
  }
}
