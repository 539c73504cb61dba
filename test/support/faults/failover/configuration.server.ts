import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** One database machine, here three on one: where it listens and keeps its data. */
export type NodePlace = {
  name: string;
  postgres: number;
  rest: number;
  dataDir: string;
  configuration: string;
};

const given = resolve(import.meta.dirname, "../../../../scripts/deploy/failover");
const read = (name: string) => readFileSync(join(given, name), "utf8");

/** Replaces texts in the file that operators install; throws when the file lacks one of them. */
function replaced(text: string, pairs: [string | RegExp, string][]): string {
  return pairs.reduce((before, [what, by]) => {
    if (before.split(what).length < 2)
      throw new Error(`The file of scripts/deploy/failover has no ${String(what)}`);
    return before.replaceAll(what, by);
  }, text);
}

/**
 * The operators' patroni.yml for a node on loopback. Changed besides addresses, folders and passwords: no archive,
 * since pgBackRest is not what is tried, and no password on the unix socket, which is in a folder of this test.
 */
export function writePatroniConfiguration(
  place: NodePlace,
  { etcd, folder, password, postgres }: { etcd: number; folder: string; password: string; postgres: string },
): void {
  const text = replaced(read("patroni.yml"), [
    ["name: pg1", `name: ${place.name}`],
    [/10\.0\.0\.11:2379,\S+/g, `127.0.0.1:${etcd}`],
    ["10.0.0.11:8008", `127.0.0.1:${place.rest}`],
    ["10.0.0.11:5432", `127.0.0.1:${place.postgres}`],
    ["10.0.0.0/24", "127.0.0.1/32"],
    ["postgres peer", "postgres trust"],
    [/\b(REST|SUPERUSER|REPLICATION|REWIND)_PASSWORD\b/g, password],
    [/data_dir: .*/g, `data_dir: ${place.dataDir}`],
    [/bin_dir: .*/g, `bin_dir: ${dirname(realpathSync(postgres))}`],
    [/pgpass: .*/g, `pgpass: ${place.dataDir}.pgpass`],
    ["/var/run/postgresql", folder],
    [/ +archive_\w+: .*\n/g, ""],
    [/ +recovery_conf:\n.*\n/g, ""],
  ]);
  writeFileSync(place.configuration, text, { mode: 0o644 });
}

/** The operators' haproxy.cfg in front of these nodes, on this port and as the user of the test. */
export function writeHaproxyConfiguration(path: string, port: number, places: NodePlace[]): void {
  const servers = places.map(
    ({ name, postgres, rest }) => `  server ${name} 127.0.0.1:${postgres} check port ${rest}`,
  );
  const text = replaced(read("haproxy.cfg"), [
    ["log /dev/log local0", "log stdout format raw local0"],
    [/ +(user|group) haproxy\n/g, ""],
    ["127.0.0.1:5000", `127.0.0.1:${port}`],
    [/( +server pg\d .*\n)+/g, `${servers.join("\n")}\n`],
  ]);
  writeFileSync(path, text);
}
