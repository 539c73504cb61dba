import { expect, test } from "vitest";
import { notVisited } from "./offline-page.ts";

const page = { html: '<body><div id="visited-pages"></div><p>End</p></body>', policy: "script-src 'self'" };

test("the address that was asked for, and titles of visited pages, are shown as they are", async () => {
  const visited = [{ title: "Caps for $1, $&amp; more", path: "/product/caps" }];
  const html = await notVisited(page, "/sale/$'/$1", visited, 0).text();
  expect(html).toContain(`<a class="btn btn-primary" href="/sale/$'/$1">Try again</a>`);
  expect(html).toContain(`<a class="link" href="/product/caps">Caps for $1, $&amp; more</a>`);
  expect(html.match(/<p>End<\/p>/g)).toHaveLength(1);
});
