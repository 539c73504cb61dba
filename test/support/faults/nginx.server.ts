import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findProgram } from "../../../scripts/deploy/failover/programs.mjs";
import { visit } from "./visits.server.ts";

/** nginx in front of some servers (their ports), as Debian sets it up: its own buffering, its own timeouts. */
export async function inFront(
  port: number,
  servers: string[],
): Promise<{ address: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "campus-style-nginx-"));
  const file = join(folder, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join("\n  ");
  writeFileSync(
    file,
    `daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 4096; }
http {
  access_log off;
  ${temporary}
  upstream shop { ${servers.map((server) => `server 127.0.0.1:${server};`).join(" ")} }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 40m;
    location / {
      proxy_pass http://shop;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }
}
`,
  );
  const child: ChildProcess = spawn(findProgram("nginx") ?? "nginx", ["-p", folder, "-c", file], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  const address = `http://localhost:${port}`;
  for (let tries = 0; (await visit(`${address}/health`)).status !== 200; tries++) {
    if (tries === 100) throw new Error("nginx does not answer");
    await pause(50);
  }
  return {
    address,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
