import type { Order } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { type Ask, posted, textOf } from "../ask.server.ts";
import type { TestShop } from "../test-shop.server.ts";
import type { Person } from "../users.server.ts";

/** Staff at the screen that changes an order. In: who acts unless somebody else is named. */
export function orderEditing(shop: TestShop, ask: Ask, admin: Person) {
  /** Sends a form. Out: the answer's status, address and words. */
  async function send(path: string, fields: Record<string, string>, as = admin) {
    const answer = await ask(path, { ...posted(fields), as });
    const html = await answer.text();
    return { status: answer.status, location: answer.headers.get("Location") ?? "", words: textOf(html) };
  }

  /** Begins to change an order. Out: the screen's address, and its fields as they stand. */
  async function begun({ id }: Pick<Order, "id">, as = admin) {
    const { location } = await send(`/admin/orders/${id}`, { intent: "edit" }, as);
    const html = await (await ask(location, { as })).text();
    const inputs = [...html.matchAll(/<input[^>]*name="([^"]+)"[^>]*>/g)];
    const fields: Record<string, string> = Object.fromEntries(
      inputs.map(([input, name = ""]) => [name, /value="([^"]*)"/.exec(input)?.[1] ?? ""]),
    );
    fields.state = "Karnataka";
    return { path: location, fields, words: textOf(html) };
  }

  /** Types changes, looks at them, and applies them. Out: what the screen said before, and the answer. */
  async function change(order: Pick<Order, "id">, typed: Record<string, string>, as = admin) {
    const { path, fields } = await begun(order, as);
    await send(path, { ...fields, ...typed, intent: "save" }, as);
    const html = await (await ask(path, { as })).text();
    const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
    const answer = await send(path, { ...fields, ...typed, version, intent: "apply" }, as);
    const after = await orderOf(shop.services, order.id);
    if (!after) throw new Error("no order");
    return { seen: textOf(html), answer, after };
  }

  return { send, begun, change };
}

export type OrderEditing = ReturnType<typeof orderEditing>;
