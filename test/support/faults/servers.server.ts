import { type ChildProcess, spawn } from "node:child_process";
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sql } from "drizzle-orm";
import { inject } from "vitest";
import { serverEnvironment } from "../../../scripts/server-process.mjs";
import { asAppRole } from "../cluster/databases.server.ts";
import { type TestShop, testShop } from "../test-shop.server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** How often and how many: "short" for every run, "long" for the figures of tools/reports/reliability.md. */
    faults: "short" | "long";
  }
}

/** One figure for the short form of a test and one for the long. */
export function figure(short: number, long: number): number {
  return inject("faults") === "long" ? long : short;
}

const root = resolve(import.meta.dirname, "../../..");
const secret = "a secret of the fault tests, long enough to sign with";

/** A server process on a test shop's database. `ended`: how it ended. */
export type Server = {
  address: string;
  ended: Promise<string>;
  stop(): Promise<void>;
  /** kill -9. */
  kill(): void;
  /** SIGTERM, without waiting for the exit. */
  terminate(): void;
  pid: number;
  readyAfter: number;
  /** All it has written so far, to its output and its errors. */
  said(): string;
};

export type FaultShop = TestShop & {
  /** The servers' DATA_DIR: pictures, backups. */
  folder: string;
  startServer(over?: Record<string, string>): Promise<Server>;
  /** So many buyers with a session: the header of their browser. */
  buyers(count: number): Promise<{ id: string; email: string; cookie: string }[]>;
  emptyCart(userId: string): Promise<void>;
};

/** A shop whose requests are answered by processes of their own, as many as a test wants, all on one database. */
export async function faultShop(options: { cluster?: string } = {}): Promise<FaultShop> {
  const shop = await testShop(options);
  const { db } = shop.services;
  // Each start would fill the demo shop and read the PIN codes; nothing here asks for them.
  await db.execute(sql`insert into one_time_task (name) values ('first start')`);
  await db.execute(sql`insert into pin_code (pin, city, state) values ('560001', 'Bengaluru', 'Karnataka')`);
  await db.execute(sql`
    insert into users (id, name, email, email_verified, role)
    values (${randomUUID()}, 'Admin', ${`${randomUUID()}@campus.test`}, true, 'admin')`);
  const folder = await mkdtemp(join(tmpdir(), "campus-style-faults-"));
  const running = new Set<Server>();
  return {
    ...shop,
    folder,
    async startServer(over = {}) {
      const server = await spawnServer({
        DATABASE_URL: addressFor(shop.databaseUrl),
        DATABASE_APP_URL: addressFor(asAppRole(shop.databaseUrl)),
        DATA_DIR: folder,
        ...over,
      });
      running.add(server);
      return server;
    },
    async buyers(count) {
      const made = Array.from({ length: count }, () => {
        const id = randomUUID();
        const token = randomBytes(24).toString("base64url");
        const signature = createHmac("sha256", secret).update(token).digest("base64");
        const cookie = `session=${encodeURIComponent(`${token}.${signature}`)}`;
        return { id, token, email: `${id}@campus.test`, cookie, session: randomUUID() };
      });
      const rows = JSON.stringify(made);
      await db.execute(sql`
        insert into users (id, name, email, email_verified) select id, 'A Buyer', email, true
        from jsonb_to_recordset(${rows}::jsonb) as x(id uuid, email text)`);
      await db.execute(sql`
        insert into session (id, user_id, token, expires_at, created_at, updated_at)
        select session, id, token, now() + interval '30 days', now(), now()
        from jsonb_to_recordset(${rows}::jsonb) as x(session uuid, id uuid, token text)`);
      return made;
    },
    async emptyCart(userId) {
      await db.execute(sql`delete from cart_line where user_id = ${userId}`);
    },
    async dispose() {
      await Promise.all([...running].map((server) => server.stop()));
      await shop.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The same database as an address that a configuration accepts: without a name before the @ of no host. */
export function addressFor(url: string): string {
  const { pathname, searchParams } = new URL(url.replace(/\/\/[^/]*@?\//, "//local/"));
  const user = decodeURIComponent(/\/\/([^:@/]+)/.exec(url)?.[1] ?? "postgres");
  const password = decodeURIComponent(/\/\/[^:@/]+:([^@]*)@/.exec(url)?.[1] ?? "");
  searchParams.set("user", user);
  if (password) searchParams.set("password", password);
  return `postgresql://${pathname}?${searchParams}`;
}

/** Starts the built shop with this environment and nothing else, on a free port unless told; gives it when it is ready. */
async function spawnServer(over: Record<string, string>): Promise<Server> {
  const port = over.PORT ?? (await freePort());
  const began = performance.now();
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/serve.mjs"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      NODE_ENV: "production",
      ...serverEnvironment,
      MODE: "demo",
      DEMO_ORDERS: "0",
      PORT: String(port),
      LOG_LEVEL: "error",
      AUTH_SECRET: secret,
      ...over,
    },
  });
  let said = "";
  for (const words of [child.stdout, child.stderr]) {
    words?.on("data", (more) => {
      said += String(more);
    });
  }
  const ended = once(child, "exit").then(([code, signal]) => String(signal ?? code));
  const address = `http://localhost:${port}`;
  await untilReady(address, child, () => said);
  return {
    address,
    ended,
    said: () => said,
    pid: child.pid ?? 0,
    readyAfter: performance.now() - began,
    kill: () => void child.kill("SIGKILL"),
    terminate: () => void child.kill("SIGTERM"),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await ended;
    },
  };
}

async function untilReady(address: string, child: ChildProcess, said: () => string) {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${said()}`);
    const answer = await fetch(`${address}/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((later) => setTimeout(later, 50));
  }
  throw new Error(`The server was not ready in 30 s: ${said()}`);
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const at = probe.address();
      probe.close(() => (at && typeof at === "object" ? found(at.port) : failed(new Error("no port"))));
    });
  });
}
