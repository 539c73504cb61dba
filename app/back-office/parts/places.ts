import { formParts, settingsParts } from "../../../shop/settings/setting-fields.ts";

/** A screen, a setting or an action. `isFile`: a download, which no screen of the app answers. */
export type Place = { to: string; name: string; note: string; isFile?: boolean };

/** The places whose name or other words have every word of a text; those whose name begins with it come first. */
export function placesFor(q: string): Place[] {
  const typed = q.trim().toLowerCase();
  const words = typed.split(/\s+/);
  if (typed.length < 3) return [];
  return [...actions, ...settings]
    .filter(({ name, note, also }) => {
      const text = `${name} ${note} ${also}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((one, other) => Number(begins(other, typed)) - Number(begins(one, typed)))
    .map(({ also: _, ...place }) => place);
}

const begins = ({ name }: Place, typed: string) => name.toLowerCase().startsWith(typed);

type Known = Place & { also: string };

const action = (to: string, name: string, also = "", isFile = false): Known => ({
  to,
  name,
  note: "Action",
  also,
  ...(isFile && { isFile }),
});
const screen = (to: string, name: string, also = ""): Known => ({ to, name, note: "Page", also });

/** What staff do and see apart from the menu, with other words for it. */
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
  action("/admin/orders/export.csv", "Export orders", "download csv", true),
  action("/admin/export/products.csv", "Export products", "download csv", true),
  action("/admin/export/subscribers.csv", "Export subscribers", "download csv newsletter", true),
  action("/admin/customers/export.csv", "Export customers", "download csv", true),
  action("/admin/customers/groups/new", "New group of customers", "add segment rule"),
  action("/admin/audit/export.csv", "Export audit log", "download csv", true),
  action("/admin/import", "Import products", "upload csv shopify woocommerce"),
  action("/admin/users/import", "Import customers and past orders", "upload csv shopify"),
  screen("/admin/orders?status=to-send", "Orders to send", "ship parcels packing"),
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
  screen("/admin/content/policies", "Policies", "terms refund privacy cookies"),
  screen("/admin/content/redirects", "Redirects", "old address url"),
  screen("/admin/content/faq", "Questions", "faq help"),
  screen("/admin/content/pages", "Pages"),
  screen("/admin/searches/synonyms", "Synonyms", "search words"),
  screen("/admin/team/roles", "Roles", "permissions staff"),
  screen("/admin/parcels/returned", "Returned parcels", "rto lost cost courier"),
  screen("/admin/settings/cod", "Rules for cash on delivery", "cod pin rto returned"),
  screen("/admin/settings/keys", "Keys of providers", "cashfree smtp mail sms google payment whatsapp"),
];

/** Each tab of the settings, and each of its fields. */
const settings: Known[] = settingsParts.flatMap((part) => {
  const { title, fields } = formParts[part];
  const to = `/admin/settings?part=${part}`;
  return [
    { to, name: title, note: "Settings", also: "" },
    ...fields.map(({ label, hint }) => ({
      to,
      name: label,
      note: `Settings · ${title}`,
      also: hint ?? "",
    })),
  ];
});
