import type { ImapFlow } from "imapflow";
import { certificateInWords, isCertificateProblem } from "./certificates.ts";
import { type Mailbox, type MailboxMail, mostBytes, mostMails, senderAddress } from "./mailbox.server.ts";

const week = 7 * 86_400_000;
/** A run ends before its job is taken for dead (platform/jobs). */
const longestRunMs = 60_000;

/**
 * A mailbox of an IMAP server. In: its URL (imaps:// or imap://, with user and password), and the sender of the shop's
 * mails. With imap:// the connection is encrypted after the greeting, or refused; only a server on this machine may do
 * without.
 */
export function imapMailbox({ url, from }: { url: string; from: string }): Mailbox {
  const { protocol, hostname, port, username, password } = new URL(url);
  const user = decodeURIComponent(username);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

  async function opened<Read>(work: (client: ImapFlow) => Promise<Read>): Promise<Read> {
    // Loaded with the first run, as the SMTP client is.
    const { ImapFlow } = await import("imapflow");
    const client = new ImapFlow({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || (protocol === "imaps:" ? 993 : 143),
      secure: protocol === "imaps:",
      ...(protocol === "imap:" && !isHere && { doSTARTTLS: true }),
      auth: { user, pass: decodeURIComponent(password) },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      maxLiteralSize: 2 * mostBytes,
      maxResponseSize: 16 * mostBytes,
    });
    // A connection that breaks rejects the command that waits; without a listener the event would end the process.
    client.on("error", () => undefined);
    try {
      await client.connect();
      return await work(client);
    } catch (error) {
      if (isRefusal(error)) throw new RefusedLogin();
      throw isUntrusted(error) ? new UntrustedServer() : error;
    } finally {
      client.close();
    }
  }

  return {
    sender: senderAddress(from),
    name: `${user}@${hostname}${port && `:${port}`}`,
    read: (after, take) =>
      opened(async (client) => {
        const box = await client.mailboxOpen("INBOX", { readOnly: true });
        const validity = Number(box.uidValidity);
        if (!after) return { validity, uid: box.uidNext - 1 };
        const isSame = after.validity === validity;
        const wanted = isSame
          ? { uid: `${after.uid + 1}:*` }
          : { since: new Date(Date.now() - week).toISOString().slice(0, 10) };
        const found = await client.search(wanted, { uid: true });
        if (!found) throw new Error("The mail server does not search its inbox.");
        let uid = isSame ? after.uid : 0;
        const deadline = performance.now() + longestRunMs;
        // "n:*" also finds the newest mail when its UID is below n.
        const next = found.filter((one) => one > uid).sort((one, other) => one - other);
        for (const one of next.slice(0, mostMails)) {
          if (performance.now() > deadline) break;
          const mail = await fetched(client, one);
          uid = one;
          if (mail) await take(mail, { validity, uid });
        }
        return { validity, uid: isSame || next.length > 0 ? uid : box.uidNext - 1 };
      }),
    readAgain: ({ validity, uids }, take) =>
      opened(async (client) => {
        const box = await client.mailboxOpen("INBOX", { readOnly: true });
        if (Number(box.uidValidity) !== validity) return;
        const deadline = performance.now() + longestRunMs;
        for (const uid of uids.slice(0, mostMails)) {
          if (performance.now() > deadline) break;
          const mail = await fetched(client, uid);
          if (mail) await take(mail);
        }
      }),
    async check() {
      try {
        await opened((client) => client.mailboxOpen("INBOX", { readOnly: true }));
        return "accepted";
      } catch (error) {
        if (error instanceof RefusedLogin) return "refused";
        return error instanceof UntrustedServer ? "untrusted" : "unreachable";
      }
    },
  };
}

/** A mail by its UID; null when it was deleted meanwhile. */
async function fetched(client: ImapFlow, uid: number): Promise<MailboxMail | null> {
  const wanted = { size: true, source: { maxLength: mostBytes } };
  const mail = await client.fetchOne(String(uid), wanted, { uid: true });
  if (!mail || mail.source === undefined) return null;
  return { uid, size: mail.size ?? mail.source.length, source: mail.source };
}

/** Whether the server answered that it does not know user or password. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "authenticationFailed" in error && error.authenticationFailed === true;
}

const isUntrusted = (error: unknown) =>
  error instanceof Error && "code" in error && isCertificateProblem(error.code);

/** In words for Health. */
class RefusedLogin extends Error {
  override message = "the mail server does not accept user name and password.";
}

class UntrustedServer extends Error {
  override message = `${certificateInWords}.`;
}
