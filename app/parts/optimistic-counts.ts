import { maxPerLine } from "../../shop/cart/cart.ts";

type Counts = { cart: number; wishlist: number };
/** A pending form: its action and fields. */
type PendingForm = { to: string; fields: FormData };

/**
 * Header counts as they will be after the pending forms succeed. In: the server's last counts and the pending forms.
 * A refused form is no longer pending, so its effect disappears.
 */
export function optimisticCounts(counts: Counts, asked: PendingForm[]): Counts {
  let { cart, wishlist } = counts;
  for (const { to, fields } of asked) {
    if (to.startsWith("/cart")) cart = afterCart(cart, fields);
    if (to.startsWith("/wishlist")) wishlist += wishlistDelta[String(fields.get("intent"))] ?? 0;
  }
  return { cart: Math.max(0, cart), wishlist: Math.max(0, wishlist) };
}

const wishlistDelta: Record<string, number> = { add: 1, remove: -1 };

function afterCart(count: number, fields: FormData): number {
  switch (fields.get("intent")) {
    case "add":
      return count + Math.min(maxPerLine, numberField(fields, "quantity", 1));
    case "set":
      return count + numberField(fields, "quantity", 0) - numberField(fields, "was", 0);
    case "remove":
      return count - numberField(fields, "was", 0);
    case "clear":
      return 0;
    default:
      return count;
  }
}

function numberField(fields: FormData, name: string, otherwise: number): number {
  const value = Number(fields.get(name) ?? otherwise);
  return Number.isFinite(value) ? value : otherwise;
}
