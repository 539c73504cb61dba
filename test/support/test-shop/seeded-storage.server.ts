import { folderStorage, type Storage } from "../../../platform/storage/storage.server.ts";
import { isServedKey, originalKey } from "../../../shop/catalogue/pictures/picture-keys.ts";

/**
 * The storage of one shop full of the demo's pictures. It reads them in the template's folder and writes into its own,
 * so nothing is copied. Only the sizes that are made of a demo picture go to the template: every shop of the run makes
 * the same ones, and encoding takes longest. What this shop deletes is gone for this shop alone.
 */
export function seededStorage(template: string, folder: string): Storage {
  const [demo, own] = [folderStorage(template), folderStorage(folder)];
  const deleted = new Set<string>();
  const inDemo = async (key: string) => !deleted.has(key) && (await demo.has(key));
  const isMadeOfDemo = async (key: string) =>
    isServedKey(key) && !deleted.has(key) && (await demo.has(originalKey(key.split("/")[1] ?? "")));
  return {
    ...own,
    put: async (key, content) => ((await isMadeOfDemo(key)) ? demo : own).put(key, content),
    get: async (key) => (await own.get(key)) ?? (deleted.has(key) ? undefined : demo.get(key)),
    has: async (key) => (await own.has(key)) || (await inDemo(key)),
    async delete(key) {
      deleted.add(key);
      await own.delete(key);
    },
    async *keys() {
      const found = new Set<string>();
      for (const storage of [own, demo])
        for await (const key of storage.keys()) if (storage === own || !deleted.has(key)) found.add(key);
      yield* found;
    },
  };
}
