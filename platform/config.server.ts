import type { VariableTexts } from "./credentials/providers.server.ts";
import {
  type Environment,
  isTrialAddress,
  machineProblems,
  type ProviderValues,
  providerNames,
  readEnvironment,
} from "./environment.server.mjs";
import { StartError } from "./start-error.ts";
import type { BucketConfig } from "./storage/bucket.server.ts";

/** Public: nothing is secret in demo mode. Live mode refuses to start without its own secret. */
const demoSecret = "campus-style-demo-secret-for-a-shop-without-secrets";

export type DemoBrand = "campus" | "mogra";

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
  /** What the environment sets of providers, with the defaults; each adapter reads its own. */
  providers: ProviderValues;
  /** The variables of providers that are set, below which staff may enter others (platform/credentials). */
  providerTexts: VariableTexts;
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
    providers: values,
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

function bucketOf(values: Environment): BucketConfig | undefined {
  const { STORAGE_KEY_ID: keyId, STORAGE_SECRET: secret, STORAGE_REGION: region } = values;
  const url = values.STORAGE_BUCKET_URL?.replace(/\/+$/, "");
  return url && keyId && secret ? { url, region, keyId, secret } : undefined;
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
