import { expect } from "vitest";
import appRoutes from "../../../app/routes.ts";
import { patternFinder, routesOf } from "../access/routes.ts";
import { type Ask, posted } from "../ask.server.ts";
import { formRequest } from "../files/form-request.ts";
import type { Person } from "../users.server.ts";

const routes = routesOf(appRoutes);

/** The routes of the back office's screens, each as app/routes.ts names it; others answer with data or files. */
export const officeScreens: readonly string[] = routes
  .filter(({ pattern, file }) => /^\/admin(\/[^*]+)?$/.test(pattern) && file.endsWith(".tsx"))
  .map(({ pattern }) => pattern);

const rule = (field: string) => ({
  "rule.match": "all",
  "rule.0.field": field,
  "rule.0.operator": "at-least",
  "rule.0.value": "2",
});

/** One of each kind of record that a demo shop begins without: the form that makes it, and its fields. */
const records: [form: string, fields: Record<string, string>][] = [
  ["/admin/settings/cod/new", { name: "Calls first", outcome: "confirm", ...rule("total") }],
  ["/admin/settings/cod/new", { name: "Regulars", outcome: "allow", ...rule("returned") }],
  ["/admin/customers/groups/new", { name: "Regulars", ...rule("orders") }],
  ["/admin/messages/replies/new", { name: "Late", text: "Dear {{name}}, order {{order}} is late." }],
  ["/admin/views/products/new", { name: "Kurtas", query: "q=kurta" }],
  [
    "/admin/size-guides/new",
    { name: "By scale", unit: "cm", sizeScale: "s-to-xxl", table: "Size; Chest\nM; 91–96" },
  ],
  ["/admin/content/pages/new", { title: "Where to find us", body: "## Delhi", intent: "publish" }],
  ["/admin/orders/new", { name: "Asha", intent: "save" }],
  ["/admin/content/redirects", { path: "/old", target: "/shop" }],
];

/** Screens that no page links to as it is: of pinned products, and for pictures that were refused. */
const notLinked = [
  "/admin/collections/men/sort",
  "/admin/collections/men/picture",
  "/admin/content/articles/any/picture",
];

/** Makes one record of each kind by the forms of the back office. */
async function makeRecords(ask: Ask, as: Person): Promise<void> {
  for (const [form, fields] of records) {
    const answer = await ask(form, { ...posted({ version: "", ...fields }), as });
    expect([form, answer.status]).toEqual([form, 303]);
  }
  const body = new FormData();
  body.set("file", new File(["Handle,Title\nmug,Mug\n"], "mugs.csv", { type: "text/csv" }));
  const imported = await ask("/admin/import", { ...(await formRequest(body)), as });
  expect(imported.status).toBe(303);
}

const patternOf = patternFinder(routes);

const linksOf = (html: string) =>
  [...html.matchAll(/<a\s[^>]*href="(\/admin[^"#]*)/g)].map(([, to = ""]) => to.replaceAll("&amp;", "&"));

/**
 * An address of every screen of the back office that shows a record where it is of one: found by following the links
 * from the screens without parameters, so a new screen needs no entry here, only a record that its list links to. Makes
 * the records that a demo begins without; its history should be there.
 */
export async function examplesOfScreens(ask: Ask, as: Person): Promise<Map<string, string>> {
  await makeRecords(ask, as);
  const examples = new Map<string, string>();
  const waiting = new Set([...officeScreens.filter((pattern) => !pattern.includes(":")), ...notLinked]);
  // The order that the list links to first may not have arrived yet.
  const arrived = linksOf(await (await ask("/admin/orders?status=delivered", { as })).text());
  const order = arrived.find((link) => /^\/admin\/orders\/[0-9a-f-]{36}$/.test(link));
  if (order) waiting.add(`${order}/return`);
  for (const path of waiting) {
    const pattern = patternOf(path);
    if (!officeScreens.includes(pattern) || examples.has(pattern)) continue;
    if (pattern !== path && /\/new(\?|$)/.test(path)) continue;
    const answer = await ask(path, { as });
    expect([path, answer.status]).toEqual([path, 200]);
    examples.set(pattern, path);
    for (const link of linksOf(await answer.text())) waiting.add(link);
  }
  return examples;
}
