import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../../platform/config.server.ts";
import { seen } from "../../../test/support/faults/seen.server.ts";
import { findProgram, whyNot } from "./programs.mjs";

const read = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");
const page = readFileSync(join(import.meta.dirname, "../../../docs/failover.md"), "utf8");
const patroni = read("patroni.yml");
const number = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, "m").exec(patroni)?.[1]);

test("Patroni is set to replicate synchronously and to replace a dead primary within 15 seconds", () => {
  expect(patroni).toMatch(/^ +synchronous_mode: true$/m);
  expect(patroni).toMatch(/^ +use_pg_rewind: true$/m);
  // etcd3 of Patroni 3.0.2 loses acknowledged orders (docs/decisions/0037-failover.md).
  expect(patroni).toMatch(/^etcd:$/m);
  expect(read("etcd.env")).toContain("ETCD_ENABLE_V2='true'");
  const [ttl, loop, retry] = [number("ttl"), number("loop_wait"), number("retry_timeout")];
  expect(loop + 2 * retry).toBeLessThanOrEqual(ttl);
  // Plus 7 s: a check every second, two failed checks of 2 s each, the election, and a second of the shop.
  expect(ttl + 7).toBeLessThanOrEqual(15);
  expect(number("max_connections")).toBeGreaterThan(100);
});

test("all files name the same three machines, and none contains a password", () => {
  const addresses = ["10.0.0.11", "10.0.0.12", "10.0.0.13"];
  const proxied = [...read("haproxy.cfg").matchAll(/^ +server pg\d (\S+):5432 check port 8008$/gm)];
  expect(proxied.map(([, address]) => address)).toEqual(addresses);
  for (const address of addresses) {
    expect(patroni).toContain(`${address}:2379`);
    expect(read("etcd.env")).toContain(`=http://${address}:2380`);
  }
  const secrets = [
    ...(patroni + read("pgbackrest.conf")).matchAll(/(?:password: |-pass=|-secret=|s3-key=)(\S+)/g),
  ];
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.map(([, secret = ""]) => secret).filter((secret) => !/^[A-Z_]+$/.test(secret))).toEqual([]);
  const stanza = /--stanza=(\S+)/.exec(patroni)?.[1];
  expect(read("pgbackrest.conf")).toContain(`[${stanza}]`);
});

test("the settings documented for the shop point to HAProxy, and the shop accepts them", () => {
  const front = /bind (\S+)/.exec(read("haproxy.cfg"))?.[1];
  const given = Object.fromEntries(
    [...page.matchAll(/^ {4}(DATABASE_\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]),
  );
  const config = readConfig(given);
  expect(config.databaseUrl).toContain(`@${front}/campus`);
  expect(config.databaseAppUrl).toContain(`campus_app:APP_PASSWORD@${front}/campus`);
});

test("HAProxy connects to the primary only, closes connections to a former one, and accepts its file", () => {
  expect(read("haproxy.cfg")).toMatch(/^ +option httpchk OPTIONS \/primary$/m);
  expect(read("haproxy.cfg")).toMatch(/^ +default-server .* on-marked-down shutdown-sessions$/m);
  const haproxy = findProgram("haproxy");
  if (!haproxy) return seen("haproxy -c", whyNot({ needs: ["haproxy"], packages: "haproxy" }) ?? "");
  const folder = mkdtempSync(join(tmpdir(), "campus-style-haproxy-"));
  try {
    const file = join(folder, "haproxy.cfg");
    writeFileSync(file, read("haproxy.cfg"));
    const { status, stderr, stdout } = spawnSync(haproxy, ["-c", "-f", file], { encoding: "utf8" });
    expect(status, stderr + stdout).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
