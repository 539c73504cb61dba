import { rupeesExact } from "../money.ts";
import { streetLines, type TextsFor, wordsFor } from "../orders/order-fields.ts";
import type { Order, OrderLine } from "../orders/orders.ts";
import { chatAddress } from "../text/chat-address.ts";

/** Some phones cut longer links (WhatsApp's limit is about 2,000 characters). */
export const maxLinkLength = 2_000;

/** The order data of the chat message; `link` is the order's page. */
export type ChatOrder = Pick<Order, "id" | "kind" | "lines" | "total"> &
  TextsFor<"whatsapp"> & { link: string };

/**
 * The WhatsApp link with the message filled in (specification, section 7): customer, order type, lines, total, and
 * the request to confirm. In: the shop's number as displayed. Out: an https address of fewer than 2,000 characters; a
 * long order has its first lines, "+N more" and its link. Never log it: it contains a name, a phone and an address.
 */
export function whatsappLink(shopNumber: string, shopName: string, order: ChatOrder): string {
  for (const longest of [120, 60, 25, 10]) {
    for (let shown = order.lines.length; shown >= 0; shown--) {
      const link = chatAddress(shopNumber, chatMessage(shopName, order, shown, longest));
      if (link.length < maxLinkLength) return link;
    }
  }
  return chatAddress(shopNumber, `Please confirm my order ${order.id}: ${order.link}`);
}

/**
 * The WhatsApp link for help with an order. In: the shop's number as displayed, the order's short id,
 * the address of its page. It contains only the order: no name, address or phone.
 */
export function orderHelpLink(shopNumber: string, shortId: string, page: string): string {
  return chatAddress(shopNumber, `Hello, I need help with my order ${shortId}. ${page}`);
}

function chatMessage(shopName: string, order: ChatOrder, shown: number, longest: number): string {
  const { address, lines } = order;
  const short = (text: string) => labels(text, longest);
  const left = lines.length - shown;
  const off = lines.reduce((sum, { discount }) => sum + discount, 0);
  return [
    `Hello ${short(shopName)}, please confirm my order.`,
    "",
    "*Customer*",
    `Name: ${short(address.name)}`,
    `Email: ${short(order.email)}`,
    `Phone: ${address.phone}`,
    `Address: ${streetLines(address).map(short).join(", ")}`,
    `${short(address.city)}, ${address.state}, ${address.postalCode}`,
    `Country: ${short(address.country)}`,
    ...wordsFor(order, "whatsapp").map(({ label, text }) => `${label}: ${short(text)}`),
    "",
    `*Order type:* ${order.kind === "cart" ? `Cart order ${order.id}` : `Single product, order ${order.id}`}`,
    "",
    "*Items*",
    ...lines.slice(0, shown).map((line, index) => `${index + 1}. ${lineWords(line, short)}`),
    ...(left > 0 ? [`+${left} more: ${order.link}`] : []),
    ...(off > 0 ? [`Coupon: −${rupeesExact(off)}`] : []),
    "",
    `*Total amount:* ${order.total === 0 ? "Nothing to pay" : rupeesExact(order.total)}`,
    "",
    `Please confirm this order. ${order.link}`,
  ].join("\n");
}

function lineWords(
  { name, size, colour, quantity, unit, total }: OrderLine,
  short: (text: string) => string,
) {
  const variant = [colour, size].flatMap((one) => (one ? [short(one)] : [])).join(", ");
  const what = variant ? `${short(name)} (${variant})` : short(name);
  return `${what}: ${quantity} × ${rupeesExact(unit)} = ${rupeesExact(total)}`;
}

/** One line without characters that WhatsApp formats, cut to a length at a whole character. */
function labels(text: string, longest: number): string {
  const letters = [
    ...text
      .replace(/[*_~`]/g, "")
      .replace(/\s+/g, " ")
      .trim(),
  ];
  return letters.length <= longest ? letters.join("") : `${letters.slice(0, longest - 1).join("")}…`;
}
