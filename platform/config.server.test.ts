import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { readConfig, shareOfWorker } from "./config.server.ts";

test("nothing set gives a demo shop on this machine only", () => {
  expect(readConfig({})).toMatchObject({
    mode: "demo",
    port: 3000,
    host: "127.0.0.1",
    dataDir: "./data",
    databaseUrl: undefined,
    publicUrl: null,
    google: undefined,
    cashfree: undefined,
  });
});

test("an empty value counts as not set", () => {
  expect(readConfig({ PORT: "", HOST: " ", DATABASE_URL: "", MODE: "" })).toEqual(readConfig({}));
});

test("live mode without address and secret names both at once, and so it does for empty ones", () => {
  for (const env of [{ MODE: "live" }, { MODE: "live", PUBLIC_URL: "", AUTH_SECRET: " " }]) {
    expect(() => readConfig(env)).toThrow(/PUBLIC_URL[\s\S]*AUTH_SECRET/);
  }
  expect(() => readConfig({ MODE: "live", PUBLIC_URL: "https://a.example", AUTH_SECRET: "short" })).toThrow(
    /AUTH_SECRET.*32/,
  );
});

test("live mode with both listens on every address and knows its own without the slash", () => {
  const config = readConfig({ MODE: "live", PUBLIC_URL: "https://a.example/", AUTH_SECRET: "x".repeat(32) });
  expect(config).toMatchObject({ mode: "live", host: "0.0.0.0", publicUrl: "https://a.example" });
});

test("wrong values are named together with what was missing", () => {
  const url = "mysql://x/y";
  const wrong = { MODE: "live", PORT: "many", DATABASE_URL: url, DATABASE_READ_URL: url };
  expect(() => readConfig(wrong)).toThrow(
    /PORT[\s\S]*DATABASE_URL[\s\S]*DATABASE_READ_URL[\s\S]*PUBLIC_URL[\s\S]*AUTH_SECRET/,
  );
});

test("a bucket for pictures needs both its keys, and loses the slash at its end", () => {
  const given = { STORAGE_BUCKET_URL: "https://s3.example/shop/", STORAGE_KEY_ID: "id" };
  expect(() => readConfig(given)).toThrow(/STORAGE_SECRET/);
  expect(readConfig({ ...given, STORAGE_SECRET: "secret" }).bucket).toEqual({
    url: "https://s3.example/shop",
    region: undefined,
    keyId: "id",
    secret: "secret",
  });
});

test("proxies are counted; true is one and false none", () => {
  const proxies = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy;
  expect(["", "false", "true", "2"].map(proxies)).toEqual([0, 0, 1, 2]);
  for (const wrong of ["yes", "-1", "1.5", "99"]) expect(() => proxies(wrong)).toThrow(/TRUST_PROXY/);
});

test("half of a pair of keys is no key", () => {
  expect(readConfig({ GOOGLE_CLIENT_ID: "id" }).google).toBeUndefined();
  const { google, cashfree } = readConfig({
    GOOGLE_CLIENT_ID: "id",
    GOOGLE_CLIENT_SECRET: "secret",
    CASHFREE_APP_ID: "app",
    CASHFREE_SECRET_KEY: "key",
  });
  expect(google).toEqual({ clientId: "id", clientSecret: "secret" });
  expect(cashfree).toEqual({ appId: "app", secretKey: "key", mode: "sandbox" });
});

test("a live shop has an address with https, and nobody pays in a mode that there is not", () => {
  const keys = { CASHFREE_APP_ID: "app", CASHFREE_SECRET_KEY: "key" };
  const live = { MODE: "live", AUTH_SECRET: "x".repeat(32), ...keys };
  expect(() => readConfig({ ...live, PUBLIC_URL: "http://a.example" })).toThrow(/PUBLIC_URL.*https/);
  const bare = { MODE: "live", AUTH_SECRET: "x".repeat(32), PUBLIC_URL: "http://a.example" };
  expect(() => readConfig(bare)).toThrow(/PUBLIC_URL.*https/);
  const config = readConfig({ ...live, PUBLIC_URL: "https://a.example", CASHFREE_MODE: "production" });
  expect(config.cashfree?.mode).toBe("production");
  expect(() => readConfig({ ...keys, CASHFREE_MODE: "prod" })).toThrow(/CASHFREE_MODE/);
});

test("one process unless WORKERS sets more, and an invalid value is refused with a message", () => {
  expect(["", "1", "2"].map((WORKERS) => readConfig({ WORKERS }).workers)).toEqual([1, 1, 2]);
  expect(readConfig({ WORKERS: "auto" }).workers).toBe(Math.min(availableParallelism(), 12));
  for (const WORKERS of ["many", "0", "1.5", "13", "-2"])
    expect(() => readConfig({ WORKERS })).toThrow(/WORKERS: .*(number|int|1|12)/);
  expect(() => readConfig({ WORKERS: "2", PORT: "0" })).toThrow(/PORT.*WORKERS/);
});

test("limits are totals for all workers", () => {
  for (const workers of [2, 3, 12]) {
    const share = shareOfWorker(readConfig({ WORKERS: String(workers) }));
    expect(share.pageCacheMegabytes * workers).toBeCloseTo(64);
    expect(share.maxRequests).toBe(Math.ceil(256 / workers));
    // With jobs and changes, and one worker more while they are replaced; three places are the superuser's.
    expect(((share.databaseConnections ?? 0) + 5) * (workers + 1)).toBeLessThanOrEqual(97);
  }
});
