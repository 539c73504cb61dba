import { describe, expect, onTestFinished, test, vi } from "vitest";
import { documentFromNetwork, storePage } from "./pages.ts";

const request = new Request("http://localhost:1/about");

describe("a navigation in the service worker", () => {
  test("is answered with the preloaded response", async () => {
    const preloaded = new Response("from the network");
    expect(await documentFromNetwork({ request, preloadResponse: Promise.resolve(preloaded) })).toBe(
      preloaded,
    );
  });

  test.each([
    ["resolves with an error, as in Firefox", () => Promise.resolve(Response.error())],
    ["rejects, as in Chromium", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["is not supported, and the request fails", () => Promise.resolve(undefined)],
  ])("has no network when the preload %s", async (_, preload) => {
    await expect(documentFromNetwork({ request, preloadResponse: preload() })).rejects.toThrow(TypeError);
  });
});

test("a page is stored again after a minute, and when the device's clock was set back", async () => {
  const store = new Map<string, Response>();
  const cache = {
    match: async (key: string) => store.get(key),
    put: async (key: string, answer: Response) => void store.set(key, answer),
    delete: async (key: string) => store.delete(key),
    keys: async () => [],
  };
  const fetched = vi.fn(
    async () => new Response("<p>About</p>", { headers: { "Content-Type": "text/html" } }),
  );
  vi.stubGlobal("caches", { open: async () => cache });
  vi.stubGlobal("fetch", fetched);
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T06:00:00Z") });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const fetches = async (time: string) => {
    fetched.mockClear();
    vi.setSystemTime(new Date(time));
    await storePage("/about");
    return fetched.mock.calls.length;
  };
  expect(await fetches("2026-11-21T06:00:00Z")).toBe(1);
  expect(await fetches("2026-11-21T06:00:59Z")).toBe(0);
  expect(await fetches("2026-11-21T06:01:00Z")).toBe(1);
  expect(await fetches("2026-11-20T06:00:00Z")).toBe(1);
});
