import { z } from "zod";

const said = z.object({
  dbOrderId: z.string().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
});

export type OrderAnswer = { status: number } & z.infer<typeof said>;

/**
 * Sends the cash order of somebody's cart to a server. `key`: one click of theirs. Out: the status and what was said;
 * status 0 when the connection broke.
 */
export async function cashOrder(
  { address, origin = address }: { address: string; origin?: string },
  buyer: { cookie: string },
  key: string,
): Promise<OrderAnswer> {
  try {
    const answer = await fetch(`${address}/functions/create-cart-order`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Cookie: buyer.cookie,
        Origin: origin,
        "Idempotency-Key": key,
      },
      body: JSON.stringify({
        paymentMethod: "cod",
        userDetails: {
          name: "A Buyer",
          phone: "9876543210",
          address: { address: "12, MG Road", city: "Bengaluru", state: "Karnataka", pincode: "560001" },
        },
      }),
    });
    const text = await answer.text();
    const json = /^\{/.test(text) ? said.parse(JSON.parse(text)) : { message: text.slice(0, 200) };
    return { status: answer.status, ...json };
  } catch (error) {
    return { status: 0, message: String(error instanceof Error ? (error.cause ?? error) : error) };
  }
}
