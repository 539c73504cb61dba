import { expect, test } from "vitest";
import { permissions } from "../../../shop/access/permissions.ts";
import type { UserViewer } from "../../http/guards.server.ts";
import { allowedTopics } from "./topics.ts";

const user: UserViewer = {
  kind: "customer",
  id: "u1",
  sessionId: "s1",
  name: "Asha",
  verifiedPhone: null,
  email: "a@campus.test",
  role: { key: "user", name: "User", secondFactor: null },
  lacksSecondFactor: false,
  permissions: new Set(),
};
const orderId = "5f0c9d1e-0000-4000-8000-000000000000";
const asked = ["products", "cart", "people", "people/all", "secrets", "products", "settings/all", ""];
const names = (viewer: Parameters<typeof allowedTopics>[1]) =>
  allowedTopics(asked, viewer).map(({ name, id }) => (id ? `${name} of ${id}` : name));

test("a guest receives public change events only", () => {
  expect(names({ kind: "guest" })).toEqual(["products"]);
});

test("a user also receives the events of their own account", () => {
  expect(names(user)).toEqual(["products", "cart of u1", "people of u1"]);
});

test("an admin with every permission may receive the events of all users", () => {
  expect(names({ ...user, permissions: new Set(permissions) })).toEqual([
    "products",
    "cart of u1",
    "people of u1",
    "people/all",
  ]);
});

test("anyone may subscribe to an order whose id they know, and nobody to all orders", () => {
  for (const viewer of [{ kind: "guest" } as const, user]) {
    const wanted = allowedTopics(
      [`order/${orderId}`, "order", "order/", "order/all", "order/5f0c9d1e"],
      viewer,
    );
    expect(wanted).toEqual([{ name: `order/${orderId}`, topic: "order", id: orderId }]);
  }
});

test("a user receives events of their own orders only", () => {
  expect(allowedTopics(["orders"], { kind: "guest" })).toEqual([]);
  expect(allowedTopics(["orders", "orders/u2"], user)).toEqual([
    { name: "orders", topic: "orders", id: "u1" },
  ]);
});
