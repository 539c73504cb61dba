/** A device as its browser names it: where to send, and the keys with which only it can read. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/** A message. `path`: what it opens. `tag`: a later message with the same tag replaces it. */
export type PushMessage = { title: string; body: string; path: string; tag: string };

/** Web push (RFC 8030): messages to browsers, through the push service of each browser's maker. */
export type Push = {
  /** The shop's public key, with which a browser subscribes (base64url). */
  publicKey(): Promise<string>;
  /** Whether messages are sent to such an address at all: browsers name it, so it is as foreign as any input. */
  accepts(endpoint: string): boolean;
  /** Sends one message. 'gone': the device does not want any more. Throws when it failed and should be retried. */
  send(target: PushTarget, message: PushMessage): Promise<"sent" | "gone">;
};
