import type { Channel } from "../../platform/messaging/channels.ts";
import { dateAndTime } from "../dates.ts";
import { type HeldBack, waitingWords } from "../hold/hold.ts";
import { plural } from "../money.ts";
import { defaultSettings, type ShopSettings } from "../settings/settings.ts";

export type HealthState = "ok" | "warn" | "wrong";

/** One check: its state, a summary, and what to do when it fails. */
export type HealthCheck = { name: string; state: HealthState; summary: string; todo?: string };

export type HealthFacts = {
  mode: "demo" | "live";
  publicUrl: string | null;
  /** Of a restored shop that sends nothing yet (shop/hold); null: it is not on hold. */
  hold: HeldBack | null;
  /** Null when the database did not answer. */
  database: {
    version: string;
    /** "embedded": started by the shop itself; null when unknown. */
    own: "embedded" | "given" | null;
    waitingMails: number;
    /** Given up after all attempts. */
    failedMails: number;
    oldestMailMinutes: number;
    mailError: string | null;
    lastWebhookAt: Date | null;
    unhandledWebhooks: number;
  } | null;
  jobs: { waiting: number; failed: number; failedNames: string[]; oldestMinutes: number } | null;
  freeBytes: number | null;
  /** The time of the last backup; null when there is none, absent when this shop makes none itself. */
  lastBackup?: Date | null;
  /** Whether a copy of the backups was seen on another machine lately. */
  hasCopy?: boolean;
  mailSetUp: "smtp" | "outbox" | null;
  /** Whether the mailbox could be read the last time; null without one. */
  mailbox: { failure: string | null } | null;
  payments: "local" | "sandbox" | "production" | null;
  /** The channels to phones, and whether each has templates for messages about orders; "local": the demo's. */
  messages: "local" | { channel: Channel; templates: boolean }[] | null;
  gstin: string | null;
  /** Whether the owner has said that the business is not registered for GST. */
  isUnregistered: boolean;
  /** What the shop does not say about its seller (`missingSellerFacts`); null when the settings could not be read. */
  sellerLacks: string[] | null;
  /** Active products without a GST rate; shipped orders that wait for their invoice. */
  untaxed: { products: number; orders: number } | null;
  now: Date;
};

const gigabyte = 1024 ** 3;
const lateMinutes = 10;
const hour = 60 * 60 * 1000;

/** The checks of the health page. In a demo missing setup is only a warning. */
export function healthChecks(facts: HealthFacts): HealthCheck[] {
  return [
    ...(facts.hold ? [hold(facts.hold)] : []),
    database(facts),
    ...(facts.hold ? [] : [jobs(facts), mail(facts)]),
    ...mailbox(facts),
    payments(facts),
    webhooks(facts),
    ...phoneMessages(facts),
    space(facts),
    ...(facts.hold ? [] : [backup(facts)]),
    ...setUp(facts),
  ];
}

/** Until it is decided no mail is sent and no job runs, nor the one that writes backups. */
function hold(held: HeldBack): HealthCheck {
  return {
    name: "Restored from a backup",
    state: "wrong",
    summary: `The backup was made on ${dateAndTime(held.backup)}. No emails or messages are sent and no background jobs run until you decide. Waiting from the backup: ${waitingWords(held)}.`,
    todo: "If your customers use this shop, resume it. Discard the messages if the old shop has sent them since the backup. If this is a copy to try something, leave it as it is, or customers get its messages too.",
  };
}

/** After so many days somebody looks for a copy of the backups again. */
export const copyDays = 30;

/** Whether somebody has seen a copy of the backups on another machine in the last days (`copyDays`). */
export function isCopyRecent({ backupCopy }: ShopSettings, now: Date): boolean {
  const { seenAt } = backupCopy;
  return seenAt !== null && now.getTime() - new Date(seenAt).getTime() <= copyDays * 24 * hour;
}

function backup({ lastBackup, hasCopy, now, mode }: HealthFacts): HealthCheck {
  const name = "Backup";
  if (lastBackup === undefined) {
    return {
      name,
      state: "warn",
      summary: "The database is managed elsewhere, so this shop does not write backups itself.",
      todo: "Ask whoever runs it whether it is backed up there, and whoever runs your server to back up the pictures too.",
    };
  }
  if (lastBackup === null) {
    return {
      name,
      state: "warn",
      summary: "There is none yet.",
      todo: "One is written every hour by itself. Whoever runs your server can write one at once.",
    };
  }
  const hours = Math.floor((now.getTime() - lastBackup.getTime()) / hour);
  const copied = "They are on the same disk. Copy them to another machine.";
  if (hours < 3) {
    const age = hours === 0 ? "less than an hour" : hours === 1 ? "an hour" : `${hours} hours`;
    return { name, state: "ok", summary: `The last is ${age} old.`, ...(!hasCopy && { todo: copied }) };
  }
  return {
    name,
    state: mode === "live" ? "wrong" : "warn",
    summary: `The last is ${plural(hours, "hour")} old; one is due every hour.`,
    todo: "Look for 'back-up' in the log, and check the free disk space.",
  };
}

function database({ database: found }: HealthFacts): HealthCheck {
  const name = "Database";
  if (!found)
    return {
      name,
      state: "wrong",
      summary: "It is not responding.",
      todo: "Check the log and make sure that PostgreSQL is running.",
    };
  const whose = found.own === "embedded" ? ", started by the shop itself" : "";
  return { name, state: "ok", summary: `PostgreSQL ${found.version}${whose}.` };
}

function jobs({ jobs: found }: HealthFacts): HealthCheck {
  const name = "Background jobs";
  if (!found)
    return {
      name,
      state: "warn",
      summary: "There is no queue yet.",
      todo: "Start the shop with its worker.",
    };
  if (found.failed > 0) {
    return {
      name,
      state: "wrong",
      summary: `${found.failed} given up: ${found.failedNames.join(", ")}.`,
      todo: "Look for 'a job failed' in the log; fix the cause and run the job again.",
    };
  }
  if (found.oldestMinutes >= lateMinutes) {
    return {
      name,
      state: "wrong",
      summary: `${found.waiting} waiting, the first for ${plural(found.oldestMinutes, "minute")}.`,
      todo: "The worker runs inside the server's process. Restart the shop.",
    };
  }
  return {
    name,
    state: "ok",
    summary: found.waiting === 0 ? "Nothing is waiting." : `${found.waiting} waiting, none for long.`,
  };
}

function mail({ database: found, mailSetUp, mode }: HealthFacts): HealthCheck {
  const name = "Mail";
  if (found && found.oldestMailMinutes >= lateMinutes) {
    return {
      name,
      state: "wrong",
      summary: `${found.waitingMails} not sent, the first for ${plural(found.oldestMailMinutes, "minute")}.${found.mailError ? ` Last answer: ${found.mailError}` : ""}`,
      todo: "Check the mail server under Settings, Keys of providers. Emails are kept and retried.",
    };
  }
  if (found && found.failedMails > 0) {
    return {
      name,
      state: "warn",
      summary: `${found.failedMails} could not be delivered.${found.mailError ? ` Last answer: ${found.mailError}` : ""}`,
      todo: "Correct the addresses in their orders. Whoever runs your server can have these emails tried again.",
    };
  }
  if (mailSetUp === "smtp") return { name, state: "ok", summary: "Sent through the mail server." };
  return {
    name,
    state: mode === "live" ? "wrong" : "warn",
    summary: "Emails are only stored, and shown at /dev/mail in the demo. Nobody receives them.",
    todo: "Enter the mail server under Settings, Keys of providers.",
  };
}

/** Without a mailbox nothing is missing: customers can use the contact form. */
function mailbox({ mailbox: found }: HealthFacts): HealthCheck[] {
  if (!found) return [];
  const name = "Mailbox";
  if (found.failure === null)
    return [{ name, state: "ok", summary: "What customers answer comes into Messages." }];
  return [
    {
      name,
      state: "wrong",
      summary: `It could not be read: ${found.failure}`,
      todo: "Try the mailbox under Settings, Keys of providers. Nothing is lost: its mails are read later.",
    },
  ];
}

function payments({ payments: way, mode }: HealthFacts): HealthCheck {
  const name = "Online payment";
  if (way === "production") return { name, state: "ok", summary: "Cashfree takes real money." };
  if (way === "sandbox") {
    return {
      name,
      state: mode === "live" ? "wrong" : "warn",
      summary: "Cashfree's sandbox: payments are only simulated.",
      todo: "Enter the keys of the real account under Settings, Keys of providers.",
    };
  }
  if (way === "local") {
    return {
      name,
      state: "warn",
      summary: "The shop simulates the bank. No money moves.",
      todo: "Enter Cashfree's keys under Settings, Keys of providers.",
    };
  }
  return {
    name,
    state: "warn",
    summary: "Not set up. Customers can pay on delivery only.",
    todo: "Enter Cashfree's keys under Settings, Keys of providers.",
  };
}

function webhooks({ database: found, payments: way, publicUrl, now }: HealthFacts): HealthCheck {
  const name = "Payment gateway notifications";
  if (!found || way === null) return { name, state: "ok", summary: "None are expected." };
  if (found.unhandledWebhooks > 0) {
    return {
      name,
      state: "wrong",
      summary: `${found.unhandledWebhooks} arrived and have not been processed.`,
      todo: "Ask whoever runs your server to look for 'payment-webhook' in its log. Nothing is lost: they are kept until they are processed.",
    };
  }
  if (!found.lastWebhookAt) {
    return {
      name,
      state: "warn",
      summary: "None has arrived yet.",
      todo: `Enter ${publicUrl ?? "the shop's address"}/functions/payment-webhook as the webhook at the gateway.`,
    };
  }
  const hours = Math.floor((now.getTime() - found.lastWebhookAt.getTime()) / hour);
  return {
    name,
    state: "ok",
    summary: hours < 1 ? "The last one arrived within the hour." : `The last one came ${hours} h ago.`,
  };
}

const channelNames: Record<Channel, string> = { sms: "SMS", whatsapp: "WhatsApp" };

/** Keys of a provider alone send codes only: each message about an order needs a registered template. */
function phoneMessages({ messages }: HealthFacts): HealthCheck[] {
  if (!messages || messages.length === 0) return [];
  const name = "SMS and WhatsApp";
  if (messages === "local") {
    return [
      {
        name,
        state: "warn",
        summary: "Messages to phones are only stored, and shown at /dev/messages.",
        todo: "Enter the keys of MSG91 or WhatsApp under Settings, Keys of providers.",
      },
    ];
  }
  const names = (some: typeof messages) => some.map(({ channel }) => channelNames[channel]).join(" and ");
  const without = messages.filter(({ templates }) => !templates);
  if (without.length === 0)
    return [{ name, state: "ok", summary: `Messages about orders go by ${names(messages)}.` }];
  return [
    {
      name,
      state: "warn",
      summary: `No message about an order goes by ${names(without)}: the keys are set, and no template is.`,
      todo: "Register the texts that Settings, SMS and WhatsApp shows, and enter the templates there.",
    },
  ];
}

function space({ freeBytes }: HealthFacts): HealthCheck {
  const name = "Space for pictures and data";
  if (freeBytes === null) {
    return {
      name,
      state: "wrong",
      summary: "The folder cannot be read.",
      todo: "Ask whoever runs your server: the folder of its data (DATA_DIR) must exist and be writable.",
    };
  }
  const summary = `${(freeBytes / gigabyte).toFixed(1)} GB free.`;
  const todo = "Free up space: a full disk stops orders and uploads.";
  if (freeBytes < gigabyte) return { name, state: "wrong", summary, todo };
  return freeBytes < 5 * gigabyte ? { name, state: "warn", summary, todo } : { name, state: "ok", summary };
}

function gstNumber({ gstin, isUnregistered }: HealthFacts): HealthCheck {
  const name = "GSTIN";
  if (gstin) return { name, state: "ok", summary: `${gstin} is printed on invoices.` };
  if (isUnregistered)
    return { name, state: "ok", summary: "Not registered for GST: customers get receipts." };
  return {
    name,
    state: "warn",
    summary: "Not set. Customers get receipts instead of tax invoices.",
    todo: "Enter it in Settings, Company and tax, or say there that the business is not registered.",
  };
}

/** Goods without a GST rate are never taxed at a guessed rate: their orders wait for invoices. */
function gstRates({ gstin, untaxed }: HealthFacts): HealthCheck[] {
  if (!gstin || !untaxed) return [];
  const { products, orders } = untaxed;
  const name = "GST rates";
  if (products === 0 && orders === 0) return [{ name, state: "ok", summary: "Every product has one." }];
  const what = [
    plural(products, "product has none", "products have none"),
    ...(orders > 0 ? [`${plural(orders, "order waits", "orders wait")} for an invoice`] : []),
  ];
  return [
    {
      name,
      state: orders > 0 ? "wrong" : "warn",
      summary: `${what.join(", ")}.`,
      todo: "Correct the products' HSN codes, or add rates under Taxes.",
    },
  ];
}

/**
 * What of the seller is not set, as words: every page leaves it out. The e-commerce rules require name, address, email,
 * phone and grievance officer (Consumer Protection (E-Commerce) Rules, 2020, rule 4).
 */
export function missingSellerFacts({ contact, legal, shopName }: ShopSettings): string[] {
  const facts: [string, unknown][] = [
    ["legal name", legal.legalName],
    ["address", contact.address[0]],
    ["email", contact.email],
    ["phone", contact.phone],
    ["grievance officer", legal.grievanceOfficer.name],
    ["grievance officer's email", legal.grievanceOfficer.email],
  ];
  const unnamed = shopName === defaultSettings.shopName ? ["a name of its own"] : [];
  return [...unnamed, ...facts.filter(([, value]) => !value).map(([name]) => name)];
}

function seller({ sellerLacks, mode }: HealthFacts): HealthCheck[] {
  if (!sellerLacks) return [];
  const name = "Seller";
  if (sellerLacks.length === 0) return [{ name, state: "ok", summary: "Name, address and contact are set." }];
  return [
    {
      name,
      state: mode === "live" ? "wrong" : "warn",
      summary: `Not set, and shown nowhere: ${sellerLacks.join(", ")}.`,
      todo: "Enter them in Settings, under Shop, Contact and hours, and Company and tax: the law requires them.",
    },
  ];
}

function setUp(facts: HealthFacts): HealthCheck[] {
  const { publicUrl, mode } = facts;
  const secure = publicUrl?.startsWith("https://") === true;
  return [
    ...seller(facts),
    gstNumber(facts),
    ...gstRates(facts),
    secure
      ? { name: "Public address", state: "ok", summary: `${publicUrl}` }
      : {
          name: "Public address",
          state: mode === "live" ? "wrong" : "warn",
          summary: publicUrl
            ? `${publicUrl} is not encrypted.`
            : "Not set. Links in emails point to this machine.",
          todo: "Ask whoever runs your server to set PUBLIC_URL to the shop's address, beginning with https://.",
        },
  ];
}
