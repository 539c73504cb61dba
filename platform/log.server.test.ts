import { PassThrough } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { formatLine, redaction, safeError } from "./log.server.ts";

function written(fields: object): string {
  const sink = new PassThrough();
  pino({ redact: redaction }, sink).info(fields, "said");
  return String(sink.read());
}

test("personal data and secrets are redacted in the log, also one or two objects deep", () => {
  const line = written({
    email: "asha@example.com",
    user: { phone: "+919876543210", name: "kept" },
    request: { headers: { cookie: "session=1", authorization: "Bearer x" } },
  });
  expect(line).not.toMatch(/asha@|98765|session=1|Bearer/);
  expect(line).toContain("kept");
});

test("a line in readable format has the time, the level, the message and the fields", () => {
  const line = JSON.stringify({ level: 40, time: 0, pid: 1, hostname: "h", msg: "slow", ms: 3 });
  expect(formatLine(line)).toBe('00:00:00 warn slow {"ms":3}');
});

test("an error is logged with its stack, a warning with its message", () => {
  const err = { message: "broken", stack: "Error: broken\n  at x" };
  expect(formatLine(JSON.stringify({ level: 50, time: 0, msg: "bad", err }))).toBe(
    "00:00:00 error bad\nError: broken\n  at x",
  );
  expect(formatLine(JSON.stringify({ level: 40, time: 0, msg: "bad", err }))).toBe(
    "00:00:00 warn bad: broken",
  );
});

test("a failed statement is logged without its values and without the row that violated the constraint", () => {
  const rule = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (email)=(asha@example.com)",
  });
  const error = new Error(
    "Failed query: insert into person values ($1)\nparams: asha@example.com,Asha\nRao",
    { cause: rule },
  );
  const plain = safeError(error);
  expect(JSON.stringify(plain)).not.toMatch(/asha|Asha|Rao/);
  expect(plain).toMatchObject({
    message: "Failed query: insert into person values ($1)",
    cause: { code: "23505" },
  });
  expect(plain.stack).toContain("    at ");
});
