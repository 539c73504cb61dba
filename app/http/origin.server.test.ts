import { expect, test } from "vitest";
import { originOf } from "./origin.server.ts";

const demo = { mode: "demo", publicUrl: null, localUrl: "http://localhost:3000" } as const;

test.each([
  ["http://localhost:3000/x", "http://localhost:3000"],
  ["http://127.0.0.1:8080/x", "http://127.0.0.1:8080"],
  ["http://[::1]:3000/x", "http://[::1]:3000"],
  ["http://shop.test/x", "http://shop.test"],
])("in demo mode a link made for a request to %s has that origin", (asked, origin) => {
  expect(originOf(demo, new Request(asked))).toBe(origin);
});

test.each([
  "http://evil.example/x",
  "http://localhost.evil.example/x",
  "http://127.0.0.1.evil.example/x",
  "http://169.254.169.254/x",
  "http://192.168.1.66/x",
  "http://evil.test.example/x",
])("in demo mode a link made for a request to %s has the local origin instead", (asked) => {
  expect(originOf(demo, new Request(asked))).toBe("http://localhost:3000");
});

test("the configured public address is used, whatever host the request names", () => {
  const site = { ...demo, publicUrl: "https://shop.example" };
  expect(originOf(site, new Request("http://evil.example/"))).toBe("https://shop.example");
});
