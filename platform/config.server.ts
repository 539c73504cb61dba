import { availableParallelism } from "node:os";
import { z } from "zod";
import type { WhatsAppKeys } from "./messaging/whatsapp-cloud.server.ts";
import { StartError } from "./start-error.ts";
import type { BucketConfig } from "./storage/bucket.server.ts";

/** An empty environment variable counts as unset. */
const unlessEmpty = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? undefined : value;
const text = z.preprocess(unlessEmpty, z.string().trim().optional());

/** With more, their connections would not fit into PostgreSQL's 100 (`shareOfWorker`). */
const mostWorkers = 12;

const schema = z.object({
  MODE: z.preprocess(unlessEmpty, z.enum(["demo", "live"]).default("demo")),
  PORT: z.preprocess(unlessEmpty, z.coerce.number().int().min(0).max(65_535).default(3000)),
  HOST: text,
  DATA_DIR: z.preprocess(unlessEmpty, z.string().default("./data")),
  DATABASE_URL: z.preprocess(unlessEmpty, z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  DATABASE_APP_URL: z.preprocess(unlessEmpty, z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  DATABASE_READ_URL: z.preprocess(unlessEmpty, z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  PUBLIC_URL: z.preprocess(unlessEmpty, z.url({ protocol: /^https?$/ }).optional()),
  AUTH_SECRET: text,
  TRUST_PROXY: z.preprocess(
    (value) => (value === "true" ? "1" : value === "false" ? "0" : unlessEmpty(value)),
    z.coerce.number().int().min(0).max(10).default(0),
  ),
  LOG_LEVEL: z.preprocess(unlessEmpty, z.enum(["debug", "info", "warn", "error", "silent"]).default("info")),
  PAGE_CACHE_MB: z.preprocess(unlessEmpty, z.coerce.number().int().min(0).max(8_192).default(64)),
  SMTP_URL: z.preprocess(unlessEmpty, z.url({ protocol: /^smtps?$/ }).optional()),
  MAIL_FROM: z.preprocess(unlessEmpty, z.string().default("Campus Style <shop@campus.test>")),
  STORAGE_BUCKET_URL: z.preprocess(unlessEmpty, z.url({ protocol: /^https?$/ }).optional()),
  STORAGE_REGION: text,
  STORAGE_KEY_ID: text,
  STORAGE_SECRET: text,
  GSTIN: text,
  FAIL_POINT: text,
  DEMO_ORDERS: z.preprocess(unlessEmpty, z.coerce.number().int().min(0).max(5_000).default(800)),
  WORKERS: z.preprocess(
    (value) => (value === "auto" ? Math.min(availableParallelism(), mostWorkers) : unlessEmpty(value)),
    z.coerce.number(`a number from 1 to ${mostWorkers}, or auto`).int().min(1).max(mostWorkers).default(1),
  ),
  MAX_REQUESTS: z.preprocess(unlessEmpty, z.coerce.number().int().min(10).max(10_000).default(256)),
  METRICS_TOKEN: text,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  MSG91_AUTH_KEY: text,
  MSG91_TEMPLATE_ID: text,
  WHATSAPP_TOKEN: text,
  WHATSAPP_PHONE_NUMBER_ID: text,
  WHATSAPP_TEMPLATE: z.preprocess(unlessEmpty, z.string().default("sign_in_code")),
  WHATSAPP_LANGUAGE: z.preprocess(unlessEmpty, z.string().default("en")),
  WHATSAPP_API_VERSION: z.preprocess(
    unlessEmpty,
    z
      .string()
      .regex(/^v\d+\.\d+$/)
      .default("v25.0"),
  ),
  PHONE_CALLING_CODES: z.preprocess(
    unlessEmpty,
    z
      .string()
      .regex(/^\s*[1-9]\d{0,2}(\s*,\s*[1-9]\d{0,2})*\s*$/, "calling codes without +, such as 91,971")
      .default("91"),
  ),
  PHONE_CODES_PER_DAY: z.preprocess(unlessEmpty, z.coerce.number().int().min(0).max(1_000_000).default(500)),
  CASHFREE_APP_ID: text,
  CASHFREE_SECRET_KEY: text,
  CASHFREE_MODE: z.preprocess(unlessEmpty, z.enum(["sandbox", "production"]).default("sandbox")),
});

/** Public: nothing is secret in demo mode. Live mode refuses to start without its own secret. */
const demoSecret = "campus-style-demo-secret-for-a-shop-without-secrets";

export type CashfreeMode = "sandbox" | "production";

export type Config = {
  mode: "demo" | "live";
  port: number;
  host: string;
  dataDir: string;
  /** Where pictures are stored; absent: in `dataDir`. */
  bucket: BucketConfig | undefined;
  /** Absent: the program starts its own PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  /** The same database under the role `campus_app`, which cannot change ledgers; absent: as its owner. */
  databaseAppUrl: string | undefined;
  /** A standby of the same database for reads; absent: the primary. */
  databaseReadUrl: string | undefined;
  /** The shop's public origin, without a trailing slash; null in demo mode when unset. */
  publicUrl: string | null;
  authSecret: string;
  /** How many own proxies are in front of the shop, each of which appends to X-Forwarded-For. */
  trustProxy: number;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  /** The size of the page cache in MB; 0: no page cache. */
  pageCacheMegabytes: number;
  mail: { smtpUrl: string | undefined; from: string };
  /** Where a fault test ends this process, in demo mode only (platform/fail-point.server.ts). */
  failPoint: string | undefined;
  /** About how many orders the history of a new demo shop has; 0: none. */
  demoOrders: number;
  /** The shop's GST registration, printed on invoices. */
  gstin: string | undefined;
  /** How many server processes answer on the port; with 1 there is no primary. */
  workers: number;
  /** The most connections of the pool for requests; absent: as `connect` has it. */
  databaseConnections: number | undefined;
  /** How many responses may be in progress at once; further requests get a 503. */
  maxRequests: number;
  /** The bearer token for /metrics; without it only loopback clients may read them. */
  metricsToken: string | undefined;
  google: { clientId: string; clientSecret: string } | undefined;
  cashfree: { appId: string; secretKey: string; mode: CashfreeMode } | undefined;
  messaging: {
    msg91: { authKey: string; templateId: string } | undefined;
    whatsApp: WhatsAppKeys | undefined;
    /** Where codes are sent to: "91" is India. */
    callingCodes: string[];
    /** The most codes in a day, for the whole shop. */
    codesPerDay: number;
  };
};

/**
 * Reads the configuration from environment variables. In: the variables (`process.env`). Out: the whole
 * configuration. Throws StartError that lists all errors at once; live mode requires PUBLIC_URL and AUTH_SECRET.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = schema.safeParse(env);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  if (env.STORAGE_BUCKET_URL?.trim() && !(env.STORAGE_KEY_ID?.trim() && env.STORAGE_SECRET?.trim())) {
    problems.push("STORAGE_KEY_ID, STORAGE_SECRET: not set, and STORAGE_BUCKET_URL needs both");
  }
  if (parsed.data?.PORT === 0 && parsed.data.WORKERS > 1) {
    problems.push("PORT: 0 is for one process only, and WORKERS asks for more");
  }
  if (env.MODE?.trim() === "live") problems.push(...missingInLive(env));
  if (!parsed.success || problems.length > 0) {
    throw new StartError(["The configuration is not complete:", ...problems].join("\n  "));
  }
  const values = parsed.data;
  return {
    mode: values.MODE,
    port: values.PORT,
    // The demo's passwords are public, so by default only this machine can reach it.
    host: values.HOST ?? (values.MODE === "demo" ? "127.0.0.1" : "0.0.0.0"),
    dataDir: values.DATA_DIR,
    bucket: bucketOf(values),
    databaseUrl: values.DATABASE_URL,
    databaseAppUrl: values.DATABASE_APP_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, "") ?? null,
    authSecret: values.AUTH_SECRET ?? demoSecret,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    pageCacheMegabytes: values.PAGE_CACHE_MB,
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM },
    failPoint: values.MODE === "demo" ? values.FAIL_POINT : undefined,
    demoOrders: values.DEMO_ORDERS,
    gstin: values.GSTIN,
    workers: values.WORKERS,
    databaseConnections: undefined,
    maxRequests: values.MAX_REQUESTS,
    metricsToken: values.METRICS_TOKEN,
    google: pair(values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET, (clientId, clientSecret) => ({
      clientId,
      clientSecret,
    })),
    cashfree: pair(values.CASHFREE_APP_ID, values.CASHFREE_SECRET_KEY, (appId, secretKey) => ({
      appId,
      secretKey,
      mode: values.CASHFREE_MODE,
    })),
    messaging: messagingOf(values),
  };
}

/**
 * The share of one of `config.workers` workers: the limits are totals for all workers. A worker has up to five
 * connections besides its pool (jobs, changes), and during a rolling restart there is one worker more.
 */
export function shareOfWorker(config: Config): Config {
  const { workers } = config;
  const connections = Math.floor(90 / (workers + 1)) - 5;
  return {
    ...config,
    pageCacheMegabytes: config.pageCacheMegabytes / workers,
    maxRequests: Math.ceil(config.maxRequests / workers),
    databaseConnections: Math.max(2, connections),
  };
}

function messagingOf(values: z.infer<typeof schema>): Config["messaging"] {
  return {
    msg91: pair(values.MSG91_AUTH_KEY, values.MSG91_TEMPLATE_ID, (authKey, templateId) => ({
      authKey,
      templateId,
    })),
    whatsApp: pair(values.WHATSAPP_TOKEN, values.WHATSAPP_PHONE_NUMBER_ID, (token, phoneNumberId) => ({
      ...{ token, phoneNumberId, template: values.WHATSAPP_TEMPLATE },
      ...{ language: values.WHATSAPP_LANGUAGE, apiVersion: values.WHATSAPP_API_VERSION },
    })),
    callingCodes: values.PHONE_CALLING_CODES.split(",").map((code) => code.trim()),
    codesPerDay: values.PHONE_CODES_PER_DAY,
  };
}

function bucketOf(values: z.infer<typeof schema>): BucketConfig | undefined {
  const url = values.STORAGE_BUCKET_URL?.replace(/\/+$/, "");
  if (url === undefined) return undefined;
  return pair(values.STORAGE_KEY_ID, values.STORAGE_SECRET, (keyId, secret) => ({
    url,
    region: values.STORAGE_REGION,
    keyId,
    secret,
  }));
}

/** The configuration of this process, with `over` taking precedence. The only place that reads `process.env`. */
export function configOfProcess(over: Record<string, string> = {}): Config {
  return readConfig({ ...process.env, ...over });
}

function missingInLive(env: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  if (!env.PUBLIC_URL?.trim()) {
    problems.push("PUBLIC_URL: not set. The address of the shop, as https://shop.example");
  } else if (!env.PUBLIC_URL.trim().startsWith("https:")) {
    problems.push(
      "PUBLIC_URL: must begin with https: so that nobody on the way reads passwords and sessions",
    );
  }
  if ((env.AUTH_SECRET?.trim() ?? "").length < 32) {
    problems.push("AUTH_SECRET: not set or shorter than 32 characters. Make one: openssl rand -hex 32");
  }
  return problems;
}

function pair<Made>(
  one: string | undefined,
  other: string | undefined,
  make: (one: string, other: string) => Made,
): Made | undefined {
  return one !== undefined && other !== undefined ? make(one, other) : undefined;
}
