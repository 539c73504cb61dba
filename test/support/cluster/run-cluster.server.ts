import { startTestCluster } from "./test-cluster.server.ts";

// One PostgreSQL for all stages of `npm test` (scripts/test.mjs). Prints where it is, as one line of JSON, and stops
// when the program that started it closes the standard input or ends. Ctrl-C reaches both, and that one ends first.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
const { stop, ...cluster } = await startTestCluster();
process.stdout.write(`${JSON.stringify(cluster)}\n`);
process.stdin.resume();
process.stdin.once("end", () => void stop());
