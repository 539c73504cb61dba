// npm run build | bench | bytes | faults | lighthouse: each prepares what it needs and ends with its own exit code.
import { join } from "node:path";
import { build, giveUp, install, nodeBinary, root, run } from "./prepare.mjs";

const task = process.argv[2] ?? "";
if (!["build", "bench", "bytes", "faults", "lighthouse"].includes(task))
  giveUp("Usage: node scripts/run.mjs build|bench|bytes|faults|lighthouse");

install();
build();
if (task !== "build") {
  // These need Node 24 and the packages.
  const done = run(nodeBinary(), [join(root, `scripts/${task}.mjs`), ...process.argv.slice(3)]);
  process.exit(done.status ?? 1);
}
