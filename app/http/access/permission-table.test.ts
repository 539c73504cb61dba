import { expect, test } from "vitest";
import type { Permission } from "../../../shop/access/permissions.ts";
import { guardTable } from "./guard-table.ts";

/**
 * The screens that each permission opens. Written by hand a second time: the access test takes what it expects of
 * every address from the guards, so it would accept a wrong permission in the guards.
 */
const opened: Partial<Record<Permission, string[]>> = {
  "catalogue.view": [
    "/admin/products",
    "/admin/products/bulk-edits",
    "/admin/inventory",
    "/admin/inventory/:id",
  ],
  "catalogue.edit": [
    "/admin/products/new",
    "/admin/products/:id",
    "/admin/pictures",
    "/admin/attribute-sets",
    "/admin/attribute-sets/:key",
    "/admin/size-guides",
    "/admin/size-guides/:id",
    "/admin/sizes",
    "/admin/sizes/:key",
    "/admin/sizes/sort",
    "/admin/categories",
    "/admin/categories/:id",
    "/admin/collections",
    "/admin/collections/new",
    "/admin/collections/:slug/products",
    "/admin/collections/:slug/edit",
    "/admin/collections/sort",
    "/admin/collections/:slug/sort",
    "/admin/categories/sort",
    "/admin/collections/:slug/picture",
    "/admin/rules/products",
  ],
  "catalogue.import": [
    "/admin/import",
    "/admin/import/:id",
    "/admin/export/products.csv",
    "/admin/export/template.csv",
  ],
  "orders.view": [
    "/admin/orders",
    "/admin/orders/print",
    "/admin/orders/:id",
    "/admin/returns",
    "/admin/parcels/returned",
  ],
  "orders.edit": [
    "/admin/orders/ship",
    "/admin/orders/new",
    "/admin/orders/find",
    "/admin/orders/drafts",
    "/admin/orders/drafts/:id",
    "/admin/orders/:id/return",
    "/admin/orders/:id/label/:booking",
  ],
  "orders.export": ["/admin/orders/export.csv", "/admin/parcels/returned.csv"],
  "offers.edit": [
    "/admin/rules/offers",
    "/admin/offers",
    "/admin/offers/:id",
    "/admin/coupons",
    "/admin/coupons/:code",
  ],
  "reviews.moderate": ["/admin/reviews"],
  "content.edit": [
    "/admin/content",
    "/admin/content/articles/:id",
    "/admin/content/articles/:id/picture",
    "/admin/content/faq",
    "/admin/content/faq/:id",
    "/admin/content/faq/sort/:list",
    "/admin/content/redirects",
    "/admin/content/pages",
    "/admin/content/pages/:key",
    "/admin/content/policies",
    "/admin/content/policies/:key",
    "/admin/content/announcement",
    "/admin/content/home",
    "/admin/content/menus/:key",
    "/admin/content/emails",
    "/admin/content/emails/:key",
  ],
  "messages.answer": [
    "/admin/messages",
    "/admin/messages/:id",
    "/admin/messages/replies",
    "/admin/messages/replies/:id",
  ],
  "newsletter.export": ["/admin/export/subscribers.csv"],
  "search.edit": [
    "/admin/searches",
    "/admin/searches/answer",
    "/admin/searches/synonyms",
    "/admin/searches/types",
    "/admin/searches/types/:name",
  ],
  "settings.edit": [
    "/admin/brand",
    "/admin/brand/mail",
    "/admin/settings",
    "/admin/settings/cod",
    "/admin/settings/cod/sort",
    "/admin/settings/cod/:id",
    "/admin/rules/cod",
    "/admin/settings/keys",
    "/admin/setup",
    "/admin/taxes",
    "/admin/taxes/new",
  ],
  "tax.view": ["/admin/books", "/admin/books/download", "/admin/books/settlements"],
  "customers.view": [
    "/admin/customers",
    "/admin/customers/:id",
    "/admin/customers/groups",
    "/admin/users",
    "/admin/users/:id",
  ],
  "customers.edit": ["/admin/customers/groups/:id", "/admin/rules/customers", "/admin/users/import"],
  "customers.export": ["/admin/customers/export.csv"],
  "customers.erase": ["/admin/customers/:id/merge"],
  "staff.manage": [
    "/admin/team",
    "/admin/team/:id",
    "/admin/team/roles",
    "/admin/team/roles/new",
    "/admin/team/roles/:key",
  ],
  "audit.view": ["/admin/audit", "/admin/audit/export.csv"],
  "health.view": ["/admin/health"],
};
/** Forms that need a different permission from their screen. */
const sent: Partial<Record<Permission, string[]>> = {
  "catalogue.edit": [
    ...["delete", "undo", "status", "collect", "uncollect"].map((one) => `/admin/products ${one}`),
    "/admin/products/bulk-edits undo",
    "/admin/import/:id undo",
  ],
  "prices.edit": ["/admin/products price", "/admin/products percent"],
  "stock.adjust": ["/admin/products stock", "/admin/inventory ", "/admin/inventory/:id "],
  "orders.edit": [
    "/admin/books document",
    ...["status", "many", "confirm", "undo", "ship"].map((one) => `/admin/orders ${one}`),
    ...[
      "status",
      "note",
      "mail",
      "tags",
      "duplicate",
      "edit",
      "payment-link",
      "outside-payment",
      "document",
      "parcel-new",
      "parcel-act",
      "parcel-carrier",
      "parcel-unpack",
      "parcel-cost",
      "courier-book",
      "courier-cancel",
      "courier-return",
      "return-carrier",
      "return-cost",
      "courier-pickup",
      "email",
      "approve",
      "reject",
      "receive",
      "send",
    ].map((one) => `/admin/orders/:id ${one}`),
  ],
  "orders.refund": ["refund", "approve-refund", "retry-refund", "paid-out", "show-payout", "send-back"].map(
    (one) => `/admin/orders/:id ${one}`,
  ),
  "books.settle": [
    ...["upload", "undo", "accept", "columns"].map((one) => `/admin/books/settlements ${one}`),
  ],
  "settings.edit": ["/admin/health send", "/admin/health discard"],
  "staff.manage": ["/admin/users role", "/admin/users/:id role"],
  "customers.edit": ["/admin/customers/:id "],
  "customers.erase": [
    "/admin/users block",
    "/admin/users unblock",
    "/admin/users two-step-off",
    "/admin/users/:id block",
    "/admin/users/:id unblock",
    "/admin/users/:id two-step-off",
  ],
};

const sorted = (table: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(table).map(([permission, addresses]) => [permission, addresses.sort()]));

test("each permission opens its listed screens and allows its listed forms, and no others", () => {
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
  // These screens are open to all staff and show each member only what they may see.
  expect(open.sort()).toEqual([
    "/admin",
    "/admin/*",
    "/admin/content/addresses",
    "/admin/counts",
    "/admin/find",
    "/admin/notices",
    "/admin/views/:list",
    "/admin/views/:list/:id",
  ]);
});

test("every back office address is for staff only", () => {
  const others = [...guardTable].filter(
    ([address, { who }]) => /^\/admin\b/.test(address) && who !== "staff",
  );
  expect(others).toEqual([]);
});
