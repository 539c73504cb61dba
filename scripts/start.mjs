// npm start: checks the configuration, installs what is missing, builds when something changed, runs the shop. --dev: with
// Vite's reload.
import { spawn } from "node:child_process";
import { build, checkConfiguration, install, nodeBinary, root } from "./prepare.mjs";
import { serverArguments, serverEnvironment } from "./server-process.mjs";

const development = process.argv.includes("--dev");

await checkConfiguration();
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

// npm passes on SIGINT and SIGTERM (package.json runs this with `exec`, so that no shell is in between) and dies of
// every other signal. Without npm the shop stops, so that nobody is left with a server that has no terminal.
if (process.env.npm_lifecycle_event) {
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) server.kill("SIGTERM");
  }, 500).unref();
}
