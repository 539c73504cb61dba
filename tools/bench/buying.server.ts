import { z } from "zod";
import { type Bare, type DriveOptions, headersOf, measure, record, warmUpSeconds } from "./drive.server.ts";
import { checkInvariants } from "./load.server.ts";
import type { Measured } from "./results.ts";
import { addToCart, as, checkoutForm, openCheckout, orderIn, placeOrder, type Sold } from "./scenarios.ts";
import type { OpenShop, Person } from "./shop-process.server.ts";

/** More orders a second than are reached here: each needs a person with a full cart that was not used yet. */
const mostPerSecond = 900;

const inFlight = 20;

const soldRows = z.array(
  z.object({
    product: z.string(),
    variant: z.string(),
    size: z.string().nullable(),
    colour: z.string().nullable(),
  }),
);

/**
 * Twenty buyers fill carts and place orders. Then every order is checked: all that were answered exist, no
 * buyer has two, and db/invariants.sql holds for the whole shop. Throws when anything is wrong.
 */
export async function buy(
  shop: OpenShop,
  bare: Bare,
  options: DriveOptions,
): Promise<{ lines: Measured[]; orders: number }> {
  const sold = await wellStocked(shop);
  const cart = await measure(shop, bare, addToCart(await shop.people(20), sold), options);
  const seconds = options.warmUps * warmUpSeconds + options.rounds * options.seconds;
  const buyers = await shop.people(mostPerSecond * seconds);
  await fillCarts(shop, buyers, sold);
  const checkout = await measure(shop, bare, openCheckout(buyers.slice(0, 20)), options);
  const answered = new Set<string>();
  const scenario = placeOrder(buyers, (order) => answered.add(order));
  const placed = await measure(shop, bare, scenario, options);
  // A redirect elsewhere than to an order does not count as an order.
  if (answered.size !== placed.good) throw new Error(`${placed.good} answers, ${answered.size} orders`);
  // The first request is recorded, not driven; of each round the last answers are not waited for.
  await checkOrders(shop, buyers, answered, 1 + inFlight * (options.rounds + options.warmUps));
  return { lines: [cart, checkout, placed], orders: answered.size };
}

/** Fifty buyers at once want one of ten pieces each. Out: how many got one, how many pieces are left. */
export async function race(shop: OpenShop): Promise<{ buyers: number; sold: number; left: number }> {
  const [last] = await wellStocked(shop, 1, 10);
  const buyers = await shop.people(50);
  if (!last) throw new Error("nothing to sell");
  await fillCarts(shop, buyers, [last]);
  const answers = await Promise.all(
    buyers.map((buyer, n) =>
      record(shop.address, {
        method: "POST",
        path: "/checkout",
        headers: { "content-type": "application/x-www-form-urlencoded", ...as(buyer) },
        body: `${checkoutForm(n)}`,
      }),
    ),
  );
  const placed = new Set(
    answers.map((answer) => orderIn(headersOf(answer).location)).filter((id) => id !== undefined),
  );
  await checkOrders(shop, buyers, placed, 0);
  const { rows } = await shop.sql.query("select stock - reserved as left from variant where id = $1", [
    last.variant,
  ]);
  const left = z.array(z.object({ left: z.number() })).parse(rows)[0]?.left ?? Number.NaN;
  return { buyers: buyers.length, sold: placed.size, left };
}

/** Variants of products on sale with so many pieces each. */
async function wellStocked({ sql }: OpenShop, many = 200, pieces = 5_000): Promise<Sold[]> {
  const { rows } = await sql.query(
    `select p.id as product, v.id as variant, v.size, v.colour from variant v join product p on p.id = v.product_id
     where p.status = 'active' and p.price < 300000 order by md5(v.id::text || $2::text) limit $1`,
    [many, String(pieces)],
  );
  const sold = soldRows.parse(rows);
  await sql.query(
    `insert into stock_movement (variant_id, sku, delta, actor_kind, reason)
     select id, sku, $2::integer - (stock - reserved), 'system', 'made ready' from variant
     where id = any($1::uuid[]) and stock - reserved <> $2::integer`,
    [sold.map(({ variant }) => variant), pieces],
  );
  return sold;
}

async function fillCarts({ sql }: OpenShop, people: Person[], sold: Sold[]) {
  await sql.query(
    `insert into cart_line (user_id, variant_id, quantity, price_seen)
     select person, ($2::uuid[])[1 + (n % cardinality($2::uuid[]))], 1, 0
     from unnest($1::uuid[]) with ordinality people (person, n)`,
    [people.map(({ id }) => id), sold.map(({ variant }) => variant)],
  );
  await sql.query("analyze cart_line");
}

/** `unanswered`: at most so many orders whose answer nobody waited for, because a round ended. */
async function checkOrders({ sql }: OpenShop, buyers: Person[], answered: Set<string>, unanswered: number) {
  await new Promise((later) => setTimeout(later, 1_000));
  const { rows } = await sql.query(
    `select count(*)::integer as written, count(*) filter (where id = any($2::uuid[]))::integer as known,
       count(distinct user_id)::integer as people from orders where user_id = any($1::uuid[])`,
    [buyers.map(({ id }) => id), [...answered]],
  );
  const [found] = z
    .array(z.object({ written: z.number(), known: z.number(), people: z.number() }))
    .parse(rows);
  if (!found || found.known !== answered.size) throw new Error("an order was answered and is not there");
  if (found.people !== found.written) throw new Error("a buyer has two orders of one cart");
  if (found.written > answered.size + unanswered) throw new Error("there are orders that nobody placed");
  await checkInvariants(sql);
}
