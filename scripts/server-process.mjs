// How Node runs the shop, wherever it is started: npm start, the measurements, the benchmark.
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");

export const serverArguments = [
  "--disable-warning=ExperimentalWarning",
  // Node's own choice lets the heap's youngest part grow to a hundred megabytes for a shop that needs sixty in all.
  "--max-semi-space-size=16",
  "server.ts",
];

export const serverEnvironment = {
  // What was compiled once, types taken out, is not compiled again at the next start.
  NODE_COMPILE_CACHE: join(root, "build/.compile-cache"),
  // glibc keeps a pool of memory for every thread; two serve as well as many.
  MALLOC_ARENA_MAX: "2",
};
