import { expect, test } from "vitest";
import type { Permission } from "../../../shop/access/permissions.ts";
import { guardTable } from "./guard-table.ts";

/**
 * What each permission opens, and what it lets one send there. Written by hand a second time: the access test asks
 * every address what the guards say, so that a wrong permission in the guards would be right for it.
 */
const opened: Partial<Record<Permission, string[]>> = {
  "catalogue.view": ["/admin/products", "/admin/inventory", "/admin/inventory/:id"],
  "catalogue.edit": [
    ...["/admin/products/new", "/admin/products/:id", "/admin/pictures"],
    "/admin/collections/:slug",
  ],
  "catalogue.import": ["/admin/import", "/admin/import/:id", "/admin/export/products.csv"],
  "orders.view": ["/admin/orders", "/admin/orders/print", "/admin/orders/:id", "/admin/returns"],
  "orders.export": ["/admin/orders/export.csv"],
  "offers.edit": ["/admin/offers", "/admin/offers/:id", "/admin/coupons", "/admin/coupons/:code"],
  "reviews.moderate": ["/admin/reviews"],
  "content.edit": [
    ...["/admin/content", "/admin/content/articles/:id", "/admin/content/articles/:id/picture"],
    ...["/admin/content/faq", "/admin/content/faq/:id"],
  ],
  "messages.answer": ["/admin/messages"],
  "newsletter.export": ["/admin/export/subscribers.csv"],
  "search.edit": [
    ...["/admin/searches", "/admin/searches/answer", "/admin/searches/synonyms"],
    ...["/admin/searches/types", "/admin/searches/types/:name"],
  ],
  "settings.edit": ["/admin/settings"],
  "customers.view": ["/admin/users", "/admin/users/:id"],
  "audit.view": ["/admin/audit", "/admin/audit/export.csv"],
  "health.view": ["/admin/health"],
};
/** Forms that need another permission than their screen. */
const sent: Partial<Record<Permission, string[]>> = {
  "catalogue.edit": ["delete", "undo", "status", "collect", "uncollect"].map(
    (one) => `/admin/products ${one}`,
  ),
  "prices.edit": ["/admin/products price", "/admin/products percent"],
  "stock.adjust": ["/admin/products stock", "/admin/inventory ", "/admin/inventory/:id "],
  "orders.edit": [
    ...["status", "many", "undo"].map((one) => `/admin/orders ${one}`),
    ...["status", "note", "mail", "approve", "reject", "receive", "send"].map(
      (one) => `/admin/orders/:id ${one}`,
    ),
  ],
  "orders.refund": ["refund", "paid-out", "show-payout", "send-back"].map(
    (one) => `/admin/orders/:id ${one}`,
  ),
  "staff.manage": ["/admin/users role", "/admin/users/:id role"],
  "customers.edit": [
    ...["/admin/users block", "/admin/users unblock"],
    ...["/admin/users/:id block", "/admin/users/:id unblock"],
  ],
};

const sorted = (table: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(table).map(([permission, addresses]) => [permission, addresses.sort()]));

test("each permission opens its screens and sends its forms, and nothing else", () => {
  const screens: Record<string, string[]> = {};
  const forms: Record<string, string[]> = {};
  const open: string[] = [];
  const add = (table: Record<string, string[]>, permission: string, what: string) => {
    table[permission] = [...(table[permission] ?? []), what];
  };
  for (const [address, { who, permission, intents }] of guardTable) {
    if (who !== "staff") continue;
    if (permission) add(screens, permission, address);
    else open.push(address);
    for (const [intent, needed] of Object.entries(intents ?? {}))
      if (needed && needed !== permission) add(forms, needed, `${address} ${intent}`);
  }
  expect(sorted(screens)).toEqual(sorted(opened));
  expect(sorted(forms)).toEqual(sorted(sent));
  // These show to each member of staff what they may see.
  expect(open.sort()).toEqual(["/admin", "/admin/*", "/admin/find"]);
});

test("every address of the back office is for staff alone", () => {
  const others = [...guardTable].filter(
    ([address, { who }]) => /^\/admin\b/.test(address) && who !== "staff",
  );
  expect(others).toEqual([]);
});
