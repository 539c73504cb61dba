import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { aStaffMember } from "../../../test/support/access/actors.ts";
import { testShop } from "../../../test/support/test-shop.server.ts";
import { deleteSynonyms, listSynonyms, saveSynonyms } from "./edit-synonyms.server.ts";

const { services, dispose } = await testShop();
afterAll(dispose);
const admin = aStaffMember({ name: "Meera" });
const save = (typed: string, id: string | null = null) => saveSynonyms(services, { actor: admin, id, typed });
const find = async (word: string) => (await listSynonyms(services)).find(({ words }) => words.includes(word));

test("synonyms are added, changed and removed, and each action is in the audit log", async () => {
  expect(await save(" Angrakha , angarkha,अंगरखा,angrakha ")).toEqual({ ok: true });
  const group = await find("angrakha");
  expect(group?.words).toEqual(["angrakha", "angarkha", "अंगरखा"]);
  expect(await save("angrakha, jama", group?.id ?? "")).toEqual({ ok: true });
  expect((await find("jama"))?.words).toEqual(["angrakha", "jama"]);
  expect(await deleteSynonyms(services, { actor: admin, id: group?.id ?? "" })).toEqual({ ok: true });
  expect(await find("jama")).toBeUndefined();
  const { rows } = await services.db.execute(sql`select action from audit_entry order by id`);
  expect(rows.map(({ action }) => action)).toEqual(["synonyms.create", "synonyms.update", "synonyms.delete"]);
});

test("forty words of forty letters are accepted", async () => {
  const words = Array.from({ length: 40 }, (_, at) => `${at}`.padStart(40, "w"));
  expect(await save(words.join())).toEqual({ ok: true });
  expect((await find(words[0] ?? ""))?.words).toEqual(words);
});

test("a single word, too many or too long words and unknown groups are refused", async () => {
  expect(await save("kurta")).toEqual({ ok: false, refused: "too-few" });
  expect(await save("kurta, , !!, KURTA")).toEqual({ ok: false, refused: "too-few" });
  expect(await save(Array.from({ length: 61 }, (_, at) => `w${at}`).join())).toMatchObject({
    refused: "too-many",
  });
  expect(await save(`a, ${"x".repeat(41)}`)).toMatchObject({ refused: "too-many" });
  expect(await save("a, b", "nonsense")).toMatchObject({ refused: "not-found" });
  expect(await deleteSynonyms(services, { actor: admin, id: "'; --" })).toMatchObject({
    refused: "not-found",
  });
});
