// npm start: installs what is missing, builds when something changed, runs the shop. --dev: with Vite's reload.
import { spawn } from "node:child_process";
import { build, install, nodeBinary, root } from "./prepare.mjs";
import { serverArguments, serverEnvironment } from "./server-process.mjs";

const development = process.argv.includes("--dev");

install("shop");
if (!development) build();

const server = spawn(nodeBinary(), [...serverArguments, ...process.argv.slice(2)], {
  cwd: root,
  // The IPC channel tells the server when this process is gone, however it ended.
  stdio: ["inherit", "inherit", "inherit", "ipc"],
  env: { ...serverEnvironment, ...process.env, NODE_ENV: development ? "development" : "production" },
});

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2"])
  process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
