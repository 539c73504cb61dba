// Programs of this machine that a row of docs/reliability.md needs and npm does not bring.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The path of a program: of PATH, of Debian's folder for administrators, or of the newest PostgreSQL of Debian. */
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

/** Why a row cannot run here, in words; undefined when it can. */
export function whyNot({ needs = [], packages = "" }) {
  const missing = needs.filter((name) => !findProgram(name));
  return missing.length > 0
    ? `not run: ${missing.join(", ")} not found (apt-get install ${packages})`
    : undefined;
}
