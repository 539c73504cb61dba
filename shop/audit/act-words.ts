import { changedFields, fieldNames, lowerFirst, upperFirst, valuesOf } from "./changed-fields.ts";

// How the acts of the audit log read: "changed the price of “Linen Kurta” from ₹899 to ₹799". What is in [brackets]
// is left out when a value in it is missing, or `{before.x}` the same as `{x}`. `{record}` is the record, or how many
// there were; `{changes}`: which fields changed; `{name}`, and `{own}` within a sentence: its name; others: what was
// recorded after it, `{before.x}` before.

/** How a record is called: by its kind and name, by a name that says the kind, by the name alone, or by the kind alone. */
type Style = "named" | "says" | "bare" | "only";
type Noun = readonly [one: string, many: string, style?: Style];

/** The kinds of records whose acts are "create", "update" and "delete". */
const nouns = {
  article: ["article", "articles"],
  "attribute-set": ["set of details", "sets of details"],
  category: ["category", "categories"],
  "cod-rule": ["rule for cash on delivery", "rules for cash on delivery"],
  collection: ["collection", "collections"],
  coupon: ["coupon", "coupons"],
  "customer-group": ["customer group", "customer groups"],
  "draft-order": ["draft order", "draft orders", "says"],
  faq: ["question", "questions"],
  offer: ["offer", "offers"],
  product: ["product", "products", "bare"],
  "product-type": ["product type", "product types"],
  redirect: ["redirect", "redirects"],
  role: ["role", "roles"],
  "saved-reply": ["saved reply", "saved replies"],
  "saved-view": ["saved view", "saved views"],
  "search-redirect": ["redirect of a search", "redirects of searches"],
  "size-guide": ["size guide", "size guides"],
  "size-scale": ["size scale", "size scales"],
  synonyms: ["group of synonyms", "groups of synonyms"],
} as const satisfies Record<string, Noun>;
const verbs = { create: "added {record}", update: "changed {changes}", delete: "deleted {record}" } as const;

/** The kinds of published things (shop/publishing), and their acts. */
const published = {
  announcement: ["announcement", "announcements", "only"],
  brand: ["name and look", "names and looks", "only"],
  home: ["home page", "home pages", "only"],
  "mail-text": ["text of the email", "texts of emails"],
  menu: ["menu", "menus"],
  page: ["page", "pages"],
  policy: ["policy", "policies"],
} as const satisfies Record<string, Noun>;
const publishingVerbs = {
  draft: "saved a draft of {record}",
  discard: "discarded the draft of {record}",
  publish: "published {record}",
  schedule: "scheduled {record}",
  cancel: "called off the publication of {record}",
  restore: "put back an earlier version of {record}",
} as const;

/** Other kinds of records. */
const others = {
  customer: ["customer", "customers"],
  import: ["import", "imports"],
  invitation: ["invitation of", "invitations"],
  message: ["message", "messages"],
  newsletter: ["newsletter", "newsletters", "only"],
  order: ["order", "orders", "says"],
  review: ["review", "reviews", "says"],
  settings: ["settings", "settings", "only"],
  settlement: ["settlement file", "settlement files"],
  user: ["user", "users", "bare"],
  variant: ["variant", "variants", "bare"],
} as const satisfies Record<string, Noun>;

const allNouns = new Map<string, Noun>(Object.entries({ ...nouns, ...published, ...others }));

/** The acts with words of their own. `by`: a field that chooses among several. */
const acts = {
  "article.picture": "changed the picture of {record}",
  "category.merge": "merged {record}[ into “{into}”]",
  "category.sort": "sorted the categories",
  "cod-rule.sort": "sorted the rules for cash on delivery",
  "collection.picture": "changed the picture of {record}",
  "collection.sort": "sorted the collections",
  "collection.sort-pinned": "sorted the pinned products of {record}",
  "faq.sort": "sorted the questions",
  "size-scale.sort": "sorted the size scales",
  "customer.export": "exported the list of customers",
  "customer.merge": "merged another account into that of {record}",
  "customer.update": "changed[ the {changed} of] the customer “{name}”",
  "draft-order.save": "saved {record}",
  "hold.discard": "discarded what waited in the restored backup[: {waiting}]",
  "hold.send": "let the restored shop send what waited[: {waiting}]",
  "import.people": "imported {name}",
  "import.resume": "went on with {record}",
  "import.start": "started {record}",
  "import.undo": "undid {record}",
  "invoices.continue": "set the next number of invoices[ to {next}]",
  "mail-text.test": "sent a trial of {record}",
  "message.assign": "assigned {record}[ to {to}]",
  "message.close": "closed {record}",
  "message.note": "wrote a note on {record}",
  "message.reopen": "opened {record} again",
  "message.reply": "replied to {record}",
  "newsletter.export": "exported {name} of the newsletter",
  "offer.end": "ended {record}",
  "offer.start": "started {record}",
  "order.ask-pickup": "asked the courier to pick up {record}[ on {pickup}]",
  "order.book-courier": "booked a courier for {record}[: {courier}][ (refused: {refused})]",
  "order.cancel-courier": "cancelled the courier of {record}",
  "order.late-booking":
    "cancelled what the courier had booked once more for {record}: {trackingNumber}[ (refused: {refused})]",
  "order.document": "sent a document of {record} again[: {document}]",
  "order.edit": "edited {record}[, total {before.total} to {total}]",
  "order.email": "corrected the email address of {record}",
  "order.enter": "entered {record}[ of {total}][ ({channel})]",
  "order.mail": "sent an email about {record} again[: {mail}]",
  "order.note": "wrote a note on {record}",
  "order.outside-payment":
    "recorded a payment[ of {amount}] outside the shop for {record}[ ({way})][, {reference}]",
  "order.paid-out": "paid out the refund[ of {amount}] of {record}",
  "order.parcel": {
    by: "state",
    words: {
      sent: "sent parcel {parcel} of {record}[ with {courier}][, AWB {trackingNumber}]",
      delivered: "marked parcel {parcel} of {record} as delivered",
      undelivered: "marked parcel {parcel} of {record} as not delivered[: {failure}]",
      returning: "marked parcel {parcel} of {record} as coming back",
      returned: "took back parcel {parcel} of {record}",
      lost: "marked parcel {parcel} of {record} as lost",
    },
    otherwise: "changed a parcel of {record}",
  },
  "order.parcel-cost": "entered what parcel {parcel} of {record} cost[: {cost}]",
  "order.tracking":
    "changed the tracking of[ parcel {parcel} of] {record}[ to {courier}][, AWB {trackingNumber}]",
  "order.unpack": "unpacked[ parcel {before.parcel} of] {record}",
  "order.payment-link": "made a payment link[ of {amount}] for {record}",
  "order.refund": "refunded[ {amount} of] {record}[: {reason}]",
  "order.refund-retried": "tried the refund[ of {amount}] of {record} again[, to be paid out {way}]",
  "order.refund-approved": "approved the refund[ of {amount}] of {record}",
  "order.send-back": "sent back the payment[ of {amount}] of {record}",
  "order.show-payout": "looked at the payout details of {record}",
  "order.status": {
    by: "status",
    words: {
      pending: "set {record} back to pending",
      confirmed: "confirmed {record}",
      processing: "set {record} to processing",
      shipped: "shipped {record}[ with {courier}]",
      delivered: "marked {record} as delivered",
      cancelled: "cancelled {record}[: {reason}]",
    },
    otherwise: "changed the status of {record}[ to {status}]",
  },
  "order.tags": "changed the tags of {record}[ to {tags}]",
  "product.bulk-edit": "changed {changes}",
  "product.bulk-undo": "undid the bulk edit of {record}",
  "product.place": "changed the place of {record}[ in the collection “{collection}”]",
  "provider-keys.remove": "removed the {own}",
  "provider-keys.save": "saved the {own}",
  "redirect.save": "saved {name}",
  "return.book-pickup": "booked a courier for the return of {record}[: {courier}][ (refused: {refused})]",
  "return.cost": "entered what the way back of the return of {record} cost[: {cost}]",
  "return.pickup": "changed who picks up the return of {record}[: {courier}][ {trackingNumber}]",
  "return.approve": "approved the return of {record}",
  "return.enter": "entered a return for {record}[, after the return window: {lateReason}]",
  "return.receive": "received the return of {record}",
  "return.reject": "rejected the return of {record}",
  "return.send": "sent the exchange of {record}",
  "review.hide": "hid the {own}[: {reason}]",
  "review.publish": "published the {own}",
  "review.remove-photo": "removed a photo from the {own}",
  "review.reply": "replied to the {own}",
  "search-redirect.save": "set where a search for “{name}” leads[: {path}]",
  "settings.update": "changed the settings[: {fields}]",
  "settlement.accept": "settled {name} by hand[: {note}]",
  "import.columns": "set what the columns of product files stand for",
  "settlement.columns": "set the columns of settlement files",
  "settlement.undo": "removed {record}",
  "settlement.upload": "uploaded {record}",
  "stock.adjust": "changed the stock of {record}[ from {before.stock}][ to {stock}][: {reason}]",
  "team.end-session": "ended a session of {record}",
  "team.end-sessions": "ended the sessions of {record}",
  "team.invite": "invited {name}[ as {role}]",
  "team.join": "joined the team[ as {role}]",
  "team.withdraw": "withdrew the invitation of {name}",
  "user.become-owner": "became the owner",
  "user.block": "blocked {record}",
  "user.change-role": "changed the role of {record}[ from {before.role}][ to {role}]",
  "user.end-two-step": "turned off the two-step login of {record}",
  "user.unblock": "unblocked {record}",
} as const satisfies Record<
  string,
  string | { by: string; words: Record<string, string>; otherwise: string }
>;

/** The kind of a published thing. */
export type PublishedNoun = keyof typeof published;
/** What is done to a published thing. */
export type PublishingVerb = keyof typeof publishingVerbs;

/** Every act that is recorded: noun and verb, as the audit log stores them. Each has its words above. */
export type Act =
  | `${keyof typeof nouns}.${keyof typeof verbs}`
  | `${PublishedNoun}.${PublishingVerb}`
  | keyof typeof acts;

type Words = string | { by: string; words: Record<string, string>; otherwise: string };

const allWords = new Map<string, Words>([
  ...Object.keys(nouns).flatMap((noun) =>
    Object.entries(verbs).map(([verb, words]): [string, Words] => [`${noun}.${verb}`, words]),
  ),
  ...Object.keys(published).flatMap((noun) =>
    Object.entries(publishingVerbs).map(([verb, words]): [string, Words] => [`${noun}.${verb}`, words]),
  ),
  ...Object.entries(acts),
]);

/** What an act changed in one record. */
export type ActPart = {
  subject: { kind: string; id: string; name: string };
  before: unknown;
  after: unknown;
};

/**
 * An act in words, without who did it: "shipped 10 orders with Delhivery". In: the act, what it changed (at least one
 * record; perhaps not all), and in how many records. An act of an earlier version reads by its noun and verb.
 */
export function actWords(action: string, parts: readonly ActPart[], count: number = parts.length): string {
  const [first] = parts;
  if (!first) return actionLabel(action);
  const words = allWords.get(action);
  const all = parts.map((part) => ({ before: valuesOf(part.before), after: valuesOf(part.after) }));
  const shared = (side: "before" | "after", name: string): string => {
    const values = new Set(all.map((one) => one[side].get(name) ?? ""));
    const [value = ""] = values;
    return values.size === 1 && value !== "nothing" ? value : "";
  };
  const record = recordWords(first.subject, count);
  const value = (name: string): string => {
    if (name === "record") return record;
    if (name === "changes") return changesWords(parts, record);
    if (name === "name") return count === 1 ? first.subject.name : record;
    if (name === "own") return count === 1 ? lowerFirst(first.subject.name) : record;
    if (name === "fields") return fieldNames(changedFields(first).map(({ field }) => field));
    if (!name.startsWith("before.")) return shared("after", name);
    const before = shared("before", name.slice(7));
    return before === shared("after", name.slice(7)) ? "" : before;
  };
  if (words === undefined) return `${actionLabel(action).toLowerCase()}: ${record}`;
  const template =
    typeof words === "string" ? words : (words.words[shared("after", words.by)] ?? words.otherwise);
  return filled(template, value);
}

/** Puts the values into a template; a part in brackets goes when one of its values is missing. */
function filled(template: string, value: (name: string) => string): string {
  return template
    .replace(/\[([^\]]*)\]/g, (_, part: string) =>
      [...part.matchAll(/\{([\w.]+)\}/g)].every(([, name = ""]) => value(name) !== "") ? part : "",
    )
    .replace(/\{([\w.]+)\}/g, (_, name: string) => value(name));
}

/** An act without its record, for a filter: "Changed the status of an order"; of an earlier version: "Order: ship". */
export function actionLabel(action: string): string {
  const words = allWords.get(action);
  const [kind = "", verb = ""] = action.split(".");
  if (words === undefined) return upperFirst(`${kind}: ${verb}`.replaceAll("-", " "));
  const noun = allNouns.get(kind)?.[0] ?? (kind === "return" ? "order" : kind.replaceAll("-", " "));
  const a = /^[aeio]/.test(noun) ? `an ${noun}` : `a ${noun}`;
  const template = typeof words === "string" ? words : words.otherwise;
  const values: Record<string, string> = { record: a, changes: a, name: "…", own: noun };
  return upperFirst(filled(template.replace(/\[[^\]]*\]/g, ""), (name) => values[name] ?? "…"));
}

/** A kind of record, for a filter: "Size guide". */
export function kindLabel(kind: string): string {
  return upperFirst(allNouns.get(kind)?.[0] ?? kind.replaceAll("-", " "));
}

function recordWords({ kind, name }: ActPart["subject"], count: number): string {
  const [one, many, style = "named"]: Noun = allNouns.get(kind) ?? [
    kind.replaceAll("-", " "),
    `${kind.replaceAll("-", " ")} records`,
  ];
  if (count > 1) return `${count} ${many}`;
  if (style === "says") return lowerFirst(name);
  if (style === "only") return `the ${one}`;
  return style === "bare" ? `“${name}”` : `the ${one} “${name}”`;
}

/** "the price of “Linen Kurta” from ₹899 to ₹799", "the price and stock of 25 products". */
function changesWords(parts: readonly ActPart[], record: string): string {
  const changes = parts.map(changedFields);
  const fields = [...new Set(changes.flatMap((one) => one.map(({ field }) => field)))];
  if (fields.length === 0 || fields.length > 3) return record;
  const names = `the ${fieldNames(fields)} of ${record}`;
  if (fields.length > 1) return names;
  const only = (side: "before" | "after") => {
    const [value, ...more] = new Set(changes.flatMap((one) => one.map((change) => change[side])));
    return value !== undefined && more.length === 0 && value.length <= 60 && !value.includes("\n")
      ? value
      : "";
  };
  const [from, to] = [only("before"), only("after")];
  return `${names}${from && from !== "nothing" && to ? ` from ${from}` : ""}${to ? ` to ${to}` : ""}`;
}
