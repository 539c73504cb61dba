import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { managesStaff } from "../access/permissions.ts";
import { teamSize } from "../accounts/team/team.server.ts";
import { currentBrand } from "../brand/brand.server.ts";
import { defaultBrand } from "../brand/brand.ts";
import { productValues } from "../catalogue/product-values.server.ts";
import { type Done, type Refused, refused } from "../refused.ts";
import { openingToEdit, openShop } from "../settings/opening.server.ts";
import { readSettings, settingsChangedAt } from "../settings/settings.server.ts";
import { type ReadStep, readSteps } from "./setup-steps.ts";

const factRows = z.array(
  z.object({
    mailSent: z.boolean(),
    mailWaits: z.boolean(),
    mailError: z.string().nullable(),
    secondFactor: z.boolean(),
    policyPublished: z.boolean(),
    homePublished: z.boolean(),
    placed: z.boolean(),
    cancelled: z.boolean(),
    codes: z.array(z.string().nullable()),
    emptyCollections: z.array(z.string()),
  }),
);

/**
 * Whether one product on sale fits, or null. A scalar subquery stops at the first; `exists` is planned as a join that
 * reads all products.
 */
const oneOnSale = (joined: SQL, which: SQL) =>
  sql`(select true from product p ${joined} where p.status = 'active' and ${which} limit 1)`;
const pictured = (which: SQL) => oneOnSale(sql`join product_picture i on i.product_id = p.id`, which);

/** The steps of setting up a shop with their present state; nothing of it is stored. */
export async function setupState(services: Services): Promise<ReadStep[]> {
  const { db, payments, messaging, site, backups, clock } = services;
  const now = clock.now().toISOString();
  const [settings, brand, policySavedAt, team, stored, { rows }] = await Promise.all([
    readSettings(db),
    currentBrand(services),
    settingsChangedAt(services, ["policy"]),
    teamSize(services),
    // A folder that cannot be read is reported by Health.
    backups?.list().catch(() => []) ?? [],
    db.execute(sql`
      select
        exists (select from mail_outbox where sent_at is not null) as "mailSent",
        exists (select from mail_outbox where sent_at is null) as "mailWaits",
        (select last_error from mail_outbox where sent_at is null order by created_at desc limit 1) as "mailError",
        exists (select from users u join role r on r.key = u.role
          where ${managesStaff} = any(r.permissions) and u.banned_at is null and u.two_factor_enabled) as "secondFactor",
        exists (select from publication_version v where v.kind = 'policy' and v.key like '%-%' and v.content is not null
          and v.cancelled_at is null and v.live_at <= ${now} and not exists (select from publication_version later
            where later.kind = v.kind and later.key = v.key and later.cancelled_at is null
            and later.live_at <= ${now} and (later.live_at, later.id) > (v.live_at, v.id))) as "policyPublished",
        exists (select from publication_version where kind = 'home' and content is not null and cancelled_at is null
          and live_at <= ${now}) as "homePublished",
        exists (select from orders) as placed,
        exists (select from orders where status = 'cancelled') as cancelled,
        array(select c.value from (${productValues(sql`p.hsn_code`, sql`p.status = 'active'`)}) c
          where ${pictured(sql`p.hsn_code = c.value`)})
          || case when ${pictured(sql`p.hsn_code is null`)} then array[null]::text[] else '{}' end as codes,
        array(select k.name from collection k where (k.is_in_menus or k.is_on_home) and ${oneOnSale(
          sql`join product_collection pc on pc.product_id = p.id`,
          sql`pc.collection_slug = k.slug`,
        )} is null order by k.position, k.slug) as "emptyCollections"`),
  ]);
  const [found] = factRows.parse(rows);
  if (!found) throw new Error("the database said nothing about the shop");
  return readSteps({
    settings,
    brand: {
      own: brand !== defaultBrand,
      pictured: brand.logo !== null || brand.icon !== null,
    },
    policySaved: policySavedAt !== null,
    policyPublished: found.policyPublished,
    homePublished: found.homePublished,
    online: payments.online?.mode ?? null,
    mail: site.setUp?.mail ?? null,
    mailSent: found.mailSent,
    mailWaits: found.mailWaits,
    mailError: found.mailError,
    channels: messaging.channels.length,
    productCodes: found.codes,
    emptyCollections: found.emptyCollections,
    secondFactor: found.secondFactor,
    team,
    lastBackup: stored[0]?.at ?? null,
    orders: { placed: found.placed, cancelled: found.cancelled },
    now: services.clock.now(),
  });
}

/**
 * Opens the shop to everybody (audited). Refused: 'trial' for a shop that runs on this machine only; 'not-ready' while
 * a required step of a live shop that was never open is not done; 'changed-meanwhile'. A shop that was open before
 * opens again without the steps: its customers wait.
 */
export async function openWhenReady(
  services: Services,
  { actor, version }: { actor: Actor; version: string },
): Promise<Done | Refused<"trial" | "not-ready" | "changed-meanwhile">> {
  if (services.site.isTrial) return refused("trial");
  const { opening } = await openingToEdit(services.db);
  if (services.site.mode === "live" && !opening.wasOpen) {
    const steps = await setupState(services);
    if (steps.some(({ required, done }) => required && !done)) return refused("not-ready");
  }
  return openShop(services, { actor, version });
}
