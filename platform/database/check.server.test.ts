import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { databaseAt, onDatabase } from "../../test/support/cluster/databases.server.ts";
import { checkAppRole, checkDatabase } from "./check.server.ts";

const { url } = inject("testCluster");
const database = `check_${process.pid}`;
const role = `reader_${process.pid}`;
const asReader = databaseAt(url, database).replace("//campus@", `//${role}@`);

beforeAll(async () => {
  await onDatabase(url, `create role ${role} login`);
  await onDatabase(url, `create database ${database}`);
});
afterAll(async () => {
  await onDatabase(url, `drop database ${database}`);
  await onDatabase(url, `drop role ${role}`);
});

test("a role that may not create tables is refused with the statement that gives it the right", async () => {
  await expect(checkDatabase(asReader)).rejects.toThrow(
    `The role ${role} of DATABASE_URL may not create tables in the database ${database}. As a superuser: alter database "${database}" owner to "${role}";`,
  );
  await onDatabase(url, `alter database ${database} owner to ${role}`);
  await expect(checkDatabase(asReader)).resolves.toBeUndefined();
  await onDatabase(url, `alter database ${database} owner to campus`);
});

test("another role than campus_app in DATABASE_APP_URL is refused: it would have no rights", async () => {
  await expect(checkAppRole(asReader)).rejects.toThrow(
    `The role ${role} of DATABASE_APP_URL has no rights on the shop's tables: only campus_app gets them.`,
  );
  await onDatabase(url, `grant campus_app to ${role}`);
  await expect(checkAppRole(asReader)).resolves.toBeUndefined();
  await onDatabase(url, `revoke campus_app from ${role}`);
});
