import { createHash } from "node:crypto";
import type { Email } from "postal-mime";
import { type MailboxMail, mostBytes } from "../../../platform/mail/mailbox.server.ts";
import { cutText } from "../../../platform/text/cut-text.ts";
import { cleanLine, cleanLines } from "../../text/clean-text.ts";
import { emailAddress } from "../../text/email-address.ts";
import { textOfHtml } from "../../text/text-of-html.ts";
import { withoutQuotation } from "./quotation.ts";

/** A mail as the shop reads it: text only. */
export type ReadMail = {
  /** The same for a mail that comes twice: SHA-256 of Message-ID and sender, or of the mail. */
  key: string;
  /** In angle brackets; null for a mail without a usable one. */
  messageId: string | null;
  /** As the mail says. */
  from: { email: string; name: string };
  subject: string;
  text: string;
  /** What it repeats of the mail that it answers, "" for nothing. */
  quoted: string;
  /** What of it is not stored, by name. */
  leftOut: string[];
  /** Message-IDs in angle brackets that it answers, the nearest first. */
  answers: string[];
  /** "automatic": of a program or a list (RFC 3834, RFC 2919). "bounce": says that a mail could not be delivered. */
  kind: "person" | "automatic" | "bounce";
  /**
   * Of a bounce: the Message-IDs of what came back, what the mail server said, and its status code (RFC 3463), "" without
   * one.
   */
  returned: { ids: string[]; reason: string; status: string };
};

const longest = { text: 20_000, subject: 200, name: 80, reason: 300, messageId: 300 };
/**
 * Of a mail so many lines are read. One with 500,000 bytes of attachments has 7,000; the parser needs milliseconds and
 * kilobytes for groups of them, so that half a million empty ones would hold up the shop for ten seconds.
 */
const mostLines = 10_000;
/** References beyond these are not looked at. */
const mostReferences = { nearest: 40, first: 10 };

/** Reads a mail, however it is made. Null without a sender whom somebody could answer. */
export async function readMail(mail: Omit<MailboxMail, "uid">): Promise<ReadMail | null> {
  const source = firstLines(mail.source);
  // Loaded with the first mail.
  const { default: PostalMime } = await import("postal-mime");
  const email = await PostalMime.parse(source, {
    maxHeadersSize: 2 * mostBytes,
    maxNestingDepth: 64,
    maxRfc822NestingDepth: 2,
  });
  const raw = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString("latin1");
  const kind = kindOf(email);
  const address = emailAddress.safeParse(email.from?.address ?? "");
  // A bounce may come from nobody.
  if (!address.success && kind !== "bounce") return null;
  const from = address.success ? address.data : "";
  const messageId = idsIn(email.messageId).at(0) ?? null;
  const text = email.text?.trim()
    ? cutText(email.text, 4 * longest.text)
    : textOfHtml(email.html ?? "", { mail: true });
  const parts = withoutQuotation(cleanLines(cutText(text, 4 * longest.text)));
  return {
    key: createHash("sha256")
      .update(messageId ? `${messageId}\n${from}` : mail.source)
      .digest("hex"),
    messageId,
    from: {
      email: from,
      name:
        cutText(cleanLine(cutText(email.from?.name ?? "", 400)), longest.name) || (from.split("@")[0] ?? ""),
    },
    subject: cutText(cleanLine(cutText(email.subject ?? "", 2_000)), longest.subject),
    text: cutText(parts.text, longest.text),
    quoted: cutText(parts.quoted, longest.text),
    leftOut: leftOutOf(email, mail.size > source.length ? mail.size : null),
    answers: answersOf(email),
    kind,
    returned: kind === "bounce" ? returnedIn(raw) : nothingReturned,
  };
}

function firstLines(source: Uint8Array): Uint8Array {
  let end = -1;
  for (let line = 0; line < mostLines; line++) {
    end = source.indexOf(0x0a, end + 1);
    if (end < 0) return source;
  }
  return source.subarray(0, end + 1);
}

/** Message-IDs in a header, each in angle brackets. */
function idsIn(header = ""): string[] {
  return header.match(/<[!-;=?-~]{1,298}>/g) ?? [];
}

function answersOf({ inReplyTo, references }: Email): string[] {
  const referred = idsIn(references).reverse();
  const kept = [...referred.slice(0, mostReferences.nearest), ...referred.slice(-mostReferences.first)];
  return [...new Set([...idsIn(inReplyTo).slice(0, mostReferences.first), ...kept])];
}

function headerOf({ headers }: Email, name: string): string | null {
  return (
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? null
  );
}

/** What no person wrote: programs say so (RFC 3834), lists have their headers (RFC 2919), servers send from nobody. */
function kindOf(email: Email): ReadMail["kind"] {
  const type = headerOf(email, "content-type") ?? "";
  const sender = email.from?.address?.toLowerCase() ?? "";
  const isFromServer = /^(?:mailer-daemon|postmaster)(?:@|$)/.test(sender);
  const isFromNobody = headerOf(email, "return-path") === "<>";
  const isReport = type.startsWith("multipart/report");
  if (isReport ? /report-type="?delivery-status/.test(type) : isFromServer) return "bounce";
  const submitted = headerOf(email, "auto-submitted");
  const isAutomatic =
    isReport ||
    isFromNobody ||
    (submitted !== null && submitted !== "no") ||
    /^(?:bulk|junk|list|auto_reply)/.test(headerOf(email, "precedence") ?? "") ||
    ["list-id", "list-post", "list-unsubscribe", "x-autoreply", "x-autorespond"].some(
      (name) => headerOf(email, name) !== null,
    );
  return isAutomatic ? "automatic" : "person";
}

const nothingReturned: ReadMail["returned"] = { ids: [], reason: "", status: "" };

/** The mails that a bounce brings back: their Message-IDs stand in it as they were sent, or at least their headers. */
function returnedIn(raw: string): ReadMail["returned"] {
  // A delay is no failure: the mail server goes on trying.
  const actions = [...raw.matchAll(/^action:[ \t]*([a-z]{1,20})/gim)].map(([, action = ""]) =>
    action.toLowerCase(),
  );
  if (actions.length > 0 && !actions.includes("failed")) return nothingReturned;
  const ids = [...raw.matchAll(/^message-id:[ \t]*(?:\r?\n[ \t]+)?(<[!-;=?-~]{1,298}>)/gim)].flatMap(
    ([, id]) => id ?? [],
  );
  const [, said = ""] =
    /^diagnostic-code:[ \t]*(?:smtp;)?([^\r\n]{1,600}(?:\r?\n[ \t][^\r\n]{1,600}){0,3})/im.exec(raw) ?? [];
  const [, status = ""] =
    /^status:[ \t]*(5\.\d{1,3}\.\d{1,3})/im.exec(raw) ?? /\b(5\.\d{1,3}\.\d{1,3})\b/.exec(said) ?? [];
  return { ids: [...new Set(ids)].slice(0, 20), reason: cutText(cleanLine(said), longest.reason), status };
}

function leftOutOf({ attachments }: Email, wholeSize: number | null): string[] {
  const named = attachments
    .filter(({ related }) => !related)
    .map(({ filename, mimeType }) => cutText(cleanLine(cutText(filename ?? mimeType, 400)), 80) || "a file");
  const many = named.length > 20 ? [`${named.length - 20} more files`] : [];
  const cut =
    wholeSize === null ? [] : [`the rest of a mail of ${Math.max(0.1, wholeSize / 1_048_576).toFixed(1)} MB`];
  return [...named.slice(0, 20), ...many, ...cut];
}
