import fc from "fast-check";
import { expect, test } from "vitest";
import type { OrderLine } from "../orders/orders.ts";
import { type ChatOrder, maxLinkLength, orderHelpLink, whatsappLink } from "./whatsapp-message.ts";

const line = (over: Partial<OrderLine> = {}): OrderLine => ({
  id: "l",
  productId: "p",
  variantId: "v",
  name: "Indigo Kurta",
  slug: "indigo-kurta",
  sku: "IK-M",
  size: "M",
  colour: "Indigo",
  picture: null,
  hsnCode: "6211",
  unit: 99_900,
  struck: null,
  quantity: 2,
  total: 199_800,
  discount: 0,
  ...over,
});
const order = (over: Partial<ChatOrder> = {}): ChatOrder => ({
  id: "3f2a9c1e-0000-4000-8000-000000000000",
  kind: "cart",
  email: "asha@example.in",
  address: {
    name: "Asha Rao",
    phone: "+919876543210",
    line1: "12, MG Road",
    line2: "",
    city: "Bengaluru",
    state: "Karnataka",
    postalCode: "560001",
    country: "India",
  },
  lines: [line()],
  total: 199_800,
  link: "https://shop.example/track/3f2a9c1e-0000-4000-8000-000000000000",
  ...over,
});
const messageOf = (link: string) => decodeURIComponent(link.split("?text=")[1] ?? "");

test("the message has the customer, the kind of order, every line and the total, and asks to confirm", () => {
  const link = whatsappLink("+91 98765 00000", "Campus Style", order());
  expect(link.startsWith("https://wa.me/919876500000?text=")).toBe(true);
  const message = messageOf(link);
  for (const response of [
    "Name: Asha Rao",
    "Email: asha@example.in",
    "Phone: +919876543210",
    "Address: 12, MG Road",
    "Bengaluru, Karnataka, 560001",
    "Country: India",
    "Cart order 3f2a9c1e-0000-4000-8000-000000000000",
    "1. Indigo Kurta (Indigo, M): 2 × ₹999.00 = ₹1,998.00",
    "*Total amount:* ₹1,998.00",
    "Please confirm this order.",
  ]) {
    expect(message).toContain(response);
  }
  expect(messageOf(whatsappLink("1", "S", order({ kind: "single" })))).toContain("Single product");
});

test("the message says what a coupon takes off all lines, and nothing of one where there is none", () => {
  const lines = [line({ discount: 10_000 }), line({ discount: 5_050 })];
  expect(messageOf(whatsappLink("1", "S", order({ lines })))).toContain("\nCoupon: −₹150.50\n");
  expect(messageOf(whatsappLink("1", "S", order()))).not.toContain("Coupon");
});

test("the message of a long order has the first lines, the number of further ones and a link", () => {
  const lines = Array.from({ length: 40 }, (_, index) => line({ name: `Garment number ${index}` }));
  const link = whatsappLink("919876500000", "Campus Style", order({ lines }));
  expect(link.length).toBeLessThan(maxLinkLength);
  expect(messageOf(link)).toMatch(
    /\n1\. Garment number 0 .*\n(.|\n)*\n\+\d+ more: https:\/\/shop\.example\/track\//,
  );
});

test("no text of a customer makes the link too long or adds a line to the message", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 120 });
  fc.assert(
    fc.property(
      text,
      text,
      text,
      fc.array(text, { minLength: 1, maxLength: 30 }),
      (name, line1, city, names) => {
        const { address } = order();
        const link = whatsappLink(
          "919876500000",
          "Campus Style",
          order({
            address: { ...address, name, line1, line2: line1, city },
            lines: names.map((one) => line({ name: one })),
          }),
        );
        expect(link.length).toBeLessThan(maxLinkLength);
        expect(messageOf(link).split("\n")[3]).toMatch(/^Name: /);
        expect(messageOf(link)).toContain("₹1,998.00");
      },
    ),
    { numRuns: 300 },
  );
});

test("a help message names the order and its page, but no person", () => {
  const link = orderHelpLink("+91 80000 00000", "3f2a9c1e", "https://shop.test/track/3f2a9c1e");
  expect(link.startsWith("https://wa.me/918000000000?text=")).toBe(true);
  expect(decodeURIComponent(link.split("?text=")[1] ?? "")).toBe(
    "Hello, I need help with my order 3f2a9c1e. https://shop.test/track/3f2a9c1e",
  );
});
