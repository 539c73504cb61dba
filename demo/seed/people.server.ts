import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { hashPassword } from "../../platform/identity/password.server.ts";
import { credential, users } from "../../platform/identity/tables.server.ts";
import { repositoryPath } from "../../platform/repository.server.ts";
import { stableId } from "../stable-id.ts";

const people = z.array(
  z.object({ email: z.email(), password: z.string(), role: z.enum(["user", "admin"]), name: z.string() }),
);

/** The two demo users, with verified addresses and public passwords. */
export async function seedPeople({ db }: { db: Db }): Promise<void> {
  const text = await readFile(repositoryPath("demo/catalogue/people.json"), "utf8");
  for (const { email, password, role, name } of people.parse(JSON.parse(text))) {
    const id = stableId("person", email);
    await db.insert(users).values({ id, name, email, role, emailVerified: true });
    await db.insert(credential).values({
      id: stableId("account", email),
      userId: id,
      accountId: id,
      providerId: "credential",
      password: await hashPassword(password),
    });
  }
}
