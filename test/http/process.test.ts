import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { serverEnvironment } from "../../scripts/server-process.mjs";
import { eventually } from "../support/eventually.ts";

const top = resolve(import.meta.dirname, "../..");
const running = new Set<ChildProcess>();
let dataDir: string;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "campus-style-process-"));
  chmodSync(dataDir, 0o755);
});
afterEach(async () => {
  for (const child of running) await end(child, "SIGTERM");
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Starts the shop as scripts/start.mjs does, with nothing of the test's environment but PATH. */
function start(env: Record<string, string>) {
  return startBy(process.execPath, [join(top, "scripts/serve.mjs")], env);
}

function startBy(command: string, args: string[], env: Record<string, string>) {
  const child = spawn(command, args, {
    cwd: top,
    env: {
      PATH: "/usr/local/bin:/usr/bin:/bin",
      NODE_ENV: "production",
      ...serverEnvironment,
      DATA_DIR: dataDir,
      DEMO_ORDERS: "0",
      PORT: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const said = { text: "" };
  child.stdout?.on("data", (chunk) => (said.text += chunk));
  child.stderr?.on("data", (chunk) => (said.text += chunk));
  const ended = new Promise<number | null>((done) =>
    child.once("exit", (code) => {
      running.delete(child);
      done(code);
    }),
  );
  return { child, said, ended };
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill(signal);
  await gone;
}

/** The address in the start-up message, once it is printed. */
async function opened({ child, said }: ReturnType<typeof start>): Promise<string> {
  for (;;) {
    const address = /runs at (http:\S+)/.exec(said.text)?.[1];
    if (address) return address;
    if (child.exitCode !== null) throw new Error(said.text);
    await new Promise((later) => setTimeout(later, 25));
  }
}

/** Whether a process of this number is alive. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const postmaster = () => join(dataDir, "postgres/postmaster.pid");

test("an empty folder becomes a shop; SIGINT stops PostgreSQL too; after SIGKILL the shop starts again", {
  timeout: 240_000,
}, async () => {
  const first = start({});
  const address = await opened(first);
  expect(first.said.text).toMatch(/admin@campus\.test +campus-admin-demo/);
  expect(first.said.text).toMatch(/Not set up[\s\S]*mail[\s\S]*online payment/);
  // A screen of a terminal: what npm, installing and building say before takes six lines.
  expect(first.said.text.trim().split("\n").length).toBeLessThanOrEqual(24);
  expect((await fetch(`${address}/category/women`)).status).toBe(200);

  const second = start({});
  expect(await second.ended).toBe(1);
  expect(second.said.text).toMatch(/Another Campus Style is running on/);
  expect(second.said.text).not.toMatch(/\n {4}at /);

  first.child.kill("SIGINT");
  expect(await first.ended).toBe(0);
  expect(existsSync(postmaster())).toBe(false);

  const third = start({});
  await opened(third);
  const postgres = readFileSync(postmaster(), "utf8").split("\n")[0];
  await end(third.child, "SIGKILL");
  const fourth = start({});
  expect((await fetch(`${await opened(fourth)}/ready`)).status).toBe(200);
  expect(readFileSync(postmaster(), "utf8").split("\n")[0]).toBe(postgres);
});

test("stopped as soon as it is open, it ends without errors", async () => {
  const shop = start({});
  await opened(shop);
  shop.child.kill("SIGINT");
  expect(await shop.ended).toBe(0);
  expect(shop.said.text).not.toMatch(/after calling end|request failed/);
});

// `npm start &` in a shell: $! is npm. npm passes SIGINT and SIGTERM on and dies of the others.
test.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2", "SIGKILL"] as const)(
  "%s to npm start stops the shop and PostgreSQL, and leaves no process",
  { timeout: 60_000 },
  async (signal) => {
    const npm = startBy("npm", ["start"], { HOME: dataDir });
    const address = await opened(npm);
    expect(npm.said.text).toMatch(/It listens on 127\.0\.0\.1:\d+\./);
    const postgres = Number(readFileSync(postmaster(), "utf8").split("\n")[0]);
    await end(npm.child, signal);
    await eventually(() => expect(existsSync(postmaster())).toBe(false));
    await eventually(() => expect(isAlive(postgres)).toBe(false));
    await expect(fetch(`${address}/health`)).rejects.toThrow();
  },
);

test("a wrong setting is refused in one sentence before anything is installed or built", async () => {
  const attempts: [Record<string, string>, RegExp][] = [
    [{ TRUST_PROXI: "1" }, /TRUST_PROXI: .*Is TRUST_PROXY meant/],
    [{ DATA_DIR: "/proc/none" }, /DATA_DIR: \/proc\/none cannot be made/],
    [{ HOST: "no-such-host.invalid" }, /HOST: "no-such-host\.invalid"/],
    [{ PUBLIC_URL: "https://shop.example/shop" }, /PUBLIC_URL: must be the address alone/],
  ];
  for (const [env, words] of attempts) {
    const started = startBy("npm", ["start"], { HOME: dataDir, ...env });
    expect(await started.ended).toBe(1);
    expect(started.said.text).toMatch(words);
    expect(started.said.text).not.toMatch(/Installing|Building|\n {4}at /);
  }
});

test("live mode without its required settings does not start and names them", async () => {
  const attempt = start({ MODE: "live" });
  expect(await attempt.ended).toBe(1);
  expect(attempt.said.text).toMatch(/PUBLIC_URL[\s\S]*AUTH_SECRET/);
  expect(attempt.said.text).not.toMatch(/\n {4}at /);
});

test("live mode refuses to start on demo data and says why; the owner's link can still be created", {
  timeout: 60_000,
}, async () => {
  const attempt = start({
    MODE: "live",
    PUBLIC_URL: "https://shop.example",
    AUTH_SECRET: "a secret of a live shop, long enough",
  });
  expect(await attempt.ended).toBe(1);
  expect(attempt.said.text).toMatch(/accounts of the demo \(admin@campus\.test\)[\s\S]*empty DATA_DIR/);
  expect(attempt.said.text).not.toMatch(/\n {4}at /);

  const script = join(top, "scripts/run/owner.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [script, "owner@shop.example"], {
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", DATA_DIR: dataDir, PUBLIC_URL: "https://shop.example" },
  });
  expect(stdout).toMatch(/^https:\/\/shop\.example\/auth\/owner\?token=[\w-]{43}$/m);
});

test("a port that is in use is reported, and PostgreSQL is not left running", {
  timeout: 60_000,
}, async () => {
  const squatter = createServer();
  await new Promise<void>((listening) => squatter.listen(0, "127.0.0.1", listening));
  const at = squatter.address();
  const port = at !== null && typeof at !== "string" ? at.port : 0;
  const attempt = start({ PORT: String(port) });
  expect(await attempt.ended).toBe(1);
  expect(attempt.said.text).toContain(`Port ${port} is taken by another program`);
  expect(existsSync(postmaster())).toBe(false);
  squatter.close();
});

test("a database that does not answer is reported with its error", async () => {
  const attempt = start({ DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" });
  expect(await attempt.ended).toBe(1);
  expect(attempt.said.text).toMatch(/The database of DATABASE_URL does not answer: .*ECONNREFUSED/);
});

test("a build that fails shows its last lines and names the file with all of them", async () => {
  const folder = mkdtempSync(join(dataDir, "broken-"));
  for (const name of ["scripts", "platform", "package.json", "package-lock.json"])
    cpSync(join(top, name), join(folder, name), { recursive: true });
  symlinkSync(join(top, "node_modules"), join(folder, "node_modules"));
  const script = `import { build } from ${JSON.stringify(join(folder, "scripts/prepare.mjs"))}; build();`;
  const building = startBy(process.execPath, ["--input-type=module", "--eval", script], {});
  expect(await building.ended).toBe(1);
  const log = join(folder, ".cache/build.log");
  expect(building.said.text).toContain(`The shop could not be built. All of the output: ${log}`);
  const all = readFileSync(log, "utf8").trim();
  expect(all).not.toBe("");
  expect(building.said.text).toContain(all.split("\n").at(-1));
});
