import { afterAll, beforeAll } from "vitest";
import { type Ask, asking, posted } from "../ask.server.ts";
import { type TestShop, testShop } from "../test-shop.server.ts";
import { anAdmin, type Person } from "../users.server.ts";

/** The demo shop for one test file, with an admin who opens its pages and sends its forms. */
export function seededOffice() {
  let shop: TestShop;
  let ask: Ask;
  let admin: Person;
  beforeAll(async () => {
    shop = await testShop({ seed: true });
    ask = await asking(shop.services);
    admin = await anAdmin(shop);
  });
  afterAll(() => shop.dispose());

  async function open(path: string, as?: Person) {
    const answer = await ask(path, { as });
    const location = answer.headers.get("Location");
    return { status: answer.status, headers: answer.headers, location, html: await answer.text() };
  }
  return {
    db: () => shop.services.db,
    services: () => shop.services,
    clock: () => shop.clock,
    /** Opens a page as a visitor. */
    open: (path: string) => open(path),
    openAsAdmin: (path: string) => open(path, admin),
    /** Sends a form as the admin. */
    send: (path: string, fields: Record<string, string> | [string, string][]) =>
      ask(path, { ...posted(fields), as: admin }),
    /** The same with files: their texts by field. */
    upload: (path: string, fields: Record<string, string>, files: Record<string, string>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      for (const [name, text] of Object.entries(files)) body.set(name, new File([text], "file.csv"));
      return ask(path, { method: "POST", body, headers: { Origin: "http://shop.test" }, as: admin });
    },
  };
}

/** The text of a page's first heading. */
export function firstHeading(html: string): string | undefined {
  return /<h1[^>]*>([^<]*)/.exec(html)?.[1];
}
