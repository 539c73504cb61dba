import { expect, test } from "vitest";
import { isWellFormed, policyPage, readPolicyFile, unknownPlaceholders } from "./policy.server.ts";

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
  const { title, html, contents } = policyPage(readPolicyFile(markdown), facts);
  expect(title).toBe("Terms of A & B {{seller}}");
  expect(contents).toEqual([{ id: "who", title: "Who we are" }]);
  expect(html).toContain("<dt>Name</dt><dd>&lt;b&gt;{{nothing}}&lt;/b&gt;</dd>");
  expect(html).toContain("<p>Write to A &amp; B {{seller}}.</p>");
});

test("a placeholder without a value throws instead of being shown", () => {
  expect(() => policyPage(readPolicyFile(markdown), { texts: {}, lists: {} })).toThrow("no fact of the shop");
});

test("HTML of staff is text, but for the tags of the shipped texts; what is not closed in its turn is seen", () => {
  const body =
    '<dl class="facts"><div><dt>A</dt><dd>B</dd></div></dl>\n\n<script>x</script>\n\n<dl onclick="x">';
  const { html } = policyPage({ title: "T", description: "", lead: "", body }, { texts: {}, lists: {} });
  expect(html).toContain('<dl class="facts"><div><dt>A</dt><dd>B</dd></div></dl>');
  expect(html).not.toMatch(/<script|<dl onclick/);
  expect(isWellFormed(body)).toBe(true);
  expect(isWellFormed("<div>\n\n- a")).toBe(false);
  expect(isWellFormed("words</div>")).toBe(false);
  expect(isWellFormed("- <dl>\n\n</dl>")).toBe(false);
});

test("a heading gets an anchor of its own, and a section of nothing but an empty list is left out", () => {
  const body = "Before\n\n## The same\n\nOne\n\n## The same\n\nTwo\n\n## Founders\n\n{{founders}}\n";
  const page = policyPage(
    { title: "T", description: "", lead: "", body },
    { texts: {}, lists: { founders: [] } },
  );
  expect(page.contents.map(({ id }) => id)).toEqual(["the-same", "the-same-2"]);
  expect(page.html).toMatch(/^<p>Before<\/p><section id="the-same">/);
  expect(page.html).not.toContain("Founders");
});

test("unknown placeholders are named", () => {
  expect(unknownPlaceholders("{{name}} {{Nmae}} {{ name }} {{seller}} {{constructor}} {{}}")).toEqual([
    "Nmae",
    "name",
    "constructor",
    "",
  ]);
});
