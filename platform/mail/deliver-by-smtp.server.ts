import type { Transporter } from "nodemailer";
import { certificateInWords, isCertificateProblem } from "./certificates.ts";
import type { Deliver } from "./mail.server.ts";

/**
 * Milliseconds that a server may say nothing: half of the outbox's lease, so that no other process sends the message
 * meanwhile. The messages after it wait as long.
 */
const patience = 60_000;

/**
 * Delivers through an SMTP server. In: its URL (smtp:// or smtps://, with user and password) and the sender. With
 * smtp:// and a password the connection is encrypted after the greeting, or refused; only a server on this machine may
 * do without. Throws in words when the server cannot be reached or refuses user and password, else with the server's
 * answer.
 */
export function deliverBySmtp(options: { url: string; from: string; patienceMs?: number }): Deliver {
  let transport: Transporter | undefined;
  // Receivers compare it with the sender's domain.
  const domain = /@([^>\s]+)/.exec(options.from)?.[1] ?? "localhost";
  const nameOf = (id: string) => (id.startsWith("<") ? id : `<${id}@${domain}>`);
  return async ({ id, unsubscribe, thread = [], ...message }) => {
    // Loaded with the first message: 23 MB.
    const { createTransport } = await import("nodemailer");
    transport ??= createTransport(withLimit(encrypting(options.url), options.patienceMs ?? patience), {
      from: options.from,
    });
    // The same Message-ID at every attempt, so that a mail server can drop a duplicate.
    const mail = {
      ...message,
      messageId: nameOf(id),
      ...(thread.length > 0 && { inReplyTo: nameOf(thread.at(-1) ?? ""), references: thread.map(nameOf) }),
      ...(unsubscribe && {
        headers: {
          "List-Unsubscribe": `<${unsubscribe}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
      }),
    };
    try {
      await transport.sendMail(mail);
    } catch (error) {
      throw new Error(inWords(error), { cause: error });
    }
  };
}

/** Without this the password would go out as it is when somebody on the way takes out the offer to encrypt. */
function encrypting(url: string): URL {
  const server = new URL(url);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(server.hostname);
  if (server.protocol === "smtp:" && server.username !== "" && !isHere)
    server.searchParams.set("requireTLS", "true");
  return server;
}

/** The address with a limit for each step of a conversation, in milliseconds: by itself it may take ten minutes. */
function withLimit(server: URL, ms: number): string {
  for (const limit of ["connectionTimeout", "greetingTimeout", "socketTimeout", "dnsTimeout"])
    server.searchParams.set(limit, String(ms));
  return server.href;
}

/**
 * Logs in to an SMTP server and sends nothing. In: as for `deliverBySmtp`. Out: "refused" when it does not take user and
 * password, "untrusted" when its certificate is not accepted, "unreachable" after ten seconds, or when the connection
 * fails otherwise.
 */
export async function checkSmtp(url: string): Promise<"accepted" | "refused" | "untrusted" | "unreachable"> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(withLimit(encrypting(url), 10_000));
  try {
    await transport.verify();
    return "accepted";
  } catch (error) {
    if (isUntrusted(error)) return "untrusted";
    return loginCodes.has(codeOf(error)) ? "refused" : "unreachable";
  } finally {
    transport.close();
  }
}

/** Codes of nodemailer's errors: https://nodemailer.com/smtp/errors */
const loginCodes = new Set(["EAUTH", "ENOAUTH"]);
const connectionCodes = new Set(["ECONNECTION", "ESOCKET", "ETIMEDOUT"]);

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

/** Nodemailer keeps the code of TLS beside its own. */
const isUntrusted = (error: unknown) =>
  error instanceof Error && "originalCode" in error && isCertificateProblem(error.originalCode);

/** Why a message was not taken, for who runs the shop. */
function inWords(error: unknown): string {
  const code = codeOf(error);
  if (loginCodes.has(code)) return "the mail server does not accept user name and password";
  if (isUntrusted(error)) return certificateInWords;
  if (code === "EDNS") return "there is no server of this name";
  if (code === "ETLS") return "the mail server offers no encrypted connection";
  if (connectionCodes.has(code)) return "the mail server does not answer at this name and port";
  return error instanceof Error ? error.message : String(error);
}
