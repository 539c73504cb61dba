import { z } from "zod";
import { itemField } from "../text/listed-items.ts";
import type { FieldErrors, FormFields, FormRead } from "../text/read-form.ts";
import { brokenAddresses, noSuchPage } from "./addresses.server.ts";
import { type ItemKinds, readItems } from "./item-fields.server.ts";
import { defaultMenus, type MenuContent, type MenuItem, type MenuKey, menuKey, menus } from "./menus.ts";
import type { PublishedKind } from "./publishing.server.ts";

const words = z.string();
const isBelow = z.boolean().default(false);
const itemShape = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("link"),
    label: words,
    to: words,
    isBelow,
    onlyOnPhones: z.boolean().default(false),
  }),
  z.object({ kind: z.literal("collections"), isBelow }),
]) satisfies z.ZodType<MenuItem>;

/** What can stand in a menu, as its form shows it. */
export function menuKinds(key: MenuKey): ItemKinds {
  const below = {
    name: "isBelow",
    label: key === "footer" ? "In the column above" : "Below the item above",
    control: "check",
  } as const;
  const phones = { name: "onlyOnPhones", label: "Only in the phone’s menu", control: "check" } as const;
  const isDeep = menus[key].levels > 1;
  return {
    link: {
      name: "Link",
      fields: [
        { name: "label", label: "Words", control: "text", most: 60 },
        {
          name: "to",
          label: "Leads to",
          control: "link",
          optional: isDeep,
        },
        ...(isDeep ? [below] : []),
        ...(key === "header" ? [phones] : []),
      ],
    },
    collections: { name: "All collections that are shown in menus", fields: isDeep ? [below] : [] },
  };
}

const nothingAbove = "The first one cannot be below another.";
const noTitle = "A column of the footer begins with its title: a link without “In the column above”.";

/** What is wrong with the order of items, by the place of the item. */
function orderErrors(key: MenuKey, items: readonly MenuItem[]): FieldErrors {
  const errors: FieldErrors = {};
  if (items[0]?.isBelow) errors[itemField(0, "isBelow")] = nothingAbove;
  items.forEach((item, place) => {
    const next = items[place + 1];
    if (key === "footer" && item.kind === "collections" && !item.isBelow) errors.items = noTitle;
    if (item.kind === "link" && item.to === "" && (item.isBelow || !next?.isBelow))
      errors[itemField(place, "to")] = "An address, or links below it.";
  });
  return errors;
}

/** Reads the form of a menu. */
export function readMenu(key: MenuKey, sent: FormFields): FormRead<MenuContent> {
  const read = readItems({ kinds: menuKinds(key), item: itemShape, most: menus[key].most }, sent);
  return read.ok ? { ok: true, value: { items: read.value } } : read;
}

/** The menus of header, footer and phones. */
export const menuKind: PublishedKind<MenuContent> = {
  kind: "menu",
  permission: "content.edit",
  touches: "settings",
  shape: z.object({ items: z.array(itemShape) }),
  defaultContent: (key) => {
    const known = menuKey(key);
    return known && defaultMenus[known];
  },
  nameOf: (key) => {
    const known = menuKey(key);
    return known ? menus[known].name : key;
  },
  check: async (tx, key, { items }) => {
    const known = menuKey(key);
    const errors = known ? orderErrors(known, items) : {};
    const broken = await brokenAddresses(
      tx,
      items.flatMap((item) => (item.kind === "link" && item.to !== "" ? [item.to] : [])),
    );
    items.forEach((item, place) => {
      if (item.kind === "link" && broken.has(item.to)) errors[itemField(place, "to")] = noSuchPage;
    });
    return errors;
  },
};
