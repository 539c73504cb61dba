import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { permissionField, permissions } from "../../../shop/access/permissions.ts";
import { someoneAs } from "../../support/access/signed-session.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, cookieOf, type Person } from "../../support/users.server.ts";

type Someone = { cookie: string };

let shop: TestShop;
let ask: Ask;
/** The same shop in another process. */
let elsewhere: Ask;
let admin: Person;
beforeAll(async () => {
  shop = await testShop();
  [ask, elsewhere] = [await asking(shop.services), await asking(shop.services)];
  admin = await anAdmin(shop);
});
afterAll(() => shop.dispose());

const password = "monsoon-umbrella-7";
const send = (path: string, fields: Record<string, string>, as: Someone | undefined = admin, by = ask) =>
  by(path, { ...posted(fields), as });
const open = async (path: string, as?: Someone, by = ask) => {
  const answer = await by(path, { as });
  return { status: answer.status, to: answer.headers.get("Location"), text: textOf(await answer.text()) };
};
const rowsOf = async (query: ReturnType<typeof sql>) => (await shop.services.db.execute(query)).rows;
const roleOf = async (email: string) =>
  (await rowsOf(sql`select role from users where email = ${email}`))[0]?.role;
const cookieIn = (answer: Response): Someone => ({
  cookie: answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; "),
});

/** The path of the newest link that was mailed to an address. */
async function linkTo(email: string): Promise<string> {
  const [mail] = await rowsOf(
    sql`select text from mail_outbox where "to" = ${email} order by number desc limit 1`,
  );
  const text = String(mail?.text ?? "");
  return /http:\/\/shop\.test(\/auth\/invitation\?token=[\w-]+)/.exec(text)?.[1] ?? "";
}

async function invited(email: string, role = "support", as: Someone = admin): Promise<string> {
  const answer = await send("/admin/team", { form: "invite", intent: "invite", email, role }, as);
  expect([answer.status, await answer.text()]).toEqual([303, ""]);
  return linkTo(email);
}

const tokenOf = (link: string) => link.split("token=")[1] ?? "";
const accepts = (link: string, fields: Record<string, string>, as?: Someone) =>
  ask(link, { ...posted({ token: tokenOf(link), ...fields }), as });
const asNew = { name: "Meera Iyer", password, confirm: password };

describe("an invitation", () => {
  test("makes an account with the role, once, and is kept as a hash only", async () => {
    const link = await invited("meera@shop.example");
    expect((await open("/admin/team", admin)).text).toContain("meera@shop.example");
    const kept = JSON.stringify(await rowsOf(sql`select * from staff_invitation`));
    expect(kept).toContain("meera@shop.example");
    expect(kept).not.toContain(tokenOf(link));
    const page = await open(link);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("Admin has invited meera@")]);
    const weak = await accepts(link, { ...asNew, password: "short", confirm: "short" });
    expect([weak.status, await weak.text()]).toEqual([422, expect.stringContaining("Meera Iyer")]);
    const joined = await accepts(link, asNew);
    expect([joined.status, joined.headers.get("Location")]).toEqual([303, "/admin"]);
    const meera = cookieIn(joined);
    expect((await open("/admin/orders", meera)).status).toBe(200);
    expect((await open("/admin/settings", meera)).status).toBe(302);
    expect(await roleOf("meera@shop.example")).toBe("support");
    expect((await open(link)).status).toBe(410);
    expect((await accepts(link, asNew)).status).toBe(410);
    expect((await open("/admin/audit?action=team.join", admin)).text).toContain("Meera Iyer");
    const again = await send("/admin/team", {
      form: "invite",
      intent: "invite",
      email: "MEERA@shop.example",
      role: "support",
    });
    expect(textOf(await again.text())).toContain("This person is on the team already");
  });

  test("expired, withdrawn or sent anew does not work, and the new one does", async () => {
    const late = await invited("late@shop.example");
    await shop.services.db.execute(
      sql`update staff_invitation set expires_at = now() - interval '1 second' where email = 'late@shop.example'`,
    );
    expect((await open(late)).status).toBe(410);
    expect((await accepts(late, asNew)).status).toBe(410);
    const [row] = await rowsOf(sql`select id from staff_invitation where email = 'late@shop.example'`);
    await send("/admin/team", { intent: "again", id: String(row?.id) });
    const fresh = await linkTo("late@shop.example");
    expect([(await open(late)).status, (await open(fresh)).status]).toEqual([410, 200]);
    const [anew] = await rowsOf(sql`select id from staff_invitation where email = 'late@shop.example'`);
    await send("/admin/team", { intent: "withdraw", id: String(anew?.id) });
    expect((await open(fresh)).status).toBe(410);
    expect((await accepts(fresh, asNew)).status).toBe(410);
    expect(await roleOf("late@shop.example")).toBeUndefined();
  });

  test("for an address with an account asks to log in, tells anybody else so, and ends its other sessions", async () => {
    const asha = await aShopper(shop, { email: "asha@shop.example" });
    const phone = { cookie: await cookieOf(shop, asha.email) };
    const link = await invited(asha.email);
    expect((await open(link)).text).toContain("There is an account with this address");
    expect((await accepts(link, asNew)).status).toBe(409);
    const other = await aShopper(shop, { email: "other@shop.example" });
    expect((await open(link, other)).text).toContain("You are logged in as other@shop.example");
    expect((await accepts(link, { intent: "accept" }, other)).status).toBe(410);
    expect([await roleOf(asha.email), await roleOf(other.email)]).toEqual(["user", "user"]);
    const joined = await accepts(link, { intent: "accept" }, asha);
    expect(joined.headers.get("Location")).toBe("/admin");
    expect((await open("/admin/orders", asha)).status).toBe(200);
    expect((await open("/admin/orders", phone)).to).toContain("/auth?next=");
  });

  test("takes over an account that somebody registered in advance and never proved", async () => {
    const thief = await aShopper(shop, { email: "new@shop.example" });
    await shop.services.db.execute(sql`update users set email_verified = false where id = ${thief.id}`);
    const joined = await accepts(await invited(thief.email), asNew);
    expect((await open("/admin/orders", cookieIn(joined))).status).toBe(200);
    expect((await open("/profile", thief)).text).not.toContain(thief.email);
    const caller = { origin: "http://shop.test", cookie: null, clientAddress: "192.0.2.1", userAgent: null };
    expect((await shop.services.identity.signIn(caller, thief)).ok).toBe(false);
  });

  test("counts no more once whoever sent it has lost the right", async () => {
    const second = await anAdmin(shop);
    const link = await invited("friend@shop.example", "admin", second);
    await send(`/admin/team/${second.id}`, { intent: "role", role: "support" });
    expect((await open(link)).status).toBe(410);
  });

  test("without a mail server of a live shop, its link is shown once to the inviter", async () => {
    const site = {
      mode: "live",
      publicUrl: "http://shop.test",
      setUp: { database: "embedded", ledgers: "owner", mail: "outbox" },
    } as const;
    const live = await asking({ ...shop.services, site });
    await shop.services.db.execute(
      sql`update session set second_factor_at = now() where user_id = ${admin.id}`,
    );
    const fields = { form: "invite", intent: "invite", email: "hand@shop.example", role: "support" };
    const shown = textOf(await (await send("/admin/team", fields, admin, live)).text());
    const link = /http:\/\/shop\.test(\/auth\/invitation\?token=[\w-]+)/.exec(shown)?.[1] ?? "";
    expect((await open(link)).status).toBe(200);
    expect(await linkTo("hand@shop.example")).toBe("");
    expect((await open("/admin/team", admin, live)).text).not.toContain(tokenOf(link));
  });
});

/** The fields of a role's form. */
const roleFields = (name: string, may: readonly string[], more: Record<string, string> = {}) => ({
  name,
  ...Object.fromEntries(
    permissions.filter((one) => may.includes(one)).map((one) => [permissionField(one), "on"]),
  ),
  ...more,
});
const versionOf = async (key: string) =>
  String((await rowsOf(sql`select version from role where key = ${key}`))[0]?.version);

describe("a role", () => {
  test("is made, counts at once, changed by two at once says so, and is deleted when nobody has it", async () => {
    const made = await send("/admin/team/roles/new", roleFields("Night shift", ["orders.view"]));
    expect([made.status, made.headers.get("Location")]).toEqual([303, "/admin/team/roles"]);
    const packer = await someoneAs(shop, "night-shift");
    expect((await open("/admin/inventory", packer)).to).toContain("/auth?next=");
    const path = "/admin/team/roles/night-shift";
    const version = await versionOf("night-shift");
    const wider = roleFields("Night shift", ["orders.view", "catalogue.view"], { version });
    expect((await send(path, wider)).status).toBe(303);
    expect((await open("/admin/inventory", packer, elsewhere)).status).toBe(200);
    const stale = await send(path, roleFields("Late shift", ["orders.view"], { version }));
    expect([stale.status, textOf(await stale.text())]).toEqual([409, expect.stringContaining("changed")]);
    const empty = await send(
      path,
      roleFields("Night shift", [], { version: await versionOf("night-shift") }),
    );
    expect([empty.status, textOf(await empty.text())]).toEqual([
      400,
      expect.stringContaining("at least one"),
    ]);
    const twice = await send("/admin/team/roles/new", roleFields("night SHIFT", ["orders.view"]));
    expect(textOf(await twice.text())).toContain("Another role has this name.");

    expect((await send(path, { intent: "delete" })).status).toBe(409);
    expect((await open(path, admin)).text).toContain("Somebody as night-shift");
    await shop.services.db.execute(sql`update users set role = 'user' where id = ${packer.id}`);
    await invited("shift@shop.example", "night-shift");
    expect((await send(path, { intent: "delete" })).status).toBe(409);
    await shop.services.db.execute(sql`delete from staff_invitation`);
    expect((await send(path, { intent: "delete" })).headers.get("Location")).toBe("/admin/team/roles");
    expect((await open(path, admin)).status).toBe(404);
  });

  test("of the specification stays: neither is deleted, admin keeps every permission, user gets none", async () => {
    for (const key of ["user", "admin"])
      expect((await send(`/admin/team/roles/${key}`, { intent: "delete" })).status).toBe(409);
    for (const key of ["user", "admin"])
      await send(
        `/admin/team/roles/${key}`,
        roleFields("X", ["orders.view"], { version: await versionOf(key) }),
      );
    const stored = sql`select key, name, cardinality(permissions) as may from role where key in ('user', 'admin') order by key`;
    expect(await rowsOf(stored)).toEqual([
      { key: "admin", name: "Admin", may: permissions.length },
      { key: "user", name: "User", may: 0 },
    ]);
  });

  test("and people are never given more than the giver has", async () => {
    const may = ["staff.manage", "orders.view", "customers.view"];
    await send("/admin/team/roles/new", roleFields("Team lead", may));
    const lead = await someoneAs(shop, "team-lead");
    const asha = await aShopper(shop);
    const role = async () => (await rowsOf(sql`select role from users where id = ${asha.id}`))[0]?.role;
    const own = "/admin/team/roles/team-lead";
    const version = await versionOf("team-lead");
    const raised = await send(own, roleFields("Team lead", [...may, "settings.edit"], { version }), lead);
    expect([raised.status, textOf(await raised.text())]).toEqual([
      400,
      expect.stringContaining("not do yourself"),
    ]);
    const made = await send("/admin/team/roles/new", roleFields("Boss", [...permissions]), lead);
    expect(made.status).toBe(400);
    const support = { version: await versionOf("support") };
    expect((await send("/admin/team/roles/support", roleFields("Support", may, support), lead)).status).toBe(
      400,
    );
    expect((await send("/admin/team/roles/accountant", { intent: "delete" }, lead)).status).toBe(409);
    for (const key of ["admin", "support"]) {
      const text = await (
        await send(
          "/admin/team",
          { form: "invite", intent: "invite", email: "me@shop.example", role: key },
          lead,
        )
      ).text();
      expect(textOf(text)).toContain("You cannot give a role that may do more than you.");
      await send(`/admin/users/${asha.id}`, { intent: "role", role: key }, lead);
    }
    expect(await role()).toBe("user");
    const theirs = await invited("me@shop.example", "admin");
    const lower = { form: "invite", intent: "invite", email: "me@shop.example", role: "team-lead" };
    expect((await send("/admin/team", lower, lead)).status).toBe(400);
    expect((await open(theirs)).status).toBe(200);
    await send(`/admin/team/${admin.id}`, { intent: "block" }, lead);
    await send(`/admin/team/${admin.id}`, { intent: "end-sessions" }, lead);
    await send(`/admin/team/${admin.id}`, { intent: "role", role: "user" }, lead);
    expect((await open("/admin/team", admin)).status).toBe(200);
    await send(`/admin/users/${asha.id}`, { intent: "role", role: "team-lead" }, lead);
    expect(await role()).toBe("team-lead");
  });

  test("that needs a second factor leads who has none to set it up, and lets nothing else through until then", async () => {
    await send("/admin/team/roles/new", roleFields("Clerk", ["orders.view"]));
    const clerk = await someoneAs(shop, "clerk");
    expect((await open("/admin/orders", clerk)).status).toBe(200);
    const version = await versionOf("clerk");
    await send(
      "/admin/team/roles/clerk",
      roleFields("Clerk", ["orders.view"], { version, secondFactor: "on" }),
    );
    for (const path of ["/admin", "/admin/orders"])
      expect((await open(path, clerk, elsewhere)).to).toBe("/profile?tab=security");
    expect((await open("/profile?tab=security", clerk)).text).toContain(
      "The back office opens once it is on",
    );
    await shop.services.db.execute(
      sql`update session set second_factor_at = now() where user_id = ${clerk.id}`,
    );
    expect((await open("/admin/orders", clerk)).status).toBe(200);
    // Nothing of this changes for the others of a demo.
    expect((await open("/admin", await someoneAs(shop, "support"))).status).toBe(200);
  });
});

describe("a member of staff", () => {
  test("is signed out on one device or on all, at once in every process", async () => {
    const support = await someoneAs(shop, "support");
    const [phone, tablet] = [
      { cookie: await cookieOf(shop, support.email) },
      { cookie: await cookieOf(shop, support.email) },
    ];
    const sessions = await rowsOf(
      sql`select id from session where user_id = ${support.id} order by created_at`,
    );
    const path = `/admin/team/${support.id}`;
    await send(path, { intent: "end-session", session: String(sessions[0]?.id) });
    expect((await open("/admin/orders", support, elsewhere)).to).toContain("/auth?next=");
    expect((await open("/admin/orders", phone, elsewhere)).status).toBe(200);
    await send(path, { intent: "end-sessions" });
    for (const one of [phone, tablet])
      expect((await open("/admin/orders", one, elsewhere)).to).toContain("/auth?next=");
  });

  test("who is deactivated is out at once and cannot log in, and keeps name and history", async () => {
    const person = await aShopper(shop, { name: "Kavya Rao" });
    await shop.services.db.execute(sql`update users set role = 'manager' where id = ${person.id}`);
    const asha = await aShopper(shop);
    await send(`/admin/users/${asha.id}`, { intent: "block" }, person);
    const path = `/admin/team/${person.id}`;
    expect(await (await send(path, { intent: "block" })).text()).toContain("This person is deactivated");
    expect((await open("/admin", person, elsewhere)).to).toContain("/auth?next=");
    const caller = { origin: "http://shop.test", cookie: null, clientAddress: "192.0.2.2", userAgent: null };
    expect((await shop.services.identity.signIn(caller, person)).ok).toBe(false);
    const page = (await open(path, admin)).text;
    expect(page).toMatch(/Kavya Rao.*Deactivated.*Blocked a user/);
    expect((await open("/admin/team", admin)).text).toMatch(/Kavya Rao\s+Deactivated/);
    expect((await open(`/admin/audit?admin=${person.id}`, admin)).text).toContain("Kavya Rao");
    await send(path, { intent: "unblock" });
    expect((await shop.services.identity.signIn(caller, person)).ok).toBe(true);
  });
});

test("the last owner stays, whatever way two at once try", async () => {
  const owners = sql`select u.id from users u join role r on r.key = u.role
    where r.permissions @> '{staff.manage}' and u.banned_at is null`;
  const deleting = (who: Person) => ({ intent: "delete-account", email: who.email, password: who.password });
  type Way = (first: Person, second: Person, version: string) => [Person, string, Record<string, string>];
  const removingFirst: Way[] = [
    (first, second) => [second, `/admin/team/${first.id}`, { intent: "role", role: "support" }],
    (first, second) => [second, "/admin/users", { intent: "role", id: first.id, role: "user" }],
    (first, second) => [second, `/admin/users/${first.id}`, { intent: "block" }],
    (first) => [first, "/profile?tab=security", deleting(first)],
  ];
  const removingSecond: Way[] = [
    (first, second) => [first, `/admin/team/${second.id}`, { intent: "block" }],
    (first, _, version) => [
      first,
      "/admin/team/roles/owner",
      roleFields("Owner", ["orders.view"], { version }),
    ],
    (_, second) => [second, "/profile?tab=security", deleting(second)],
  ];
  const pairs = removingFirst.flatMap((one) => removingSecond.map((other) => [one, other] as const));
  for (const [round, pair] of pairs.entries()) {
    const [first, second] = [await anAdmin(shop), await anAdmin(shop)];
    await shop.services.db.execute(sql`update users set role = case id when ${first.id} then 'admin'
      when ${second.id} then 'owner' else 'user' end`);
    const version = await versionOf("owner");
    const sent = pair.map((way) => way(first, second, version));
    const done = await Promise.all(
      sent.map(([as, path, fields], at) => send(path, fields, as, at === 0 ? ask : elsewhere)),
    );
    for (const answer of done) expect(answer.status).toBeLessThan(500);
    expect(await rowsOf(owners), `${round} ${JSON.stringify(sent)}`).toHaveLength(1);
    await shop.services.db.execute(
      sql`update role set permissions = (select permissions from role where key = 'admin') where key = 'owner'`,
    );
  }
});
