import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashedPolicy } from "./hashed-policy.server.ts";

const policy = "default-src 'none'; script-src 'self' 'nonce-abc='; style-src 'self'; frame-ancestors 'none'";
const named = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("scripts are allowed by hash, and the nonce is removed", () => {
  const made = hashedPolicy(
    `<script nonce="abc=">one()</script><script nonce="abc=" src="/a.js"></script>`,
    policy,
  );
  expect(made.html).toBe(`<script>one()</script><script src="/a.js"></script>`);
  expect(made.policy).toContain(named("one()"));
  expect(made.policy).toContain("frame-ancestors 'none'");
  expect(made.policy).not.toContain("nonce");
});

test("no data block and no script without the nonce is allowed", () => {
  const made = hashedPolicy(
    `<script nonce="abc=">one()</script><script>evil()</script><script type="application/ld+json" nonce="abc=">{}</script>`,
    policy,
  );
  expect(made.policy).toContain(named("one()"));
  for (const other of ["evil()", "{}", ""]) expect(made.policy).not.toContain(named(other));
});

test("a page that contains its nonce anywhere else is refused", () => {
  expect(() => hashedPolicy("<p>abc=</p>", policy)).toThrow();
});
