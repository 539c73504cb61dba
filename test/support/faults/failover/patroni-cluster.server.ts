import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { z } from "zod";
import { findProgram } from "../../../../scripts/deploy/failover/programs.mjs";
import { freePort } from "../servers.server.ts";
import {
  type NodePlace,
  writeHaproxyConfiguration,
  writePatroniConfiguration,
} from "./configuration.server.ts";
import { type RunningProgram, serverUser, signal, start, withChildren } from "./process.server.ts";

const answer = z.object({
  members: z.array(
    z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.int().optional() }),
  ),
});
type Member = z.infer<typeof answer>["members"][number];

/** PostgreSQL three times under Patroni, one etcd, and HAProxy in front, all on loopback. */
export type PatroniCluster = {
  /** The database `postgres` of the primary, through HAProxy, as the owner of the shop's database. */
  url: string;
  /** As Patroni sees them: role "leader", "sync_standby" or "replica". */
  members(): Promise<Member[]>;
  /** Waits until there is a leader with a synchronous standby and all others follow it. Out: the leader's name. */
  settled(): Promise<string>;
  /** kill -9 of the node's PostgreSQL and all its processes; with Patroni, as if its machine were gone. */
  kill(name: string, withPatroni: boolean): void;
  /** Freezes the node and its Patroni, as on a machine that swaps or is paused; `thaw` resumes it. */
  freeze(name: string): void;
  thaw(name: string): void;
  /** Makes another node the primary by `patronictl switchover`, as an operator would before work on a machine. */
  switchOver(from: string, to: string): Promise<void>;
  /** Starts the node's Patroni again, as systemd or an operator would. */
  revive(name: string): void;
  /** The folder of the logs. */
  folder: string;
  stop(): Promise<void>;
};

function program(name: string): string {
  const found = findProgram(name);
  if (!found) throw new Error(`${name} is not installed here`);
  return found;
}

/** Starts everything with the files of scripts/deploy/failover, in a temporary folder. */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), "campus-style-failover-"));
  chmodSync(folder, 0o755);
  if (serverUser.uid !== undefined) chownSync(folder, serverUser.uid, serverUser.gid);
  const [etcd, peer, front, ...ports] = await Promise.all(Array.from({ length: 9 }, freePort));
  const places = ["pg1", "pg2", "pg3"].map(
    (name, at): NodePlace => ({
      name,
      postgres: ports[2 * at] ?? 0,
      rest: ports[2 * at + 1] ?? 0,
      dataDir: join(folder, name),
      configuration: join(folder, `${name}.yml`),
    }),
  );
  const password = randomBytes(12).toString("hex");
  const shared = { etcd: etcd ?? 0, folder, password, postgres: program("pg_ctl") };
  for (const place of places) writePatroniConfiguration(place, shared);
  writeHaproxyConfiguration(join(folder, "haproxy.cfg"), front ?? 0, places);

  const log = (name: string) => ({ log: join(folder, `${name}.log`) });
  const [client, other] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peer}`];
  // One node of etcd, as no test kills it; in production three of them survive the loss of a machine.
  const store = start(program("etcd"), [], {
    ...log("etcd"),
    env: {
      ETCD_NAME: "etcd",
      ETCD_DATA_DIR: join(folder, "etcd"),
      ETCD_LISTEN_CLIENT_URLS: client,
      ETCD_ADVERTISE_CLIENT_URLS: client,
      ETCD_LISTEN_PEER_URLS: other,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: other,
      ETCD_INITIAL_CLUSTER: `etcd=${other}`,
      ETCD_ENABLE_V2: "true",
    },
  });
  const patronis = new Map<string, RunningProgram>();
  const revive = (name: string) => {
    if (patronis.get(name)?.running()) return;
    patronis.set(name, start(program("patroni"), [join(folder, `${name}.yml`)], log(name)));
  };
  for (const { name } of places) revive(name);
  const proxy = start(program("haproxy"), ["-db", "-f", join(folder, "haproxy.cfg")], log("haproxy"));

  const postgresOf = ({ dataDir }: NodePlace): number[] => {
    const file = join(dataDir, "postmaster.pid");
    const pid = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n", 1)[0]) : 0;
    return pid > 0 && existsSync(`/proc/${pid}`) ? withChildren(pid) : [];
  };
  /** The node's PostgreSQL and its Patroni. */
  const allOf = (name: string): number[] => [
    patronis.get(name)?.pid ?? 0,
    ...places.filter((place) => place.name === name).flatMap(postgresOf),
  ];
  const killAll = () => {
    signal(
      [...patronis.values()].map(({ pid }) => pid),
      "SIGKILL",
    );
    signal([store.pid, proxy.pid, ...places.flatMap(postgresOf)], "SIGKILL");
  };
  process.once("exit", killAll);

  async function members(): Promise<Member[]> {
    for (const { rest } of places) {
      const described = await fetch(`http://127.0.0.1:${rest}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      })
        .then((response) => response.json())
        .catch(() => undefined);
      const read = answer.safeParse(described);
      if (read.success) return read.data.members;
    }
    return [];
  }

  async function settled(): Promise<string> {
    let last: Member[] = [];
    for (let tries = 0; tries < 600; tries++, await pause(200)) {
      last = await members();
      const leader = last.find(({ role }) => role === "leader");
      const following = last.filter(
        ({ role, state, timeline }) =>
          role !== "leader" && /^(running|streaming)$/.test(state) && timeline === leader?.timeline,
      );
      const safe = following.some(({ role }) => role === "sync_standby");
      if (leader?.state === "running" && safe && following.length === places.length - 1) return leader.name;
      if (![...patronis.values()].some(({ running }) => running())) break;
    }
    throw new Error(`The cluster does not settle: ${JSON.stringify(last)}; logs are in ${folder}`);
  }

  await settled();
  const url = (role: string) =>
    `postgresql://${role}@/postgres?host=127.0.0.1&port=${front}&password=${password}`;
  await makeRoles(url("postgres"), password);
  return {
    url: url("campus"),
    folder,
    members,
    settled,
    revive,
    kill(name, withPatroni) {
      // Patroni first: it would react to the end of its PostgreSQL.
      signal(allOf(name).slice(withPatroni ? 0 : 1), "SIGKILL");
    },
    freeze: (name) => signal(allOf(name), "SIGSTOP"),
    thaw: (name) => signal(allOf(name), "SIGCONT"),
    async switchOver(from, to) {
      const path = join(folder, `${from}.yml`);
      const args = ["-c", path, "switchover", "--leader", from, "--candidate", to, "--force", "campus-style"];
      await start(program("patronictl"), args, log("patronictl")).ended;
    },
    async stop() {
      signal(
        [...patronis.values()].map(({ pid }) => pid),
        "SIGTERM",
      );
      await Promise.race([Promise.all([...patronis.values()].map(({ ended }) => ended)), pause(20_000)]);
      killAll();
      process.off("exit", killAll);
      await Promise.all([store.ended, proxy.ended]);
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** The two roles of docs/failover.md; the tests' owner may also create databases and drop them while in use. */
async function makeRoles(url: string, password: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new Client({ connectionString: url });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query(
        `create role campus login createdb in role pg_signal_backend password '${password}'`,
      );
      await client.query(`create role campus_app login password '${password}'`);
      return;
    } catch (error) {
      // HAProxy may not have found the primary yet.
      if (tries === 50) throw error;
      await pause(200);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
