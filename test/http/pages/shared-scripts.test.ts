import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { repositoryPath } from "../../../platform/repository.server.ts";

/**
 * The file of the shop's own code that every page loads. A module that ten screens share can bring a whole package into
 * it, as a schema in a module of the back office's lists did: 27 KB more on each page of the shop.
 */
const most = 14_000;

test("the code that all pages share stays small", () => {
  const folder = repositoryPath("build/client/assets");
  const shared = readdirSync(folder).filter((name) => /^shop-[\w-]+\.js$/.test(name));
  expect(shared).toHaveLength(1);
  for (const name of shared) expect(gzipSync(readFileSync(join(folder, name))).length).toBeLessThan(most);
});
