import { policyNames } from "../../../shop/publishing/kinds.server.ts";
import { formParts, type SettingsPart, settingsParts } from "../../../shop/settings/setting-fields.ts";

/** A screen, a setting or an action. `isFile`: a download, which no screen of the app answers. */
export type Place = { to: string; name: string; note: string; isFile?: boolean };

/**
 * The places whose name, note or other words have every word of a text: those whose name begins with it first, then
 * those that have its words whole ("cod" is no part of "code"), then those with words that begin with them.
 */
export function placesFor(q: string): Place[] {
  const typed = q.trim().toLowerCase();
  if (typed.length < 3) return [];
  const words = typed.split(/\s+/);
  return [...screens, ...actions, ...settings]
    .flatMap((place) => {
      const rank = rankOf(place, typed, words);
      return rank === null ? [] : [{ place, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ place: { also: _, ...place } }) => place);
}

/** The lower, the better; null: it does not fit. */
function rankOf({ name, note, also }: Known, typed: string, words: readonly string[]): number | null {
  const text = `${name} ${note} ${also}`.toLowerCase();
  if (!words.every((word) => text.includes(word))) return null;
  if (name.toLowerCase().startsWith(typed)) return 0;
  const own = text.split(/[^\p{L}\p{N}-]+/u);
  if (words.every((word) => own.includes(word))) return 1;
  return words.every((word) => own.some((one) => one.startsWith(word))) ? 2 : 3;
}

type Known = Place & { also: string };

const action = (to: string, name: string, also = "", isFile = false): Known => ({
  to,
  name,
  note: "Action",
  also,
  ...(isFile && { isFile }),
});
const screen = (to: string, name: string, also = ""): Known => ({ to, name, note: "Page", also });

/** What staff do, with other words for it. */
const actions: Known[] = [
  action("/admin/products/new", "New product", "add create article item"),
  action("/admin/collections/new", "New collection", "add create"),
  action("/admin/offers/new", "New offer", "add create sale discount"),
  action("/admin/coupons/new", "New coupon", "add create code discount"),
  action("/admin/content/articles/new", "New article", "add write blog post"),
  action("/admin/content/faq/new", "New question", "add faq answer help"),
  action("/admin/content/pages/new", "New page", "add create"),
  action("/admin/team", "Invite a member of staff", "add team user employee"),
  action("/admin/team/roles/new", "New role", "add permissions"),
  action("/admin/taxes/new", "New GST rate", "add tax hsn"),
  action("/admin/size-guides/new", "New size guide", "add measurements"),
  action("/admin/orders/new", "New order", "add create draft by hand phone instagram whatsapp counter"),
  action("/admin/settings/cod/new", "New rule for cash on delivery", "add cod limit pin"),
  action("/admin/messages/replies/new", "New saved reply", "add template message"),
  action("/admin/team", "Take away access of staff", "remove block member employee"),
  action("/profile?tab=security", "Change your password", "two-step login passkey security"),
  action("/admin/orders/export.csv", "Export orders", "download csv", true),
  action("/admin/export/products.csv", "Export products", "download csv", true),
  action("/admin/export/subscribers.csv", "Export subscribers", "download csv newsletter", true),
  action("/admin/customers/export.csv", "Export customers", "download csv", true),
  action("/admin/customers/groups/new", "New group of customers", "add segment rule"),
  action("/admin/audit/export.csv", "Export audit log", "download csv", true),
  action("/admin/import", "Import products", "upload csv shopify woocommerce"),
  action("/admin/users/import", "Import customers and past orders", "upload csv shopify"),
  action("/admin/export/template.csv", "Template for importing products", "download csv example", true),
  action("/admin/parcels/returned.csv", "Export returned parcels", "download csv rto", true),
];

/** Screens, with other words for them; those of the menu are also found by their names alone. */
const screens: Known[] = [
  screen("/admin/settings/cod", "Rules for cash on delivery", "cod pin rto returned"),
  screen("/admin", "Dashboard", "home sales revenue today reports"),
  screen("/admin/orders", "Orders", "awb tracking confirm ship cancel refund invoice"),
  screen("/admin/returns", "Returns", "exchange refund approve"),
  screen("/admin/products", "Products", "price catalogue items variants sku"),
  screen("/admin/inventory", "Inventory", "stock low sold out quantity sku"),
  screen("/admin/customers", "Customers", "people phone tags merge accounts"),
  screen("/admin/users", "Users", "accounts login block delete"),
  screen("/admin/team", "Team", "staff employees invite permissions"),
  screen("/admin/offers", "Offers", "sale discount festival"),
  screen("/admin/coupons", "Coupons", "discount code voucher promo"),
  screen("/admin/reviews", "Reviews", "ratings stars photos hide reply"),
  screen("/admin/messages", "Messages", "inbox contact enquiries mail"),
  screen("/admin/searches", "Searches", "words not found"),
  screen("/admin/brand", "Brand", "logo colours fonts favicon theme"),
  screen("/admin/books", "Books", "gst invoices credit notes registers hsn accountant ca pdf"),
  screen("/admin/books?tab=gstr1", "GSTR-1", "gst tax return file json"),
  screen("/admin/books/settlements", "Settlements", "cod remittance cashfree payout utr bank"),
  screen("/admin/taxes", "Taxes", "gst rates hsn"),
  screen("/admin/audit", "Audit log", "history who changed"),
  screen("/admin/setup", "Set up", "open close shop launch"),
  screen("/admin/health", "Health", "status jobs backup mail errors"),
  screen("/admin/notices", "Your notices", "notifications alerts push bell"),
  screen("/admin/orders/drafts", "Draft orders", "by hand phone"),
  screen("/admin/content/emails", "Emails", "templates texts order confirmation"),
  screen("/admin/searches/types", "Types of products", "search words"),
  ...Object.entries(policyNames).map(([key, name]) =>
    screen(`/admin/content/policies/${key}`, name, "policies policy text"),
  ),
  screen(
    "/admin/orders?status=to-send",
    "Orders to send",
    "ship parcels awb courier tracking scan packing slips labels manifest pick list",
  ),
  screen("/admin/returns?state=open", "Open returns", "exchange"),
  screen("/admin/messages/replies", "Saved replies", "templates answers messages"),
  screen("/admin/customers/groups", "Groups of customers", "segments"),
  screen("/admin/categories", "Categories"),
  screen("/admin/collections", "Collections"),
  screen("/admin/attribute-sets", "Attribute sets", "details fields"),
  screen("/admin/sizes", "Sizes", "scales"),
  screen("/admin/size-guides", "Size guides", "measurements"),
  screen("/admin/content/home", "Home page", "sections hero"),
  screen("/admin/content/menus/header", "Header menu", "navigation links"),
  screen("/admin/content/menus/footer", "Footer menu", "navigation links"),
  screen("/admin/content/announcement", "Announcement", "bar notice"),
  screen("/admin/content/policies", "Policies", "policy terms refund privacy cookies"),
  screen("/admin/content/redirects", "Redirects", "old address url"),
  screen("/admin/content/faq", "Questions", "faq help"),
  screen("/admin/content/pages", "Pages"),
  screen("/admin/searches/synonyms", "Synonyms", "search words"),
  screen("/admin/team/roles", "Roles", "permissions staff"),
  screen("/admin/parcels/returned", "Returned parcels", "rto lost cost courier"),
  screen("/admin/settings/keys", "Keys of providers", "cashfree smtp mail sms google payment whatsapp"),
];

const otherWords: Record<SettingsPart, string> = {
  shop: "name",
  policy: "cod cash on delivery shipping charges refund window days",
  contact: "phone email whatsapp address timings",
  legal: "gst gstin invoice number series prefix",
  couriers: "awb tracking link shipping partner weight",
  settlements: "cod remittance",
  messages: "dlt templates",
  founders: "about",
};

/** Each tab of the settings, and each of its fields. */
const settings: Known[] = settingsParts.flatMap((part) => {
  const { title, fields } = formParts[part];
  const to = `/admin/settings?part=${part}`;
  return [
    { to, name: title, note: "Settings", also: otherWords[part] },
    ...fields.map(({ label, hint }) => ({
      to,
      name: label,
      note: `Settings · ${title}`,
      also: hint ?? "",
    })),
  ];
});
