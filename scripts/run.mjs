// npm run backup, bench, build ...: each prepares what it needs and exits with its own code.
import { join } from "node:path";
import { build, giveUp, install, installTools, nodeBinary, root, run } from "./prepare.mjs";

/** The script of each task, and what it needs. */
const tasks = {
  backup: { script: "run/backup.mjs", packages: "shop" },
  bench: { script: "bench.mjs", packages: "tests", pages: true },
  build: { packages: "shop", pages: true },
  bytes: { script: "bytes.mjs", packages: "shop", pages: true },
  engines: { script: "engines.mjs", packages: "shop", pages: true },
  faults: { script: "faults.mjs", packages: "tests", pages: true },
  lighthouse: {
    script: "lighthouse/lighthouse.mjs",
    packages: "shop",
    tools: "scripts/lighthouse",
    pages: true,
  },
  mutation: { script: "mutation/mutation.mjs", packages: "tests" },
  owner: { script: "run/owner.mjs", packages: "shop" },
  restore: { script: "run/restore.mjs", packages: "shop" },
};

const task = process.argv[2] ?? "";
if (!Object.hasOwn(tasks, task)) giveUp(`Usage: node scripts/run.mjs ${Object.keys(tasks).join("|")}`);
const { script, packages, tools, pages } = tasks[task];

install(packages);
if (tools) installTools(tools);
if (pages) build();
if (script) {
  // These need the packaged Node and the packages.
  const done = run(nodeBinary(), [join(root, "scripts", script), ...process.argv.slice(3)]);
  process.exit(done.status ?? 1);
}
