import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { adjustStock } from "../../shop/catalogue/inventory/adjust-stock.server.ts";
import { readListing } from "../../shop/catalogue/listing-address.ts";
import { contactForm } from "../../shop/content/contact/contact.ts";
import { sendMessage } from "../../shop/content/contact/send-message.server.ts";
import {
  conversationOf,
  conversationWith,
  sayInConversation,
} from "../../shop/content/inbox/conversations.server.ts";
import { readMailContext } from "../../shop/orders/order-notifications.server.ts";
import { searchProducts } from "../../shop/search/search-products.server.ts";
import { logSearch } from "../../shop/search-log/search-log.server.ts";
import { shopSettings } from "../../shop/settings/settings.server.ts";
import { requestStockNotice } from "../../shop/stock-notices/ask-notice.server.ts";
import { atWork, day, daysBack, hour, momentsOfOrders } from "./calendar.ts";
import type { DemoCustomer } from "./customers.server.ts";
import type { PastShop } from "./past-shop.server.ts";
import { type Random, randomOf } from "./random.ts";
import { answerOf, letters, searches, stockReasons } from "./words.ts";

type Life = {
  past: PastShop;
  now: Date;
  orders: number;
  seed: string;
  customers: () => DemoCustomer[];
  /** The result of `countSearches`. */
  found: ReadonlyMap<string, number>;
};

/** Plans events besides orders, in proportion to their number. */
export function planShopLife(life: Life): void {
  planSearches(life);
  planMessages(life);
  planStock(life);
}

/**
 * The number of products that each search finds. Call it before the clock is shifted, on the shop's own connections.
 */
export async function countSearches(services: Services): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [, query] of searches) {
    const { listing } = await searchProducts(services, readListing(new URLSearchParams({ q: query })));
    counts.set(query, listing.count);
  }
  return counts;
}

function planSearches({ past, now, orders, seed, found }: Life) {
  const random = randomOf(`${seed} searches`);
  for (const at of momentsOfOrders(Math.round(orders * 0.6), now, random)) {
    const query = random.weighted(searches);
    const results = found.get(query) ?? 0;
    past.agenda.plan(at.getTime(), () => logSearch(past.services, { query, results, dice: 0 }));
  }
}

/** Messages to the shop: older ones are answered, the newest wait. */
function planMessages({ past, now, orders, seed, customers }: Life) {
  const random = randomOf(`${seed} messages`);
  const count = Math.max(6, Math.round(orders / 22));
  for (let number = 0; number < count; number++) {
    const ago = number < 3 ? 0.1 + number * 0.5 : 2 + random.next() * (daysBack - 10);
    const at = now.getTime() - ago * day;
    const { topic, message } = random.pick(letters);
    past.agenda.plan(at, async () => {
      const known = customers();
      if (known.length === 0) return;
      const { id: writer, name, email } = random.pick(known);
      const form = contactForm.parse({ name, email, topic, message });
      const { contact } = await shopSettings(past.services);
      const context = { ...(await readMailContext(past.services)), inbox: contact.email };
      const done = await past.act(() => sendMessage(past.services, context, form, writer));
      if (!done || ago < 2 || (ago < 6 && random.chance(0.5))) return;
      const actor = past.staffFor(String(number));
      past.agenda.plan(atWork(at + random.whole(1, 30) * hour, random), () =>
        past.act(async () => {
          const id = (await conversationWith(past.services, email ?? "")) ?? "";
          const version = String((await conversationOf(past.services, id))?.version);
          const said = { actor, id, version, kind: "reply", text: answerOf[topic] } as const;
          return sayInConversation(past.services, context, said);
        }),
      );
    });
  }
}

/** Deliveries from suppliers, stocktaking differences, and back-in-stock subscriptions. */
function planStock({ past, now, orders, seed, customers }: Life) {
  const random = randomOf(`${seed} stock`);
  const count = Math.max(4, Math.round(orders / 14));
  for (let number = 0; number < count; number++) {
    const ago = 1 + random.next() * (daysBack - 6);
    past.agenda.plan(atWork(now.getTime() - ago * day, random), () =>
      adjust(past, random, `stock-${number}`),
    );
  }
  for (let number = 0; number < Math.max(3, Math.round(orders / 40)); number++) {
    past.agenda.plan(now.getTime() - random.next() * 25 * day, () => waitFor(past, random, customers()));
  }
}

async function adjust(past: PastShop, random: Random, key: string) {
  const piece = random.pick(past.catalogue.pieces);
  const { rows } = await past.services.db.execute(
    sql`select stock - reserved as free, stock from variant where id = ${piece.variantId}`,
  );
  const [now] = z.array(z.object({ free: z.number(), stock: z.number() })).parse(rows);
  // Variants sold out at the start of the demo stay sold out, so that the inventory's tabs are not empty.
  if (!now || now.free < 3 || piece.since > past.clock.now()) return;
  const arrived = random.chance(0.6);
  const delta = arrived ? random.whole(2, 8) * 5 : -random.whole(1, 2);
  const reason = random.pick(arrived ? stockReasons.arrived : stockReasons.missing);
  const form = { variantId: piece.variantId, delta: String(delta), expected: String(now.stock), reason };
  if (await past.act(() => adjustStock(past.services, past.staffFor(key), form)))
    past.catalogue.take(piece.variantId, -delta);
}

async function waitFor(past: PastShop, random: Random, customers: DemoCustomer[]) {
  const soldOut = past.catalogue.pieces.filter(({ variantId }) => past.catalogue.left(variantId) <= 0);
  if (soldOut.length === 0 || customers.length === 0) return;
  const { variantId } = random.pick(soldOut);
  const customer = random.pick(customers);
  await past.act(() => requestStockNotice(past.services, customer, { variantId, email: customer.email }));
}
