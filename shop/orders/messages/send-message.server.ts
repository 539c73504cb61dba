import { and, eq, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import { users } from "../../../platform/identity/tables.server.ts";
import { consumeAttempt } from "../../../platform/limits/limits.server.ts";
import type { Channel } from "../../../platform/messaging/channels.ts";
import type { Messaging, SendResult, TemplateMessage } from "../../../platform/messaging/messaging.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { type MessageKind, messageKinds, phoneMessages } from "../../notifications/phone/message-kinds.ts";
import { sendTime } from "../../notifications/phone/send-time.ts";
import { type FilledVariables, filledText } from "../../notifications/phone/template-text.ts";
import { maySend } from "../../notifications/preferences.server.ts";
import { shopSettings } from "../../settings/settings.server.ts";
import { orders } from "../tables.server.ts";
import { messageChannels, templateOf } from "./message-channels.ts";
import { isStillTrue } from "./message-of.ts";
import { sendMessageJob } from "./queue-message.server.ts";
import { orderPhoneMessage } from "./tables.server.ts";

type Ports = Pick<Services, "db" | "jobs" | "messaging" | "clock">;
type Waiting = NonNullable<Awaited<ReturnType<typeof waitingMessage>>>;

/** After a provider that does not answer, in minutes; then it is given up. */
const pauses = [1, 5, 30, 120];
/** Somebody else's number can be typed at a checkout: it gets no more than this in a day. */
const perNumber = { what: "order-message:number", most: 30, minutes: 24 * 60 };
const retentionDays = 90;

const storedKind = z.enum(messageKinds);
const storedVariables: z.ZodType<FilledVariables> = z.array(z.tuple([z.string(), z.string()]));

/**
 * Sends a queued message about an order, at the time that `sendTime` gives, by the channels of `messageChannels`: the
 * next one when one refuses. It goes to the number that the customer has proved, else to the order's: that one may be
 * of somebody who gets a present. Never sent twice: the row is claimed before the provider is called, and one whose
 * answer was lost is given up. Drops a message that was turned off or is no longer true. Does not throw for a provider
 * that fails: the row says so, and one that does not answer is tried five times in about three hours. `without`: the
 * channel that has reported that it cannot reach the number.
 */
export async function sendMessage(ports: Ports, id: string, without: Channel | null = null): Promise<void> {
  const { db, jobs, messaging, clock } = ports;
  const message = await waitingMessage(db, id);
  if (!message) return;
  if (message.state === "sending") return giveUp(db, id, { state: "failed", code: "interrupted" });
  const kind = storedKind.parse(message.kind);
  const at = sendTime(kind, clock.now());
  if (at > clock.now()) return jobs.send(db, sendMessageJob, { id, without }, { startAfter: at });
  const { shopName, messages: templates } = await shopSettings({ db });
  const byChannel = messaging.channels.flatMap((channel) => {
    const template = templateOf(messaging, templates, kind, channel);
    return template === null ? [] : [{ channel, template }];
  });
  const withTemplate = byChannel.map(({ channel }) => channel);
  const inOrder = messageChannels(message, withTemplate).filter((channel) => channel !== without);
  if (without && inOrder.length === 0) return giveUp(db, id, { state: "failed", code: message.code ?? "" });
  const why = await whyDropped(db, kind, message, inOrder);
  if (why !== null) return giveUp(db, id, { state: "dropped", code: why });
  const variables = storedVariables.parse(message.variables);
  const to = message.provenPhone ?? message.phone;
  const attempts = await claim(db, id);
  if (attempts === null) return;
  const text = filledText(kind, variables, shopName);
  const tries = inOrder.flatMap((wanted) => byChannel.filter(({ channel }) => channel === wanted));
  const result = await sendByFirst(messaging, tries, { to, variables, text });
  if (result) await record(ports, { id, without, to, attempts, ...result });
}

/** Sends by the channels in turn until one accepts. Out: the last channel's answer; null without a channel. */
async function sendByFirst(
  messaging: Messaging,
  tries: { channel: Channel; template: string }[],
  message: Omit<TemplateMessage, "template">,
): Promise<{ channel: Channel; sent: SendResult } | null> {
  const [first, ...others] = tries;
  if (!first) return null;
  const { channel, template } = first;
  const sent = await messaging.sendTemplate(channel, { ...message, template });
  return sent.ok || others.length === 0 ? { channel, sent } : sendByFirst(messaging, others, message);
}

/** A message that has no result yet, with its order's status and contact. */
async function waitingMessage(db: Db, id: string) {
  const [found] = await db
    .select({
      kind: orderPhoneMessage.kind,
      variables: orderPhoneMessage.variables,
      state: orderPhoneMessage.state,
      code: orderPhoneMessage.code,
      status: orders.status,
      userId: orders.userId,
      email: orders.email,
      updatesBy: orders.updatesBy,
      phone: orders.phone,
      provenPhone: users.verifiedPhone,
    })
    .from(orderPhoneMessage)
    .innerJoin(orders, eq(orders.id, orderPhoneMessage.orderId))
    .leftJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orderPhoneMessage.id, id), sql`${orderPhoneMessage.state} in ('queued', 'sending')`));
  return found ?? null;
}

/** Why a message is not sent; null when it is. */
async function whyDropped(
  db: Db,
  kind: MessageKind,
  { userId, status, phone, provenPhone }: Waiting,
  channels: Channel[],
): Promise<string | null> {
  const to = provenPhone ?? phone;
  if (userId === null || to === "") return "no-number";
  if (!isStillTrue(kind, status)) return "outdated";
  if (!(await maySend(db, phoneMessages[kind].preference, "phone", { userId }))) return "turned-off";
  if (channels.length === 0) return "no-template";
  return (await consumeAttempt({ db }, [{ ...perNumber, who: to }])) ? null : "too-many";
}

/** Claims a message for one sender. Out: which attempt it is; null when another one has it. */
async function claim(db: Db, id: string): Promise<number | null> {
  const [claimed] = await db
    .update(orderPhoneMessage)
    .set({ state: "sending", attempts: sql`${orderPhoneMessage.attempts} + 1` })
    .where(and(eq(orderPhoneMessage.id, id), eq(orderPhoneMessage.state, "queued")))
    .returning({ attempts: orderPhoneMessage.attempts });
  return claimed?.attempts ?? null;
}

type Result = {
  id: string;
  without: Channel | null;
  to: string;
  attempts: number;
  channel: Channel;
  sent: SendResult;
};

async function record({ db, jobs, clock }: Ports, { id, without, to, attempts, channel, sent }: Result) {
  const contact = { channel, recipient: to };
  if (sent.ok) {
    const change = {
      ...contact,
      state: "sent",
      providerId: sent.id,
      code: null,
      sentAt: sql`now()`,
    } as const;
    await db.update(orderPhoneMessage).set(change).where(eq(orderPhoneMessage.id, id));
    return;
  }
  const pause = sent.refused === "no-answer" ? pauses[attempts - 1] : undefined;
  if (pause === undefined) return giveUp(db, id, { ...contact, state: "failed", code: sent.detail });
  const startAfter = new Date(clock.now().getTime() + pause * 60_000);
  await inTransaction(db, async (tx) => {
    const change = { ...contact, state: "queued", code: sent.detail } as const;
    await tx.update(orderPhoneMessage).set(change).where(eq(orderPhoneMessage.id, id));
    await jobs.send(tx, sendMessageJob, { id, without }, { startAfter });
  });
}

type End = { state: "failed" | "dropped"; code: string; channel?: Channel; recipient?: string };

async function giveUp(db: Db, id: string, end: End): Promise<void> {
  await db
    .update(orderPhoneMessage)
    .set({ ...end, settledAt: sql`now()` })
    .where(eq(orderPhoneMessage.id, id));
}

/** Deletes the messages of more than 90 days ago. */
export async function deleteOldMessages({ db }: { db: Db }): Promise<void> {
  const oldest = sql`now() - make_interval(days => ${retentionDays})`;
  await db.delete(orderPhoneMessage).where(lt(orderPhoneMessage.createdAt, oldest));
}
