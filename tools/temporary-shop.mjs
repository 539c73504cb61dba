// A built shop with demo data on a free port and in a temporary folder, for measuring.
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeBinary, root } from "../scripts/prepare.mjs";
import { serverArguments, serverEnvironment } from "../scripts/server-process.mjs";

/** Starts the shop, calls `work` with its address, and removes everything again. Returns what `work` returns. */
export async function withTemporaryShop(work) {
  const folder = mkdtempSync(join(tmpdir(), "campus-style-run-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const server = spawn(nodeBinary(), serverArguments, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...serverEnvironment,
      ...process.env,
      NODE_ENV: "production",
      MODE: "demo",
      DEMO_ORDERS: "0",
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: "",
      PUBLIC_URL: "",
    },
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  try {
    await untilReady(address, server);
    return await work(address);
  } finally {
    server.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The measured storefront pages: home, a category, one of its products. */
export async function storefrontPages(address) {
  const category = "/category/women";
  const html = await (await fetch(address + category)).text();
  const product = /href="(\/product\/[^"?#]+)/.exec(html)?.[1];
  if (!product) throw new Error(`${category} links to no product`);
  return ["/", category, product];
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function untilReady(address, server) {
  for (let tries = 0; tries < 1_200; tries++) {
    if (server.exitCode !== null) throw new Error("The shop did not start.");
    const answer = await fetch(`${address}/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The shop was not ready within two minutes.");
}
