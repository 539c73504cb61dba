import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Guard, intentPermission } from "../../../app/http/access/guard.ts";
import { guardTable } from "../../../app/http/access/guard-table.ts";
import { role } from "../../../platform/identity/tables.server.ts";
import { permissions } from "../../../shop/access/permissions.ts";
import { listRoles } from "../../../shop/access/roles.server.ts";
import { addressesOf, isLedToSignIn } from "../../support/access/addresses.ts";
import { someoneAs } from "../../support/access/signed-session.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { onDatabase } from "../../support/cluster/databases.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";

/** Somebody in each role, a guest, and somebody whose role does not exist. */
type Visitor = {
  key: string;
  role: string;
  permissions: ReadonlySet<string>;
  as: { cookie: string } | undefined;
};

let shop: TestShop;
let ask: Ask;
let visitors: Visitor[];
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  // As an owner makes one: any half of the permissions, chosen anew in each run; a failure names it.
  const half = [...permissions].sort(() => Math.random() - 0.5).slice(permissions.length / 2);
  await shop.services.db.insert(role).values({ key: "made", name: "Made", permissions: half });
  await onDatabase(shop.databaseUrl, "alter table users drop constraint users_role_fkey");
  const roles = [...(await listRoles(shop.services)), { key: "ghost", permissions: new Set<string>() }];
  visitors = [
    { key: "guest", role: "guest", permissions: new Set<string>(), as: undefined },
    ...(await Promise.all(
      roles.map(async ({ key, permissions }) => ({
        key,
        role: key === "made" ? `made of ${[...permissions].join(" ")}` : key,
        permissions,
        as: await someoneAs(shop, key),
      })),
    )),
  ];
});
afterAll(() => shop.dispose());

const rules = [...guardTable].map(([pattern, guard]) => ({ pattern, guard }));

/** Whether a visitor may open a route at all. */
function mayCome({ who, permission, guest }: Guard, { role, permissions }: Visitor): boolean {
  if (who === "staff") return permission ? permissions.has(permission) : permissions.size > 0;
  return who !== "user" || role !== "guest" || guest === "page";
}

function maySend(guard: Guard, intent: string, visitor: Visitor): boolean {
  const permission = intentPermission(guard, intent);
  if (guard.who === "user" && visitor.role === "guest") return guard.sends === "page";
  return mayCome(guard, visitor) && (!permission || visitor.permissions.has(permission));
}

describe("every role can open exactly the routes that its permissions allow", () => {
  test.each(rules)("$pattern", async ({ pattern, guard }) => {
    const [address] = addressesOf(pattern);
    for (const visitor of visitors) {
      const answer = await ask(address, { as: visitor.as });
      const where = `${address} as ${visitor.role}: ${answer.status} ${answer.headers.get("Location")}`;
      expect(answer.status, where).toBeLessThan(500);
      if (mayCome(guard, visitor)) expect([401, 403, 405], where).not.toContain(answer.status);
      expect(isLedToSignIn(answer), where).toBe(!mayCome(guard, visitor));
      await answer.body?.cancel();
    }
  });
});

const sendable = rules.flatMap(({ pattern, guard }) =>
  Object.keys(guard.intents ?? {}).map((intent) => ({ pattern, guard, intent })),
);

describe("every role can send exactly the intents that its permissions allow", () => {
  test.each(sendable)("$pattern, $intent", async ({ pattern, guard, intent }) => {
    const [address] = addressesOf(pattern);
    for (const visitor of visitors) {
      // Signing out ends the session, so this route gets a new one.
      const as = pattern === "/auth/sign-out" && visitor.as ? await someoneAs(shop, visitor.key) : visitor.as;
      const answer = await ask(address, { ...posted({ intent }), as });
      const body = await answer.text();
      const where = `${address} ${intent} as ${visitor.role}: ${answer.status} ${body.slice(0, 80)}`;
      // Google cannot be reached from here, which answers with an error.
      if (intent !== "google") expect(answer.status, where).toBeLessThan(500);
      expect(body, where).not.toContain("This form is not known here.");
      if (guard.sends === "json") expect(answer.status === 401, where).toBe(visitor.role === "guest");
      else if (guard.sends !== "page") {
        expect(isLedToSignIn(answer), where).toBe(!maySend(guard, intent, visitor));
      }
    }
  });
});

describe("an intent that is not in the guard table is refused to everybody", () => {
  test.each(rules.filter(({ guard }) => guard.accepts !== null))("$pattern", async ({ pattern, guard }) => {
    const [address] = addressesOf(pattern);
    for (const visitor of visitors.filter((one) => mayCome(guard, one) && one.role !== "guest")) {
      const as = pattern === "/auth/sign-out" ? await someoneAs(shop, visitor.key) : visitor.as;
      const answer = await ask(address, { ...posted({ intent: "no-such-intent" }), as });
      // These routes do not read an intent from the form.
      if (readsNoForm.includes(pattern)) expect(answer.status).toBeLessThan(500);
      else expect(answer.status === 400 || isLedToSignIn(answer), `${address} as ${visitor.role}`).toBe(true);
    }
  });
});

const readsNoForm = [
  "/*",
  "/admin/*",
  "/auth/sign-out",
  "/functions/payment-webhook",
  "/functions/whatsapp-webhook",
  "/functions/parcel-webhook",
  "/dev/courier",
  "/dev/mail",
  "/dev/gateway/pay/:paymentSessionId",
  "/dev/google/*",
  "/orders/:id/return",
  "/orders/:id/review",
  "/admin/orders/:id/return",
  "/unsubscribe/:id",
];

test("the back office's menu lists exactly the screens that the role may open", async () => {
  for (const visitor of visitors.filter(({ permissions }) => permissions.size > 0)) {
    const html = await (await ask("/admin", { as: visitor.as })).text();
    const menu = [...html.matchAll(/<nav class="office-nav"[^>]*>([\s\S]*?)<\/nav>/g)][0]?.[1] ?? "";
    const links = [...menu.matchAll(/href="(\/admin[^"]*)"/g)].map(([, to = ""]) => to);
    const open = menuScreens.filter((path) => {
      const guard = guardTable.get(path);
      return guard && mayCome(guard, visitor);
    });
    expect(links, visitor.role).toEqual(open);
  }
});

const menuScreens = [
  "/admin",
  "/admin/orders",
  "/admin/returns",
  "/admin/products",
  "/admin/inventory",
  "/admin/import",
  "/admin/customers",
  "/admin/users",
  "/admin/team",
  "/admin/offers",
  "/admin/coupons",
  "/admin/reviews",
  "/admin/content",
  "/admin/messages",
  "/admin/searches",
  "/admin/brand",
  "/admin/settings",
  "/admin/books",
  "/admin/taxes",
  "/admin/audit",
  "/admin/setup",
  "/admin/health",
];

test("staff without the permission are redirected home with the specified message, like anybody else", async () => {
  const support = visitors.find(({ role }) => role === "support")?.as;
  const first = await ask("/admin/settings", { as: support });
  const second = await ask(first.headers.get("Location") ?? "", { as: support });
  expect(second.headers.get("Location")).toBe("/");
  const cookie = `${support?.cookie}; ${second.headers.getSetCookie()[0]?.split(";")[0]}`;
  expect(textOf(await (await ask("/", { as: { cookie } })).text())).toContain("Admin access required");
  // A visitor who may open the page is redirected to it, as after signing in in another tab.
  const on = await ask("/auth?next=%2Fadmin%2Forders&reason=admin", { as: support });
  expect(on.headers.get("Location")).toBe("/admin/orders");
});

test("a permission removed from a role is gone at the next request", async () => {
  const packer = visitors.find(({ role }) => role === "fulfilment")?.as;
  expect((await ask("/admin/inventory", { as: packer })).status).toBe(200);
  await shop.services.db.execute(
    sql`update role set permissions = array_remove(permissions, 'catalogue.view') where key = 'fulfilment'`,
  );
  expect(isLedToSignIn(await ask("/admin/inventory", { as: packer }))).toBe(true);
});
