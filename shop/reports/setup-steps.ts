import type { Provider } from "../../platform/credentials/providers.server.ts";
import { shortDate } from "../dates.ts";
import { plural } from "../money.ts";
import { isUnregistered } from "../settings/gstin.ts";
import type { ShopSettings } from "../settings/settings.ts";
import { hasGstRate } from "../tax/rates.ts";
import { copyDays, isCopyRecent, missingSellerFacts } from "./health-checks.ts";

/** What the steps read: settings, and what is in the database and the configuration. */
export type SetupFacts = {
  settings: ShopSettings;
  /** Whether visitors see a brand of the shop's own, and whether it has a logo or an icon. */
  brand: { own: boolean; pictured: boolean };
  /** Whether staff have saved the settings of delivery, returns and payment once. */
  policySaved: boolean;
  /** Whether visitors see a policy of the owner's own words. */
  policyPublished: boolean;
  /** Whether visitors see a home page of the owner's own sections. */
  homePublished: boolean;
  /** Whether payments are taken online, and whether one was ever paid. */
  online: "production" | "sandbox" | "local" | null;
  mail: "smtp" | "outbox" | null;
  /** Whether the mail server has ever accepted a message. */
  mailSent: boolean;
  /** Whether a mail waits, and why the newest of them could not be sent. */
  mailWaits: boolean;
  mailError: string | null;
  /** How many channels to phones have keys. */
  channels: number;
  /** The HSN codes of the active products that have a picture; null: a product without one. */
  productCodes: (string | null)[];
  /** The names of the collections in menus or on the home page that have no active product. */
  emptyCollections: string[];
  /** Whether somebody who can manage the team has a second factor. */
  secondFactor: boolean;
  /** Who can work on the shop, and who is invited. */
  team: { members: number; invited: number };
  /** When this shop last wrote a backup; null: never, or it is written elsewhere. */
  lastBackup: Date | null;
  /** Whether an order was placed, and one cancelled. */
  orders: { placed: boolean; cancelled: boolean };
  now: Date;
};

type StepLink = { to: string; label: string };

/**
 * What a step's state is: done or not, and what is missing or set, in words. `isPending`: its trial has no result yet.
 * `link`: where it is done now, if that is not the step's usual place.
 */
type StepState = { done: boolean; says: string; isPending?: true; link?: StepLink };

export type SetupStep = {
  key: string;
  title: string;
  why: string;
  required: boolean;
  link: StepLink;
  /** What can be tried by a button, and when: the intent of the screen's form. */
  trial?: {
    intent: "try-mail" | "try-payment" | "copy-seen";
    label: string;
    isThere: (facts: SetupFacts) => boolean;
  };
  read: (facts: SetupFacts) => StepState;
};

const settingsLink = (part: string, label: string) => ({ to: `/admin/settings?part=${part}`, label });
const keysLink = (provider: Provider) => ({
  to: `/admin/settings/keys#${provider}`,
  label: "Settings, Keys of providers",
});
const companyLink = settingsLink("legal", "Settings, Company and tax");
const done = (says: string): StepState => ({ done: true, says });
const open = (says: string): StepState => ({ done: false, says });

/** What a shop needs before it opens, in the order of the work. A new step is a row here (docs/tour.md). */
export const setupSteps: readonly SetupStep[] = [
  {
    key: "name",
    title: "Name of the shop",
    why: "It is in every page's title, in emails and on invoices.",
    required: true,
    link: settingsLink("shop", "Settings, Shop"),
    read: ({ settings }) =>
      missingSellerFacts(settings).includes("a name of its own")
        ? open("It still has the name that it came with.")
        : done(settings.shopName),
  },
  {
    key: "brand",
    title: "Logo and colours",
    why: "Customers recognise the shop by them, on its pages, in emails and on invoices.",
    required: false,
    link: { to: "/admin/brand", label: "Brand" },
    read: ({ brand: { own, pictured } }) => {
      if (!own) return open("It still looks as it came. Choose colours, and upload your logo and icon.");
      return pictured
        ? done("A look of your own is published.")
        : open("Colours are published; logo and icon are missing.");
    },
  },
  {
    key: "home",
    title: "Home page",
    why: "It is the first thing that customers see. Its first words are the tagline and the description in Settings.",
    required: false,
    link: { to: "/admin/content/home", label: "Content, Home page" },
    read: ({ homePublished }) =>
      homePublished
        ? done("A home page of your own is published.")
        : open("Nobody has published it yet. Choose its picture, and what stands below the first words."),
  },
  {
    key: "seller",
    title: "Who sells",
    why: "The e-commerce rules require a legal name, address, email and phone, and customers want to know.",
    required: true,
    link: settingsLink("contact", "Settings, Contact and hours"),
    read: ({ settings }) => {
      const missing = missingSellerFacts(settings);
      const contact = missing.filter((fact) => ["address", "email", "phone"].includes(fact));
      const named = !missing.includes("legal name");
      if (contact.length > 0) {
        const later = named ? "" : " After that: the legal name, under Company and tax.";
        return open(`Missing: ${contact.join(", ")}.${later}`);
      }
      return named
        ? done("Legal name, address, email and phone are set.")
        : { ...open("Missing: legal name."), link: companyLink };
    },
  },
  {
    key: "grievance",
    title: "Grievance officer",
    why: "The e-commerce rules require a person whom customers can complain to, by name and email.",
    required: true,
    link: companyLink,
    read: ({ settings }) => {
      const { name, email } = settings.legal.grievanceOfficer;
      return name && email ? done(`${name}, ${email}`) : open("Name and email are missing.");
    },
  },
  {
    key: "gstin",
    title: "GSTIN",
    why: "With it customers get tax invoices. A business that is not registered for GST gives receipts.",
    required: true,
    link: companyLink,
    read: ({ settings }) => {
      if (settings.legal.gstin) return done(settings.legal.gstin);
      return settings.legal.isUnregistered
        ? done("Not registered for GST: customers get receipts.")
        : open("Enter it, or say that this business is not registered for GST.");
    },
  },
  {
    key: "delivery",
    title: "Delivery, returns and cash on delivery",
    why: "Policies, product pages and the checkout promise what is entered here: fee, free from, days, PIN codes, days to return.",
    required: true,
    link: settingsLink("policy", "Settings, Policies and payment"),
    read: ({ policySaved }) =>
      policySaved
        ? done("Read and saved.")
        : open("Nobody has saved them yet. Read every field, change what differs, and save."),
  },
  {
    key: "policies",
    title: "Texts of the policies",
    why: "They take days, fees and addresses from Settings. Whether the rest fits your business, only you know.",
    required: false,
    link: { to: "/admin/content/policies", label: "Content, Policies" },
    read: ({ policyPublished }) =>
      policyPublished
        ? done("Read, and published.")
        : open(
            "They are the ones that the shop came with. Read them, change what does not fit, and publish them.",
          ),
  },
  {
    key: "payment",
    title: "Payment",
    why: "Without cash on delivery or online payment nobody can order.",
    required: true,
    link: keysLink("cashfree"),
    trial: { intent: "try-payment", label: "Try the keys", isThere: ({ online }) => online !== null },
    read: ({ settings, online }) => {
      if (online === "production") return done("Online payment is set up.");
      const cash = settings.policy.cod ? "Cash on delivery only." : "Nobody could pay.";
      if (online === "sandbox") return open("Cashfree's keys are those of the sandbox: no money moves.");
      return settings.policy.cod
        ? done(`${cash} For online payment enter the keys of a Cashfree account.`)
        : open(cash);
    },
  },
  {
    key: "mail",
    title: "Email",
    why: "Customers confirm their address and hear about their orders by email.",
    required: true,
    link: keysLink("smtp"),
    trial: {
      intent: "try-mail",
      label: "Send a test message to yourself",
      isThere: ({ mail }) => mail === "smtp",
    },
    read: ({ mail, mailSent, mailWaits, mailError }) => {
      if (mail !== "smtp") return open("Not set up: enter the mail server of your mail provider.");
      if (mailSent) return done("The mail server takes messages.");
      if (!mailWaits) return open("Set up, and no message was sent yet. Send one to yourself.");
      return mailError === null
        ? { ...open("A message is on its way."), isPending: true }
        : open(`The message could not be sent: ${mailError}. Check the mail server, then send it again.`);
    },
  },
  {
    key: "phones",
    title: "Messages to phones",
    why: "Many customers log in by a code to their phone, and read messages about orders there.",
    required: false,
    link: keysLink("msg91"),
    read: ({ channels }) =>
      channels > 0
        ? done("Set up.")
        : open("Not set up: enter the keys of MSG91 or WhatsApp, then the templates under SMS and WhatsApp."),
  },
  {
    key: "products",
    title: "First products",
    why: "Shoppers buy what they can see, and a tax invoice needs an HSN code with a GST rate.",
    required: true,
    link: { to: "/admin/products", label: "Products" },
    read: ({ productCodes, settings, now }) => {
      if (productCodes.length === 0) return open("There is no active product with a picture.");
      if (isUnregistered(settings)) return done("There are active products with a picture.");
      const ready = productCodes.filter((code) => code !== null && hasGstRate(code, now, settings.taxRates));
      return ready.length > 0
        ? done("There are active products with picture, HSN code and rate.")
        : open(
            "No active product with a picture has an HSN code with a GST rate. Enter the code at the product; rates are under Taxes.",
          );
    },
  },
  {
    key: "collections",
    title: "Collections",
    why: "Menus and the home page lead to them. Keep those that fit, and give them products and a picture.",
    required: false,
    link: { to: "/admin/collections", label: "Collections" },
    read: ({ emptyCollections }) =>
      emptyCollections.length > 0
        ? open(
            `Without products: ${emptyCollections.join(", ")}. Fill them, take them out of menus and home page, or delete them.`,
          )
        : done("Every one that visitors see has products."),
  },
  {
    key: "second-factor",
    title: "Second factor of the owner",
    why: "A password alone is not enough for a place with customers' addresses.",
    required: true,
    link: { to: "/profile?tab=security", label: "Profile, Security" },
    read: ({ secondFactor }) =>
      secondFactor
        ? done("An authenticator app is set up.")
        : open("Nobody who manages the team has an authenticator app."),
  },
  {
    key: "team",
    title: "Team",
    why: "Whoever packs, answers or writes with you gets an account of their own, with what their work needs and no more.",
    required: false,
    link: { to: "/admin/team", label: "Team" },
    read: ({ team: { members, invited } }) => {
      const waiting =
        invited === 0 ? "" : ` ${plural(invited, "invitation is open", "invitations are open")}.`;
      return members > 1
        ? done(`${members} people can log in to the back office.${waiting}`)
        : open(`Only one person can log in to the back office.${waiting} If you work alone, leave it so.`);
    },
  },
  {
    key: "backup",
    title: "Backup on another machine",
    why: "A broken disk takes the shop and its own backups with it.",
    required: false,
    link: { to: "/admin/health", label: "Health" },
    trial: { intent: "copy-seen", label: "I have seen a copy there", isThere: () => true },
    // Whether it was copied is not to be seen from here: somebody looks and says so, again every month.
    read: ({ lastBackup, settings, now }) => {
      const written = lastBackup
        ? `The last was written on ${shortDate(lastBackup)}, to the shop's own disk.`
        : "None was written here yet.";
      const { seenAt } = settings.backupCopy;
      if (seenAt === null)
        return open(
          `${written} Ask whoever runs your server to have each copied to another machine. Look for a copy there, then say so here.`,
        );
      const seen = `A copy was seen on another machine on ${shortDate(seenAt)}`;
      return isCopyRecent(settings, now)
        ? done(`${seen}. ${written}`)
        : open(`${seen}, more than ${copyDays} days ago. Look there again, then say so here. ${written}`);
    },
  },
  {
    key: "test-order",
    title: "A test order",
    why: "You see what your customers see: checkout, emails, and the order in the back office. Cancel it afterwards.",
    required: false,
    link: { to: "/admin/orders", label: "Orders" },
    read: ({ orders }) => {
      if (!orders.placed) return open("No order was placed yet.");
      return orders.cancelled
        ? done("An order was placed and cancelled.")
        : open("No order was cancelled yet.");
    },
  },
];

/** A step with its state, and what can be tried now. */
export type ReadStep = Omit<SetupStep, "read" | "trial"> &
  StepState & { trial: { intent: string; label: string } | null };

/** The state of every step. */
export function readSteps(facts: SetupFacts): ReadStep[] {
  return setupSteps.map(({ read, trial, ...step }) => ({
    ...step,
    ...read(facts),
    trial: trial?.isThere(facts) ? { intent: trial.intent, label: trial.label } : null,
  }));
}
