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
  "books.settle",
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

/** The permission to change roles and the team: if nobody had it, the shop could not be managed. */
export const managesStaff: Permission = "staff.manage";

/**
 * Whether holders of a role must have a second factor. Not set (null) is required in a live shop and not in a demo; who
 * manages staff of a live shop always needs it. A role without permissions is a customer's and never does.
 */
export function needsSecondFactor(
  role: { permissions: ReadonlySet<Permission>; secondFactor: boolean | null },
  mode: "demo" | "live",
): boolean {
  if (role.permissions.size === 0) return false;
  const isLive = mode === "live";
  return (isLive && role.permissions.has(managesStaff)) || (role.secondFactor ?? isLive);
}

/** The name of a permission's checkbox in the form of a role. */
export const permissionField = (permission: Permission) => `may:${permission}`;

/** The permissions by subject, as the form of a role shows them: a name and what it is good for. */
export const permissionGroups: readonly {
  subject: string;
  permissions: readonly { key: Permission; label: string; says: string }[];
}[] = [
  {
    subject: "Orders",
    permissions: [
      { key: "orders.view", label: "See orders", says: "Lists, single orders, returns and packing slips." },
      { key: "orders.edit", label: "Change orders", says: "Status, notes, emails, and returns." },
      {
        key: "orders.refund",
        label: "Refund",
        says: "Pay money back, and approve what others ask to pay back.",
      },
      {
        key: "orders.export",
        label: "Download orders",
        says: "All orders with names and addresses, as CSV.",
      },
    ],
  },
  {
    subject: "Catalogue",
    permissions: [
      { key: "catalogue.view", label: "See products", says: "The lists of products and stock, also drafts." },
      {
        key: "catalogue.edit",
        label: "Change products",
        says: "Products, pictures, categories and collections, and what a product costs the shop.",
      },
      {
        key: "catalogue.import",
        label: "Import products",
        says: "Add and change many by a CSV file; download them.",
      },
      { key: "prices.edit", label: "Change prices", says: "Of one product, and of many at once." },
      { key: "stock.adjust", label: "Change stock", says: "Count, correct and write off, with a reason." },
    ],
  },
  {
    subject: "Customers",
    permissions: [
      {
        key: "customers.view",
        label: "See customers",
        says: "Names, contacts, sessions and what they ordered.",
      },
      {
        key: "customers.edit",
        label: "Change and import customers",
        says: "Tags, notes and groups; bring those of an earlier shop.",
      },
      { key: "customers.export", label: "Download customers", says: "The list of customers as a file." },
      {
        key: "customers.erase",
        label: "Block, erase and merge customers",
        says: "Keep somebody from logging in and let them in again; delete what the shop stores about a person; make one account of two.",
      },
      { key: "reviews.moderate", label: "Moderate reviews", says: "Publish, hide and answer reviews." },
      {
        key: "messages.answer",
        label: "Answer messages",
        says: "Read and settle what the contact form brings.",
      },
      { key: "newsletter.export", label: "Download subscribers", says: "The newsletter's addresses as CSV." },
    ],
  },
  {
    subject: "Marketing and content",
    permissions: [
      { key: "offers.edit", label: "Offers and coupons", says: "Make, change and end them." },
      {
        key: "content.edit",
        label: "Content",
        says: "Articles, pages, policies, the announcement, the FAQ and redirects.",
      },
      { key: "search.edit", label: "Search", says: "See what people look for; synonyms and redirects." },
    ],
  },
  {
    subject: "Business",
    permissions: [
      { key: "reports.view", label: "See figures", says: "Sales and customers on the dashboard." },
      { key: "tax.view", label: "See tax", says: "GST figures and documents, what was paid out, and costs." },
      {
        key: "books.settle",
        label: "Settle payments",
        says: "Upload settlement files, accept differences, and enter what parcels cost.",
      },
      {
        key: "settings.edit",
        label: "Settings",
        says: "Everything under Settings and Taxes, and opening or closing the shop.",
      },
      {
        key: "staff.manage",
        label: "Manage the team",
        says: "Invite, deactivate, and give roles: none with more than one's own permissions.",
      },
      { key: "api.manage", label: "Manage programs", says: "Access of other programs to the shop." },
      { key: "audit.view", label: "Audit log", says: "See and download who did what." },
      { key: "health.view", label: "Health", says: "Whether database, mail, backups and payments work." },
    ],
  },
];

/** The subjects that some of these permissions are about. */
export function subjectsOf(some: ReadonlySet<Permission>): string[] {
  return permissionGroups
    .filter((group) => group.permissions.some(({ key }) => some.has(key)))
    .map(({ subject }) => subject);
}
