import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";

/** A request as it is sent, without the server's name. */
export type Asked = { method: string; path: string; headers: Record<string, string>; body?: string };

const printed = z.object({
  requests: z.number(),
  sent: z.number(),
  seconds: z.number(),
  bytes: z.number(),
  broken: z.number(),
  refused: z.number(),
  p50: z.number(),
  p99: z.number(),
  generator: z.number(),
  statuses: z.record(z.string(), z.number()),
});

/**
 * What wrk saw. `sent`: requests taken from the list; `broken`: connections that failed or timed out; `refused`:
 * answers of 400 and more; times in milliseconds; `generator`: seconds of processor time that wrk took for each second;
 * `statuses` and `redirects` (where each led) only when asked for.
 */
export type Driven = z.infer<typeof printed> & { redirects: string[] };

/** Installs wrk from Debian's packages where it is missing. Throws an error in words when that is not possible. */
export function ensureWrk(): void {
  if (spawnSync("wrk", ["-v"]).error === undefined) return;
  const quiet = ["DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"];
  spawnSync("env", [...quiet, "update"]);
  spawnSync("env", [...quiet, "-y", "install", "wrk"]);
  if (spawnSync("wrk", ["-v"]).error !== undefined)
    throw new Error("The benchmark needs wrk (https://github.com/wg/wrk; Debian's package is called wrk).");
}

/**
 * Drives a server with wrk, a C program that neither unpacks nor copies bodies: one thread, so many connections, each
 * with one request at a time. In: the server's address (http://host:port), the requests, sent in turn and again from
 * the first when all were sent, and whether each answer's status and redirect are wanted.
 */
export async function driven(
  address: string,
  requests: readonly Asked[],
  options: { connections: number; seconds: number; statuses?: boolean },
): Promise<Driven> {
  const folder = await mkdtemp(join(tmpdir(), "campus-style-wrk-"));
  try {
    const [asked, redirects] = [join(folder, "requests"), join(folder, "redirects")];
    await writeFile(asked, requests.map((one) => inFull(one, new URL(address).host)).join("\u0001"));
    const child = spawn(
      "wrk",
      [
        "-t1",
        `-c${options.connections}`,
        `-d${options.seconds}s`,
        "--timeout",
        "10s",
        "-s",
        join(import.meta.dirname, "wrk.lua"),
        address,
        "--",
        asked,
        ...(options.statuses ? ["statuses", redirects] : []),
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
    const line = output.split("\n").find((one) => one.startsWith("{"));
    if (code !== 0 || !line) throw new Error(`wrk failed: ${output}`);
    return {
      ...printed.parse(JSON.parse(line)),
      redirects: options.statuses ? (await readFile(redirects, "utf8")).split("\n").filter(Boolean) : [],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function inFull({ method, path, headers, body }: Asked, host: string): string {
  const all = {
    host,
    ...headers,
    ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, "", body ?? ""].join("\r\n");
}
