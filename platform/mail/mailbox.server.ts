/** How far a mailbox is read: its UIDVALIDITY, and the UID of the newest mail that was read (RFC 9051, 2.3.1.1). */
export type MailboxPosition = { validity: number; uid: number };

/** A mail: its whole size in bytes, and of its source at most the first `mostBytes`. */
export type MailboxMail = { uid: number; size: number; source: Uint8Array };

/**
 * "accepted": the inbox can be read. "refused": the server does not accept user and password. "untrusted": its
 * certificate is not accepted. "none": not set up.
 */
type MailboxTrial = "accepted" | "refused" | "untrusted" | "unreachable" | "none";

/** Of a mail this much is read: the text comes first, and attachments are not stored. */
export const mostBytes = 512 * 1_024;
/** The most mails of one run. */
export const mostMails = 50;

/** The shop's own mailbox, to which customers answer. Only read: nothing in it is changed, marked or deleted. */
export type Mailbox = {
  /** Names the mailbox: positions in different ones are not compared. Null: none is set up. */
  readonly name: string | null;
  /** The address from which the shop's own mails come, in lower case. */
  readonly sender: string;
  /**
   * Reads the oldest mails after a position, at most `mostMails`, one after the other, and calls `take` for each with
   * the position at it. Without a position (null) none is read: what lay in the mailbox before is no news. In a mailbox
   * with another UIDVALIDITY those of the last seven days are read again. Out: the position that was reached. Rejects
   * when the mailbox cannot be read, or when `take` does.
   */
  read(
    after: MailboxPosition | null,
    take: (mail: MailboxMail, at: MailboxPosition) => Promise<void>,
  ): Promise<MailboxPosition>;
  /**
   * Reads some mails again by their UIDs, which are of this UIDVALIDITY, and calls `take` for each that is still there;
   * for none in a mailbox with another one. Rejects as `read` does.
   */
  readAgain(
    named: { validity: number; uids: readonly number[] },
    take: (mail: MailboxMail) => Promise<void>,
  ): Promise<void>;
  /** Opens the mailbox and reads nothing. */
  check(): Promise<MailboxTrial>;
};

/** Of a shop without one. */
export const noMailbox: Mailbox = {
  name: null,
  sender: "",
  read: () => Promise.reject(new Error("No mailbox is set up.")),
  readAgain: () => Promise.reject(new Error("No mailbox is set up.")),
  check: async () => "none",
};

/** The address in a sender such as "Shop <orders@shop.in>", in lower case. */
export function senderAddress(from: string): string {
  return (/<([^<>]+)>/.exec(from)?.[1] ?? from).trim().toLowerCase();
}
