import { type LocalGateway, throughLocalGateway } from "../demo/gateway.server.ts";
import { localClient } from "../demo/google.server.ts";
import { localMailbox } from "../demo/mailbox.server.ts";
import { localMessages } from "../demo/messages.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config, ProviderConfig } from "../platform/config.server.ts";
import { type CourierApi, type Couriers, couriersThrough } from "../platform/couriers/couriers.server.ts";
import { delhivery } from "../platform/couriers/delhivery.server.ts";
import { shiprocket } from "../platform/couriers/shiprocket.server.ts";
import type { Db } from "../platform/database/database.server.ts";
import type { GoogleKeys } from "../platform/identity/google.server.ts";
import type { Log } from "../platform/log.server.ts";
import { deliverBySmtp } from "../platform/mail/deliver-by-smtp.server.ts";
import { imapMailbox } from "../platform/mail/imap-mailbox.server.ts";
import { type Deliver, discardMail } from "../platform/mail/mail.server.ts";
import { type Mailbox, noMailbox, senderAddress } from "../platform/mail/mailbox.server.ts";
import { type Messaging, messagingThrough } from "../platform/messaging/messaging.server.ts";
import { msg91 } from "../platform/messaging/msg91.server.ts";
import { whatsAppCloud } from "../platform/messaging/whatsapp-cloud.server.ts";
import { whatsAppReports } from "../platform/messaging/whatsapp-reports.server.ts";
import { cashOnDelivery, type Payments, throughCashfree } from "../platform/payments/payments.server.ts";

type Adapters = {
  payments: Payments;
  couriers: Couriers;
  messaging: Messaging;
  deliver: Deliver;
  google: GoogleKeys;
  mail: "smtp" | "outbox";
  /** The address that mails come from. */
  sender: string;
  mailbox: Mailbox;
};

/**
 * The adapters of the providers whose credentials can change while the shop runs. Each port asks for the current
 * adapter at each use. In: the mode, the local gateway and courier of a demo, and the credentials at the start. Out:
 * the ports, and `use`, which exchanges the adapters.
 */
export function makeProviders(
  mode: Config["mode"],
  { gateway, courier }: { gateway: LocalGateway | null; courier: CourierApi | null },
  ports: { db: Db; clock: Clock; log: Log; shopName: () => Promise<string> },
  begin: ProviderConfig,
) {
  const adaptersOf = (config: ProviderConfig): Adapters => ({
    payments: paymentsFor(config, gateway),
    couriers: couriersFor(config, courier),
    messaging: messagingFor(mode, config, ports),
    deliver: config.mail.smtpUrl
      ? deliverBySmtp({ url: config.mail.smtpUrl, from: config.mail.from })
      : discardMail,
    google: config.google ?? (mode === "demo" ? localClient : undefined),
    mail: config.mail.smtpUrl ? "smtp" : "outbox",
    sender: senderAddress(config.mail.from),
    mailbox: mailboxFor(mode, config, ports),
  });
  let now = adaptersOf(begin);

  const payments: Payments = {
    get online() {
      return now.payments.online;
    },
    get all() {
      return now.payments.all;
    },
    provider: (key) => now.payments.provider(key),
  };
  const couriers: Couriers = {
    get all() {
      return now.couriers.all;
    },
    courier: (key) => now.couriers.courier(key),
  };
  const messaging: Messaging = {
    get channels() {
      return now.messaging.channels;
    },
    get callingCodes() {
      return now.messaging.callingCodes;
    },
    get codesPerDay() {
      return now.messaging.codesPerDay;
    },
    get staysHere() {
      return now.messaging.staysHere;
    },
    get reports() {
      return now.messaging.reports;
    },
    sendCode: (message, wanted) => now.messaging.sendCode(message, wanted),
    sendTemplate: (channel, message) => now.messaging.sendTemplate(channel, message),
  };
  const mailbox: Mailbox = {
    get name() {
      return now.mailbox.name;
    },
    get sender() {
      return now.mailbox.sender;
    },
    read: (after, take) => now.mailbox.read(after, take),
    readAgain: (named, take) => now.mailbox.readAgain(named, take),
    check: () => now.mailbox.check(),
  };
  return {
    payments,
    couriers,
    messaging,
    mailbox,
    deliver: ((message) => now.deliver(message)) satisfies Deliver,
    google: () => now.google,
    /** How mail leaves the shop now. */
    mail: () => now.mail,
    /** The address that it comes from, in lower case. */
    sender: () => now.sender,
    use(config: ProviderConfig) {
      now = adaptersOf(config);
    },
  };
}

/**
 * Cashfree when there are keys; without them the demo simulates the gateway and a live shop accepts cash only.
 */
function paymentsFor({ cashfree }: ProviderConfig, gateway: LocalGateway | null): Payments {
  if (cashfree) return throughCashfree(cashfree);
  return gateway ? throughLocalGateway(gateway) : cashOnDelivery();
}

/** The mailbox that is set up; a demo without one has one of its own, whose mails are written at /dev/mail. */
function mailboxFor(mode: Config["mode"], { mail }: ProviderConfig, ports: { db: Db }): Mailbox {
  if (mail.imapUrl) return imapMailbox({ url: mail.imapUrl, from: mail.from });
  return mode === "demo" ? localMailbox({ ...ports, from: mail.from }) : noMailbox;
}

/** The couriers that have keys; a demo has one of its own. */
function couriersFor({ couriers }: ProviderConfig, local: CourierApi | null): Couriers {
  return couriersThrough([
    ...(local ? [local] : []),
    ...(couriers.shiprocket ? [shiprocket(couriers.shiprocket)] : []),
    ...(couriers.delhivery ? [delhivery(couriers.delhivery)] : []),
  ]);
}

/**
 * The providers that have keys, SMS first, since it reaches every phone. Without any the demo keeps the messages for
 * /dev/messages, and a live shop offers no sign-in by phone.
 */
function messagingFor(
  mode: Config["mode"],
  { messaging }: ProviderConfig,
  ports: { db: Db; clock: Clock; log: Log; shopName: () => Promise<string> },
): Messaging {
  const { msg91: sms, whatsApp, whatsAppReports: reportKeys, ...rules } = messaging;
  const providers = [...(sms ? [msg91(sms)] : []), ...(whatsApp ? [whatsAppCloud(whatsApp)] : [])];
  const reports = reportKeys ? whatsAppReports(reportKeys) : null;
  const options = { log: ports.log, reports, ...rules };
  if (providers.length > 0 || mode === "live")
    return messagingThrough(providers, { ...options, staysHere: false });
  return messagingThrough(localMessages(ports), { ...options, staysHere: true });
}
