import { describe, expect, test } from "vitest";
import type { Guard } from "../../app/http/access/guard.ts";
import { guardTable } from "../../app/http/access/guard-table.ts";
import routes from "../../app/routes.ts";
import { routesOf } from "../support/access/routes.ts";
import { changesByNobody, changesWithoutActor } from "./actors.ts";
import { handledIntents, pastTheGuard, sentIntents, unguarded } from "./intents.ts";
import { sources, under } from "./sources.ts";

/** Fails with the list of offenders unless it is empty. */
function nobody(offenders: string[]) {
  expect(offenders, offenders.join("\n")).toEqual([]);
}

describe("the guard table", () => {
  test("every route has its row, and every intent that is sent or handled has a permission in it", () => {
    nobody(unguarded(routesOf(routes), guardTable, sources));
  });

  test("no code in app bypasses the guard table to read a form or check a permission", () => {
    const allowed = /^app\/(http\/|endpoints\/functions\/json-body|storefront\/(layout|cart)\.tsx$)/;
    nobody(
      under("app")
        .filter(({ path, text }) => pastTheGuard.test(text) && !allowed.test(path))
        .map(({ path }) => path),
    );
  });

  test("a route or an intent without a row, and an intent that nobody sends, are reported", () => {
    const screen = (text: string) => [
      {
        path: "app/x/screen.tsx",
        text,
        isTest: false,
        imports: [{ target: "app/x/do.server.ts", typeOnly: false }],
      },
      {
        path: "app/x/do.server.ts",
        isTest: false,
        imports: [],
        text: 'function act() {\n  switch (fields.get("intent")) {\n    case "erase":\n      return;\n  }\n}\n',
      },
    ];
    const at = [{ pattern: "/x", file: "app/x/screen.tsx" }];
    const row = (...intents: string[]): ReadonlyMap<string, Guard> =>
      new Map([
        [
          "/x",
          {
            who: "staff",
            accepts: "x",
            rate: "none",
            intents: Object.fromEntries(intents.map((one) => [one, "orders.edit"])),
          },
        ],
      ]);
    expect(unguarded(at, new Map(), screen(""))).toEqual(["/x: no row in the guard table"]);
    expect(unguarded(at, row("save"), screen('<input name="intent" value="save" />'))).toEqual([
      "/x: its row has no 'erase'",
    ]);
    expect(
      unguarded(at, row("erase", "old"), screen('<DeedButton fields={{ intent: "send", id }} />')),
    ).toEqual(["/x: nobody sends 'old'", "app/x/screen.tsx: no row has 'send'"]);
    expect(unguarded(at, row("erase"), screen(""))).toEqual([]);
  });

  test.each([
    ['if (sent.get("intent") === "delete" && id) return;', ["delete"]],
    ['if (intent !== "start" && intent !== "end") return;', ["start", "end"]],
    ["if (kind === 'price') return;", []],
  ])("%s handles %j", (text, handled) => expect(handledIntents(text)).toEqual(handled));

  test.each([
    ['<button\n  name="intent"\n  value="place"\n>', ["place"]],
    ['<input name="intent" value={kept ? "remove" : "add"} />', ["remove", "add"]],
    ['<Asking action={action} intent="google" label="x">', ["google"]],
    ['fields.set("intent", quantity <= 0 ? "drop" : "set");', ["drop", "set"]],
    ['<Link to={to} prefetch="intent">', []],
    [
      '<select name="intent"><option value="status:draft" /><option value={`collect:\x24{slug}`} /></select>',
      ["status", "collect"],
    ],
  ])("%s sends %j", (text, sent) => expect(sentIntents(text)).toEqual(sent));
});

describe("actors", () => {
  test("every shop function that screens or the server call to change data takes an actor or is a listed exception", () => {
    nobody(changesByNobody(sources).filter((name) => !Object.hasOwn(changesWithoutActor, name)));
    nobody(Object.keys(changesWithoutActor).filter((name) => !changesByNobody(sources).includes(name)));
  });

  test("a change without an actor is reported, also when another function or file makes it", () => {
    const file = (path: string, text: string, imports: string[] = []) => ({
      path,
      text,
      isTest: false,
      imports: imports.map((target) => ({ target, typeOnly: false })),
    });
    const below = file(
      "shop/cart/empty.server.ts",
      "export async function empty(\n  tx: Db,\n  id: string,\n) {\n  await tx.execute(sql`delete from cart_line`);\n}\n",
    );
    const cart = (who: string) =>
      file(
        "shop/cart/cart.server.ts",
        `import { empty } from "./empty.server.ts";\nexport async function clear({ db }: Db, ${who}) {\n  await emptied(db);\n}\nasync function emptied(db: Db) {\n  await empty(db);\n}\nexport function read(db: Db, userId: string) {\n  return db.select();\n}\n`,
        ["shop/cart/empty.server.ts"],
      );
    const screen = file(
      "app/storefront/cart.tsx",
      `import { clear, read } from "../../shop/cart/cart.server.ts";\n`,
      ["shop/cart/cart.server.ts"],
    );
    expect(changesByNobody([below, cart("userId: string"), screen])).toEqual([
      "shop/cart/cart.server.ts#clear",
    ]);
    expect(changesByNobody([below, cart("customer: Customer"), screen])).toEqual([]);
  });
});
