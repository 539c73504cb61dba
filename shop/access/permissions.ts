/**
 * Everything a member of staff can be allowed to do, one key each: the subject and the verb. A role is a set of keys
 * (table `role`); a migration adds a new key to the shipped roles.
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

/** The permissions among the keys of a row. Keys unknown to this version are ignored. */
export function knownPermissions(keys: readonly string[]): ReadonlySet<Permission> {
  return new Set(permissions.filter((permission) => keys.includes(permission)));
}
