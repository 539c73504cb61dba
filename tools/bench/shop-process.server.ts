import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { Client } from "pg";
import { serverArguments, serverEnvironment } from "../../scripts/server-process.mjs";
import { ownDatabase } from "./own-database.server.ts";

const root = resolve(import.meta.dirname, "../..");
const secret = "a secret of the benchmark, long enough to sign with";

/** The built shop in a process of its own, as `npm start` runs it. Times in milliseconds. */
export type ShopProcess = {
  address: string;
  pid: number;
  /** From the start of the process to its first whole answer. */
  firstAnswer: number;
  /** Resident memory now, in MB. */
  memory(): number;
  stop(): Promise<void>;
};

/** Starts the built shop on a folder. `over`: more of its environment. Throws when it is not ready in two minutes. */
export async function startShop(dataDir: string, over: Record<string, string> = {}): Promise<ShopProcess> {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, serverArguments, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...serverEnvironment,
      NODE_ENV: "production",
      MODE: "demo",
      DEMO_ORDERS: "0",
      PORT: String(port),
      DATA_DIR: dataDir,
      AUTH_SECRET: secret,
      LOG_LEVEL: "error",
      // The driver plays many buyers from one machine: each comes from an address of its own, as they would.
      TRUST_PROXY: "true",
      ...over,
    },
  });
  const ended = once(child, "exit");
  const firstAnswer = (await firstAnswered(address, child)) - began;
  return {
    address,
    pid: child.pid ?? 0,
    firstAnswer,
    memory: () =>
      Number(execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)], { encoding: "utf8" })) / 1024,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await ended;
    },
  };
}

/** A shop whose database we can ask as well: the same embedded PostgreSQL, started by us instead of by the shop. */
export type OpenShop = ShopProcess & {
  /** Ids of the server's process and of PostgreSQL's first. */
  pids: readonly number[];
  sql: Client;
  /** So many people with a session of their own: the cookie of their browser. */
  people(count: number, role?: "user" | "admin"): Promise<Person[]>;
};
export type Person = { id: string; cookie: string; from: string };

export async function openShop(dataDir: string, over: Record<string, string> = {}): Promise<OpenShop> {
  const database = await ownDatabase(dataDir);
  const shop = await startShop(dataDir, {
    DATABASE_URL: database.address,
    ...over,
  }).catch(async (error) => {
    await database.stop();
    throw error;
  });
  const sql = new Client({ connectionString: database.url() });
  await sql.connect();
  return {
    ...shop,
    pids: [shop.pid, database.pid()],
    sql,
    people: (count, role = "user") => makePeople(sql, count, role),
    async stop() {
      await sql.end();
      await shop.stop();
      await database.stop();
    },
  };
}

/**
 * Analyzed afterwards, as after any bulk load: the shop's connections have plans from when there were twenty people,
 * which read the whole table, and would keep them until autovacuum comes by, up to a minute later. With 35,000 people
 * an order took twice its processor time until then.
 */
async function makePeople(sql: Client, count: number, role: string): Promise<Person[]> {
  const made = Array.from({ length: count }, () => {
    const id = randomUUID();
    const token = randomBytes(24).toString("base64url");
    const signature = createHmac("sha256", secret).update(token).digest("base64");
    const cookie = `session=${encodeURIComponent(`${token}.${signature}`)}`;
    return { id, token, cookie, session: randomUUID(), from: someAddress() };
  });
  const rows = JSON.stringify(made);
  await sql.query(
    `insert into users (id, name, email, email_verified, role) select id, 'Bench Buyer', id || '@bench.test', true, $2
     from jsonb_to_recordset($1::jsonb) as x(id uuid)`,
    [rows, role],
  );
  await sql.query(
    `insert into session (id, user_id, token, expires_at, created_at, updated_at)
     select session, id, token, now() + interval '30 days', now(), now()
     from jsonb_to_recordset($1::jsonb) as x(session uuid, id uuid, token text)`,
    [rows],
  );
  await sql.query("analyze users, session");
  return made.map(({ id, cookie, from }) => ({ id, cookie, from }));
}

/** An address out of the block for benchmarks (RFC 2544), so that no limit for one address counts all of them. */
function someAddress(): string {
  const [one = 0, two = 0, three = 0] = randomBytes(3);
  return `198.${18 + (one % 2)}.${two}.${three}`;
}

async function firstAnswered(address: string, child: ChildProcess): Promise<number> {
  const end = Date.now() + 120_000;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error("The shop did not start.");
    const answer = await fetch(address, { headers: { "x-forwarded-for": someAddress() } }).catch(
      () => undefined,
    );
    if (answer?.ok) {
      await answer.arrayBuffer();
      return performance.now();
    }
    await new Promise((later) => setTimeout(later, 20));
  }
  throw new Error("The shop was not ready within two minutes.");
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const at = probe.address();
      probe.close(() => (at && typeof at === "object" ? found(at.port) : failed(new Error("no port"))));
    });
  });
}
