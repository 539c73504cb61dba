import { type LocalGateway, throughLocalGateway } from "../demo/gateway.server.ts";
import { localClient } from "../demo/google.server.ts";
import { localMailbox } from "../demo/mailbox.server.ts";
import { localMessages } from "../demo/messages.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.server.ts";
import { type CourierApi, type Couriers, couriersThrough } from "../platform/couriers/couriers.server.ts";
import { delhivery, delhiveryKeys } from "../platform/couriers/delhivery.server.ts";
import { shiprocket, shiprocketKeys } from "../platform/couriers/shiprocket.server.ts";
import type { Db } from "../platform/database/database.server.ts";
import type { ProviderValues } from "../platform/environment.server.mjs";
import { type GoogleKeys, googleKeys } from "../platform/identity/google.server.ts";
import type { Log } from "../platform/log.server.ts";
import { deliverBySmtp } from "../platform/mail/deliver-by-smtp.server.ts";
import { imapMailbox } from "../platform/mail/imap-mailbox.server.ts";
import { type Deliver, discardMail } from "../platform/mail/mail.server.ts";
import { type Mailbox, noMailbox, senderAddress } from "../platform/mail/mailbox.server.ts";
import { type Messaging, messagingThrough } from "../platform/messaging/messaging.server.ts";
import { msg91, msg91Keys } from "../platform/messaging/msg91.server.ts";
import { whatsAppCloud, whatsAppKeys } from "../platform/messaging/whatsapp-cloud.server.ts";
import { whatsAppReportKeys, whatsAppReports } from "../platform/messaging/whatsapp-reports.server.ts";
import { cashfree, cashfreeKeys } from "../platform/payments/cashfree.server.ts";
import { type OnlinePayments, type Payments, paymentsThrough } from "../platform/payments/payments.server.ts";

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
 * adapter at each use. In: the mode, the local gateway and courier of a demo, and the values at the start. Out:
 * the ports, and `use`, which exchanges the adapters.
 */
export function makeProviders(
  mode: Config["mode"],
  { gateway, courier }: { gateway: LocalGateway | null; courier: CourierApi | null },
  ports: { db: Db; clock: Clock; log: Log; shopName: () => Promise<string> },
  begin: ProviderValues,
) {
  const adaptersOf = (values: ProviderValues): Adapters => {
    const { SMTP_URL, MAIL_FROM } = values;
    return {
      payments: paymentsFor(values, gateway),
      couriers: couriersFor(values, courier),
      messaging: messagingFor(mode, values, ports),
      deliver: SMTP_URL ? deliverBySmtp({ url: SMTP_URL, from: MAIL_FROM }) : discardMail,
      google: googleKeys(values) ?? (mode === "demo" ? localClient : undefined),
      mail: SMTP_URL ? "smtp" : "outbox",
      sender: senderAddress(MAIL_FROM),
      mailbox: mailboxFor(mode, values, ports),
    };
  };
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
    use(values: ProviderValues) {
      now = adaptersOf(values);
    },
  };
}

/** The providers of online payments that have keys. */
export function onlinePayments(values: ProviderValues): OnlinePayments[] {
  const cashfreeAccount = cashfreeKeys(values);
  return cashfreeAccount ? [cashfree({ ...cashfreeAccount, fetch: (request) => fetch(request) })] : [];
}

/** Without keys the demo simulates the gateway and a live shop accepts cash only. */
function paymentsFor(values: ProviderValues, gateway: LocalGateway | null): Payments {
  const online = onlinePayments(values);
  return online.length === 0 && gateway ? throughLocalGateway(gateway) : paymentsThrough(online);
}

/** The mailbox that is set up; a demo without one has one of its own, whose mails are written at /dev/mail. */
function mailboxFor(
  mode: Config["mode"],
  { IMAP_URL: url, MAIL_FROM: from }: ProviderValues,
  ports: { db: Db },
): Mailbox {
  if (url) return imapMailbox({ url, from });
  return mode === "demo" ? localMailbox({ ...ports, from }) : noMailbox;
}

/** The couriers that have keys; a demo has one of its own. */
function couriersFor(values: ProviderValues, local: CourierApi | null): Couriers {
  const shiprocketAccount = shiprocketKeys(values);
  const delhiveryAccount = delhiveryKeys(values);
  return couriersThrough([
    ...(local ? [local] : []),
    ...(shiprocketAccount ? [shiprocket(shiprocketAccount)] : []),
    ...(delhiveryAccount ? [delhivery(delhiveryAccount)] : []),
  ]);
}

/**
 * The providers that have keys, SMS first, since it reaches every phone. Without any the demo keeps the messages for
 * /dev/messages, and a live shop offers no sign-in by phone.
 */
function messagingFor(
  mode: Config["mode"],
  values: ProviderValues,
  ports: { db: Db; clock: Clock; log: Log; shopName: () => Promise<string> },
): Messaging {
  const sms = msg91Keys(values);
  const whatsApp = whatsAppKeys(values);
  const reports = whatsAppReportKeys(values);
  const providers = [...(sms ? [msg91(sms)] : []), ...(whatsApp ? [whatsAppCloud(whatsApp)] : [])];
  const options = {
    log: ports.log,
    reports: reports ? whatsAppReports(reports) : null,
    callingCodes: values.PHONE_CALLING_CODES.split(",").map((code) => code.trim()),
    codesPerDay: values.PHONE_CODES_PER_DAY,
  };
  if (providers.length > 0 || mode === "live")
    return messagingThrough(providers, { ...options, staysHere: false });
  return messagingThrough(localMessages(ports), { ...options, staysHere: true });
}
