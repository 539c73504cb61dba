import type { Clock } from "../clock.ts";
import type { Channel } from "./channels.ts";
import { codeText } from "./code-text.ts";
import type { LocalMessage, MessageProvider } from "./messaging.server.ts";

const maxMessages = 50;

/**
 * Stand-ins for the providers of both channels: nothing leaves the machine; the newest 50 messages are in memory for
 * the page /dev/messages. For demos and tests.
 */
export function localMessages({ clock, shopName }: { clock: Clock; shopName: () => Promise<string> }): {
  providers: MessageProvider[];
  list(): LocalMessage[];
} {
  const messages: LocalMessage[] = [];
  const provider = (channel: Channel): MessageProvider => ({
    key: `local-${channel}`,
    channel,
    async sendCode(message) {
      const text = codeText(message, await shopName());
      messages.unshift({ to: message.to, channel, text, at: clock.now() });
      messages.length = Math.min(messages.length, maxMessages);
      return { ok: true };
    },
  });
  return { providers: [provider("sms"), provider("whatsapp")], list: () => [...messages] };
}
