import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

// Loaded into a server process by `node --import "loop-cpu.ts?file=..."`. Writes down the most CPU time, in ms, that
// its main thread spent between two turns of the event loop: for that long nothing was answered. Unlike the time on
// a clock it does not depend on what else the machine does. Emptying the file resets it.
const file = new URL(import.meta.url).searchParams.get("file");
if (isMainThread && file) {
  let before = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    const most = (user + system) / 1000;
    if (most > 5) writeFileSync(file, `${most.toFixed(1)}\n`, { flag: "a" });
  };
  setInterval(turn, 1).unref();
}
