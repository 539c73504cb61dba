/**
 * Everything that a member of staff may be allowed to do, one key each: what it is about, and what is done with it.
 * A role is a set of these (table `role`); a new key gets into the shipped roles by a migration.
 */
export const permissions = [
  "orders.view",
  "orders.edit",
  "orders.refund",
  "orders.export",
  "catalogue.view",
  "catalogue.edit",
  "catalogue.import",
  "prices.edit",
  "stock.adjust",
  "customers.view",
  "customers.edit",
  "customers.export",
  "customers.erase",
  "reviews.moderate",
  "messages.answer",
  "newsletter.export",
  "offers.edit",
  "content.edit",
  "search.edit",
  "reports.view",
  "tax.view",
  "settings.edit",
  "staff.manage",
  "api.manage",
  "audit.view",
  "health.view",
] as const;

export type Permission = (typeof permissions)[number];

/** The permissions among the keys that a row holds. What this version does not know counts for nothing. */
export function knownPermissions(keys: readonly string[]): ReadonlySet<Permission> {
  return new Set(permissions.filter((permission) => keys.includes(permission)));
}
