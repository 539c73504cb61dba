// Programs that a row of tools/reports/reliability.md needs and npm does not install.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The path of a program: in PATH, in Debian's folders for administrators, or in Debian's newest PostgreSQL. */
export function findProgram(name) {
  const versions = "/usr/lib/postgresql";
  const newest = existsSync(versions) ? readdirSync(versions).sort((one, other) => other - one) : [];
  const folders = [
    ...(process.env.PATH ?? "").split(":"),
    "/usr/sbin",
    ...newest.map((version) => join(versions, version, "bin")),
  ];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * The reason why a row cannot run here, as text; undefined when it can.
 *
 * @param {{ needs?: string[], packages?: string }} row
 */
export function whyNot({ needs = [], packages = "" }) {
  const missing = needs.filter((name) => !findProgram(name));
  return missing.length > 0
    ? `not run: ${missing.join(", ")} not found (apt-get install ${packages})`
    : undefined;
}
