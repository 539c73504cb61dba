import type { Log } from "../log.server.ts";
import type { Channel } from "./channels.ts";

/** A code for a phone. `domain`: of the shop, for the line from which a phone fills in the code. */
export type CodeMessage = { to: string; code: string; minutes: number; domain: string };

/**
 * A message from a template that is registered with the provider. In: the provider's id or name of the template, its
 * variables in the order of the text, and the text with them filled in, which only a stand-in shows: a provider has the
 * registered one.
 */
export type TemplateMessage = {
  to: string;
  template: string;
  variables: readonly (readonly [name: string, value: string])[];
  text: string;
};

/**
 * Sent, with the provider's id of the message where it gives one, or why not: 'unreachable' (no such number, or not on
 * this channel), 'refused' (keys, template, limits of the account), 'no-answer' (the provider is unreachable or slow).
 * `detail` is the provider's own code, for the log, never its text, which may repeat the number.
 */
export type SendResult =
  | { ok: true; id: string | null }
  | { ok: false; refused: "unreachable" | "refused" | "no-answer"; detail: string };

/** A provider of messages. A new adapter implements this and is added to `messagingFor`. */
export type MessageProvider = {
  key: string;
  channel: Channel;
  sendCode(message: CodeMessage): Promise<SendResult>;
  sendTemplate(message: TemplateMessage): Promise<SendResult>;
};

/** What became of a message, by the provider's id of it. `unreachable`: the number is not on this channel. */
export type DeliveryReport =
  | { id: string; state: "delivered" }
  | { id: string; state: "failed"; code: string; unreachable: boolean };

/** The delivery reports that a provider posts to the shop. */
export type DeliveryReports = {
  /** The answer to the provider's question whether the address is ours, from its query; null: not the provider. */
  challenge(query: URLSearchParams): string | null;
  /** The reports of a request; 'forged' without the provider's signature over the raw body. */
  read(headers: Headers, body: Uint8Array): DeliveryReport[] | "forged" | "unreadable";
};

export type Messaging = {
  /** The channels with a provider, the preferred one first. Empty: nothing can be sent. */
  channels: Channel[];
  /** The calling codes of allowed countries ("91"). */
  callingCodes: readonly string[];
  /** The most codes that the shop sends in a day. */
  codesPerDay: number;
  /** Whether messages stay on this machine, as in a demo: they need no template that a provider approved. */
  staysHere: boolean;
  /** Null when no provider reports what became of a message. */
  reports: DeliveryReports | null;
  /**
   * Sends a code by the requested channel and, if that fails, by the others. Out: the channel that accepted it, or
   * null. The log has provider, reason and the number's last two digits; never the code.
   */
  sendCode(message: CodeMessage, wanted?: Channel): Promise<Channel | null>;
  /** Sends a message by one channel. Its provider's answer; a channel without a provider is 'refused'. */
  sendTemplate(channel: Channel, message: TemplateMessage): Promise<SendResult>;
};

/** Messaging through these providers, in this order; without any nothing can be sent. */
export function messagingThrough(
  providers: MessageProvider[],
  {
    log,
    reports = null,
    ...rest
  }: { log: Log } & Pick<Messaging, "callingCodes" | "codesPerDay" | "staysHere"> &
    Partial<Pick<Messaging, "reports">>,
): Messaging {
  const logRefusal = (what: string, { key }: MessageProvider, to: string, sent: SendResult) => {
    if (sent.ok) return;
    const { refused, detail } = sent;
    log.warn({ provider: key, refused, detail, to: `..${to.slice(-2)}` }, `${what} was not sent`);
  };
  return {
    ...rest,
    reports,
    channels: [...new Set(providers.map(({ channel }) => channel))],
    async sendCode(message, wanted) {
      const first = providers.filter(({ channel }) => channel === wanted);
      const others = providers.filter(({ channel }) => channel !== wanted);
      for (const provider of [...first, ...others]) {
        const sent = await provider.sendCode(message);
        if (sent.ok) return provider.channel;
        logRefusal("a code", provider, message.to, sent);
      }
      return null;
    },
    async sendTemplate(channel, message) {
      const provider = providers.find((one) => one.channel === channel);
      if (!provider) return { ok: false, refused: "refused", detail: "no-provider" };
      const sent = await provider.sendTemplate(message);
      logRefusal("a message", provider, message.to, sent);
      return sent;
    },
  };
}
