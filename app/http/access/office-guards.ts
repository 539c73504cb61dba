import type { Permission } from "../../../shop/access/permissions.ts";
import { forms, type Guard } from "./guard.ts";

/** A route of the back office: the permission to open it, and the one for its form, if it has one. */
function office(permission: Permission, accepts: string | null = null): Guard {
  const intents = accepts === null ? {} : { intents: { "": permission } };
  return { who: "staff", permission, accepts, ...intents, rate: "none" };
}

const products = "shop/catalogue/edit/check-draft.ts";
const conversation: Guard = {
  ...office("messages.answer", "an answer, a note, a member of staff; shop/content/inbox"),
  intents: {
    reply: "messages.answer",
    note: "messages.answer",
    assign: "messages.answer",
    close: "messages.answer",
    reopen: "messages.answer",
    insert: "messages.answer",
  },
};
const collection: Guard = {
  ...office("catalogue.edit", "shop/catalogue/edit/collection-form.ts"),
  intents: { "": "catalogue.edit", delete: "catalogue.edit", preview: "catalogue.edit" },
};
const sorting: Guard = office("catalogue.edit", "numbers and keys; shop/catalogue/edit/sort-catalogue");
/** The forms of a published thing's screen (app/back-office/publishing). */
function publishedBy(permission: Permission, accepts: string): Guard {
  const all = ["", "preview", "publish", "schedule", "discard", "cancel", "restore"];
  return { ...office(permission, accepts), intents: Object.fromEntries(all.map((one) => [one, permission])) };
}
const published = publishedBy("content.edit", "shop/publishing/kinds.server.ts");
const stockStep = { ...office("catalogue.view", "a step of stock; shop/catalogue/inventory") };
const user = "a user's id, a role, a password; shop/accounts/users";
const member = "a role, a password; shop/accounts/users, shop/accounts/team";
const roleForms = { "": "staff.manage", delete: "staff.manage" } as const;
const userForms = {
  role: "staff.manage",
  block: "customers.erase",
  unblock: "customers.erase",
  "two-step-off": "customers.erase",
} as const;

/** The forms of an order by hand. Prices need `prices.edit` besides: shop/draft-orders/drafts.server.ts. */
const draft: Guard = {
  ...office("orders.edit", "shop/draft-orders/draft.ts"),
  intents: Object.fromEntries(
    ["find", "use", "forget", "add", "remove", "save", "place", "apply", "delete", "duplicate"].map((one) => [
      one,
      "orders.edit" as const,
    ]),
  ),
};

/** Every route of the back office, in the order of app/routes.ts. */
export const officeGuards: Record<string, Guard> = {
  // All staff; its content depends on their permissions.
  "/admin": { who: "staff", accepts: null, rate: "none" },
  // All staff: their own notices, of what their permissions let them see.
  "/admin/notices": {
    who: "staff",
    accepts: "boxes, a number; shop/staff-notices",
    intents: forms("read", "opened", "choices"),
    rate: "none",
  },
  // All staff who may see the list, which the loaders check: how they see it themselves.
  "/admin/views/:list": {
    who: "staff",
    accepts: "columns; shop/saved-views",
    intents: forms(""),
    rate: "none",
  },
  // Sharing needs settings.edit: shop/saved-views.
  "/admin/views/:list/:id": {
    who: "staff",
    accepts: "shop/saved-views/views.ts",
    intents: forms("", "delete"),
    rate: "none",
  },
  "/admin/products": {
    ...office("catalogue.view", "ids, a change, a token; shop/catalogue/edit"),
    intents: {
      delete: "catalogue.edit",
      undo: "catalogue.edit",
      price: "prices.edit",
      percent: "prices.edit",
      stock: "stock.adjust",
      status: "catalogue.edit",
      collect: "catalogue.edit",
      uncollect: "catalogue.edit",
    },
  },
  "/admin/products/new": {
    ...office("catalogue.edit", products),
    intents: { "": "catalogue.edit", matrix: "catalogue.edit" },
  },
  "/admin/products/bulk-edits": {
    ...office("catalogue.view", "a token; shop/catalogue/bulk"),
    intents: { undo: "catalogue.edit" },
  },
  // Prices and stock in the form need their own permission: shop/catalogue/edit/allowed-changes.ts.
  "/admin/products/:id": {
    ...office("catalogue.edit", products),
    intents: { "": "catalogue.edit", matrix: "catalogue.edit" },
  },
  "/admin/categories": office("catalogue.edit"),
  "/admin/categories/:id": {
    ...office("catalogue.edit", "shop/catalogue/edit/category-form.ts"),
    intents: { "": "catalogue.edit", merge: "catalogue.edit", delete: "catalogue.edit" },
  },
  "/admin/categories/sort": sorting,
  "/admin/attribute-sets": office("catalogue.edit"),
  "/admin/attribute-sets/:key": {
    ...office("catalogue.edit", "shop/catalogue/edit/attribute-set-form.ts"),
    intents: { "": "catalogue.edit", delete: "catalogue.edit" },
  },
  "/admin/sizes/sort": sorting,
  "/admin/size-guides": office("catalogue.edit"),
  "/admin/size-guides/:id": {
    ...office("catalogue.edit", "shop/catalogue/kinds/size-guide.ts"),
    intents: { "": "catalogue.edit", delete: "catalogue.edit" },
  },
  "/admin/sizes": office("catalogue.edit"),
  "/admin/sizes/:key": {
    ...office("catalogue.edit", "shop/catalogue/edit/attribute-set-form.ts"),
    intents: { "": "catalogue.edit", delete: "catalogue.edit" },
  },
  "/admin/collections": {
    ...office("catalogue.edit", "slugs of the list"),
    intents: { delete: "catalogue.edit" },
  },
  "/admin/rules/products": office("catalogue.edit"),
  "/admin/collections/new": collection,
  "/admin/collections/:slug/edit": collection,
  "/admin/collections/sort": sorting,
  "/admin/collections/:slug/sort": sorting,
  "/admin/collections/:slug/picture": office("catalogue.edit", "one picture; shop/catalogue/pictures"),
  "/admin/collections/:slug/products": {
    ...office("catalogue.edit", "a product, a move; shop/catalogue/placements"),
    intents: { top: "catalogue.edit", bury: "catalogue.edit", back: "catalogue.edit" },
  },
  "/admin/inventory": { ...stockStep, intents: { "": "stock.adjust" } },
  "/admin/inventory/:id": { ...stockStep, intents: { "": "stock.adjust" } },
  "/admin/orders": {
    ...office("orders.view", "a status, a reason; shop/order-management"),
    intents: {
      status: "orders.edit",
      many: "orders.edit",
      confirm: "orders.edit",
      undo: "orders.edit",
      print: "orders.view",
      ship: "orders.edit",
    },
  },
  "/admin/orders/ship": {
    ...office("orders.edit", "AWBs, couriers, reasons; shop/order-management/parcels"),
    intents: { fill: "orders.edit", book: "orders.edit", pickup: "orders.edit", ship: "orders.edit" },
  },
  "/admin/orders/print": office("orders.view"),
  "/admin/orders/new": draft,
  "/admin/orders/find": office("orders.edit"),
  "/admin/orders/drafts": office("orders.edit"),
  "/admin/orders/drafts/:id": draft,
  "/admin/orders/:id": {
    ...office("orders.view", "what staff do with an order; shop/order-management"),
    intents: {
      status: "orders.edit",
      "parcel-new": "orders.edit",
      "parcel-act": "orders.edit",
      "parcel-carrier": "orders.edit",
      "parcel-unpack": "orders.edit",
      "parcel-cost": "orders.edit",
      "courier-book": "orders.edit",
      "courier-return": "orders.edit",
      "return-carrier": "orders.edit",
      "return-cost": "orders.edit",
      "courier-cancel": "orders.edit",
      "courier-pickup": "orders.edit",
      email: "orders.edit",
      note: "orders.edit",
      mail: "orders.edit",
      tags: "orders.edit",
      duplicate: "orders.edit",
      edit: "orders.edit",
      "payment-link": "orders.edit",
      "outside-payment": "orders.edit",
      document: "orders.edit",
      refund: "orders.refund",
      "approve-refund": "orders.refund",
      "retry-refund": "orders.refund",
      "paid-out": "orders.refund",
      "show-payout": "orders.refund",
      "send-back": "orders.refund",
      approve: "orders.edit",
      reject: "orders.edit",
      receive: "orders.edit",
      send: "orders.edit",
    },
  },
  "/admin/orders/:id/return": office("orders.edit", "a return with photos; shop/returns"),
  // Asks the courier for the label.
  "/admin/orders/:id/label/:booking": office("orders.edit"),
  "/admin/returns": office("orders.view"),
  "/admin/offers": {
    ...office("offers.edit", "an offer's id, what to do with it; shop/offers"),
    intents: { start: "offers.edit", end: "offers.edit", delete: "offers.edit" },
  },
  "/admin/rules/offers": office("offers.edit"),
  "/admin/offers/:id": office("offers.edit", "shop/offers/offer-form.ts"),
  "/admin/coupons": office("offers.edit"),
  "/admin/coupons/:code": office("offers.edit", "shop/coupons/coupon-form.server.ts"),
  "/admin/reviews": {
    ...office("reviews.moderate", "a review's id, what to do with it, a reply; shop/reviews"),
    intents: {
      publish: "reviews.moderate",
      hide: "reviews.moderate",
      reply: "reviews.moderate",
      "remove-photo": "reviews.moderate",
    },
  },
  "/admin/import": {
    ...office("catalogue.import", "a CSV file, a ZIP, what its columns are; shop/import"),
    intents: { "": "catalogue.import", forget: "catalogue.import" },
  },
  "/admin/import/:id": {
    ...office("catalogue.import", "that it shall begin; shop/import"),
    intents: { "": "catalogue.import", undo: "catalogue.edit" },
  },
  "/admin/content": office("content.edit"),
  "/admin/content/articles/:id": {
    ...office("content.edit", "shop/content/blog/article-form.server.ts"),
    intents: { "": "content.edit", preview: "content.edit", delete: "content.edit" },
  },
  "/admin/content/articles/:id/picture": office("content.edit", "one picture; shop/catalogue/pictures"),
  "/admin/content/faq": office("content.edit"),
  "/admin/content/faq/sort/:list": office("content.edit", "numbers and keys; shop/content/faq/edit-faq"),
  "/admin/content/faq/:id": {
    ...office("content.edit", "shop/content/faq/faq-form.ts"),
    intents: { "": "content.edit", drop: "content.edit" },
  },
  "/admin/content/redirects": {
    ...office("content.edit", "shop/redirects/redirect-form.server.ts; a CSV of at most 2 MB"),
    intents: { "": "content.edit", file: "content.edit", delete: "content.edit" },
  },
  "/admin/content/pages": office("content.edit"),
  "/admin/content/pages/:key": published,
  "/admin/content/policies": office("content.edit"),
  "/admin/content/policies/:key": published,
  "/admin/content/announcement": published,
  "/admin/content/home": { ...published, accepts: "shop/publishing/home.server.ts" },
  "/admin/content/menus/:key": { ...published, accepts: "shop/publishing/menus.server.ts" },
  "/admin/content/emails": office("content.edit"),
  "/admin/content/emails/:key": {
    ...published,
    accepts: "shop/publishing/email-texts.server.ts",
    intents: { ...published.intents, test: "content.edit" },
  },
  // All staff: pages and products of the shop, for the suggestions of several forms.
  "/admin/content/addresses": { who: "staff", accepts: null, rate: "none" },
  "/admin/messages": conversation,
  "/admin/messages/:id": conversation,
  "/admin/messages/replies": office("messages.answer"),
  "/admin/messages/replies/:id": {
    ...office("messages.answer", "shop/content/inbox/saved-replies.server.ts"),
    intents: { "": "messages.answer", delete: "messages.answer" },
  },
  "/admin/searches": office("search.edit"),
  "/admin/searches/answer": {
    ...office("search.edit", "words, a page; shop/search"),
    intents: { synonym: "search.edit", redirect: "search.edit" },
  },
  "/admin/searches/synonyms": {
    ...office("search.edit", "words; shop/search/text/edit-synonyms"),
    intents: { "": "search.edit", remove: "search.edit", "remove-redirect": "search.edit" },
  },
  "/admin/searches/types": office("search.edit"),
  "/admin/searches/types/:name": {
    ...office("search.edit", "shop/search/lexicon/product-type-form.ts"),
    intents: { "": "search.edit", delete: "search.edit" },
  },
  "/admin/brand": publishedBy("settings.edit", "colours, pictures; shop/brand"),
  "/admin/brand/mail": office("settings.edit"),
  "/admin/settings": office("settings.edit", "a part of the settings; shop/settings"),
  "/admin/settings/cod": office("settings.edit"),
  "/admin/settings/cod/sort": office("settings.edit", "numbers and ids; shop/cod"),
  "/admin/settings/cod/:id": {
    ...office("settings.edit", "shop/cod/cod-rules.ts"),
    intents: { "": "settings.edit", preview: "settings.edit", delete: "settings.edit" },
  },
  "/admin/rules/cod": office("settings.edit"),
  "/admin/settings/keys": {
    ...office("settings.edit", "a provider's keys, a code, a number; shop/settings/provider-keys"),
    intents: { save: "settings.edit", remove: "settings.edit", try: "settings.edit" },
  },
  "/admin/books": {
    ...office("tax.view", "an order's id, the number of a document; shop/order-management"),
    intents: { document: "orders.edit" },
  },
  "/admin/books/download": office("tax.view"),
  "/admin/books/settlements": {
    ...office("tax.view", "a CSV file, headings, a note; shop/books/settlements"),
    intents: {
      upload: "books.settle",
      undo: "books.settle",
      accept: "books.settle",
      columns: "books.settle",
    },
  },
  "/admin/taxes": {
    ...office("settings.edit", "the count of a series; shop/invoices/issued-documents"),
    intents: {
      withdraw: "settings.edit",
      continue: "settings.edit",
      signature: "settings.edit",
      "no-signature": "settings.edit",
    },
  },
  "/admin/taxes/new": office("settings.edit", "readTaxRate"),
  "/admin/customers": office("customers.view"),
  "/admin/customers/groups": office("customers.view"),
  "/admin/customers/groups/:id": {
    ...office("customers.edit", "shop/customers/customer-rules.ts"),
    intents: { "": "customers.edit", preview: "customers.edit", delete: "customers.edit" },
  },
  "/admin/customers/:id": {
    ...office("customers.view", "tags, a note; shop/customers/customer-rules.ts"),
    intents: { "": "customers.edit" },
  },
  "/admin/customers/:id/merge": {
    ...office("customers.erase", "an account's id, a reason, a password; shop/customers/merge"),
    intents: { merge: "customers.erase" },
  },
  "/admin/customers/export.csv": office("customers.export"),
  "/admin/rules/customers": office("customers.edit"),
  "/admin/users": { ...office("customers.view", user), intents: userForms },
  "/admin/users/import": {
    ...office("customers.edit", "a CSV file; shop/customers/import"),
    intents: { check: "customers.edit", import: "customers.edit" },
  },
  "/admin/users/:id": { ...office("customers.view", user), intents: userForms },
  "/admin/team": {
    ...office("staff.manage", "an address, a role, a password; shop/accounts/team"),
    intents: { invite: "staff.manage", again: "staff.manage", withdraw: "staff.manage" },
  },
  "/admin/team/roles": office("staff.manage"),
  "/admin/team/roles/new": { ...office("staff.manage", "shop/accounts/team/edit-role"), intents: roleForms },
  "/admin/team/roles/:key": { ...office("staff.manage", "shop/accounts/team/edit-role"), intents: roleForms },
  "/admin/team/:id": {
    ...office("staff.manage", member),
    intents: {
      role: "staff.manage",
      block: "staff.manage",
      unblock: "staff.manage",
      "two-step-off": "staff.manage",
      "end-session": "staff.manage",
      "end-sessions": "staff.manage",
    },
  },
  "/admin/audit": office("audit.view"),
  "/admin/setup": {
    ...office("settings.edit", "a text, a preview link; shop/settings/opening"),
    intents: {
      open: "settings.edit",
      close: "settings.edit",
      preview: "settings.edit",
      revoke: "settings.edit",
      "copy-seen": "settings.edit",
      "try-mail": "settings.edit",
      "try-payment": "settings.edit",
    },
  },
  "/admin/health": {
    ...office("health.view", "what becomes of what waits; shop/hold"),
    intents: { send: "settings.edit", discard: "settings.edit" },
  },
  "/admin/*": { who: "staff", accepts: "nothing: answered with 404", intents: { "": null }, rate: "none" },
  "/admin/export/products.csv": office("catalogue.import"),
  "/admin/export/template.csv": office("catalogue.import"),
  "/admin/export/subscribers.csv": office("newsletter.export"),
  "/admin/pictures": office("catalogue.edit", "one picture; shop/catalogue/pictures"),
  "/admin/orders/export.csv": office("orders.export"),
  "/admin/parcels/returned": office("orders.view"),
  "/admin/parcels/returned.csv": office("orders.export"),
  // Counts and finds only what the viewer may see.
  "/admin/counts": { who: "staff", accepts: null, rate: "none" },
  "/admin/find": { who: "staff", accepts: null, rate: "none" },
  "/admin/audit/export.csv": office("audit.view"),
};
