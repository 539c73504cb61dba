import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import { likeText } from "../../../platform/database/like.ts";
import { channelLabels, idPrefixRange, orderChannels } from "../../orders/orders.ts";
import { minWordLength } from "./order-query.ts";

/** So many digits of an id are no name: "Ada" and "Dee" could begin one, too. */
const wholeNumber = 8;
/** Shorter beginnings of an AWB fit too many. */
const minAwbLength = 5;
const wholeEmail = /^\S+@\S+\.[a-z]{2,}$/i;
/** A part of the number of an invoice or credit note: shorter ones fit too many. */
const partOfDocument = /^(?=.*\d{3})[A-Z0-9/-]{4,16}$/;
/** Of the AWBs and documents with the same beginning and of notes with the same words: as many as the list counts. */
const maxBegun = 1_000;
/** More documents, payments and parcels never belong to one number. */
const maxExact = 100;

/** A way to find orders: a condition on `o`. */
export type Way = {
  fits: SQL;
  /** It compares one column, whose index has the newest first: for another order see `waysForSort`. */
  byNewest?: true;
};

/**
 * The ways in which orders `o` fit a search text; null for an empty text, an empty list when nothing can fit. Each is a
 * condition with an index of its own, because the planner reads a million rows for several of them joined by "or":
 * `matches` asks for each by itself. A number that stands for something is exact, and then nothing else is looked for:
 * an order, an AWB, an invoice or credit note, a payment or an order of the gateway, an email. Else: the beginning of
 * an order's number or of an AWB, the beginning or end of a document's number, any part of name, email or phone, any
 * part of a SKU, a coupon, a tag, a city, a channel other than the shop's own pages, or all words of one note: of the
 * word to the customer, or of what staff wrote in the timeline.
 */
export async function waysToFind(db: Db, q: string): Promise<Way[] | null> {
  if (q === "") return null;
  const exact = await withNumber(db, q);
  if (exact.length > 0) return [{ fits: sql`o.id = any(${sql.param(exact)}::uuid[])` }];
  const isEmail = sql`lower(o.email) = ${q.toLowerCase()}`;
  if (wholeEmail.test(q)) {
    const { rows } = await db.execute(
      sql`select from orders o where o.placed_at is not null and ${isEmail} limit 1`,
    );
    if (rows.length > 0) return [{ fits: isEmail }];
  }
  const ids = idPrefixRange(q);
  const number = q.replace(/\s/g, "").toUpperCase();
  const channel = orderChannels.find(
    (one) => one !== "web" && channelLabels[one].toLowerCase() === q.toLowerCase(),
  );
  const words = likeText(phoneDigits(q) ?? q.toLowerCase());
  const noteWords = q.toLowerCase().split(" ");
  const fits = (note: SQL) =>
    sql.join(
      [
        sql`${note} is not null`,
        ...noteWords.map((word) => sql`lower(${note}) like ${`%${likeText(word)}%`}`),
      ],
      sql` and `,
    );
  const ways = [
    ...(ids ? [sql`o.id between ${ids.from}::uuid and ${ids.to}::uuid`] : []),
    ...(words.length >= minWordLength
      ? [sql`lower(o.name || ' ' || o.email || ' ' || o.phone) like ${`%${words}%`}`]
      : []),
    ...(q.length >= minWordLength
      ? [
          sql`o.id in (select l.order_id from order_line l where lower(l.sku) like ${`%${likeText(q.toLowerCase())}%`})`,
          sql`(o.tags <> '{}' and o.tags @> array[${q.toLowerCase()}])`,
          ...(channel ? [sql`(o.channel <> 'web' and o.channel = ${channel})`] : []),
        ]
      : []),
    // The index needs one word that is long enough.
    ...(noteWords.some(({ length }) => length >= minWordLength)
      ? [
          // As arrays like those below, the newest 1,000. Materialised, so that the index finds the words: for the newest
          // of few matches the planner would read all events backwards.
          sql`o.id = any(array(with noted as materialized (
              select n.id, n.placed_at as at from orders n where ${fits(sql`n.note`)})
            select id from noted order by at desc nulls last limit ${maxBegun}))`,
          sql`o.id = any(array(with noted as materialized (
              select e.order_id, e.id as place from order_event e where ${fits(sql`e.note`)})
            select order_id from noted order by place desc limit ${maxBegun}))`,
        ]
      : []),
    ...(partOfDocument.test(number)
      ? [
          sql`o.id = any(array(select order_id from invoice where number like ${`${number}%`} limit ${maxBegun}))`,
          sql`o.id = any(array(select order_id from invoice
            where reverse(number) like reverse(${number}) || '%' limit ${maxBegun}))`,
        ]
      : []),
    ...(number.length >= minAwbLength
      ? [
          // As an array, which is read first: beside an order and a limit the planner would read all orders.
          sql`o.id = any(array(select order_id from parcel where tracking_number is not null
            and upper(tracking_number) like ${`${likeText(number)}%`} limit ${maxBegun}))`,
          sql`o.id = any(array(select order_id from return_request where pickup_number is not null
            and upper(pickup_number) like ${`${likeText(number)}%`} limit ${maxBegun}))`,
        ]
      : []),
  ];
  const ofColumn =
    q.length >= minWordLength
      ? [sql`o.coupon_code = ${number}`, sql`lower(o.city) = ${q.toLowerCase()}`]
      : [];
  return [...ways.map((fits) => ({ fits })), ...ofColumn.map((fits) => ({ fits, byNewest: true as const }))];
}

/**
 * The same ways, for rows in another order than the newest first. The planner cannot know that hardly any order is of this
 * city: it would read a million orders by their total until a page of them is full. So few orders are named; where there
 * are more, a page is soon full. In: what else `matches` asks of orders `o`.
 */
export async function waysForSort(db: Db, where: SQL, ways: Way[]): Promise<Way[]> {
  const columns = ways.filter(({ byNewest }) => byNewest);
  if (columns.length === 0) return ways;
  const found = await Promise.all(
    columns.map(async (way) => {
      const { rows } = await db.execute(
        matches(where, [way], maxBegun + 1, sql`o.placed_at desc, o.id desc`),
      );
      if (rows.length > maxBegun) return way;
      return { fits: sql`o.id = any(${sql.param(idRows.parse(rows).map(({ id }) => id))}::uuid[])` };
    }),
  );
  return [...ways.filter(({ byNewest }) => !byNewest), ...found];
}

const idRows = z.array(z.object({ id: z.string() }));

/** The orders that this number stands for. */
async function withNumber(db: Db, q: string): Promise<string[]> {
  const number = q.replace(/\s/g, "");
  const upper = number.toUpperCase();
  const ids = number.replace(/[#-]/g, "").length >= wholeNumber ? idPrefixRange(number) : null;
  const { rows } = await db.execute(sql`
    select order_id as id from parcel where tracking_number is not null and upper(tracking_number) = ${upper}
    union select order_id from return_request
      where tracking_number is not null and upper(tracking_number) = ${upper}
    union select order_id from return_request where pickup_number is not null and upper(pickup_number) = ${upper}
    union select order_id from invoice where number = ${upper}
    union select order_id from received_payment where provider_payment_id = ${number}
    union select order_id from gateway_order where gateway_order_id = ${number}
    ${ids ? sql`union select id from orders where id between ${ids.from}::uuid and ${ids.to}::uuid` : sql``}
    limit ${maxExact}`);
  return idRows.parse(rows).map(({ id }) => id);
}

/** The digits of a phone number as stored, without country code and leading zeros; null for other texts. */
function phoneDigits(q: string): string | null {
  if (!/^[+(\d][\d\s()+.-]{4,}$/.test(q)) return null;
  const digits = q.replace(/\D/g, "").replace(/^0+/, "");
  return digits.length > 10 ? digits.slice(-10) : digits;
}

/**
 * The ids of orders, at most `limit`, that fit `where` and one of the ways, as a subquery. In: conditions and the order
 * of rows over `o`; the order may be left out where only their number counts.
 */
export function matches(where: SQL, ways: Way[] | null, limit: number, order?: SQL): SQL {
  const one = ({ fits }: Way) =>
    sql`(select o.id from orders o where ${where} and ${fits} ${order ? sql`order by ${order}` : sql``} limit ${limit})`;
  if (ways?.length === 0) return one({ fits: sql`false` });
  return sql.join((ways ?? [{ fits: sql`true` }]).map(one), sql` union `);
}
