import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashedPolicy } from "./hashed-policy.server.ts";

const policy =
  "default-src 'none'; script-src 'self' 'nonce-abc='; style-src 'self' 'nonce-abc='; frame-ancestors 'none'";
const named = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("scripts and style sheets are allowed by hash, and the nonce is removed", () => {
  const made = hashedPolicy(
    `<style nonce="abc=">a{}</style><script nonce="abc=">one()</script><script nonce="abc=" src="/a.js"></script>`,
    policy,
  );
  expect(made.html).toBe(`<style>a{}</style><script>one()</script><script src="/a.js"></script>`);
  expect(made.policy).toContain(`style-src 'self' ${named("a{}")};`);
  expect(made.policy).toContain(named("one()"));
  expect(made.policy).toContain("frame-ancestors 'none'");
  expect(made.policy).not.toContain("nonce");
});

test("a script that is inserted later is allowed, but no data block and no script without the nonce", () => {
  const block = JSON.stringify({ hrefs: [], source: 'import "/a.js"' });
  const made = hashedPolicy(
    `<script type="application/json" id="late-scripts" nonce="abc=">${block}</script><script>evil()</script>` +
      `<script type="application/ld+json">{}</script>`,
    policy,
  );
  expect(made.policy).toContain(named('import "/a.js"'));
  for (const other of [block, "evil()", "{}"]) expect(made.policy).not.toContain(named(other));
});

test("a placeholder for a longer style sheet is allowed by the hash of the full text", () => {
  const made = hashedPolicy(
    `<style nonce="abc=">/* sheet */</style>`,
    policy,
    new Map([["/* sheet */", "sha256-x"]]),
  );
  expect(made.html).toBe("<style>/* sheet */</style>");
  expect(made.policy).toContain("style-src 'self' 'sha256-x';");
});

test("a page that contains its nonce anywhere else is refused", () => {
  expect(() => hashedPolicy("<p>abc=</p>", policy)).toThrow();
});
