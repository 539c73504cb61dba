import { beforeAll, describe, expect, test } from "vitest";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { anAdmin, type Person } from "../../support/users.server.ts";
import { desktop, enterAs, openShop, phone } from "../../support/visitor.server.ts";

const open = openShop();
let admin: Person;
const paths: Record<string, string> = {};
beforeAll(async () => {
  admin = await anAdmin(open.shop);
  const order = await anOrder(open.shop, admin);
  paths["an order"] = `/admin/orders/${order.id}`;
  paths["a product"] = `/admin/products/${order.lines[0]?.productId}`;
});

/** Numbers the elements that the Tab key should reach; a group of radio buttons is one stop. */
function numberStops(): number {
  const wanted = "a[href], button, input, select, textarea, summary, [tabindex]";
  const stops = [...document.querySelectorAll<HTMLElement>(wanted)].filter((one) => {
    const away = one.closest("dialog:not([open]), [inert], details:not([open]) > :not(summary)");
    const off = one.matches(":disabled, [type=hidden]") || one.tabIndex < 0;
    const other =
      one instanceof HTMLInputElement &&
      one.type === "radio" &&
      !one.checked &&
      document.querySelector(`input[type=radio][name="${one.name}"]:checked`);
    return !away && !off && !other && one.checkVisibility({ visibilityProperty: true });
  });
  for (const [at, one] of stops.entries()) one.dataset.stop = String(at);
  return stops.length;
}

/** The focused element: its stop, whether the focus is visible, and whether a sticky bar covers it. */
function whereFocusIs() {
  const one = document.activeElement;
  if (!(one instanceof HTMLElement) || one === document.body) return null;
  const { boxShadow, outlineStyle, outlineWidth } = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  const hidden = [...document.querySelectorAll<HTMLElement>(".save-bar")].some((bar) => {
    const { top, bottom, left, right } = bar.getBoundingClientRect();
    const beneath = box.top >= top && box.bottom <= bottom && box.left < right && box.right > left;
    return beneath && !bar.contains(one);
  });
  return {
    stop: one.dataset.stop,
    words: one.outerHTML.slice(0, 120),
    shows: boxShadow !== "none" || (outlineStyle !== "none" && outlineWidth !== "0px"),
    hidden,
  };
}

describe.each([
  ["phone", phone],
  ["desktop", desktop],
] as const)("on a %s", (_name, screen) => {
  test.each([
    "/admin/products/new",
    "a product",
    "/admin/orders",
    "an order",
    "/admin/coupons/FRESHER10",
    "/admin/content/articles/new",
    "/admin/audit",
  ])("Tab reaches every control of %s, and the focus is always visible", async (named) => {
    const visitor = await open.visit({ screen });
    const { page } = visitor;
    await enterAs(page, admin);
    await visitor.open(paths[named] ?? named);
    const stops = await page.evaluate(numberStops);
    const reached = new Set<string | undefined>();
    const unseen = new Set<string>();
    for (let pressed = 0; pressed < stops + 20; pressed++) {
      await page.keyboard.press("Tab");
      const focus = await page.evaluate(whereFocusIs);
      if (!focus) break;
      reached.add(focus.stop);
      if (!focus.shows || focus.hidden) unseen.add(focus.words);
    }
    expect(stops).toBeGreaterThan(3);
    expect(Array.from({ length: stops }, (_, at) => String(at)).filter((at) => !reached.has(at))).toEqual([]);
    expect([...unseen]).toEqual([]);
    await visitor.leave();
  });
});

test("an act by keyboard leaves the focus in its row, and in the next row when its own leaves the list", async () => {
  const visitor = await open.visit({ screen: desktop });
  const { page } = visitor;
  await enterAs(page, admin);
  await visitor.open("/admin/collections/students/products");
  const row = page.getByRole("row").nth(5);
  const name = await row.getByRole("link").first().textContent();
  await row.getByRole("button", { name: "Pin to top" }).press("Enter");
  await page.getByText("Pinned, position 1").waitFor();
  await expect.poll(() => page.locator("tr:focus-within").getByRole("link").first().textContent()).toBe(name);

  const { id } = await anOrder(open.shop, admin);
  const next = await anOrder(open.shop, admin);
  await visitor.open("/admin/orders?status=pending");
  const rowOf = (order: string) =>
    page.locator("tr", { has: page.locator(`a[href*="${order}"]`) }).filter({ visible: true });
  await rowOf(next.id).getByRole("button", { name: "Confirm" }).press("Enter");
  await rowOf(next.id).waitFor({ state: "detached" });
  await rowOf(id).and(page.locator(":focus-within")).waitFor();
  await visitor.leave();
});
