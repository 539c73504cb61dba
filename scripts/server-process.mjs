// How Node runs the shop: for npm start, measurements and the benchmark.
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");

export const serverArguments = [
  "--disable-warning=ExperimentalWarning",
  // V8 would let the young generation grow to 100 MB for a shop that needs 60 MB in all.
  "--max-semi-space-size=16",
  "scripts/serve.mjs",
];

export const serverEnvironment = {
  // Compiled code is cached for the next start.
  NODE_COMPILE_CACHE: join(root, "build/.compile-cache"),
  // glibc keeps an arena per thread; two are enough.
  MALLOC_ARENA_MAX: "2",
  // Encoding pictures takes 70 MB for a moment, which glibc would retain: it returns free memory at the end of a heap
  // only above the trim threshold, which it raises itself up to 64 MB, and blocks above the mmap threshold at once. A
  // page must stay below the mmap threshold: larger blocks are requested from the kernel each time.
  MALLOC_TRIM_THRESHOLD_: "4194304",
  MALLOC_MMAP_THRESHOLD_: "262144",
};
