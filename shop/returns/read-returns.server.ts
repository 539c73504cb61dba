import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { cashProvider } from "../orders/posting/offline-providers.ts";
import { returnReasons } from "../orders/remarks/return-reasons.ts";
import { conditions, type ReturnRequest, returnKinds, returnStates } from "./returns.ts";

const lineShape = z.object({
  line_id: z.string(),
  name: z.string(),
  size: z.string().nullable(),
  colour: z.string().nullable(),
  quantity: z.number(),
  exchange_variant_id: z.string().nullable(),
  exchange_size: z.string().nullable(),
  exchange_colour: z.string().nullable(),
  condition: z.enum(conditions).nullable(),
});

const requestShape = z.object({
  id: z.string(),
  order_id: z.string(),
  kind: z.enum(returnKinds),
  reason: z.enum(returnReasons),
  details: z.string(),
  state: z.enum(returnStates),
  answer: z.string().nullable(),
  courier: z.string().nullable(),
  tracking_number: z.string().nullable(),
  tracking_link: z.string().nullable(),
  created_at: z.coerce.date(),
  refund: z
    .object({
      id: z.string(),
      amount: z.coerce.number(),
      state: z.enum(["pending", "succeeded", "failed"]),
      in_cash: z.boolean(),
    })
    .nullable(),
  lines: z.array(lineShape),
  photos: z.array(z.object({ key: z.string(), width: z.number(), height: z.number() })),
});

const uuid = z.uuid();

/** The return requests of an order, newest first. In: a valid order id. */
export function returnsOf({ db }: { db: Db }, orderId: string): Promise<ReturnRequest[]> {
  return readReturns(db, sql`r.order_id = ${orderId}`, 100);
}

/** One request, for staff; null for a malformed or unknown id. */
export async function returnOf({ db }: { db: Db }, id: string): Promise<ReturnRequest | null> {
  if (!uuid.safeParse(id).success) return null;
  const [found] = await readReturns(db, sql`r.id = ${id}`, 1);
  return found ?? null;
}

/** The request that this form has made already, if any. */
export async function returnOfForm(
  { db }: { db: Db },
  orderId: string,
  formKey: string,
): Promise<ReturnRequest | null> {
  const [found] = await readReturns(db, sql`r.order_id = ${orderId} and r.form_key = ${formKey}`, 1);
  return found ?? null;
}

/** Requests that wait for staff, oldest first, at most 200. */
export async function openReturns({ db }: { db: Db }): Promise<ReturnRequest[]> {
  return (await readReturns(db, sql`r.state in ('requested', 'approved', 'received')`, 200)).reverse();
}

async function readReturns(db: Db, where: SQL, limit: number): Promise<ReturnRequest[]> {
  const { rows } = await db.execute(sql`
    select r.*,
      (select json_build_object('id', f.id, 'amount', f.amount, 'state', f.state, 'in_cash', f.provider = ${cashProvider})
        from refund f where f.id = r.refund_id) as refund,
      (select coalesce(json_agg(json_build_object('line_id', l.id, 'name', l.name, 'size', l.size,
          'colour', l.colour, 'quantity', rl.quantity, 'exchange_variant_id', rl.exchange_variant_id,
          'exchange_size', rl.exchange_size, 'exchange_colour', rl.exchange_colour, 'condition', rl.condition)
          order by l.position), '[]')
        from return_line rl join order_line l on l.id = rl.order_line_id where rl.return_id = r.id) as lines,
      (select coalesce(json_agg(json_build_object('key', p.key, 'width', p.width, 'height', p.height)
          order by p.position), '[]')
        from return_photo p where p.return_id = r.id) as photos
    from return_request r where ${where} order by r.created_at desc, r.id limit ${limit}`);
  return z.array(requestShape).parse(rows).map(toRequest);
}

function toRequest({ lines, refund, ...row }: z.infer<typeof requestShape>): ReturnRequest {
  return {
    id: row.id,
    orderId: row.order_id,
    kind: row.kind,
    reason: row.reason,
    details: row.details,
    state: row.state,
    answer: row.answer,
    refund: refund && { id: refund.id, amount: refund.amount, state: refund.state, inCash: refund.in_cash },
    courier: row.courier,
    trackingNumber: row.tracking_number,
    trackingLink: row.tracking_link,
    createdAt: row.created_at,
    lines: lines.map((line) => ({
      lineId: line.line_id,
      name: line.name,
      size: line.size,
      colour: line.colour,
      quantity: line.quantity,
      exchange:
        row.kind === "exchange"
          ? { variantId: line.exchange_variant_id, size: line.exchange_size, colour: line.exchange_colour }
          : null,
      condition: line.condition,
    })),
    photos: row.photos,
  };
}
