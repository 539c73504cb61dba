import type { Source } from "./sources.ts";

/** What may change something without an actor, and why. */
export const changesWithoutActor: Record<string, string> = {
  "shop/settings/opening.server.ts#startClosed":
    "the first start of a live shop, before anybody has an account",
  "shop/accounts/customer/notifications.server.ts#notify":
    "a message to somebody: what it tells of has its actor",
  "shop/accounts/owner-link.server.ts#beginOwnerSetup":
    "nobody is signed in yet: the link from the machine says who may",
  "shop/accounts/team/invitations.server.ts#acceptWithNewAccount":
    "nobody is signed in yet: the link of the mail says who may",
  "shop/catalogue/pictures/save-picture.server.ts#savePicture":
    "a file under its own digest; who shows it on a product or an article is written down there",
  "shop/brand/brand-picture.server.ts#saveBrandPicture":
    "the same for a logo or an icon; who publishes it is written down there",
  "shop/import/unpack-pictures.server.ts#unpackPictures": "pictures that wait until an import asks for them",
  "shop/content/contact/send-message.server.ts#sendMessage": "anybody may write; the form says who it is",
  "shop/content/newsletter/subscribe.server.ts#subscribe": "anybody may ask for any address",
  "shop/content/newsletter/follow-link.server.ts#confirmSubscription": "whoever has the link of the mail",
  "shop/content/newsletter/follow-link.server.ts#leaveNewsletter": "whoever has the link of the mail",
  "shop/notifications/unsubscribe.server.ts#unsubscribe": "whoever has the link of the mail",
  "shop/invoices/order-document.server.ts#orderDocument":
    "posts what the order should have, whoever looks at it",
  "shop/orders/messages/receive-reports.server.ts#receiveReports":
    "the provider tells what became of a message; its signature is checked",
  "shop/order-management/courier-tracking.server.ts#receiveParcelWebhook":
    "its key says that it is the courier; it only makes the shop ask the courier",
  "shop/payments/webhooks.server.ts#receiveWebhook":
    "the signature says that it is the gateway, which then acts",
  "shop/payments/payment-links.server.ts#linkedPayment":
    "the gateway is asked, which then acts, when it has led back to a link",
  "shop/payments/payment-links.server.ts#payByLink": "whoever has the link may pay",
  "shop/payments/reconcile.server.ts#reconcileOrder":
    "the gateway is asked, which then acts, when it has led a guest back",
  "shop/payments/start-payment.server.ts#startTrackedPayment":
    "who has typed the digits of the phone may pay",
  "shop/cod/confirmation.server.ts#confirmByLink": "whoever has the link may confirm",
  "shop/redirects/redirects.server.ts#followRedirect": "counts how often an old address is asked for",
  "shop/search-log/search-log.server.ts#logSearch": "says what was looked for and never who looked",
};

type Fn = { path: string; name: string; head: string; text: string };

/** The types of an actor: those of shop/access/actor.ts and those built from them. */
const actorType =
  /\b(Actor|Guest|Customer|Staff|Token|System|Gateway|Importer|AccountHolder|Buyer|AskingStaff)\b/;

/** A statement that writes, in a builder or in SQL. */
const writes =
  /\b(?:tx|db)\s*\.(?:insert|update|delete)\(|\binsert into\b|\bupdate \w+(?: \w+)?\s+set\b|\bdelete from\b/;

/** The functions at the top of a file, each with its parameters and its whole text. */
function functionsOf({ path, text }: Source): Fn[] {
  const start = /^(?:export )?(?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?\()/gm;
  return [...text.matchAll(start)].map((found) => {
    const rest = text.slice(found.index);
    const end = /;\n(?=\S|\n)|\n\}(?![^\n]*\{\n)[^\n]*/.exec(rest);
    const whole = end ? rest.slice(0, end.index + end[0].length) : rest;
    const opened = whole.indexOf("(");
    return { path, name: found[1] ?? found[2] ?? "", head: parameters(whole, opened), text: whole };
  });
}

/** The text between a bracket and its closing bracket. */
function parameters(text: string, opened: number): string {
  let depth = 0;
  for (let at = opened; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return text.slice(opened, at);
  }
  return text.slice(opened);
}

const nameOf = (fn: Pick<Fn, "path" | "name">) => `${fn.path}#${fn.name}`;

/** The names that a file imports, each with where it comes from: "shop/a.server.ts#name". */
function importedBy({ text, path, imports }: Source): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, names = "", from = ""] of text.matchAll(/^import \{([^}]+)\} from "([^"]+)"/gm)) {
    const target = imports.find((one) => one.target.endsWith(from.replace(/^(\.\.?\/)+/, "")))?.target;
    for (const name of names.split(",").map((one) => one.trim())) {
      if (!name || name.startsWith("type ")) continue;
      const [real = "", alias = real] = name.split(/\s+as\s+/);
      found.set(alias, `${target ?? path}#${real}`);
    }
  }
  return found;
}

/**
 * Functions of shop/ that screens, endpoints or the server call and that change something, by themselves or through
 * what they call, without taking who does it. In: all sources. Out: "shop/cart/change-cart.server.ts#clearCart" for
 * each.
 */
export function changesByNobody(all: Source[]): string[] {
  const shop = all.filter(({ path, isTest }) => path.startsWith("shop/") && !isTest);
  const functions = new Map(shop.flatMap(functionsOf).map((fn) => [nameOf(fn), fn]));
  const imported = new Map(shop.map((source) => [source.path, importedBy(source)]));
  const calls = (fn: Fn) =>
    [...fn.text.matchAll(/\b(\w+)\(/g)].flatMap(([, name = ""]) => {
      const target = imported.get(fn.path)?.get(name) ?? `${fn.path}#${name}`;
      return functions.has(target) && target !== nameOf(fn) ? [target] : [];
    });
  const changing = new Set([...functions.values()].filter(({ text }) => writes.test(text)).map(nameOf));
  for (let before = -1; before !== changing.size; ) {
    before = changing.size;
    for (const fn of functions.values())
      if (calls(fn).some((one) => changing.has(one))) changing.add(nameOf(fn));
  }
  const callers = all.filter(({ path, isTest }) => /^(app|server)\//.test(path) && !isTest);
  const called = new Set(callers.flatMap((source) => [...importedBy(source).values()]));
  return [...called]
    .filter((name) => changing.has(name) && !actorType.test(functions.get(name)?.head ?? ""))
    .sort();
}
