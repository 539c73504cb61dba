import { z } from "zod";
import { markdownField } from "../content/blog/article-form.server.ts";
import { readTimeField, timeField } from "../dates.ts";
import { cleanLine, cleanLines } from "../text/clean-text.ts";
import {
  itemField,
  itemFields,
  type ListedPicture,
  pictureFrames,
  pictureOfText,
  pictureText,
  typedItems,
} from "../text/listed-items.ts";
import type { FieldErrors, FormFields, FormRead } from "../text/read-form.ts";

/*
 * The items of published lists, as data: their kinds, and the fields of each, from which the form is drawn and read.
 */

/** What a field holds. All are texts in a form. */
type Control =
  | "text"
  | "long"
  | "markdown"
  | "check"
  | "time"
  | "select"
  /** An address of the shop, https, mailto or tel; "" where it is optional. */
  | "link"
  /** Amounts in rupees, stored in paise. */
  | "amounts"
  /** The slug of a collection, or "". */
  | "collection"
  /** Slugs of collections; none: all. */
  | "collections"
  /** A stored picture with its alternative text and focus points, or null. */
  | "picture";

export type ItemFieldShape = {
  name: string;
  label: string;
  control: Control;
  hint?: string;
  optional?: boolean;
  /** The most characters of a text. */
  most?: number;
  options?: readonly { value: string; label: string }[];
  /** What it holds in a new item. */
  initial?: string;
};

type ItemKind = { name: string; fields: readonly ItemFieldShape[] };
export type ItemKinds = Readonly<Record<string, ItemKind>>;

const percent = z.int().min(0).max(100);
const point = z.object({ x: percent, y: percent });
/** What a field of the kind "picture" holds. */
export const listedPicture: z.ZodType<ListedPicture> = z.object({
  key: z.string().regex(/^[0-9a-f]{32}$/),
  width: z.int().positive(),
  height: z.int().positive(),
  tint: z.string().regex(/^#[0-9a-f]{6}$/),
  alt: z.string().max(300),
  focus: z.object({ phone: point, desktop: point }),
});

const address = /^(?:\/(?![/\\])[^\s\\]*|https:\/\/[^\s\\]+|mailto:[^\s@\\]+@[^\s@\\]+|tel:\+?[\d-]{3,20})$/;
const mostRupees = 10_000_000;

/** `at`: the part of the field that is wrong, where it has some. */
type Read = { value: unknown } | { error: string; at?: string };
const empty = "Please fill this in.";

function readText({ control, most = 300, optional }: ItemFieldShape, typed: string): Read {
  const text = control === "long" ? cleanLines(typed) : cleanLine(typed);
  if (text.length > most) return { error: `At most ${most} characters.` };
  return text === "" && !optional ? { error: empty } : { value: text };
}

function readLink({ optional }: ItemFieldShape, typed: string): Read {
  const link = typed.trim();
  if (link === "") return optional ? { value: "" } : { error: empty };
  return link.length <= 300 && address.test(link)
    ? { value: link }
    : { error: "An address of this shop, such as /shop, or one with https://, mailto: or tel:." };
}

function readAmounts(typed: string): Read {
  const amounts = typed.split(/[\s;]+|,(?!\d{3}\b)/).filter((one) => one !== "");
  const rupees = amounts.map((one) => Number(one.replaceAll(/[₹,]/g, "")));
  const isRight = rupees.every((one) => Number.isInteger(one) && one > 0 && one <= mostRupees);
  if (!isRight || rupees.length === 0 || rupees.length > 8)
    return { error: "One to eight whole amounts in rupees, with spaces between them: 299 499 999." };
  return { value: rupees.map((one) => one * 100) };
}

function readPicture({ name }: ItemFieldShape, sent: FormFields): Read {
  const picture = pictureOfText(sent.get(name) ?? "");
  if (!picture) return { value: null };
  const alt = cleanLine(sent.get(`${name}.alt`) ?? "");
  if (alt.length > 300) return { error: "At most 300 characters.", at: ".alt" };
  const focus: ListedPicture["focus"] = { phone: { x: 50, y: 50 }, desktop: { x: 50, y: 50 } };
  for (const frame of pictureFrames)
    for (const axis of ["x", "y"] as const) {
      const typed = (sent.get(`${name}.${frame}.${axis}`) ?? "").trim();
      if (typed === "") continue;
      if (!/^(\d{1,2}|100)$/.test(typed))
        return { error: "A whole number from 0 to 100.", at: `.${frame}.${axis}` };
      focus[frame][axis] = Number(typed);
    }
  return { value: { ...picture, alt, focus } };
}

function readField(field: ItemFieldShape, sent: FormFields): Read {
  const typed = sent.get(field.name) ?? "";
  switch (field.control) {
    case "check":
      return { value: typed !== "" };
    case "time": {
      const at = readTimeField(typed);
      if (typed.trim() !== "" && !at)
        return { error: "A day and a time, in the years 2000 to 2100, or empty." };
      return { value: at?.toISOString() ?? null };
    }
    case "select":
      return field.options?.some(({ value }) => value === typed)
        ? { value: typed }
        : { error: "Please choose one." };
    case "link":
      return readLink(field, typed);
    case "amounts":
      return readAmounts(typed);
    case "picture":
      return readPicture(field, sent);
    case "collections": {
      const prefix = `${field.name}.`;
      return {
        value: [...sent.keys()].flatMap((name) =>
          name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
        ),
      };
    }
    case "markdown": {
      const read = markdownField.safeParse(typed);
      return read.success ? { value: read.data } : { error: read.error.issues[0]?.message ?? empty };
    }
    default:
      return readText(field, typed);
  }
}

/**
 * Reads the list of a form. In: the kinds of its items, the shape of one item, what was sent, the most items. Out: the
 * items in their order; or errors at `items` (too many, an unknown kind) and at the fields of the items.
 */
export function readItems<Item>(
  { kinds, item: shape, most }: { kinds: ItemKinds; item: z.ZodType<Item>; most: number },
  sent: FormFields,
): FormRead<Item[]> {
  const typed = typedItems(sent);
  const errors: FieldErrors = {};
  if (typed.length > most) errors.items = `At most ${most}.`;
  const items = typed.flatMap(({ at, kind, fields }): Item[] => {
    const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    const own = new Map(Object.entries(fields));
    const values: Record<string, unknown> = { kind };
    for (const field of known?.fields ?? []) {
      const read = readField(field, own);
      if ("error" in read) errors[itemField(at, `${field.name}${read.at ?? ""}`)] = read.error;
      else values[field.name] = read.value;
    }
    const read = shape.safeParse(values);
    if (!known) errors.items = "There is an item of an unknown kind. Please remove it.";
    return read.success ? [read.data] : [];
  });
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  // Each field was read; a shape that refuses one does not fit its fields, which is a mistake in the program.
  if (items.length !== typed.length) throw new Error("An item's shape does not fit its fields");
  return { ok: true, value: items };
}

function textsOf(field: ItemFieldShape, value: unknown): [string, string][] {
  const { name, control } = field;
  if (value === null || value === undefined || value === false) return [];
  if (control === "check") return [[name, "on"]];
  if (control === "time") return [[name, timeField(String(value))]];
  if (control === "collections" && Array.isArray(value))
    return value.map((slug): [string, string] => [`${name}.${slug}`, "on"]);
  if (control === "amounts" && Array.isArray(value))
    return [[name, value.map((paise) => Number(paise) / 100).join(" ")]];
  if (control === "picture") return pictureTexts(name, value);
  return [[name, String(value)]];
}

function pictureTexts(name: string, value: unknown): [string, string][] {
  const read = listedPicture.safeParse(value);
  if (!read.success) return [];
  const { alt, focus, ...picture } = read.data;
  return [
    [name, pictureText(picture)],
    [`${name}.alt`, alt],
    ...pictureFrames.flatMap((frame): [string, string][] => [
      [`${name}.${frame}.x`, String(focus[frame].x)],
      [`${name}.${frame}.y`, String(focus[frame].y)],
    ]),
  ];
}

function inWords(field: ItemFieldShape, value: unknown): string {
  if (field.control === "picture") {
    const read = listedPicture.safeParse(value);
    return read.success ? `${read.data.width} × ${read.data.height} pixels ${read.data.alt}`.trim() : "";
  }
  const [[, text] = ["", String(value)]] = field.control === "collections" ? [] : textsOf(field, value);
  return text;
}

/** Items as the fields of their form; the opposite of `readItems`. */
export function itemsAsFields(
  kinds: ItemKinds,
  items: readonly ({ kind: string } & Record<string, unknown>)[],
): Record<string, string> {
  return itemFields(
    items.map((item) => ({
      kind: item.kind,
      ...Object.fromEntries(
        (kinds[item.kind]?.fields ?? []).flatMap((field) => textsOf(field, item[field.name])),
      ),
    })),
  );
}

/** Items in words, for the list of versions: each under its number and kind, with what its fields say. */
export function itemsInWords(
  kinds: ItemKinds,
  items: readonly ({ kind: string } & Record<string, unknown>)[],
): { label: string; text: string }[] {
  return items.map((item, place) => {
    const kind = kinds[item.kind];
    const said = (kind?.fields ?? []).flatMap((field) => {
      const value = item[field.name];
      const isSaid = value !== "" && value !== null && value !== false && String(value) !== "";
      if (!isSaid) return [];
      if (field.control === "check") return [field.label];
      return [`${field.label}: ${inWords(field, value)}`];
    });
    return { label: `${place + 1}. ${kind?.name ?? item.kind}`, text: said.join("\n") || "as it comes" };
  });
}
