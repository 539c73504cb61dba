// npm run backup, bench, build ...: each prepares what it needs and exits with its own code.
import { join } from "node:path";
import { build, giveUp, install, installTools, nodeBinary, root, run } from "./prepare.mjs";

/** The script of each task, and what it needs. */
const tasks = {
  backup: { script: "scripts/run/backup.mjs", packages: "shop" },
  bench: { script: "tools/bench/bench.mjs", packages: "tests", pages: true },
  build: { packages: "shop", pages: true },
  bytes: { script: "tools/bytes.mjs", packages: "shop", pages: true },
  engines: { script: "tools/engines/engines.mjs", packages: "shop", pages: true },
  faults: { script: "tools/faults/faults.mjs", packages: "tests", pages: true },
  lighthouse: {
    script: "tools/lighthouse/lighthouse.mjs",
    packages: "shop",
    tools: "tools/lighthouse",
    pages: true,
  },
  mutation: { script: "tools/mutation/mutation.mjs", packages: "tests" },
  owner: { script: "scripts/run/owner.mjs", packages: "shop" },
  restore: { script: "scripts/run/restore.mjs", packages: "shop" },
};

const task = process.argv[2] ?? "";
if (!Object.hasOwn(tasks, task)) giveUp(`Usage: node scripts/run.mjs ${Object.keys(tasks).join("|")}`);
const { script, packages, tools, pages } = tasks[task];

install(packages);
if (tools) installTools(tools);
if (pages) build();
if (script) {
  // These need the packaged Node and the packages.
  const done = run(nodeBinary(), [join(root, script), ...process.argv.slice(3)]);
  process.exit(done.status ?? 1);
}
