import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkMachine, readConfig, shareOfWorker } from "./config.server.ts";
import { googleKeys } from "./identity/google.server.ts";
import { cashfreeKeys } from "./payments/cashfree.server.ts";

test("without settings the shop runs in demo mode and listens on this machine only", () => {
  expect(readConfig({})).toMatchObject({
    mode: "demo",
    port: 3000,
    host: "127.0.0.1",
    dataDir: "./data",
    databaseUrl: undefined,
    publicUrl: null,
  });
});

test("an empty value counts as not set", () => {
  expect(readConfig({ PORT: "", HOST: " ", DATABASE_URL: "", MODE: "" })).toEqual(readConfig({}));
});

test("live mode without address and secret is refused with both names, also when they are empty", () => {
  for (const env of [{ MODE: "live" }, { MODE: "live", PUBLIC_URL: "", AUTH_SECRET: " " }]) {
    expect(() => readConfig(env)).toThrow(/PUBLIC_URL[\s\S]*AUTH_SECRET/);
  }
  expect(() => readConfig({ MODE: "live", PUBLIC_URL: "https://a.example", AUTH_SECRET: "short" })).toThrow(
    /AUTH_SECRET.*32/,
  );
});

test("live mode with both listens on every interface, and the public URL loses its trailing slash", () => {
  const config = readConfig({ MODE: "live", PUBLIC_URL: "https://a.example/", AUTH_SECRET: "x".repeat(32) });
  expect(config).toMatchObject({ mode: "live", host: "0.0.0.0", publicUrl: "https://a.example" });
});

test("one error names all invalid and all missing values", () => {
  const url = "mysql://x/y";
  const wrong = { MODE: "live", PORT: "many", DATABASE_URL: url };
  expect(() => readConfig(wrong)).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*PUBLIC_URL[\s\S]*AUTH_SECRET/);
});

test("a bucket for pictures needs both its keys, and its URL loses the trailing slash", () => {
  const given = { STORAGE_BUCKET_URL: "https://s3.example/shop/", STORAGE_KEY_ID: "id" };
  expect(() => readConfig(given)).toThrow(/STORAGE_SECRET/);
  expect(readConfig({ ...given, STORAGE_SECRET: "secret" }).bucket).toEqual({
    url: "https://s3.example/shop",
    region: undefined,
    keyId: "id",
    secret: "secret",
  });
});

test("TRUST_PROXY is a number of proxies; true counts as one and false as none", () => {
  const proxies = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy;
  expect(["", "false", "true", "2"].map(proxies)).toEqual([0, 0, 1, 2]);
  for (const wrong of ["yes", "-1", "1.5", "99"]) expect(() => proxies(wrong)).toThrow(/TRUST_PROXY/);
});

test("one key of a pair is refused, and names the missing one", () => {
  expect(() => readConfig({ GOOGLE_CLIENT_ID: "id" })).toThrow(/GOOGLE_CLIENT_SECRET: not set/);
  expect(() => readConfig({ CASHFREE_SECRET_KEY: "key" })).toThrow(/CASHFREE_APP_ID: not set/);
  expect(() => readConfig({ STORAGE_KEY_ID: "id" })).toThrow(/STORAGE_BUCKET_URL: not set/);
});

test("an integration is off without its keys, and on with both", () => {
  const none = readConfig({}).providers;
  expect([googleKeys(none), cashfreeKeys(none)]).toEqual([undefined, undefined]);
  const { providers } = readConfig({
    GOOGLE_CLIENT_ID: "id",
    GOOGLE_CLIENT_SECRET: "secret",
    CASHFREE_APP_ID: "app",
    CASHFREE_SECRET_KEY: "key",
  });
  expect(googleKeys(providers)).toEqual({ clientId: "id", clientSecret: "secret" });
  expect(cashfreeKeys(providers)).toEqual({ appId: "app", secretKey: "key", mode: "sandbox" });
});

test("live mode needs an https address, and an unknown payment mode is refused", () => {
  const keys = { CASHFREE_APP_ID: "app", CASHFREE_SECRET_KEY: "key" };
  const live = { MODE: "live", AUTH_SECRET: "x".repeat(32), ...keys };
  expect(() => readConfig({ ...live, PUBLIC_URL: "http://a.example" })).toThrow(/PUBLIC_URL.*https/);
  const bare = { MODE: "live", AUTH_SECRET: "x".repeat(32), PUBLIC_URL: "http://a.example" };
  expect(() => readConfig(bare)).toThrow(/PUBLIC_URL.*https/);
  const config = readConfig({ ...live, PUBLIC_URL: "https://a.example", CASHFREE_MODE: "production" });
  expect(cashfreeKeys(config.providers)?.mode).toBe("production");
  expect(() => readConfig({ ...keys, CASHFREE_MODE: "prod" })).toThrow(/CASHFREE_MODE/);
});

test("a live shop with a mail server needs a sender of its own, not the demo's", () => {
  const live = { MODE: "live", AUTH_SECRET: "x".repeat(32), PUBLIC_URL: "https://a.example" };
  const SMTP_URL = "smtps://user:password@mail.example";
  expect(() => readConfig({ ...live, SMTP_URL })).toThrow(/MAIL_FROM: not set/);
  const MAIL_FROM = "A <orders@a.example>";
  expect(readConfig({ ...live, SMTP_URL, MAIL_FROM }).providers.MAIL_FROM).toBe(MAIL_FROM);
});

test("a live shop without TLS is a trial on this machine, and only there", () => {
  const live = { MODE: "live", AUTH_SECRET: "x".repeat(32) };
  for (const PUBLIC_URL of ["http://localhost:4010", "http://127.0.0.1:4010", "http://localhost"])
    expect(readConfig({ ...live, PUBLIC_URL })).toMatchObject({ publicUrl: PUBLIC_URL, host: "127.0.0.1" });
  for (const PUBLIC_URL of ["http://localhost.example", "http://127.0.0.1.example", "http://10.0.0.1:4010"])
    expect(() => readConfig({ ...live, PUBLIC_URL })).toThrow(/PUBLIC_URL.*https/);
});

test("one process unless WORKERS sets more, and an invalid value is refused with a message", () => {
  expect(["", "1", "2"].map((WORKERS) => readConfig({ WORKERS }).workers)).toEqual([1, 1, 2]);
  expect(readConfig({ WORKERS: "auto" }).workers).toBe(Math.min(availableParallelism(), 12));
  for (const WORKERS of ["many", "0", "1.5", "13", "-2"])
    expect(() => readConfig({ WORKERS })).toThrow(/WORKERS: .*(number|int|1|12)/);
  expect(() => readConfig({ WORKERS: "2", PORT: "0" })).toThrow(/PORT.*WORKERS/);
});

test("limits are totals that all workers share", () => {
  for (const workers of [2, 3, 12]) {
    const share = shareOfWorker(readConfig({ WORKERS: String(workers) }));
    expect(share.pageCacheMegabytes * workers).toBeCloseTo(32);
    expect(share.maxRequests).toBe(Math.ceil(256 / workers));
    // With the connections of jobs and change events, and one more worker during a restart; superusers keep three.
    expect(((share.databaseConnections ?? 0) + 5) * (workers + 1)).toBeLessThanOrEqual(97);
  }
});

test("an address with a path, a sender that is no address, and numbers in other forms are refused in words", () => {
  for (const PUBLIC_URL of ["https://a.example/shop", "https://a.example/?x=1", "https://u:p@a.example"])
    expect(() => readConfig({ PUBLIC_URL })).toThrow(/PUBLIC_URL: must be the address alone/);
  for (const MAIL_FROM of ["Campus Style", "shop@", "Shop <shop at x.example>", "shop@localhost"])
    expect(() => readConfig({ MAIL_FROM })).toThrow(/MAIL_FROM: must be an address/);
  for (const MAIL_FROM of ["shop@x.example", "My Shop <shop@x.co.in>"])
    expect(readConfig({ MAIL_FROM }).providers.MAIL_FROM).toBe(MAIL_FROM);
  for (const PORT of ["0x50", "1e3", "3000.5", "70000"])
    expect(() => readConfig({ PORT })).toThrow(/PORT: must be a whole number/);
});

test("a password in a refused address is not repeated", () => {
  expect(() => readConfig({ DATABASE_URL: "mysql://shop:secret-word@host/db" })).toThrow(
    /mysql:\/\/\.\.\.@host/,
  );
  for (const SMTP_URL of [
    // Not one that can be read, since a slash in a password must be written as %2F; and two slips.
    "smtps://shop:se/cret@mail.example",
    "smtps//shop:secret@mail.example",
    "shop:secret@mail.example",
  ]) {
    expect(() => readConfig({ SMTP_URL })).toThrow(/SMTP_URL: must be an address/);
    expect(() => readConfig({ SMTP_URL })).not.toThrow(/cret/);
  }
});

test.each([
  ["TRUST_PROXI", "TRUST_PROXY"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["SMPT_URL", "SMTP_URL"],
  ["PUBLICURL", "PUBLIC_URL"],
  ["PROT", "PORT"],
  ["Auth_Secret", "AUTH_SECRET"],
])("%s is refused: %s is meant", (name, meant) => {
  expect(() => readConfig({ [name]: "1" })).toThrow(
    `${name}: the shop has no such setting. Is ${meant} meant?`,
  );
});

test("a GSTIN in the environment means nothing: the settings are its only place", () => {
  expect(readConfig({ GSTIN: "29AAACC1234D1Z5" })).toEqual(readConfig({}));
});

test("names of other programs are none of the shop's business", () => {
  const others = [
    "HOME",
    "NODE",
    "NODE_ENV",
    "PATH",
    "HOSTNAME",
    "XDG_DATA_DIRS",
    "LOGNAME",
    "PWD",
    "LANG",
    "MAIL",
  ];
  expect(() => readConfig(Object.fromEntries(others.map((name) => [name, "x"])))).not.toThrow();
});

test("a data folder that is a file, lies in one or cannot be made, and a host of elsewhere, are refused", async () => {
  const folder = mkdtempSync(join(tmpdir(), "campus-style-machine-"));
  const file = join(folder, "file");
  writeFileSync(file, "");
  const check = (dataDir: string, host = "127.0.0.1") => checkMachine({ dataDir, host });
  await expect(check(file)).rejects.toThrow(/DATA_DIR: .* is a file/);
  await expect(check(join(file, "data"))).rejects.toThrow(/DATA_DIR: .* is a file or lies in one/);
  await expect(check("/proc/none/data")).rejects.toThrow(/DATA_DIR: .* cannot be made/);
  await expect(check(folder, "no-such-host.invalid")).rejects.toThrow(/HOST: .*no name that resolves/);
  await expect(check(folder, "192.0.2.1")).rejects.toThrow(/HOST: .*not an address of this machine/);
  await expect(check(join(folder, "new", "data"), "localhost")).resolves.toBeUndefined();
  rmSync(folder, { recursive: true });
});
