import type { DelhiveryKeys } from "./couriers/delhivery.server.ts";
import type { ShiprocketKeys } from "./couriers/shiprocket.server.ts";
import { providerVariables, type VariableTexts } from "./credentials/providers.ts";
import { type Environment, isTrialAddress, machineProblems, readEnvironment } from "./environment.server.mjs";
import type { WhatsAppKeys } from "./messaging/whatsapp-cloud.server.ts";
import type { WhatsAppReportKeys } from "./messaging/whatsapp-reports.server.ts";
import { StartError } from "./start-error.ts";
import type { BucketConfig } from "./storage/bucket.server.ts";

/** Public: nothing is secret in demo mode. Live mode refuses to start without its own secret. */
const demoSecret = "campus-style-demo-secret-for-a-shop-without-secrets";

export type DemoBrand = "campus" | "mogra";
export type CashfreeMode = "sandbox" | "production";

export type Config = {
  mode: "demo" | "live";
  /** Whether a live shop is only tried on this machine, over http. It cannot be opened to the public. */
  isTrial: boolean;
  port: number;
  host: string;
  dataDir: string;
  /** Where pictures are stored; absent: in `dataDir`. */
  bucket: BucketConfig | undefined;
  /** Absent: the program starts its own PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  /** The same database under the role `campus_app`, which cannot change ledgers; absent: as its owner. */
  databaseAppUrl: string | undefined;
  /** The shop's public origin, without a trailing slash; null in demo mode when unset. */
  publicUrl: string | null;
  authSecret: string;
  /** How many own proxies are in front of the shop, each of which appends to X-Forwarded-For. */
  trustProxy: number;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  /** The size of the page cache in MB; 0: no page cache. */
  pageCacheMegabytes: number;
  /** `imapUrl`: the mailbox that answers come to; absent: none is read. */
  mail: { smtpUrl: string | undefined; from: string; imapUrl: string | undefined };
  /** Where a fault test ends this process, in demo mode only (platform/fail-point.server.ts). */
  failPoint: string | undefined;
  /** About how many orders the history of a new demo shop has; 0: none. */
  demoOrders: number;
  /** Whose shop a new demo is: the specification's, or another one made of the same catalogue. */
  demoBrand: DemoBrand;
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
  /** Couriers whose API is used; absent: parcels are booked elsewhere. */
  couriers: { shiprocket: ShiprocketKeys | undefined; delhivery: DelhiveryKeys | undefined };
  /** The variables of providers that are set, below which staff may enter others (platform/credentials). */
  providerTexts: VariableTexts;
  messaging: {
    msg91: { authKey: string; templateId: string } | undefined;
    whatsApp: WhatsAppKeys | undefined;
    /** For the delivery reports of WhatsApp; absent: none are accepted. */
    whatsAppReports: WhatsAppReportKeys | undefined;
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
  const { values, problems } = readEnvironment(env);
  refuse(problems);
  const isTrial = values.MODE === "live" && isTrialAddress(values.PUBLIC_URL);
  return {
    mode: values.MODE,
    isTrial,
    port: values.PORT,
    // The demo's passwords are public, and a trial has no TLS, so by default only this machine can reach them.
    host: values.HOST ?? (values.MODE === "demo" || isTrial ? "127.0.0.1" : "0.0.0.0"),
    dataDir: values.DATA_DIR,
    bucket: bucketOf(values),
    databaseUrl: values.DATABASE_URL,
    databaseAppUrl: values.DATABASE_APP_URL,
    publicUrl: values.PUBLIC_URL ?? null,
    authSecret: values.AUTH_SECRET ?? demoSecret,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    pageCacheMegabytes: values.PAGE_CACHE_MB,
    ...providersOf(values),
    providerTexts: textsOf(env),
    failPoint: values.MODE === "demo" ? values.FAIL_POINT : undefined,
    demoOrders: values.DEMO_ORDERS,
    demoBrand: values.DEMO_BRAND,
    workers: values.WORKERS,
    databaseConnections: undefined,
    maxRequests: values.MAX_REQUESTS,
    metricsToken: values.METRICS_TOKEN,
  };
}

/** The part of the configuration that is about providers. */
export type ProviderConfig = Pick<Config, "mail" | "google" | "cashfree" | "messaging" | "couriers">;

/** The configuration of providers from the texts of their variables, and what is wrong with them ("NAME: ..."). */
export function readProviders(texts: VariableTexts): { config: ProviderConfig; problems: string[] } {
  const { values, problems } = readEnvironment(texts);
  return { config: providersOf(values), problems };
}

function providersOf(values: Environment): ProviderConfig {
  return {
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM, imapUrl: values.IMAP_URL },
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
    couriers: couriersOf(values),
  };
}

const providerNames = [
  ...Object.values(providerVariables).flat(),
  "WHATSAPP_API_VERSION",
  "PHONE_CALLING_CODES",
  "PHONE_CODES_PER_DAY",
];

function textsOf(env: Record<string, string | undefined>): VariableTexts {
  return Object.fromEntries(
    providerNames.flatMap((name) => {
      const text = env[name]?.trim();
      return text ? [[name, text]] : [];
    }),
  );
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

function couriersOf(values: Environment): Config["couriers"] {
  const { SHIPROCKET_PICKUP: pickup, SHIPROCKET_PICKUP_PIN: pickupPin } = values;
  return {
    shiprocket:
      pickup === undefined || pickupPin === undefined
        ? undefined
        : pair(values.SHIPROCKET_EMAIL, values.SHIPROCKET_PASSWORD, (email, password) => ({
            email,
            password,
            pickup,
            pickupPin,
            webhookKey: values.SHIPROCKET_WEBHOOK_KEY,
          })),
    delhivery: pair(values.DELHIVERY_TOKEN, values.DELHIVERY_PICKUP, (token, place) => ({
      token,
      pickup: place,
      mode: values.DELHIVERY_MODE,
      webhookKey: values.DELHIVERY_WEBHOOK_KEY,
    })),
  };
}

function messagingOf(values: Environment): Config["messaging"] {
  return {
    msg91: pair(values.MSG91_AUTH_KEY, values.MSG91_TEMPLATE_ID, (authKey, templateId) => ({
      authKey,
      templateId,
    })),
    whatsApp: pair(values.WHATSAPP_TOKEN, values.WHATSAPP_PHONE_NUMBER_ID, (token, phoneNumberId) => ({
      token,
      phoneNumberId,
      template: values.WHATSAPP_TEMPLATE,
      language: values.WHATSAPP_LANGUAGE,
      apiVersion: values.WHATSAPP_API_VERSION,
    })),
    whatsAppReports: pair(
      values.WHATSAPP_APP_SECRET,
      values.WHATSAPP_VERIFY_TOKEN,
      (appSecret, verifyToken) => ({ appSecret, verifyToken }),
    ),
    callingCodes: values.PHONE_CALLING_CODES.split(",").map((code) => code.trim()),
    codesPerDay: values.PHONE_CODES_PER_DAY,
  };
}

function bucketOf(values: Environment): BucketConfig | undefined {
  const url = values.STORAGE_BUCKET_URL?.replace(/\/+$/, "");
  if (url === undefined) return undefined;
  return pair(values.STORAGE_KEY_ID, values.STORAGE_SECRET, (keyId, secret) => ({
    url,
    region: values.STORAGE_REGION,
    keyId,
    secret,
  }));
}

/** Throws StartError with all problems unless there are none. */
function refuse(problems: string[]) {
  if (problems.length > 0)
    throw new StartError(["The configuration is not right:", ...problems].join("\n  "));
}

/** Throws StartError when this machine has not what the configuration names: a writable folder, an address. */
export async function checkMachine({ dataDir, host }: Pick<Config, "dataDir" | "host">): Promise<void> {
  refuse(await machineProblems({ DATA_DIR: dataDir, HOST: host }));
}

/** The configuration of this process, with `over` taking precedence. The only place that reads `process.env`. */
export function configOfProcess(over: Record<string, string> = {}): Config {
  return readConfig({ ...process.env, ...over });
}

function pair<Made>(
  one: string | undefined,
  other: string | undefined,
  make: (one: string, other: string) => Made,
): Made | undefined {
  return one !== undefined && other !== undefined ? make(one, other) : undefined;
}
