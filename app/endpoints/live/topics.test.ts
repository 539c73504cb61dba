import { expect, test } from "vitest";
import type { UserViewer } from "../../web/guards.server.ts";
import { wantedTopics } from "./topics.ts";

const user: UserViewer = {
  kind: "user",
  id: "u1",
  sessionId: "s1",
  name: "Asha",
  email: "a@campus.test",
  role: "user",
};
const asked = ["products", "cart", "people", "people/all", "secrets", "products", "settings/all", ""];
const names = (viewer: Parameters<typeof wantedTopics>[1]) =>
  wantedTopics(asked, viewer).map(({ name, id }) => (id ? `${name} of ${id}` : name));

test("a guest hears what is public", () => {
  expect(names({ kind: "guest" })).toEqual(["products"]);
});

test("a user also hears of what is theirs", () => {
  expect(names(user)).toEqual(["products", "cart of u1", "people of u1"]);
});

test("an admin may hear of everybody", () => {
  expect(names({ ...user, role: "admin" })).toEqual(["products", "cart of u1", "people of u1", "people/all"]);
});
