import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../platform/clock.ts";
import type { Db } from "../platform/database/database.server.ts";
import { type Channel, channels } from "../platform/messaging/channels.ts";
import { codeText } from "../platform/messaging/code-text.ts";
import type { MessageProvider, SendResult } from "../platform/messaging/messaging.server.ts";
import { standInRecords } from "./stand-in-records.server.ts";

const maxMessages = 50;
const stored = z.object({ to: z.string(), channel: z.enum(channels), text: z.string(), at: z.coerce.date() });

/** A message that was kept instead of sent. */
export type LocalMessage = z.infer<typeof stored>;

/**
 * Stand-ins for the providers of both channels: nothing leaves the machine; the newest 50 messages are kept for the page
 * /dev/messages. For demos and tests.
 */
export function localMessages({
  db,
  clock,
  shopName,
}: {
  db: Db;
  clock: Clock;
  shopName: () => Promise<string>;
}): MessageProvider[] {
  const messages = records(db);
  const provider = (channel: Channel): MessageProvider => {
    const keep = async (to: string, text: string): Promise<SendResult> => {
      const id = randomUUID();
      await messages.add(id, { to, channel, text, at: clock.now() }, maxMessages);
      return { ok: true, id };
    };
    return {
      key: `local-${channel}`,
      channel,
      sendCode: async (message) => keep(message.to, codeText(message, await shopName())),
      sendTemplate: ({ to, text }) => keep(to, text),
    };
  };
  return [provider("sms"), provider("whatsapp")];
}

/** The kept messages, newest first. */
export function keptMessages({ db }: { db: Db }): Promise<LocalMessage[]> {
  return records(db).list();
}

const records = (db: Db) => standInRecords(db, "message", stored);
