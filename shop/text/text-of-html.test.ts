import { describe, expect, test } from "vitest";
import { slowestGrowth } from "../../test/support/faults/growth.ts";
import { textOfHtml } from "./text-of-html.ts";

test.each([
  ["<p>Soft &amp; light.</p><script>x()</script><ul><li>Cotton</li></ul>", "Soft & light.\nCotton"],
  ["a < b &nbsp; c<br>d<br/>e &rsquo;&#8377;&#x20b9; &bogus;", "a < b c\nd\ne ’₹₹ &bogus;"],
  ["<style>p { color: red }</style><!-- a note -->Plain", "Plain"],
  ["<table><tr><td>Chest</td><td>96 cm</td></tr></table>", "Chest 96 cm"],
  ["<P CLASS='a>b'>One</P>\n\n\n<p>Two</p>", "One\n\nTwo"],
  ["नरम <b>क्‍ष</b> &#2325;", "नरम क्‍ष क"],
])("%s becomes the text %s", (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

test("of a mail, what is quoted begins with >, and line breaks of the source mean nothing", () => {
  const html =
    "<p>Thank\nyou</p><div>Shop wrote:</div><blockquote>Hello<br>Asha<blockquote>Hi</blockquote></blockquote>Bye";
  expect(textOfHtml(html, { mail: true })).toBe("Thank you\nShop wrote:\n\n> Hello\n> Asha\n> > Hi\n\nBye");
});

describe("ten times the HTML takes about ten times as long, whatever it contains", () => {
  test.each([
    "<",
    "</",
    "<a ",
    '<a b="',
    "&",
    "&#",
    "<!--",
    "<![CDATA[",
    "<script>",
    "<svg><title>",
    "<p><div>",
    " \n",
    "\n",
    " ",
  ])("%j", (piece) => {
    expect(slowestGrowth((length) => textOfHtml(piece.repeat(length / piece.length)), 100_000)).toBeLessThan(
      40,
    );
  });
});
