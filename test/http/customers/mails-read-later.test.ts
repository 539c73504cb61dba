import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { putIntoMailbox } from "../../../demo/mailbox.server.ts";
import { imapMailbox } from "../../../platform/mail/imap-mailbox.server.ts";
import { jobHandlers } from "../../../shop/jobs.server.ts";
import { onDatabase } from "../../support/cluster/databases.server.ts";
import { imapStandIn } from "../../support/imap-stand-in.server.ts";
import { aMail } from "../../support/inbound-mails.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";

let shop: TestShop;
let server: Awaited<ReturnType<typeof imapStandIn>>;
beforeAll(async () => {
  shop = await testShop();
  server = await imapStandIn({ user: "orders", password: "secret" });
});
afterAll(async () => {
  await server.close();
  await shop.dispose();
});

const minutes = (count: number) => count * 60_000;

test.each(["local", "imap"])(
  "a mail for which the database fails is read later, and does not hold up the others (%s)",
  async (which) => {
    const imap = imapMailbox({ url: server.url, from: "shop@campus.test" });
    const services = which === "imap" ? { ...shop.services, mailbox: imap } : shop.services;
    const run = async () => jobHandlers(services)["read-mailbox"]?.({});
    const come = async () => {
      const { rows } = await shop.services.db.execute(sql`
        select email from contact_message where email like ${`%.${which}@inbound.example`} order by created_at`);
      return z
        .array(z.object({ email: z.string() }))
        .parse(rows)
        .map(({ email }) => email);
    };
    await run();
    await onDatabase(
      shop.databaseUrl,
      `create function refuse_${which}() returns trigger language plpgsql as $$
        begin if new.message like 'Refuse me%' then raise exception 'out of disk'; end if; return new; end $$`,
    );
    await onDatabase(
      shop.databaseUrl,
      `create trigger refuse before insert on contact_message for each row execute function refuse_${which}()`,
    );
    for (const body of ["Refuse me", "Let me in"]) {
      const source = aMail({ From: `${body.replaceAll(" ", "-")}.${which}@inbound.example`, body });
      if (which === "imap") server.put(source);
      else await putIntoMailbox(shop.services, source);
    }
    await run();
    const letIn = `let-me-in.${which}@inbound.example`;
    expect(await come()).toEqual([letIn]);
    // It fails again, and is put off further.
    shop.clock.forward(minutes(2));
    await run();
    await onDatabase(shop.databaseUrl, "drop trigger refuse on contact_message");
    await run();
    expect(await come()).toEqual([letIn]);
    shop.clock.forward(minutes(60));
    await run();
    const both = [letIn, `refuse-me.${which}@inbound.example`];
    expect(await come()).toEqual(both);
    shop.clock.forward(minutes(24 * 60));
    await run();
    expect(await come()).toEqual(both);
  },
);
