import { expect, test } from "vitest";
import { policyPage } from "./policy.server.ts";

const markdown = `---
title: Terms of {{shop}}
description: What holds
lead: Please read
updated: 2026-11-01
---

## Who we are {#who}

{{seller}}

Write to {{shop}}.
`;

test("a policy shows the shop's details as text, escaped and without further substitution", () => {
  const facts = {
    texts: { shop: "A & B {{seller}}" },
    lists: { seller: [{ label: "Name", value: "<b>{{nothing}}</b>" }] },
  };
  const { title, html, contents } = policyPage(markdown, facts);
  expect(title).toBe("Terms of A & B {{seller}}");
  expect(contents).toEqual([{ id: "who", title: "Who we are" }]);
  expect(html).toContain("<dt>Name</dt><dd>&lt;b&gt;{{nothing}}&lt;/b&gt;</dd>");
  expect(html).toContain("<p>Write to A &amp; B {{seller}}.</p>");
});

test("a placeholder without a value throws instead of being shown", () => {
  expect(() => policyPage(markdown, { texts: {}, lists: {} })).toThrow("no fact of the shop");
});
