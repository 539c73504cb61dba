import { Writable } from "node:stream";
import { type Logger, pino } from "pino";
import { z } from "zod";

/** The program's log. Fields first, then the message: `log.info({ orderId }, "order placed")`. */
export type Log = Logger;

/** Personal data and secrets are redacted, whatever object they are in. */
const personal = [
  "email",
  "phone",
  "mobile",
  "address",
  "password",
  "token",
  "cookie",
  "authorization",
  "to",
];
export const redaction = {
  paths: personal.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
  censor: "[removed]",
};

/** In: the format (JSON lines, or short lines for people) and the minimum level. */
export function makeLog(options: { level: string; json: boolean }): Log {
  const settings = { level: options.level, redact: redaction, serializers: { err: safeError } };
  return options.json
    ? pino({ ...settings, timestamp: pino.stdTimeFunctions.isoTime })
    : pino(settings, shortLines());
}

type PlainError = { type: string; message: string; stack?: string; code?: unknown; cause?: PlainError };

/** Also what stands before the host of an address with a password. */
const emailAddresses = /[\w.+%-]{1,80}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g;

/**
 * An error for the log: message, stack, code and causes. Without personal data that others add: parameters of a failed
 * statement and the row that violated a constraint, email addresses that a mail server repeats.
 */
export function safeError(error: unknown): PlainError {
  const withoutValues = (text: string) =>
    text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, "").replace(emailAddresses, "[removed]");
  if (!(error instanceof Error)) return { type: typeof error, message: withoutValues(String(error)) };
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...(error.stack === undefined ? {} : { stack: withoutValues(error.stack) }),
    ...("code" in error ? { code: error.code } : {}),
    ...(error.cause === undefined ? {} : { cause: safeError(error.cause) }),
  };
}

const line = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().optional(),
  pid: z.unknown().optional(),
  hostname: z.unknown().optional(),
  err: z
    .looseObject({
      message: z.string(),
      stack: z.string().optional(),
      cause: z.looseObject({ message: z.string() }).optional(),
    })
    .optional(),
});

function shortLines(): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk, _encoding, written) {
      process.stdout.write(`${formatLine(String(chunk))}\n`);
      written();
    },
  });
}

/** A JSON line of pino as `09:41:07 warn message {"field":1}`. */
export function formatLine(json: string): string {
  const { level, time, msg, pid: _pid, hostname: _host, err, ...fields } = line.parse(JSON.parse(json));
  const clock = new Date(time).toISOString().slice(11, 19);
  const rest = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : "";
  const cause = err?.cause ? `\n  because: ${err.cause.message}` : "";
  // Warnings show the message only; errors show the stack as well.
  const trace = err ? (level < 50 ? `: ${err.message}` : `\n${err.stack ?? err.message}${cause}`) : "";
  return `${clock} ${pino.levels.labels[level] ?? level} ${msg ?? ""}${rest}${trace}`;
}
