import { describe, expect, test } from "vitest";
import { documentFromNetwork } from "./pages.ts";

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
