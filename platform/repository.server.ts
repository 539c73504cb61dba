import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The root of the repository: this file is below it, as a source in platform/ and bundled in build/server/. */
function findRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) {
    if (folder === dirname(folder)) throw new Error(`No package.json above ${import.meta.dirname}`);
    folder = dirname(folder);
  }
  return folder;
}

const root = findRoot();

/** The absolute path of a file or folder of the repository. In: its path from the root, such as "db/migrations". */
export function repositoryPath(path: string): string {
  return join(root, path);
}
