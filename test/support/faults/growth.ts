/**
 * How many times as much CPU time ten times the input takes: about 10 when the time is in proportion to the input, 100
 * when it grows with its square. In: what is done with an input of a length, and the shorter length. The quickest of
 * five counts, so that neither compiling nor collecting garbage does.
 */
export function slowestGrowth(work: (length: number) => unknown, length: number): number {
  const quickest = (size: number) => {
    let least = Number.POSITIVE_INFINITY;
    for (let time = 0; time < 5; time++) {
      const before = process.threadCpuUsage();
      work(size);
      const { user, system } = process.threadCpuUsage(before);
      least = Math.min(least, user + system);
    }
    return least;
  };
  // What takes less than half a millisecond is measured too coarsely to be compared.
  const short = Math.max(quickest(length), 500);
  return quickest(length * 10) / short;
}
