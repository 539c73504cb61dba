import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeHtml, type MailBlock, shopMail } from "./mail.ts";

const mail = (blocks: MailBlock[], title = "Hello") =>
  shopMail({ shopName: "Campus Style", origin: "https://shop.test", title, blocks, closing: "Bye" });

const hostile = `<img src=x onerror="alert('1')">&</table>`;

test("every block is in the text part, and its content in the HTML part", () => {
  const { text, html } = mail([
    { kind: "text", text: "One line.\nAnother." },
    { kind: "button", label: "Track Order", address: "https://shop.test/track?a=1&b=2" },
    { kind: "facts", facts: [{ label: "Ticket", value: "T-1001" }] },
    { kind: "note", text: "Please keep ₹999.00 ready." },
    { kind: "quote", text: "first\nsecond" },
  ]);
  expect(text).toBe(
    "Hello\n\nOne line.\nAnother.\n\nTrack Order:\nhttps://shop.test/track?a=1&b=2\n\nTicket: T-1001\n\n" +
      "Please keep ₹999.00 ready.\n\n> first\n> second\n\nBye\nCampus Style\n",
  );
  expect(html).toContain("One line.<br>Another.");
  expect(html).toContain('href="https://shop.test/track?a=1&amp;b=2"');
  expect(html).toContain("₹999.00");
});

test("HTML in any text of an email is escaped, whatever block it is in", () => {
  const clean = mail([]).html.match(/<\w+/g)?.length ?? 0;
  const places: MailBlock[] = [
    { kind: "text", text: hostile },
    { kind: "note", text: hostile },
    { kind: "quote", text: hostile },
    { kind: "button", label: hostile, address: "https://shop.test" },
    { kind: "facts", facts: [{ label: hostile, value: hostile }] },
  ];
  for (const block of places) {
    const { html } = mail([block]);
    expect(html).not.toContain("<img src=x");
    expect(html).toContain(escapeHtml(hostile));
  }
  expect(mail([], hostile).html.match(/<\w+/g)).toHaveLength(clean);
});

test("escaped text never contains angle brackets or quotes", () => {
  const property = fc.property(fc.string(), (text) => {
    expect(escapeHtml(text)).not.toMatch(/[<>"']/);
  });
  fc.assert(property);
});
