import { expect, test } from "vitest";
import { guardTable } from "../access/guard-table.ts";
import { sharedPage, sharedPages } from "./shared-pages.ts";

test("only pages that are open to anyone and accept no form are shared between visitors", () => {
  for (const { pattern } of sharedPages) {
    expect(guardTable.get(pattern), pattern).toMatchObject({ who: "anyone", accepts: null });
  }
});

test.each([
  ["/", "/"],
  ["/?utm_source=mail&tab=newest", "/"],
  ["/?page=2&tab=offers", "/?page=2&tab=offers"],
  ["/_.data", "/_.data"],
  ["/shop?sort=recommended&page=1&stock=0", "/shop"],
  ["/shop?size=m&size=L&size=M&price=0-500&x=1", "/shop?price=0-500&size=L&size=M"],
  ["/category/students?category=students", "/category/students"],
  ["/category", "/category"],
  // The usual order of a collection may be another one.
  ["/category/students?sort=recommended", "/category/students?sort=recommended"],
  ["/brand/genda-grey?size=m&brand=Other&gclid=1", "/brand/genda-grey?size=M"],
  ["/product/tan-moccasins?order=newest&reviews=all&gclid=1", "/product/tan-moccasins?reviews=all"],
  ["/product/tan-moccasins?photos=yes&stars=9", "/product/tan-moccasins?photos=yes"],
  ["/product/tan-moccasins?photos=1&stars=4", "/product/tan-moccasins?stars=4"],
  ["/blog?category=tips&page=4", "/blog?category=tips"],
  ["/faq?ref=mail", "/faq"],
  // The parameters of a data request may be the router's.
  ["/shop.data?size=m&any=x%2Fy", "/shop.data?size=m&any=x%2Fy"],
])("%s is cached under the address %s", (asked, address) => expect(sharedPage(asked)?.address).toBe(address));

test.each([
  "/cart",
  "/contact",
  "/admin",
  "/shop?q=kurta",
  "/shop?new=7&sort=newest",
  "/faq?q=size",
  "/shop/",
  "/SHOP",
  "//shop",
  "/./shop",
  "/%73hop",
  "/shop#x",
  "/.data",
  "/shop.data.data",
  "/product/",
  "/product/../cart",
  "/product/a.data/b",
  "/_",
  "/shop.data?q=kurta",
  "/cart.data",
  `/shop.data?any=${"x".repeat(1_000)}`,
  "/category?category=shoes",
  "/brand",
  "/brand/genda-grey?q=kurta",
])("%s is not shared between visitors", (asked) => expect(sharedPage(asked)).toBeNull());
