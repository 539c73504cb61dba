import { once } from "node:events";
import { Agent, get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

// In a thread of its own, so that what the test itself computes (sending 90 MB, say) is not counted: asks an address
// again and again until it is told to stop, then reports the slowest response and how late its own timers were.
const address = String(workerData);
const agent = new Agent({ keepAlive: true });
const state = { done: false };
parentPort?.once("message", () => {
  state.done = true;
});

let slowest = 0;
let late = 0;
let wrong = 0;
while (!state.done) {
  const began = performance.now();
  const request = get(address, { agent });
  const [response] = await once(request, "response");
  if (response.statusCode !== 200) wrong++;
  response.resume();
  await once(response, "end");
  slowest = Math.max(slowest, performance.now() - began);
  const paused = performance.now();
  await new Promise((later) => setTimeout(later, 5));
  late = Math.max(late, performance.now() - paused - 5);
}
agent.destroy();
parentPort?.postMessage({ slowest, late, wrong });
