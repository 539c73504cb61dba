import type { FieldErrors, FormFields } from "./read-form.ts";

/*
 * Content that is a list of items, such as a menu or the sections of the home page, as the fields of a form: `items` has
 * the numbers of the items in their order ("2,0,1"), and `item.2.label` is a field of the item with the number 2. A
 * number stays with its item while the form is open, so that moving it changes one field only.
 */

/** An item of a form: its number, its kind, and its fields by name. */
export type TypedItem = { at: string; kind: string; fields: Record<string, string> };

/** The most items that are read of a form; each kind of content has its own, smaller bound. */
const mostRead = 1_000;

const numbersOf = (fields: FormFields): string[] =>
  [...new Set((fields.get("items") ?? "").split(",").filter((at) => /^\d{1,4}$/.test(at)))].slice(
    0,
    mostRead,
  );

/** The name of an item's field in its form. */
export const itemField = (at: string | number, name: string): string => `item.${at}.${name}`;

/** The items of a form in their order. In: its fields. */
export function typedItems(fields: FormFields): TypedItem[] {
  const items = new Map(numbersOf(fields).map((at) => [at, new Map<string, string>()]));
  for (const [name, value] of fields) {
    const [, at = "", field = ""] = /^item\.(\d+)\.(.+)$/s.exec(name) ?? [];
    items.get(at)?.set(field, value);
  }
  return [...items].map(([at, own]) => ({
    at,
    kind: own.get("kind") ?? "",
    fields: Object.fromEntries(own),
  }));
}

/** The same backwards. In: the fields of each item, with its kind. */
export function itemFields(items: readonly Record<string, string>[]): Record<string, string> {
  const entries = items.flatMap((item, at) =>
    Object.entries(item).map(([name, value]): [string, string] => [itemField(at, name), value]),
  );
  return { items: items.map((_, at) => at).join(","), ...Object.fromEntries(entries) };
}

/**
 * The list after a button of it: "up 3", "down 3", "remove 3", "add" with a kind. In: the items, of which only the
 * numbers and kinds matter. An unknown button changes nothing. `next`: the number of an added one; it must not be that
 * of one that was removed while the form was open, whose fields it would show.
 */
export function arranged<Item extends { at: string; kind: string }>(
  items: readonly Item[],
  button: string,
  next = Math.max(-1, ...items.map(({ at }) => Number(at))) + 1,
): (Item | { at: string; kind: string })[] {
  const [act, what = ""] = button.split(" ", 2);
  const from = items.findIndex(({ at }) => at === what);
  if (act === "add") return [...items, { at: String(next), kind: what }];
  if (from < 0) return [...items];
  if (act === "remove") return items.toSpliced(from, 1);
  if (act === "up" || act === "down") return movedTo(items, from, act === "up" ? from - 1 : from + 1);
  return [...items];
}

/** The list with the item at one place moved to another; unchanged beyond its ends. */
export function movedTo<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items[from];
  if (moved === undefined || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** The fields of a form after a button of its list, for who has no scripts; "add" adds the kind of the field `added`. */
export function arrangedFields(fields: FormFields, button: string): Map<string, string> {
  const items = arranged(typedItems(fields), button === "add" ? `add ${fields.get("added") ?? ""}` : button);
  const after = new Map(fields).set("items", items.map(({ at }) => at).join(","));
  for (const { at, kind } of items) after.set(itemField(at, "kind"), kind);
  after.delete("arrange");
  return after;
}

/** Errors by the places of items in the content, as those by the numbers of the items in the form that was sent. */
export function errorsInForm(fields: FormFields, errors: FieldErrors): FieldErrors {
  const numbers = numbersOf(fields);
  return Object.fromEntries(
    Object.entries(errors).map(([name, message]) => {
      const [, place, field = ""] = /^item\.(\d+)\.(.+)$/s.exec(name) ?? [];
      const at = place === undefined ? undefined : numbers[Number(place)];
      return [at === undefined ? name : itemField(at, field), message];
    }),
  );
}

/** A point of a picture in whole percent from its left and its top. */
type Point = { x: number; y: number };
/** The frames that cut a picture: on phones, and beside text from 768 px on. */
export const pictureFrames = ["phone", "desktop"] as const;
/** A picture of an item. `focus`: what stays in sight where a frame cuts it. */
export type ListedPicture = {
  key: string;
  width: number;
  height: number;
  tint: string;
  alt: string;
  focus: Record<(typeof pictureFrames)[number], Point>;
};

/** A stored picture as the value of a hidden field, such as "0f…9c 1280x900 #d0c8c0". */
export function pictureText({ key, width, height, tint }: Omit<ListedPicture, "alt" | "focus">): string {
  return `${key} ${width}x${height} ${tint}`;
}

/** The picture of a hidden field; null for none, and for what is no picture. */
export function pictureOfText(text: string): Omit<ListedPicture, "alt" | "focus"> | null {
  const parts = /^([0-9a-f]{32}) ([1-9]\d{0,4})x([1-9]\d{0,4}) (#[0-9a-f]{6})$/.exec(text);
  if (!parts) return null;
  const [, key = "", width, height, tint = ""] = parts;
  return { key, width: Number(width), height: Number(height), tint };
}
