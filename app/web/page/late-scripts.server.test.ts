import { expect, test } from "vitest";
import { lateScripts } from "./late-scripts.server.ts";

const page =
  '<html><head><link rel="modulepreload" href="/assets/a.js" nonce="n"/><link rel="stylesheet" href="/a.css"/></head>' +
  '<body><p>Hello</p><script nonce="n">window.first = "</p>"</script>' +
  '<script nonce="n" type="module" async="">import "/assets/a.js"; const dollar = "$&";</script></body></html>';

test("scripts that delay the first paint are listed in a data block and nowhere else", () => {
  const late = lateScripts(page, "n");
  expect(late).not.toContain('modulepreload" href');
  expect(late).not.toContain('type="module"');
  const block = /<script type="application\/json"[^>]*>(.*?)<\/script>/.exec(late)?.[1] ?? "";
  expect(JSON.parse(block)).toEqual({
    hrefs: ["/assets/a.js"],
    source: 'import "/assets/a.js"; const dollar = "$&";',
  });
});

test("the rest of the page is unchanged", () => {
  const late = lateScripts(page, "n");
  expect(late).toContain('<link rel="stylesheet" href="/a.css"/></head><body><p>Hello</p>');
  expect(late).toContain('window.first = "</p>"');
});

test("a page without module scripts is unchanged", () => {
  expect(lateScripts("<p>Hello</p>", "n")).toBe("<p>Hello</p>");
});
