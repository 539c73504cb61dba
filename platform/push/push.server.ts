/**
 * A push subscription as the browser reports it: the endpoint, and the keys with which only that device can decrypt.
 */
type PushTarget = { endpoint: string; p256dh: string; auth: string };

/** A message. `path`: what it opens. `tag`: a later message with the same tag replaces it. `icon`, `badge`: paths. */
export type PushMessage = {
  title: string;
  body: string;
  path: string;
  tag: string;
  icon?: string | undefined;
  badge?: string | undefined;
};

/** Web push (RFC 8030): messages to browsers, through the push service of each browser vendor. */
export type Push = {
  /** The shop's public key, with which a browser subscribes (base64url). */
  publicKey(): Promise<string>;
  /** Whether messages may be sent to this endpoint: it comes from a browser, so it is untrusted input. */
  accepts(endpoint: string): boolean;
  /** Sends one message. 'gone': the subscription was revoked. Throws when it failed and should be retried. */
  send(target: PushTarget, message: PushMessage): Promise<"sent" | "gone">;
};
