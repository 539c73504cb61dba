// @ts-check
// The environment variables of the shop: their forms, defaults and what must fit together. Plain JavaScript without
// packages: scripts/start.mjs checks them on Node 20 before anything is installed or built. docs/operations.md lists
// them for people.
import { lookup } from "node:dns/promises";
import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { availableParallelism, networkInterfaces } from "node:os";
import { dirname, resolve } from "node:path";

/** With more, their connections would not fit into PostgreSQL's 100 (`shareOfWorker`). */
const mostWorkers = 12;

/** Throws what is wrong with a value, in words that follow "NAME: ". @param {string} words @returns {never} */
function wrong(words) {
  throw new RangeError(words);
}

/** @param {string} value */
const text = (value) => value;

/** @template {string} Choice @param {readonly Choice[]} choices @returns {(value: string) => Choice} */
const oneOf = (choices) => (value) =>
  choices.find((one) => one === value) ?? wrong(`must be ${choices.join(" or ")}, and is "${value}"`);

/** @param {number} least @param {number} most @returns {(value: string) => number} */
const integer = (least, most) => (value) => {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return number >= least && number <= most
    ? number
    : wrong(`must be a whole number from ${least} to ${most}, and is "${value}"`);
};

/** @param {RegExp} form @param {string} words @returns {(value: string) => string} */
const matching = (form, words) => (value) => (form.test(value) ? value : wrong(words));

/** @param {string[]} protocols @param {string} example @returns {(value: string) => string} */
const address = (protocols, example) => (value) => {
  const known = URL.canParse(value) && protocols.includes(new URL(value).protocol);
  return known ? value : wrong(`must be an address such as ${example}, and is "${hidden(value)}"`);
};

/** A value without what may be a password in it: all before the last @. @param {string} value */
const hidden = (value) => value.replace(/^([a-z]*:?\/\/)?.*@/s, "$1...@");

const postgres = address(["postgres:", "postgresql:"], "postgresql://role:password@host/database");

/** @param {string} value */
function origin(value) {
  const given = address(["http:", "https:"], "https://shop.example")(value);
  const url = new URL(given);
  return url.pathname === "/" && !url.search && !url.hash && !url.username
    ? url.origin
    : wrong(`must be the address alone, as ${url.origin}: the shop does not run below a path`);
}

const webhookKey = matching(/^[!-~]{16,200}$/, "must have at least 16 characters without spaces");

/**
 * The variables of each provider, of which staff may enter the values in the back office as well. Of the first one
 * depends whether the environment has the provider's keys.
 */
const providerReaders = {
  cashfree: {
    CASHFREE_APP_ID: text,
    CASHFREE_SECRET_KEY: text,
    CASHFREE_MODE: oneOf(/** @type {const} */ (["sandbox", "production"])),
  },
  smtp: {
    SMTP_URL: address(["smtp:", "smtps:"], "smtps://user:password@host"),
    MAIL_FROM: matching(
      /^(?:[^<>@]*<[^\s<>@"]+@[^\s<>@"]+\.[^\s<>@".]+>|[^\s<>@"]+@[^\s<>@"]+\.[^\s<>@".]+)$/,
      "must be an address, as shop@shop.example or Shop <shop@shop.example>",
    ),
  },
  imap: { IMAP_URL: address(["imap:", "imaps:"], "imaps://user:password@host") },
  msg91: { MSG91_AUTH_KEY: text, MSG91_TEMPLATE_ID: text },
  whatsapp: {
    WHATSAPP_TOKEN: text,
    WHATSAPP_PHONE_NUMBER_ID: text,
    WHATSAPP_TEMPLATE: text,
    WHATSAPP_LANGUAGE: text,
    WHATSAPP_APP_SECRET: text,
    WHATSAPP_VERIFY_TOKEN: text,
    WHATSAPP_API_VERSION: matching(/^v\d+\.\d+$/, "must be a version of Meta's API, as v25.0"),
  },
  google: { GOOGLE_CLIENT_ID: text, GOOGLE_CLIENT_SECRET: text },
  shiprocket: {
    SHIPROCKET_EMAIL: text,
    SHIPROCKET_PASSWORD: text,
    SHIPROCKET_PICKUP: text,
    SHIPROCKET_PICKUP_PIN: matching(/^[1-9]\d{5}$/, "must be a PIN code of six digits"),
    SHIPROCKET_WEBHOOK_KEY: webhookKey,
  },
  delhivery: {
    DELHIVERY_TOKEN: text,
    DELHIVERY_PICKUP: text,
    DELHIVERY_MODE: oneOf(/** @type {const} */ (["staging", "production"])),
    DELHIVERY_WEBHOOK_KEY: webhookKey,
  },
};

/** Limits of codes to phones, whichever provider sends them. */
const phoneReaders = {
  PHONE_CALLING_CODES: matching(
    /^[1-9]\d{0,2}(\s*,\s*[1-9]\d{0,2})*$/,
    "must be calling codes without +, as 91,971",
  ),
  PHONE_CODES_PER_DAY: integer(0, 1_000_000),
};

/** Each variable: how its text is read. Unset and empty ones get the default of `defaults`, or are undefined. */
const readers = {
  MODE: oneOf(/** @type {const} */ (["demo", "live"])),
  PORT: integer(0, 65_535),
  HOST: text,
  DATA_DIR: text,
  DATABASE_URL: postgres,
  DATABASE_APP_URL: postgres,
  PUBLIC_URL: origin,
  AUTH_SECRET: text,
  /** @param {string} value */
  TRUST_PROXY: (value) => {
    if (value === "true" || value === "false") return value === "true" ? 1 : 0;
    return integer(0, 10)(value);
  },
  LOG_LEVEL: oneOf(/** @type {const} */ (["debug", "info", "warn", "error", "silent"])),
  PAGE_CACHE_MB: integer(0, 8_192),
  STORAGE_BUCKET_URL: address(["http:", "https:"], "https://s3.example/bucket"),
  STORAGE_REGION: text,
  STORAGE_KEY_ID: text,
  STORAGE_SECRET: text,
  FAIL_POINT: text,
  DEMO_ORDERS: integer(0, 5_000),
  DEMO_BRAND: oneOf(/** @type {const} */ (["campus", "mogra"])),
  /** @param {string} value */
  WORKERS: (value) =>
    value === "auto" ? Math.min(availableParallelism(), mostWorkers) : integer(1, mostWorkers)(value),
  MAX_REQUESTS: integer(10, 10_000),
  METRICS_TOKEN: text,
  ...phoneReaders,
  ...providerReaders.cashfree,
  ...providerReaders.smtp,
  ...providerReaders.imap,
  ...providerReaders.msg91,
  ...providerReaders.whatsapp,
  ...providerReaders.google,
  ...providerReaders.shiprocket,
  ...providerReaders.delhivery,
};

/** @typedef {keyof typeof providerReaders} Provider */
/** @typedef {{ [P in Provider]: keyof (typeof providerReaders)[P] }[Provider] | keyof typeof phoneReaders} ProviderName */

/** All providers. */
export const providers = /** @type {Provider[]} */ (Object.keys(providerReaders));

/** The names of a provider's variables. @param {Provider} provider @returns {string[]} */
export const variablesOfProvider = (provider) => Object.keys(providerReaders[provider]);

/** The names of all variables that are about providers. */
export const providerNames = [...providers.flatMap(variablesOfProvider), ...Object.keys(phoneReaders)];

/** The names of all variables of the shop. */
export const settingNames = Object.keys(readers);

/** The name of a variable of the shop. @typedef {keyof typeof readers} Name */
/** Values as they are read. @typedef {{ [N in Name]?: ReturnType<(typeof readers)[N]> }} Given */

/** @satisfies {Given} */
const defaults = {
  MODE: /** @type {"demo" | "live"} */ ("demo"),
  PORT: 3000,
  DATA_DIR: "./data",
  TRUST_PROXY: 0,
  LOG_LEVEL: /** @type {"debug" | "info" | "warn" | "error" | "silent"} */ ("info"),
  PAGE_CACHE_MB: 32,
  MAIL_FROM: "Campus Style <shop@campus.test>",
  DEMO_ORDERS: 800,
  DEMO_BRAND: /** @type {"campus" | "mogra"} */ ("campus"),
  WORKERS: 1,
  MAX_REQUESTS: 256,
  WHATSAPP_TEMPLATE: "sign_in_code",
  WHATSAPP_LANGUAGE: "en",
  WHATSAPP_API_VERSION: "v25.0",
  PHONE_CALLING_CODES: "91",
  PHONE_CODES_PER_DAY: 500,
  DELHIVERY_MODE: /** @type {"staging" | "production"} */ ("staging"),
  CASHFREE_MODE: /** @type {"sandbox" | "production"} */ ("sandbox"),
};

/** The configuration as variables. @typedef {Given & typeof defaults} Environment */
/** Of these, what is about providers. @typedef {Pick<Environment, ProviderName>} ProviderValues */

/** Variables that are of no use alone. @type {[Name, Name][]} */
const pairs = [
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["MSG91_AUTH_KEY", "MSG91_TEMPLATE_ID"],
  ["WHATSAPP_TOKEN", "WHATSAPP_PHONE_NUMBER_ID"],
  ["WHATSAPP_APP_SECRET", "WHATSAPP_VERIFY_TOKEN"],
  ["CASHFREE_APP_ID", "CASHFREE_SECRET_KEY"],
  ["SHIPROCKET_EMAIL", "SHIPROCKET_PASSWORD"],
  ["SHIPROCKET_EMAIL", "SHIPROCKET_PICKUP"],
  ["SHIPROCKET_EMAIL", "SHIPROCKET_PICKUP_PIN"],
  ["DELHIVERY_TOKEN", "DELHIVERY_PICKUP"],
  ["STORAGE_BUCKET_URL", "STORAGE_KEY_ID"],
  ["STORAGE_BUCKET_URL", "STORAGE_SECRET"],
];

/**
 * Reads the shop's environment variables. In: all variables of a process (`process.env`). Out: the values with their
 * defaults, and everything that is wrong, one sentence each ("PORT: must be ..."); the values are of use only without
 * problems. An empty value counts as not set.
 *
 * @param {Record<string, string | undefined>} env
 * @returns {{ values: Environment, problems: string[] }}
 */
export function readEnvironment(env) {
  /** @type {Record<string, unknown>} */
  const given = {};
  const problems = [];
  for (const [name, read] of Object.entries(readers)) {
    const value = env[name]?.trim();
    if (!value) continue;
    try {
      given[name] = read(value);
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  const values = /** @type {Environment} */ ({ ...defaults, ...given });
  const has = (/** @type {Name} */ name) => Boolean(env[name]?.trim());
  for (const [one, other] of pairs) {
    if (has(one) && !has(other)) problems.push(`${other}: not set, and ${one} is of no use without it`);
    if (!has(one) && has(other)) problems.push(`${one}: not set, and ${other} is of no use without it`);
  }
  if (given.PORT === 0 && values.WORKERS > 1)
    problems.push("PORT: 0 is for one process, and WORKERS is more");
  if (values.MODE === "live") problems.push(...missingInLive(values, has));
  problems.push(...misspelt(Object.keys(env)));
  return { values, problems: [...new Set(problems)] };
}

/**
 * What this machine does not have of what the values name: a folder that can be written, an address to listen on. In:
 * the values of `readEnvironment`. Out: one sentence for each problem. Makes the folder.
 *
 * @param {{ DATA_DIR: string, HOST?: string | undefined }} values
 * @returns {Promise<string[]>}
 */
export async function machineProblems({ DATA_DIR, HOST }) {
  return [...folderProblems(resolve(DATA_DIR)), ...(HOST ? await hostProblems(HOST) : [])];
}

/** @param {string} folder @returns {string[]} */
function folderProblems(folder) {
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) return [`DATA_DIR: ${folder} is a file, and must be a folder`];
    accessSync(folder, constants.W_OK | constants.X_OK);
    return [];
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST" || code === "ENOTDIR")
      return [`DATA_DIR: ${folder} is a file or lies in one, and must be a folder`];
    if (code === "EACCES" || code === "EPERM" || code === "EROFS")
      return [`DATA_DIR: ${folder} cannot be written by this user`];
    return [`DATA_DIR: ${folder} cannot be made (${code ?? error})`];
  }
}

/**
 * Makes a folder and those above it. Not by `recursive`: below /proc Node 24 then tries for ever.
 *
 * @param {string} folder
 */
function makeFolder(folder) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** @param {string} host @returns {Promise<string[]>} */
async function hostProblems(host) {
  const found = await lookup(host, { all: true }).catch(() => []);
  if (found.length === 0) return [`HOST: "${host}" is no address and no name that resolves to one`];
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
  const isOwn = found.some(({ address: at }) => own.includes(at) || ["0.0.0.0", "::"].includes(at));
  return isOwn || found.some(({ address: at }) => at.startsWith("127."))
    ? []
    : [`HOST: ${host} is not an address of this machine, so the shop cannot listen there`];
}

/**
 * Whether a live shop with this address is a trial: nobody outside of this machine reaches it, so it needs no TLS.
 *
 * @param {string | undefined} url
 * @returns {boolean}
 */
export function isTrialAddress(url) {
  return /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(url ?? "");
}

/** @param {Environment} values @param {(name: Name) => boolean} has @returns {string[]} */
function missingInLive(values, has) {
  const problems = [];
  if (!has("PUBLIC_URL"))
    problems.push("PUBLIC_URL: not set. A live shop needs its address, as https://shop.example");
  else if (values.PUBLIC_URL?.startsWith("http:") && !isTrialAddress(values.PUBLIC_URL))
    problems.push(
      "PUBLIC_URL: must begin with https: in a live shop, so that nobody on the way reads passwords and sessions. To try one on this machine: http://localhost:3000",
    );
  if ((values.AUTH_SECRET?.length ?? 0) < 32)
    problems.push("AUTH_SECRET: not set or shorter than 32 characters. Make one: openssl rand -hex 32");
  if (has("SMTP_URL") && !has("MAIL_FROM"))
    problems.push("MAIL_FROM: not set. Mails need a sender of your own, as Shop <orders@shop.example>");
  return problems;
}

/**
 * Names that are nearly ours, such as TRUST_PROXI: whoever set them believes that they work. Short names are compared
 * only with two letters exchanged (PROT): HOME and NODE are near HOST and MODE and mean something else.
 *
 * @param {string[]} names @returns {string[]}
 */
function misspelt(names) {
  return names.flatMap((name) => {
    if (settingNames.includes(name)) return [];
    const meant = settingNames.find((one) => one.length > 5 && distance(name.toUpperCase(), one) <= 2);
    const swapped = settingNames.find((one) => one.length <= 5 && isSwapped(name.toUpperCase(), one));
    const known = meant ?? swapped;
    return known ? [`${name}: the shop has no such setting. Is ${known} meant?`] : [];
  });
}

/** Whether two words differ by one exchange of neighbours. @param {string} one @param {string} other */
function isSwapped(one, other) {
  if (one.length !== other.length || one === other) return false;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return other === one.slice(0, at) + one[at + 1] + one[at] + one.slice(at + 2);
}

/** The Levenshtein distance. @param {string} one @param {string} other @returns {number} */
function distance(one, other) {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, against] of [...other].entries())
      next.push(
        Math.min((row[j] ?? 0) + Number(letter !== against), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      );
    row = next;
  }
  return row[other.length] ?? 0;
}
