import { StartError } from "../../platform/start-error.ts";

/** Runs `work`; problems of the machine or the input are explained, only bugs print a stack trace. */
export async function inWords(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : error?.stack}\n`);
    process.exitCode = 1;
  }
}
