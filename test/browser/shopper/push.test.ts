import { expect, test } from "vitest";
import { accessibilityFaults, sidewaysScroll } from "../../support/accessibility.server.ts";
import { pushService } from "../../support/push-stand-in.server.ts";
import { aShopper } from "../../support/users.server.ts";
import { enterAs, openShop, phone } from "../../support/visitor.server.ts";

const shop = openShop();

test("push is turned on by a tap, shows an order's notification, and is turned off by another tap", async () => {
  const service = await pushService();
  const { subscription } = service.device();
  const asha = await aShopper(shop.shop, { name: "Asha Rao" });
  const visitor = await shop.visit({ screen: phone, worker: true, notifications: true });
  const { page } = visitor;
  const context = page.context();
  await context.grantPermissions(["notifications"], { origin: shop.address });
  await enterAs(page, asha);
  // Chromium without Google's push service cannot subscribe; this is what it would answer.
  await page.addInitScript(({ endpoint, ...keys }) => {
    let there = false;
    const made = {
      endpoint,
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        there = false;
        return true;
      },
    };
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        there = true;
        return made;
      },
      getSubscription: async () => (there ? made : null),
    });
  }, subscription);
  await visitor.open("/profile?tab=notifications");
  await page.getByRole("button", { name: "Notify me on this device" }).click();
  await page.getByText("You will hear from us").waitFor();
  const stop = page.getByRole("button", { name: "Stop notifications on this device" });
  await stop.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);

  const browserSide = await context.newCDPSession(page);
  // A message that is delivered before the worker is activated, or to the registration of another page, is lost.
  const activated = new Promise<string>((known) => {
    browserSide.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
      const own = versions.find(
        ({ status, scriptURL }) => status === "activated" && scriptURL.startsWith(shop.address),
      );
      if (own) known(own.registrationId);
    });
  });
  await browserSide.send("ServiceWorker.enable");
  const data = {
    title: "Order 1234 is on its way",
    body: "Tan Moccasins",
    path: "/orders",
    tag: "order-1234",
  };
  await browserSide.send("ServiceWorker.deliverPushMessage", {
    origin: shop.address,
    registrationId: await activated,
    data: JSON.stringify(data),
  });
  const shown = () =>
    page.evaluate(async () => {
      const notifications = await (await navigator.serviceWorker.ready).getNotifications();
      return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, path: data }));
    });
  await expect.poll(shown).toEqual([data]);

  await stop.click();
  await page.getByRole("button", { name: "Notify me on this device" }).waitFor();
  await visitor.leave();
  await service.close();
});
