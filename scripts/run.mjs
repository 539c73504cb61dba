// npm run backup | bench | build | bytes | faults | lighthouse | owner | restore: each prepares what it needs and ends with its own exit code.
import { join } from "node:path";
import { build, giveUp, install, nodeBinary, root, run } from "./prepare.mjs";

const task = process.argv[2] ?? "";
if (!["backup", "bench", "build", "bytes", "faults", "lighthouse", "owner", "restore"].includes(task))
  giveUp("Usage: node scripts/run.mjs backup|bench|build|bytes|faults|lighthouse|owner|restore");

const keeping = ["backup", "owner", "restore"].includes(task);
install();
if (!keeping) build();
if (task !== "build") {
  // These need Node 24 and the packages.
  const done = run(nodeBinary(), [
    join(root, `scripts/${keeping ? "run/" : ""}${task}.mjs`),
    ...process.argv.slice(3),
  ]);
  process.exit(done.status ?? 1);
}
