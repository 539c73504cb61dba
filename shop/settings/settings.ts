import { z } from "zod";
import { messageKinds } from "../notifications/phone/message-kinds.ts";
import { taxRateShape } from "../tax/rates.ts";
import { couriersShape, defaultCouriers } from "./couriers.ts";

const line = z.string().trim().min(1).max(300);
const days = z.int().min(0).max(90);
const seriesPrefix = z.string().regex(/^[A-Z0-9]{1,4}$/);
const window = z.tuple([days, days]).refine(([soonest, latest]) => soonest <= latest);
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/**
 * The policy; FAQ, terms, refund policy and product page are generated from it
 * (docs/decisions/0015-where-the-specification-is-silent.md).
 */
const policy = z.object({
  /** Days after delivery in which a line can be returned or exchanged. */
  returnDays: days,
  /** Where approved returns are sent, or when they are picked up, as customers read it; null for the shop's address. */
  returnPlace: line.nullable().default(null),
  damageReportHours: z.int().min(1).max(720),
  /** From and to, in business days. */
  refundBusinessDays: window,
  deliveryBusinessDays: window,
  /** In paise; 0 shows as "Free". */
  deliveryFee: z.int().min(0),
  /** What the goods of an order cost at least, after the coupon, to be delivered free, in paise; null: no amount does. */
  freeDeliveryFrom: z.int().min(100).nullable().default(null),
  cancelUntil: z.literal("shipped"),
  /** Cash on delivery. */
  cod: z.boolean(),
  /** The largest order that can be paid in cash, in paise; null for any. */
  codMost: z.int().min(100).nullable().default(null),
  /** PIN code prefixes without cash on delivery. */
  codNotAtPins: z
    .array(z.string().regex(/^[1-9]\d{0,5}$/))
    .max(500)
    .default([]),
});
export type Policy = z.infer<typeof policy>;

const openHours = z.object({ open: clockTime, close: clockTime }).nullable();

/** Ids of templates by message: without one the message is not sent by that channel. */
/** A stored picture and its size in pixels. */
export const signatureShape = z.object({ key: z.string(), width: z.int(), height: z.int() });

const templates = (format: RegExp) =>
  z.partialRecord(z.enum(messageKinds), z.string().regex(format).nullable());

const opening = z.object({
  isOpen: z.boolean(),
  /** Whether it was open before: then it is closed for a while, and not "opening soon". */
  wasOpen: z.boolean(),
  /** What visitors read while it is closed, in the owner's own words. */
  text: z.string().trim().min(1).max(500).nullable(),
  /** The preview links that still work. The address of each is signed (preview-links.server.ts). */
  previews: z.array(z.object({ id: z.string().min(1).max(40), name: line, until: z.iso.datetime() })).max(20),
});
/** Whether visitors see the shop, and what they read while they do not. */
export type Opening = z.infer<typeof opening>;

/** The shape of every setting, one row in the table `setting` for each of its keys. */
export const shopSettingsShape = z.object({
  shopName: line,
  /** Null: none, also while a shop of another name still has the default (`ownWords`). */
  tagline: line.nullable(),
  /** As the tagline. */
  description: line.nullable(),
  policy,
  /** A founder without a name is not shown. */
  founders: z.array(z.object({ name: line.nullable(), role: line })).max(12),
  hours: z.object({
    /** Opening hours in the owner's own words; null: made of the week (shop/settings/opening-hours.ts). */
    summary: line.nullable(),
    /** From Monday to Sunday, local time in India; null when closed. */
    week: z.array(openHours).length(7),
  }),
  /** What is null or empty is shown nowhere, and Health lists it. */
  contact: z.object({
    email: z.email().nullable(),
    phone: line.nullable(),
    whatsapp: line.nullable(),
    /** Lines as on an envelope. */
    address: z.array(line).max(8),
    mapUrl: z.url({ protocol: /^https$/ }).nullable(),
    latitude: z.number().min(-90).max(90).nullable(),
    longitude: z.number().min(-180).max(180).nullable(),
  }),
  legal: z.object({
    /** Null: the shop's name. */
    legalName: line.nullable(),
    gstin: z
      .string()
      .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/)
      .nullable(),
    /** Whether the owner has said that the business is not registered for GST. Without effect beside a GSTIN. */
    isUnregistered: z.boolean().default(false),
    grievanceOfficer: z.object({
      name: line.nullable(),
      email: z.email().nullable(),
      phone: line.nullable(),
    }),
  }),
  /** GST rates that the owner added to the built-in ones; changed by shop/settings/tax-rates.server.ts only. */
  taxRates: z.array(taxRateShape).max(500),
  /** What is printed on invoices and credit notes, and how their numbers begin (shop/invoices/series.ts). */
  invoices: z
    .object({
      prefix: seriesPrefix,
      creditPrefix: seriesPrefix,
      terms: z.string().trim().min(1).max(500).nullable(),
      /** A picture of the signature, changed by shop/invoices/signature.server.ts only. */
      signature: signatureShape.nullable().default(null),
    })
    .refine(({ prefix, creditPrefix }) => prefix !== creditPrefix, { path: ["creditPrefix"] }),
  /** Who carries the parcels, and where each is followed. */
  couriers: couriersShape,
  /**
   * When money that did not come is missing, in days, and what a parcel costs of which staff enter nothing, in paise.
   */
  settlements: z.object({
    onlineDays: days,
    courierDays: days,
    deliveryCost: z.int().min(0),
    returnCost: z.int().min(0),
  }),
  /** What couriers are told of a parcel, since products have no weight: one piece in grams, the box in centimetres. */
  parcels: z.object({
    grams: z.int().min(1).max(30_000),
    length: z.int().min(1).max(300),
    breadth: z.int().min(1).max(300),
    height: z.int().min(1).max(300),
  }),
  /** The registered templates of messages about orders (shop/notifications/phone/message-kinds.ts). */
  messages: z.object({
    /** Ids of MSG91 templates. */
    sms: templates(/^[A-Za-z0-9_-]{1,64}$/),
    /** Names as Meta allows them. */
    whatsapp: templates(/^[a-z0-9_]{1,512}$/),
  }),
  adminLinkForStaffOnly: z.boolean(),
  /** When somebody last saw a copy of the backups on another machine (backup-copy.server.ts). */
  backupCopy: z.object({ seenAt: z.iso.datetime().nullable() }),
  /**
   * Set by a restore (hold-setting.server.ts): the times of the backup and of the restore. The shop sends nothing until
   * staff decide (shop/hold). Null: it is not on hold.
   */
  hold: z.object({ backup: z.iso.datetime(), since: z.iso.datetime() }).nullable(),
  /** Whether visitors see the shop (docs/decisions/0044-closed-shop.md); changed by opening.server.ts only. */
  opening,
});
export type ShopSettings = z.infer<typeof shopSettingsShape>;

const noTemplates = Object.fromEntries(messageKinds.map((kind) => [kind, null]));
const day = { open: "10:00", close: "19:00" };

/** The defaults until staff change them. The demo's seller is in demo/seed/seller.server.ts. */
export const defaultSettings: ShopSettings = {
  shopName: "Campus Style",
  tagline: "Campus Style Redefined",
  description:
    "Trendy student clothing, stylish accessories and affordable fashion that matches your campus vibe, delivered across India.",
  policy: {
    returnDays: 7,
    returnPlace: null,
    damageReportHours: 48,
    refundBusinessDays: [5, 7],
    deliveryBusinessDays: [5, 7],
    deliveryFee: 0,
    freeDeliveryFrom: null,
    cancelUntil: "shipped",
    cod: true,
    codMost: null,
    codNotAtPins: [],
  },
  founders: [],
  hours: {
    summary: null,
    week: [day, day, day, day, day, day, null],
  },
  contact: {
    email: null,
    phone: null,
    whatsapp: null,
    address: [],
    mapUrl: null,
    latitude: null,
    longitude: null,
  },
  legal: {
    legalName: null,
    gstin: null,
    isUnregistered: false,
    grievanceOfficer: { name: null, email: null, phone: null },
  },
  taxRates: [],
  invoices: { prefix: "INV", creditPrefix: "CN", terms: null, signature: null },
  couriers: defaultCouriers,
  settlements: { onlineDays: 5, courierDays: 15, deliveryCost: 0, returnCost: 0 },
  parcels: { grams: 300, length: 30, breadth: 25, height: 5 },
  messages: { sms: noTemplates, whatsapp: noTemplates },
  adminLinkForStaffOnly: false,
  backupCopy: { seenAt: null },
  hold: null,
  // A shop without this row was open before it could be closed. The first start of a live shop writes the row.
  opening: { isOpen: true, wasOpen: true, text: null, previews: [] },
};

/**
 * Settings without words about another shop: tagline and description that a shop came with are about Campus Style, so one
 * of another name goes without until its owner writes some. In: the settings as stored.
 */
export function ownWords(settings: ShopSettings): ShopSettings {
  if (settings.shopName === defaultSettings.shopName) return settings;
  const own = (key: "tagline" | "description") =>
    settings[key] === defaultSettings[key] ? null : settings[key];
  return { ...settings, tagline: own("tagline"), description: own("description") };
}

/** What the shop says of itself where there must be a text: for search engines, in feeds, on the About page. */
export function describedShop({ shopName, description }: ShopSettings): string {
  return description ?? `Shop online at ${shopName}.`;
}

/** A live shop on its first day. */
export const notYetOpen: Opening = { isOpen: false, wasOpen: false, text: null, previews: [] };
