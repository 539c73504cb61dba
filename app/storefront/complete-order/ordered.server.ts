import type { Services } from "../../../platform/services.server.ts";
import { readQuantity } from "../../../shop/cart/cart.ts";
import { singleProductOptions } from "../../../shop/checkout/single-product.server.ts";
import { checkCoupon } from "../../../shop/coupons/coupons.server.ts";
import { deliveryFeeOf } from "../../../shop/delivery/delivery-fee.ts";
import type { Paise } from "../../../shop/money.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import type { FormFields } from "../../../shop/text/read-form.ts";
import { cashOf } from "../../http/forms/cash.server.ts";
import { typedDelivery } from "../../http/forms/delivery.server.ts";
import type { UserViewer } from "../../http/guards.server.ts";
import type { Cash } from "../../parts/checkout/cash.ts";

/** A form of 'Complete Your Order'. `id`: of a prepared order or a product. */
export type Asked = { services: Services; viewer: UserViewer; id: string; fields: FormFields };

/**
 * What is said of cash for a form; null for something that cannot be ordered. In: the cart order of its id, null for a
 * product; `placed`: somebody tried to place the order.
 */
export async function cashOfForm(
  asked: Asked,
  prepared: Order | null,
  placed: boolean,
): Promise<Cash | null> {
  const { services, viewer, fields } = asked;
  const { items, subtotal } = await orderedGoods(asked, prepared);
  if (items.length === 0) return null;
  const coupon = await typedCoupon(asked, subtotal);
  const goods = subtotal - (coupon?.ok ? coupon.value.discount : 0);
  const { policy } = await shopSettings(services);
  const total = prepared && !coupon?.ok ? prepared.total : goods + deliveryFeeOf(policy, goods);
  const { phone, postalCode } = typedDelivery(fields);
  const typed = { phone, postalCode, variant: fields.get("variant"), quantity: fields.get("quantity") };
  return cashOf(services, viewer, { total, items }, typed, { placed });
}

/** The product, variant and quantity of the form; null for a variant that the product does not have. */
export async function typedLine({ services, viewer, id, fields }: Asked) {
  const choice = await singleProductOptions(services, viewer.id, id);
  const variant = choice?.find(({ variantId }) => variantId === fields.get("variant"));
  return variant && { ...variant, quantity: readQuantity(fields.get("quantity")) ?? 1 };
}

/** What is ordered, and what it costs in paise: the lines of a cart order, or the line of the form, if there is one. */
export async function orderedGoods(asked: Asked, prepared: Order | null) {
  if (prepared) return { items: prepared.lines, subtotal: prepared.subtotal };
  const line = await typedLine(asked);
  return line ? { items: [line], subtotal: line.unit * line.quantity } : { items: [], subtotal: 0 };
}

/** The coupon of the form, checked for goods of so many paise; null without one. */
export async function typedCoupon({ services, viewer, fields }: Asked, subtotal: Paise) {
  const couponCode = typedCouponCode(fields);
  return couponCode === null ? null : checkCoupon(services.db, viewer.id, couponCode, subtotal);
}

/** As typed; null without one. */
export function typedCouponCode(fields: FormFields): string | null {
  return fields.get("coupon")?.trim().slice(0, 40) || null;
}
