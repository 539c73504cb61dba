import { repositoryPath } from "../../platform/repository.server.ts";

/** The bundle of `npm run build`. Its modules, packages included, are others than those that a test imports itself. */
const { importApplication }: typeof import("../../server.ts") = await import(
  repositoryPath("build/server/index.js")
);

/** The built application, for services of a test. */
export const { makeApplication } = await importApplication();
