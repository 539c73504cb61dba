// The arguments of `npm test --`: stages to run, or one stage and its test files.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../prepare.mjs";

/** The stages in the order in which they run. The first two run no test files. */
export const stageNames = ["types", "lint", "architecture", "unit", "http", "faults", "browser"];
const withoutFiles = ["types", "lint"];

/**
 * In: the arguments after `npm test --`. Out: the stages to run and the files or folders of the one stage; or `wrong`,
 * an error message.
 *
 * @param {string[]} words @returns {{ stages?: string[], files?: string[], wrong?: string }}
 */
export function readArguments(words) {
  const stages = stageNames.filter((name) => words.includes(name));
  const files = words.filter((word) => !stageNames.includes(word));
  const missing = files.filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0)
    return {
      wrong: `Neither a stage nor a file: ${missing.join(", ")}. The stages are ${stageNames.join(", ")}.`,
    };
  if (files.length > 0 && (stages.length !== 1 || withoutFiles.includes(stages[0])))
    return { wrong: "Name one stage before the test files: npm test -- http test/http/faq.test.ts" };
  return { stages: stages.length > 0 ? stages : stageNames, files };
}
