import { type MessageKind, messageKinds, phoneMessages } from "../notifications/phone/message-kinds.ts";
import { namedIn, textToRegister } from "../notifications/phone/template-text.ts";
import type { ShopSettings } from "./settings.ts";

export type SettingsPart =
  | "shop"
  | "policy"
  | "contact"
  | "legal"
  | "couriers"
  | "settlements"
  | "messages"
  | "founders";

/** `name` is the path of the value in the settings; `wrong` is the error message. */
export type SettingField = {
  name: string;
  label: string;
  kind:
    | "text"
    | "long"
    | "number"
    | "rupees"
    | "check"
    | "lines"
    | "codes"
    | "hours"
    | "founders"
    | "couriers";
  hint?: string;
  /** A text to copy elsewhere. In: the shop's name. */
  sample?: (shopName: string) => string;
  wrong: string;
};

type Part = {
  title: string;
  text?: string;
  keys: readonly (keyof ShopSettings)[];
  fields: readonly SettingField[];
};

const text = (name: string, label: string, hint?: string): SettingField => ({
  name,
  label,
  kind: "text",
  ...(hint && { hint }),
  wrong: "Please fill this in, at most 300 characters.",
});
const email = (name: string, label: string): SettingField => ({
  ...text(name, label),
  wrong: "Please enter a complete email address, such as name@example.in.",
});
const days = (name: string, label: string): SettingField => ({
  name,
  label,
  kind: "number",
  wrong: "A whole number of days from 0 to 90; the first not after the second.",
});
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The two templates of a message about orders. */
function templateFields(kind: MessageKind): SettingField[] {
  const { label } = phoneMessages[kind];
  const names = namedIn(kind).map((name) => `##${name}##`);
  return [
    {
      name: `messages.sms.${kind}`,
      label: `${label}: SMS template`,
      kind: "text",
      hint: `Register this text with the operators (DLT). Its variables at MSG91: ${names.join(", ")}.`,
      sample: (shopName) => textToRegister(kind, "sms", shopName),
      wrong: "The id of an MSG91 template: letters, digits, - and _, at most 64.",
    },
    {
      name: `messages.whatsapp.${kind}`,
      label: `${label}: WhatsApp template`,
      kind: "text",
      hint: "The body of the template at Meta, category utility:",
      sample: (shopName) => textToRegister(kind, "whatsapp", shopName),
      wrong: "The name of a template at Meta: small letters, digits and _ only.",
    },
  ];
}

/** The parts of the settings as forms, each saved by itself. */
export const formParts: Record<SettingsPart, Part> = {
  shop: {
    title: "Shop",
    keys: ["shopName", "tagline", "description", "adminLinkForStaffOnly"],
    fields: [
      text("shopName", "Shop name"),
      text("tagline", "Tagline"),
      { ...text("description", "Description", "Shown in the footer and to search engines."), kind: "long" },
      {
        name: "adminLinkForStaffOnly",
        label: "Show the Admin link only to admins",
        kind: "check",
        wrong: "",
      },
    ],
  },
  policy: {
    title: "Policies and payment",
    keys: ["policy"],
    fields: [
      days("policy.returnDays", "Days to return or exchange, from delivery"),
      {
        ...text(
          "policy.returnPlace",
          "Pick-up or return address of approved returns",
          "Customers read it when a return is approved: where to send it, or when it is picked up. Empty for the shop's address.",
        ),
        wrong: "At most 300 characters.",
      },
      {
        name: "policy.damageReportHours",
        label: "Hours to report damage",
        kind: "number",
        wrong: "A whole number of hours from 1 to 720.",
      },
      days("policy.refundBusinessDays.0", "Refund arrives after (business days), from"),
      days("policy.refundBusinessDays.1", "Refund arrives after (business days), to"),
      days("policy.deliveryBusinessDays.0", "Delivery in business days: from"),
      days("policy.deliveryBusinessDays.1", "Delivery in business days: to"),
      {
        name: "policy.deliveryFee",
        label: "Delivery fee (₹)",
        kind: "rupees",
        hint: "0 shows as Free.",
        wrong: "An amount in rupees, such as 49.",
      },
      { name: "policy.cod", label: "Offer cash on delivery", kind: "check", wrong: "" },
      {
        name: "policy.codMost",
        label: "Largest cash on delivery order (₹)",
        kind: "rupees",
        hint: "Empty for any amount.",
        wrong: "An amount in rupees of at least 1, or empty.",
      },
      {
        name: "policy.codNotAtPins",
        label: "No cash on delivery at PIN codes beginning with",
        kind: "codes",
        hint: "One or more digits each, separated by commas: 79, 744",
        wrong: "One to six digits each, the first not 0, at most 500 of them.",
      },
    ],
  },
  contact: {
    title: "Contact and hours",
    keys: ["contact", "hours"],
    fields: [
      email("contact.email", "Email of the shop"),
      text("contact.phone", "Phone"),
      text(
        "contact.whatsapp",
        "WhatsApp number for orders",
        "With the country code: +91 98765 43210. Without one, orders on WhatsApp are not offered.",
      ),
      {
        name: "contact.address",
        label: "Address",
        kind: "lines",
        hint: "As on an envelope, one line below the other.",
        wrong: "At most eight lines.",
      },
      { ...text("contact.mapUrl", "Link to a map"), wrong: "An address that begins with https://" },
      { name: "contact.latitude", label: "Latitude", kind: "number", wrong: "A number from -90 to 90." },
      { name: "contact.longitude", label: "Longitude", kind: "number", wrong: "A number from -180 to 180." },
      text("hours.summary", "Hours in words"),
      ...weekdays.map(
        (label, index): SettingField => ({
          name: `hours.week.${index}`,
          label,
          kind: "hours",
          hint: "10:00-19:00, or empty when closed.",
          wrong: "Two times such as 10:00-19:00, or nothing.",
        }),
      ),
    ],
  },
  legal: {
    title: "Company and tax",
    text: "GST rates, products without one, and the next number of an invoice are under Taxes.",
    keys: ["legal", "invoices"],
    fields: [
      text("legal.legalName", "Legal name", "As registered. If empty, the shop name is used."),
      {
        name: "legal.gstin",
        label: "GSTIN",
        kind: "text",
        hint: "Leave empty if there is none: orders then get a receipt instead of a tax invoice.",
        wrong: "15 characters as on the certificate, such as 27AAPFU0939F1ZV.",
      },
      {
        name: "legal.isUnregistered",
        label: "This business is not registered for GST",
        kind: "check",
        wrong: "",
      },
      {
        name: "invoices.prefix",
        label: "Numbers of tax invoices begin with",
        kind: "text",
        hint: "CS gives CS/2627/000001: the financial year and a count that begins anew each April.",
        wrong: "One to four capital letters or digits.",
      },
      {
        name: "invoices.creditPrefix",
        label: "Numbers of credit notes begin with",
        kind: "text",
        wrong: "One to four capital letters or digits, others than those of invoices.",
      },
      {
        name: "invoices.terms",
        label: "Terms on invoices",
        kind: "long",
        hint: "Printed at the foot, such as the place of jurisdiction. May be empty.",
        wrong: "At most 500 characters.",
      },
      text("legal.grievanceOfficer.name", "Grievance officer", "A name is required by law."),
      email("legal.grievanceOfficer.email", "Grievance officer: email"),
      text("legal.grievanceOfficer.phone", "Grievance officer: phone"),
    ],
  },
  couriers: {
    title: "Couriers",
    text: "Staff choose one of these when parcels are sent. The customer's tracking link is made of the address and the number of the parcel (AWB).",
    keys: ["couriers", "parcels"],
    fields: [
      {
        name: "couriers",
        label: "Couriers",
        kind: "couriers",
        hint: "One per line, the name and then the tracking address with {awb} where the number goes: Delhivery: https://www.delhivery.com/track-v2/package/{awb}. Without an address there is no link.",
        wrong:
          "At most 40 lines, no name twice, each with a name and, if it has one, an address that begins with https://",
      },
      {
        name: "parcels.grams",
        label: "Weight of one piece in grams",
        kind: "number",
        hint: "For parcels that are booked through a courier's API (Keys of providers).",
        wrong: "A whole number from 1 to 30,000.",
      },
      ...["length", "breadth", "height"].map((side) => ({
        name: `parcels.${side}`,
        label: `Usual parcel: ${side} in cm`,
        kind: "number" as const,
        wrong: "A whole number from 1 to 300.",
      })),
    ],
  },
  settlements: {
    title: "Settlements and costs",
    text: "For Books, Settlements: when money that has not come is called missing, and what orders cost.",
    keys: ["settlements"],
    fields: [
      days("settlements.onlineDays", "Online payments are missing after (days)"),
      days("settlements.courierDays", "Collected cash is missing after delivery (days)"),
      {
        name: "settlements.deliveryCost",
        label: "A parcel usually costs (₹)",
        kind: "rupees",
        hint: "What the courier charges. For a single parcel it is entered at its order.",
        wrong: "An amount in rupees, such as 65.",
      },
      {
        name: "settlements.returnCost",
        label: "A parcel that comes back usually costs (₹)",
        kind: "rupees",
        hint: "For the way back (RTO).",
        wrong: "An amount in rupees, such as 55.",
      },
    ],
  },
  messages: {
    title: "SMS and WhatsApp",
    text: "Messages about an order go to customers who have given no email, or who ask for them at the checkout. A message is sent by a channel once its template is entered here: for SMS the id that MSG91 gives the template with your DLT template id, for WhatsApp the template's name. Empty: not sent by this channel. At night, from 21:00 to 9:00, only answers to a new order or a payment are sent.",
    keys: ["messages"],
    fields: messageKinds.flatMap(templateFields),
  },
  founders: {
    title: "Founders",
    keys: ["founders"],
    fields: [
      {
        name: "founders",
        label: "Founders",
        kind: "founders",
        hint: "One per line, the role and then the name: Founder, Product: Asha Rao. Without a name a line is not shown.",
        wrong: "At most twelve lines, each with a role.",
      },
    ],
  },
};

/** The part in an address; the first one by default. */
export function readSettingsPart(asked: string | null): SettingsPart {
  return settingsParts.find((part) => part === asked) ?? "shop";
}

export const settingsParts = [
  "shop",
  "policy",
  "contact",
  "legal",
  "couriers",
  "settlements",
  "messages",
  "founders",
] as const;
