import { StartError } from "../../platform/start-error.ts";

/** Does `work`; what is wrong with the machine or the input is told in words, only a bug prints where it happened. */
export async function inWords(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : error?.stack}\n`);
    process.exitCode = 1;
  }
}
