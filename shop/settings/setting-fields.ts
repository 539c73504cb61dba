import { messageKinds, phoneMessages } from "../notifications/phone/message-kinds.ts";
import { weekdays } from "./opening-hours.ts";
import { days, email, type SettingField, templateFields, text } from "./setting-field.ts";
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

/** Fields that belong together. `text`: what they are for and where it shows. */
type Group = { title: string; text: string; fields: readonly SettingField[] };

type Part = {
  title: string;
  text?: string;
  keys: readonly (keyof ShopSettings)[];
  groups: readonly Group[];
  /** Those of all groups. */
  fields: readonly SettingField[];
};

const part = (one: Omit<Part, "fields">): Part => ({
  ...one,
  fields: one.groups.flatMap(({ fields }) => fields),
});

/** The parts of the settings as forms, each saved by itself. */
export const formParts: Record<SettingsPart, Part> = {
  shop: part({
    title: "Shop",
    keys: ["shopName", "tagline", "description", "adminLinkForStaffOnly"],
    groups: [
      {
        title: "Name",
        text: "In the header and the footer, on invoices, in every email and in search results.",
        fields: [
          text("shopName", "Shop name"),
          text("tagline", "Tagline", "The first words of the home page; if empty, the name of the shop."),
          {
            ...text("description", "Description", "Shown in the footer and to search engines. May be empty."),
            kind: "long",
          },
        ],
      },
      {
        title: "Way to the back office",
        text: "The Admin link in the menu of the shop. Only staff can open what is behind it.",
        fields: [
          {
            name: "adminLinkForStaffOnly",
            label: "Show the Admin link only to admins",
            kind: "check",
            wrong: "",
          },
        ],
      },
    ],
  }),
  policy: part({
    title: "Policies and payment",
    keys: ["policy"],
    groups: [
      {
        title: "Returns and refunds",
        text: "On product pages and orders, in the FAQ, the terms and the refund policy.",
        fields: [
          {
            ...days("policy.returnDays", "Days to return or exchange, from delivery"),
            hint: "0: you take nothing back that is as ordered. Then change the refund policy and the FAQ too.",
          },
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
          days("policy.refundBusinessDays.0", "Refund arrives after (business days), from", "refund"),
          days("policy.refundBusinessDays.1", "Refund arrives after (business days), to", "refund"),
        ],
      },
      {
        title: "Delivery",
        text: "On product pages, in the cart, at the checkout and in the FAQ. “Get it by” is the middle of these days.",
        fields: [
          days("policy.deliveryBusinessDays.0", "Delivery in business days: from", "delivery"),
          days("policy.deliveryBusinessDays.1", "Delivery in business days: to", "delivery"),
          {
            name: "policy.deliveryFee",
            label: "Delivery fee (₹)",
            kind: "rupees",
            hint: "0 shows as Free.",
            wrong: "An amount in rupees, such as 49.",
          },
          {
            name: "policy.freeDeliveryFrom",
            label: "Free delivery from (₹)",
            kind: "rupees",
            hint: "What the items cost after a coupon. Empty: every order pays the fee.",
            wrong: "An amount in rupees of at least 1, or empty.",
          },
        ],
      },
      {
        title: "Cash on delivery",
        text: "For every order. For single products, customers or places there are rules beside these limits.",
        fields: [
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
    ],
  }),
  contact: part({
    title: "Contact and hours",
    keys: ["contact", "hours"],
    groups: [
      {
        title: "How customers reach you",
        text: "On the contact page, in the footer, in emails and on invoices. What is empty is not shown.",
        fields: [
          email("contact.email", "Email of the shop"),
          text("contact.phone", "Phone"),
          {
            name: "contact.whatsapp",
            label: "WhatsApp number for orders",
            kind: "phone",
            hint: "Such as 98765 43210. Without one, orders on WhatsApp are not offered.",
            wrong:
              "A mobile number of ten digits, or any number with its country code, such as +91 141 256 0000.",
          },
        ],
      },
      {
        title: "Opening hours",
        text: "On the contact page, with “Open now” or “Closed now”, and in the FAQ. Times in India.",
        fields: [
          ...weekdays.map(
            (label, index): SettingField => ({
              name: `hours.week.${index}`,
              label,
              kind: "hours",
              wrong: "A time such as 10:00.",
            }),
          ),
          {
            ...text(
              "hours.summary",
              "Hours in your own words",
              "Shown in the FAQ instead of the sentence that is made of the days.",
            ),
            wrong: "At most 300 characters.",
          },
        ],
      },
      {
        title: "Address and map",
        text: "On the contact page, invoices, packing slips and parcels.",
        fields: [
          {
            name: "contact.address",
            label: "Address",
            kind: "lines",
            hint: "As on an envelope, one line below the other.",
            wrong: "At most eight lines.",
          },
          { ...text("contact.mapUrl", "Link to a map"), wrong: "An address that begins with https://" },
          {
            name: "contact.latitude",
            label: "Latitude",
            kind: "number",
            row: "place",
            wrong: "A number from -90 to 90.",
          },
          {
            name: "contact.longitude",
            label: "Longitude",
            kind: "number",
            row: "place",
            wrong: "A number from -180 to 180.",
          },
        ],
      },
    ],
  }),
  legal: part({
    title: "Company and tax",
    text: "GST rates, products without one, and the next number of an invoice are under Taxes.",
    keys: ["legal", "invoices"],
    groups: [
      {
        title: "Business",
        text: "On invoices, the contact page and the policies.",
        fields: [
          text("legal.legalName", "Legal name", "As registered. If you trade in your own name, that name."),
          {
            name: "legal.gstin",
            label: "GSTIN",
            kind: "text",
            isShort: true,
            hint: "Leave empty if there is none: orders then get a receipt instead of a tax invoice. The shop issues the invoices of a regular registration, not those of a composition taxpayer.",
            wrong: "15 characters as on the certificate, such as 27AAPFU0939F1ZV.",
          },
          {
            name: "legal.isUnregistered",
            label: "This business is not registered for GST",
            kind: "check",
            wrong: "",
          },
        ],
      },
      {
        title: "Invoices and credit notes",
        text: "How their numbers begin, and what stands at the foot of each.",
        fields: [
          {
            name: "invoices.prefix",
            label: "Numbers of invoices begin with",
            kind: "text",
            isShort: true,
            hint: "INV gives INV/2627/000001: the financial year and a count that begins anew each April. Bills of supply, for goods at 0% GST, are counted with them.",
            wrong: "One to four capital letters or digits.",
          },
          {
            name: "invoices.creditPrefix",
            label: "Numbers of credit notes begin with",
            kind: "text",
            isShort: true,
            wrong: "One to four capital letters or digits, others than those of invoices.",
          },
          {
            name: "invoices.terms",
            label: "Terms on invoices",
            kind: "long",
            hint: "Printed at the foot, such as the place of jurisdiction. May be empty.",
            wrong: "At most 500 characters.",
          },
        ],
      },
      {
        title: "Grievance officer",
        text: "Whom customers complain to by law, on the contact page and in the policies.",
        fields: [
          text("legal.grievanceOfficer.name", "Grievance officer", "A name is required by law."),
          email("legal.grievanceOfficer.email", "Grievance officer: email"),
          text("legal.grievanceOfficer.phone", "Grievance officer: phone"),
        ],
      },
    ],
  }),
  couriers: part({
    title: "Couriers",
    text: "Staff choose one of these when parcels are sent. The customer's tracking link is made of the address and the number of the parcel (AWB).",
    keys: ["couriers", "parcels"],
    groups: [
      {
        title: "Your couriers",
        text: "Their names stand in the emails about parcels, with the link to follow them.",
        fields: [
          {
            name: "couriers",
            label: "Couriers",
            kind: "couriers",
            hint: "One per line, the name and then the tracking address with {awb} where the number goes: Delhivery: https://www.delhivery.com/track-v2/package/{awb}. Without an address there is no link.",
            wrong:
              "At most 40 lines, no name twice, each with a name and, if it has one, an address that begins with https://",
          },
        ],
      },
      {
        title: "Usual parcel",
        text: "What couriers are told when a parcel is booked, since products have no weight.",
        fields: [
          {
            name: "parcels.grams",
            label: "Weight of one item in grams",
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
    ],
  }),
  settlements: part({
    title: "Settlements and costs",
    text: "For Books, Settlements: when money that has not come is called missing, and what orders cost.",
    keys: ["settlements"],
    groups: [
      {
        title: "Money that has not come",
        text: "After so many days it is listed as missing under Books.",
        fields: [
          days("settlements.onlineDays", "Online payments are missing after (days)"),
          days("settlements.courierDays", "Collected cash is missing after delivery (days)"),
        ],
      },
      {
        title: "What parcels cost",
        text: "Counted for a parcel at which staff entered nothing.",
        fields: [
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
    ],
  }),
  messages: part({
    title: "SMS and WhatsApp",
    text: "Messages about an order go to customers who have given no email, or who ask for them at the checkout. A message is sent by a channel once its template is entered here: for SMS the id that MSG91 gives the template with your DLT template id, for WhatsApp the template's name. Empty: not sent by this channel. At night, from 21:00 to 9:00, only answers to a new order or a payment are sent.",
    keys: ["messages"],
    groups: messageKinds.map((kind) => ({
      title: phoneMessages[kind].label,
      text: phoneMessages[kind].urgent ? "Sent at any hour." : "Sent between 9:00 and 21:00.",
      fields: templateFields(kind),
    })),
  }),
  founders: part({
    title: "Founders",
    keys: ["founders"],
    groups: [
      {
        title: "People behind the shop",
        text: "On the page About us and in the footer.",
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
    ],
  }),
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
