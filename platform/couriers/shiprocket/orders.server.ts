import { z } from "zod";
import { cutText } from "../../text/cut-text.ts";
import { type CourierResult, rejected, type Shipment } from "../couriers.server.ts";

type Call = <T>(path: string, shape: z.ZodType<T>, body?: object) => Promise<CourierResult<T>>;

const id = z.union([z.string(), z.number()]).transform(String);
const created = z.object({ order_id: id, shipment_id: id });

/** The shop's addresses there, by their nicknames: "Get All Pickup Locations" in its documents. */
const places = z.object({
  data: z.object({
    shipping_address: z.array(
      z.object({
        pickup_location: z.string(),
        name: z.string(),
        phone: id,
        email: z.string(),
        address: z.string(),
        address_2: z.string().nullish(),
        city: z.string(),
        state: z.string(),
        pin_code: id,
      }),
    ),
  }),
});
type Place = z.infer<typeof places>["data"]["shipping_address"][number];

/**
 * Makes an order of a parcel at Shiprocket, or a return order of what a customer sends back. In: the nickname of the shop's
 * address there. Refused as the call, and 'rejected' for a return when there is no such address.
 */
export async function createOrder(
  call: Call,
  shipment: Shipment,
  pickup: string,
): Promise<CourierResult<z.infer<typeof created>>> {
  if (shipment.direction === "forward")
    return call("/orders/create/adhoc", created, orderOf(shipment, pickup));
  const found = await call("/settings/company/pickup", places);
  if (!found.ok) return found;
  const place = found.value.data.shipping_address.find((one) => one.pickup_location === pickup);
  if (!place) return rejected(`Shiprocket knows no pickup location ${pickup}.`);
  return call("/orders/create/return", created, returnOf(shipment, place));
}

const rupees = (paise: number) => paise / 100;

/** What an order and a return have in common. */
function goodsOf({ reference, orderedAt, items, size, grams }: Shipment) {
  return {
    order_id: reference,
    order_date: new Date(orderedAt.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10),
    order_items: items.map(({ name, sku, hsn, quantity, unit }) => ({
      name,
      sku,
      units: quantity,
      selling_price: rupees(unit),
      ...(hsn && { hsn }),
    })),
    ...size,
    weight: grams / 1_000,
  };
}

/** An order as `orders/create/adhoc` takes it. */
function orderOf(shipment: Shipment, pickup: string) {
  const { customer, collect, value } = shipment;
  const [first = "", ...others] = customer.lines;
  return {
    ...goodsOf(shipment),
    pickup_location: pickup,
    billing_customer_name: customer.name,
    billing_last_name: "",
    billing_address: first,
    billing_address_2: others.join(", "),
    billing_city: cutText(customer.city, 30),
    billing_pincode: customer.pin,
    billing_state: customer.state,
    billing_country: "India",
    billing_email: customer.email,
    billing_phone: customer.phone.replace(/^\+91/, ""),
    shipping_is_billing: true,
    payment_method: collect > 0 ? "COD" : "Prepaid",
    // What is collected, because Shiprocket does not add it up.
    sub_total: rupees(collect > 0 ? collect : value),
  };
}

/** A return as `orders/create/return` takes it: from the customer to the shop's address there. */
function returnOf(shipment: Shipment, place: Place) {
  const { customer, value } = shipment;
  const [first = "", ...others] = customer.lines;
  return {
    ...goodsOf(shipment),
    pickup_customer_name: customer.name,
    pickup_address: first,
    pickup_address_2: others.join(", "),
    pickup_city: cutText(customer.city, 30),
    pickup_state: customer.state,
    pickup_country: "India",
    pickup_pincode: customer.pin,
    pickup_email: customer.email,
    pickup_phone: customer.phone.replace(/^\+91/, ""),
    shipping_customer_name: place.name,
    shipping_address: place.address,
    shipping_address_2: place.address_2 ?? "",
    shipping_city: place.city,
    shipping_state: place.state,
    shipping_country: "India",
    shipping_pincode: place.pin_code,
    shipping_email: place.email,
    shipping_phone: place.phone,
    payment_method: "Prepaid",
    sub_total: rupees(value),
  };
}
