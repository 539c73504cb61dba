import { sql } from "drizzle-orm";
import { inTransaction } from "../../platform/database/database.server.ts";
import { consumeAttempt } from "../../platform/limits/limits.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { can, type Staff } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { letterhead } from "../brand/brand.server.ts";
import { ticketName } from "../content/contact/contact.ts";
import { topicLabel } from "../content/contact/topics.ts";
import { confirmHours } from "../content/newsletter/newsletter.ts";
import { type EmailKey, emailKinds } from "../emails/email-kinds.ts";
import { orderEmailKinds } from "../emails/order-kinds.ts";
import { buttonTo, type FactsOf, writeEmail } from "../emails/write-email.ts";
import type { MailSender, MailText } from "../mail.ts";
import { orderEmailFacts, orderMessageOf } from "../orders/order-emails.ts";
import { type Order, shortId } from "../orders/orders.ts";
import { readOrders } from "../orders/read-orders.server.ts";
import { emailTextKind } from "../publishing/email-texts.server.ts";
import { publicationToEdit } from "../publishing/publishing.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";

type Ports = Pick<Services, "db" | "clock" | "mail">;

/** An email as it would be sent now. `from`: the short number of the real order in it; null for an example. */
export type EmailPreview = {
  subject: string;
  text: string;
  html: string;
  from: string | null;
  /** What each placeholder that stands for words stands for in it. */
  words: Record<string, string>;
};

const isAboutOrder = (key: EmailKey) => Object.hasOwn(orderEmailKinds, key);

/** An order of nobody, for a shop without orders and for staff who may not see them. */
const exampleOrder: Order = {
  id: "1a2b3c4d-0000-4000-8000-000000000000",
  userId: null,
  kind: "cart",
  method: "cod",
  status: "shipped",
  paymentStatus: "pending",
  placedAt: new Date("2026-11-02T06:00:00Z"),
  subtotal: 1_299_00,
  discount: 0,
  discountPercent: null,
  discountMax: null,
  shipping: 0,
  total: 1_299_00,
  deliveryDays: 6,
  couponCode: null,
  updatesBy: null,
  email: "",
  companyName: null,
  buyerGstin: null,
  courier: "Courier",
  trackingNumber: "1234567890",
  trackingLink: null,
  parcels: [],
  notOwed: 0,
  note: null,
  deliveredAt: null,
  channel: "web",
  advance: 0,
  tags: [],
  createdAt: new Date("2026-11-02T06:00:00Z"),
  address: {
    name: "Asha Rao",
    phone: "",
    line1: "12, Lake Road",
    line2: "",
    city: "Jaipur",
    state: "Rajasthan",
    postalCode: "302001",
    country: "India",
  },
  lines: [
    {
      id: "1a2b3c4d-0000-4000-8000-000000000001",
      productId: null,
      variantId: null,
      name: "An example",
      slug: "",
      sku: "",
      size: "M",
      colour: "Blue",
      picture: null,
      hsnCode: null,
      unit: 1_299_00,
      struck: null,
      quantity: 1,
      total: 1_299_00,
      discount: 0,
    },
  ],
  events: [],
  refunded: 0,
  received: 0,
  hasPayment: false,
  paid: false,
  undecided: false,
};

/** What every placeholder of any email stands for in a preview: codes and links in it open nothing. */
function factsFor(key: EmailKey, sender: MailSender, example: Order, actor: Staff): FactsOf<EmailKey> {
  const waits = { method: "online", advance: 200_00 } as const;
  const order = key === "order-placed-advance" ? { ...example, ...waits } : example;
  const topic = topicLabel("orders");
  const ticket = ticketName(1001);
  const items = order.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ");
  const ofOrder = orderEmailFacts(sender, order, {
    ...orderMessageOf("placed", order, {
      kind: "return",
      items,
      answer: "This is what you write to the customer.",
      by: [order.courier ?? "Courier", order.trackingNumber].filter(Boolean).join(", "),
    }),
    askPayout: key === "order-refund-started-cash",
    ...((key === "order-cod-confirm" || key === "order-cod-code") && { confirmPath: "/confirm/example" }),
  });
  return {
    ...ofOrder,
    ...(!isAboutOrder(key) && { button: buttonTo(sender.origin) }),
    code: "123456",
    document: "Tax invoice INV/2627/000001",
    recoverLink: `${sender.origin}/auth?tab=recover`,
    unsubscribeLink: `${sender.origin}/newsletter`,
    hours: String(confirmHours),
    product: "An example",
    item: "An example (Blue, size M)",
    title: "1 new order",
    names: "7a519d1f (₹998)",
    inviter: actor.name || "Somebody",
    role: "Support",
    ticket,
    topic,
    ticketDetails: [
      {
        kind: "facts",
        facts: [
          { label: "Ticket", value: ticket },
          { label: "About", value: topic },
        ],
      },
    ],
    sender: [
      {
        kind: "facts",
        facts: [
          { label: "From", value: "Asha Rao" },
          { label: "Email", value: "asha@example.com" },
          { label: "About", value: topic },
        ],
      },
    ],
    reply: [{ kind: "text", text: "Yes, there is: size S came in this morning." }],
    earlier: [{ kind: "quote", text: "Is there a smaller size?" }],
    message: [{ kind: "quote", text: "Is there a smaller size?" }],
  };
}

/**
 * An email as its text would make it now: a draft, else what is scheduled, else what is sent. One about an order shows
 * the newest order of the shop to staff who may see orders, an example to all others and before the first order. In:
 * who looks, its key, the shop's origin.
 */
export async function previewEmail(
  { db, clock }: Pick<Services, "db" | "clock">,
  { actor, key, origin }: { actor: Staff; key: EmailKey; origin: string },
): Promise<EmailPreview> {
  const withOrder = isAboutOrder(key) && can(actor, "orders.view");
  const [head, { shown }, [newest]] = await Promise.all([
    letterhead({ db }),
    publicationToEdit({ db, clock }, emailTextKind, key),
    withOrder ? readOrders(db, sql`o.placed_at is not null`, 1) : [],
  ]);
  const text: MailText = shown ?? emailKinds[key].text;
  const sender = { ...head, origin, texts: new Map([[key, text]]) };
  const facts = factsFor(key, sender, newest ?? exampleOrder, actor);
  const words = Object.entries<unknown>({ ...facts, shop: head.shopName }).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return {
    ...writeEmail(sender, key, facts),
    from: newest ? shortId(newest.id) : null,
    words: Object.fromEntries(words),
  };
}

/**
 * Sends an email, as its preview shows it, to whoever edits it (audited). In: the actor, their address, its key, the
 * shop's origin. Refused: 'not-allowed'; 'too-often' after twenty in an hour.
 */
export async function sendEmailPreview(
  { db, clock, mail }: Ports,
  { to, ...asked }: { actor: Staff; to: string; key: EmailKey; origin: string },
): Promise<Done | Refused<"not-allowed" | "too-often">> {
  const { actor, key } = asked;
  if (!can(actor, emailTextKind.permission)) return refused("not-allowed");
  const limit = { what: "test-mail", who: actor.id, most: 20, minutes: 60 };
  if (!(await consumeAttempt({ db }, [limit]))) return refused("too-often");
  const { subject, text, html } = await previewEmail({ db, clock }, asked);
  return inTransaction(db, async (tx) => {
    await mail.queue(tx, { to, subject: `Test: ${subject}`, text, html });
    await recordAction(tx, {
      actor,
      action: "mail-text.test",
      subject: { kind: emailTextKind.kind, id: key, name: emailKinds[key].name },
    });
    return done();
  });
}
