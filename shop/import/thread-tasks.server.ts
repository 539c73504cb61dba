import { repositoryPath } from "../../platform/repository.server.ts";

/** The tasks of imports that run in threads, each with its module. */
export const threadTasks = {
  "read-import": repositoryPath("shop/import/reader-thread.server.ts"),
  "read-zip": repositoryPath("shop/import/unpack/zip-thread.server.ts"),
  "read-people": repositoryPath("shop/customers/import/people-thread.server.ts"),
  "read-settlement": repositoryPath("shop/books/settlement-thread.server.ts"),
};
