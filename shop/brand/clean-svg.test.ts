import sharp from "sharp";
import { expect, test } from "vitest";
import { cleanSvg } from "./clean-svg.ts";

const svg = (inside: string, attributes = 'viewBox="0 0 40 10"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);
const refusalOf = (bytes: Buffer) => {
  const clean = cleanSvg(bytes);
  return clean.ok ? clean.value : clean.refused;
};
const rect = '<rect width="40" height="10"/>';

test.each([
  ["a script", '<script>alert(1)</script><rect width="1" height="1"/>', "svg-script"],
  ["an event handler", `<g onload="alert(1)">${rect}</g>`, "svg-script"],
  ["HTML", "<foreignObject><p>x</p></foreignObject>", "svg-script"],
  ["a picture from elsewhere", '<image href="http://127.0.0.1/x.png" width="9" height="9"/>', "svg-picture"],
  ["a file", '<image xlink:href="file:///etc/passwd" width="9" height="9"/>', "svg-picture"],
  ["a part of another file", '<use href="other.svg#a"/>', "svg-picture"],
  ["a fill from elsewhere", '<path d="M0 0h9" fill="url(http://127.0.0.1/#a)"/>', "svg-picture"],
  ["a style from elsewhere", "<style>@import url(http://127.0.0.1/a.css);</style>", "svg-script"],
  ["a hidden word in a style", "<style>g{fill:\\75rl(http://127.0.0.1/)}</style>", "svg-script"],
  ["a filter behind a comment", "<style>g{filter/**/:blur(9px)}</style>", "svg-effect"],
  ["text", "<text>Name</text>", "svg-text"],
  ["endless dashes", '<path d="M0 0h999999" stroke-dasharray="0.00001"/>', "svg-dashes"],
  [
    "a circle of references",
    '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
    "svg-too-complex",
  ],
  ["deep nesting", "<g>".repeat(40) + rect + "</g>".repeat(40), "svg-too-complex"],
  [
    "a billion laughs of <use>",
    Array.from({ length: 9 }, (_, level) =>
      level === 0
        ? `<g id="l0">${rect}</g>`
        : `<g id="l${level}">${`<use href="#l${level - 1}"/>`.repeat(10)}</g>`,
    ).join(""),
    "svg-too-complex",
  ],
  [
    "too many clips",
    '<clipPath id="c">'.concat(rect.repeat(600), "</clipPath>", '<g clip-path="url(#c)"/>'.repeat(600)),
    "svg-too-complex",
  ],
])("%s is refused", (_, inside, why) => expect(refusalOf(svg(inside))).toBe(why));

test("what is no SVG, too large, or declares entities is refused", () => {
  const laughs = '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><svg>&b;</svg>';
  expect(refusalOf(Buffer.from(laughs))).toBe("svg-entities");
  expect(refusalOf(Buffer.from("<html><svg/></html>"))).toBe("svg-broken");
  expect(refusalOf(Buffer.from([0x3c, 0x73, 0xff, 0xfe]))).toBe("svg-broken");
  expect(refusalOf(svg(" ".repeat(300_000)))).toBe("svg-too-big");
});

test("the drawing of a logo stays: shapes, gradients, clips, styles, and what programs add is left out", async () => {
  const file = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:sodipodi="x" width="40" height="10" viewBox="0 0 40 10">
<title>My logo</title><metadata><a href="http://elsewhere"/></metadata><sodipodi:namedview id="n"/>
<style>.a{fill:url(#g)}</style>
<defs><linearGradient id="g"><stop offset="0" stop-color="#c00"/><stop offset="1" stop-color="#c00"/></linearGradient></defs>
<rect class="a" width="20" height="10"/><g style="stroke-dasharray:none;filter:none"><rect x="20" width="20" height="10" fill="#0c0"/></g></svg>`);
  const clean = cleanSvg(file);
  if (!clean.ok) throw new Error(clean.refused);
  expect(clean.value).not.toMatch(/elsewhere|sodipodi|My logo|DOCTYPE/);
  const { data, info } = await sharp(Buffer.from(clean.value))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([40, 10]);
  const at = (x: number) => [...data.subarray((5 * 40 + x) * 3, (5 * 40 + x) * 3 + 3)];
  expect([at(5), at(35)]).toEqual([
    [204, 0, 0],
    [0, 204, 0],
  ]);
});
