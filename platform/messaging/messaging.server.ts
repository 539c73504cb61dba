import type { Log } from "../log.server.ts";
import type { Channel } from "./channels.ts";

/** A code for a phone. `domain`: of the shop, for the line from which a phone fills in the code. */
export type CodeMessage = { to: string; code: string; minutes: number; domain: string };

/**
 * Sent, or why not: 'unreachable' (no such number, or not on this channel), 'refused' (keys, template, limits of the
 * account), 'no-answer' (the provider is unreachable or slow). `detail` is the provider's own code, for the log, never
 * its text, which may repeat the number.
 */
export type SendResult =
  | { ok: true }
  | { ok: false; refused: "unreachable" | "refused" | "no-answer"; detail: string };

/** A provider of messages. A new adapter implements this and is added to `messagingFor`. */
export type MessageProvider = {
  key: string;
  channel: Channel;
  sendCode(message: CodeMessage): Promise<SendResult>;
};

/** A message that a demo stored instead of sending it. */
export type LocalMessage = { to: string; channel: Channel; text: string; at: Date };

export type Messaging = {
  /** The channels with a provider, the preferred one first. Empty: no code can be sent. */
  channels: Channel[];
  /** The calling codes of allowed countries ("91"). */
  callingCodes: readonly string[];
  /** The most codes that the shop sends in a day. */
  codesPerDay: number;
  /** The stored messages of a demo, newest first; null with real providers. */
  localMessages: (() => Promise<LocalMessage[]>) | null;
  /**
   * Sends a code by the requested channel and, if that fails, by the others. Out: the channel that accepted it, or
   * null. The log has provider, reason and the number's last two digits; never the code.
   */
  sendCode(message: CodeMessage, wanted?: Channel): Promise<Channel | null>;
};

/** Messaging through these providers, in this order; without any no codes can be sent. */
export function messagingThrough(
  providers: MessageProvider[],
  { log, ...rest }: { log: Log } & Pick<Messaging, "callingCodes" | "codesPerDay" | "localMessages">,
): Messaging {
  return {
    ...rest,
    channels: [...new Set(providers.map(({ channel }) => channel))],
    async sendCode(message, wanted) {
      const first = providers.filter(({ channel }) => channel === wanted);
      const others = providers.filter(({ channel }) => channel !== wanted);
      for (const provider of [...first, ...others]) {
        const sent = await provider.sendCode(message);
        if (sent.ok) return provider.channel;
        const { refused, detail } = sent;
        log.warn(
          { provider: provider.key, refused, detail, to: `..${message.to.slice(-2)}` },
          "a code was not sent",
        );
      }
      return null;
    },
  };
}
