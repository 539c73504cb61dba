import { spawn } from "node:child_process";

export type Program = { stop(): Promise<void> };

/** Starts a program. It ends with this process at the latest. */
export function startProgram(command: string, args: string[]): Program & { output: () => string } {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.once("error", (error) => {
    output += error.message;
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  return {
    output: () => output,
    async stop() {
      process.off("exit", kill);
      child.kill();
      await ended;
    },
  };
}
