/** An item of a menu as staff write it, in the order in which they stand. `isBelow`: below the last one that is not. */
export type MenuItem =
  | { kind: "link"; label: string; to: string; isBelow: boolean; onlyOnPhones: boolean }
  /** The collections that are shown in menus, each with its categories where there is room for them. */
  | { kind: "collections"; isBelow: boolean };

export type MenuContent = { items: MenuItem[] };

/** The menus, by key. `levels`: how deep they are. */
export const menus = {
  header: { name: "Header", levels: 2, most: 60 },
  footer: { name: "Footer", levels: 2, most: 60 },
  phone: { name: "More in the phone’s menu", levels: 1, most: 20 },
} as const;
export type MenuKey = keyof typeof menus;

/** The key of an address; null: no such menu. */
export function menuKey(asked: string): MenuKey | null {
  return isMenuKey(asked) ? asked : null;
}

const isMenuKey = (asked: string): asked is MenuKey => Object.hasOwn(menus, asked);

const link = (label: string, to: string, more?: { isBelow?: boolean; onlyOnPhones?: boolean }): MenuItem => ({
  kind: "link",
  label,
  to,
  isBelow: false,
  onlyOnPhones: false,
  ...more,
});
const column = (title: string, links: [label: string, to: string][]): MenuItem[] => [
  link(title, ""),
  ...links.map(([label, to]) => link(label, to, { isBelow: true })),
];

/** The menus of the specification, section 1. Without a database, also for the browser. */
export const defaultMenus: Record<MenuKey, MenuContent> = {
  header: {
    items: [
      link("Shop", "/shop"),
      link("New this week", "/shop?new=7&sort=newest", { onlyOnPhones: true }),
      { kind: "collections", isBelow: false },
    ],
  },
  footer: {
    items: [
      ...column("Quick Links", [
        ["Home", "/"],
        ["Shop", "/shop"],
        ["Blog", "/blog"],
        ["About", "/about"],
        ["Track Order", "/track"],
      ]),
      ...column("Categories", []),
      { kind: "collections", isBelow: true },
      ...column("Customer Service", [
        ["Contact", "/contact"],
        ["FAQ", "/faq"],
        ["Refund Policy", "/refund-policy"],
        ["Terms & Conditions", "/terms-and-conditions"],
        ["Privacy Policy", "/privacy-policy"],
      ]),
    ],
  },
  phone: {
    items: [
      link("Track Order", "/track"),
      link("Blog", "/blog"),
      link("FAQ", "/faq"),
      link("Contact", "/contact"),
    ],
  },
};

export type MenuLink = { label: string; to: string };
/** An item of a menu as it is drawn. `to` "": a title. */
export type DrawnItem = MenuLink & { onlyOnPhones: boolean; items: MenuLink[] };

/** A collection of the menus with its categories. */
type NavCollection = { slug: string; name: string; categories: readonly { slug: string; name: string }[] };

function collectionItem({ slug, name, categories }: NavCollection): DrawnItem {
  const to = `/category/${slug}`;
  const items = categories.map((one) => ({ label: one.name, to: `${to}?category=${one.slug}` }));
  return { label: name, to, onlyOnPhones: false, items };
}

/** A menu as it is drawn: two deep, with the collections in their place; a title without links below it is left out. */
export function drawnMenu({ items }: MenuContent, nav: readonly NavCollection[]): DrawnItem[] {
  const drawn: DrawnItem[] = [];
  for (const item of items) {
    const own =
      item.kind === "collections"
        ? nav.map(collectionItem)
        : [{ label: item.label, to: item.to, onlyOnPhones: item.onlyOnPhones, items: [] }];
    const above = item.isBelow ? drawn.at(-1) : undefined;
    if (above) above.items.push(...own.map(({ label, to }) => ({ label, to })));
    else drawn.push(...own);
  }
  return drawn.filter(({ to, items: below }) => to !== "" || below.length > 0);
}
