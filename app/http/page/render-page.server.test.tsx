import { lazy, type ReactNode, Suspense } from "react";
import { expect, test } from "vitest";
import { renderPage } from "./render-page.server.ts";

async function rendered(page: ReactNode) {
  const reported: unknown[] = [];
  const html = await renderPage(page, { nonce: "abc", report: (error) => reported.push(error) });
  return { html, reported: reported.map(String) };
}

function Broken(): never {
  throw new Error("no such size");
}

test("a lazily loaded component is in the HTML of the first and of later renders", async () => {
  const loads: string[] = [];
  const Below = lazy(async () => {
    loads.push("below");
    return { default: () => <p>Below the fold</p> };
  });
  const page = (
    <main>
      <Suspense fallback="Loading">
        <Below />
      </Suspense>
    </main>
  );
  const html = "<main><!--$--><p>Below the fold</p><!--/$--></main>";
  expect(await rendered(page)).toEqual({ html, reported: [] });
  expect(await rendered(page)).toEqual({ html, reported: [] });
  expect(loads).toEqual(["below"]);
});

test("a document has its doctype, whether its render had to wait or not", async () => {
  const Late = lazy(async () => ({ default: () => <p>Late</p> }));
  const page = (
    <html lang="en-IN">
      <body>
        <Suspense>
          <Late />
        </Suspense>
      </body>
    </html>
  );
  const html =
    '<!DOCTYPE html><html lang="en-IN"><head></head><body><!--$--><p>Late</p><!--/$--></body></html>';
  expect(await rendered(page)).toEqual({ html, reported: [] });
  expect(await rendered(page)).toEqual({ html, reported: [] });
});

test("an error in a component rejects the render", async () => {
  const page = (
    <main>
      <Broken />
    </main>
  );
  await expect(rendered(page)).rejects.toThrow("no such size");
});

test("an error inside a Suspense is reported, and its fallback is in the page", async () => {
  const { html, reported } = await rendered(
    <main>
      <Suspense fallback={<p>Not now</p>}>
        <Broken />
      </Suspense>
    </main>,
  );
  expect(html).toContain("<p>Not now</p>");
  expect(reported).toEqual(["Error: no such size"]);
});
