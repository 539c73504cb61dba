import type { Scenario } from "./drive.server.ts";
import type { Person } from "./shop-process.server.ts";

/** The headers of Chrome's request for a page. */
const asked = { accept: "text/html", "accept-encoding": "gzip, deflate, br, zstd" };

export type Known = {
  /** The slug of a product on sale. */
  product: string;
  people: Person[];
  staff: Person[];
};

const page = (name: string, path: string): Scenario => ({
  name,
  connections: 50,
  same: true,
  status: 200,
  next: () => ({ method: "GET", path, headers: asked }),
});

const colours = [
  "black",
  "white",
  "grey",
  "blue",
  "green",
  "red",
  "pink",
  "yellow",
  "brown",
  "beige",
  "purple",
];
const sizes = ["S", "M", "L", "XL", "XXL", "7", "8", "9", "10"];
const bands = ["", "0-500", "500-1000", "1000-2000", "2000"];
const orders = ["", "price-asc", "price-desc", "rating", "newest"];
const places = ["", "men", "women", "students", "girls", "footwear", "accessories"];

/**
 * The n-th of many million combinations of filters, each another one: two colours, two sizes, and what goes with them.
 */
function neverSeen(n: number): string {
  const mixed = Math.imul(n + 1, 0x9e3779b1) >>> 0;
  const one = (all: string[], by: number) => all[Math.floor(mixed / by) % all.length] ?? "";
  const params = new URLSearchParams();
  const add = (name: string, value: string) => value && params.append(name, value);
  add("category", one(places, 1));
  add("price", one(bands, 7));
  add("size", one(sizes, 35));
  add("size", one(sizes, 315));
  add("colour", one(colours, 2_835));
  add("colour", one(colours, 31_185));
  if (Math.floor(mixed / 343_035) % 2) params.set("stock", "1");
  add("sort", one(orders, 686_070));
  params.set("page", String(1 + (Math.floor(mixed / 3_430_350) % 2)));
  return `/shop?${params}`;
}

const searches = [
  "kurta",
  "black dress",
  "denim jacket",
  "sneekers",
  "cotton shirt",
  "kurat",
  "watch",
  "white tee",
];
const typed = ["ku", "kur", "kurt", "bla", "den", "snea", "sneek", "wat", "cott", "jut"];

const turn = <Item>(all: readonly Item[], n: number): Item => {
  const item = all[n % all.length];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
};

/** What everybody reads: pages that a visitor without a session opens. */
export const visitorPages = ({ product }: Known): Scenario[] => [
  page("home", "/"),
  page("shop", "/shop"),
  page("category", "/category/women"),
  page("filtered and sorted list", "/category/men?colour=blue&size=M&sort=price-asc"),
  page("product", `/product/${product}`),
];

/** What shoppers and staff open who are signed in: made anew for each of them, at any size of the catalogue. */
export const signedInPages = ({ product, people, staff }: Known): Scenario[] => [
  ...[
    ["home", "/"],
    ["category", "/category/women"],
    ["product", `/product/${product}`],
    ["cart", "/cart"],
    ["wishlist", "/wishlist"],
    ["orders", "/orders"],
    ["profile", "/profile"],
  ].map(([name = "", path = ""]) => signedIn(`${name} for somebody signed in`, people, path)),
  ...[
    ["dashboard", "/admin"],
    ["products", "/admin/products"],
    ["stock", "/admin/inventory"],
    ["orders", "/admin/orders"],
    ["collections", "/admin/collections"],
    ["setup", "/admin/setup"],
    ["import", "/admin/import"],
  ].map(([name = "", path = ""]) => signedIn(`${name} for staff`, staff, path)),
];

const signedIn = (name: string, people: Person[], path: string): Scenario => ({
  name,
  connections: 10,
  status: 200,
  next: (n) => ({ method: "GET", path, headers: { ...asked, ...as(turn(people, n)) } }),
});

/**
 * What is made each time: lists with filters never seen, pages and searches of somebody with a session, suggestions.
 */
export const askedAnew = ({ people }: Known): Scenario[] => [
  {
    name: "filters never seen",
    connections: 10,
    status: 200,
    next: (n) => ({ method: "GET", path: neverSeen(n), headers: asked }),
  },
  {
    name: "filters never seen, one at a time",
    connections: 1,
    status: 200,
    // Others than the scenario above asked for.
    next: (n) => ({ method: "GET", path: neverSeen(n + 10_000_000), headers: asked }),
  },
  signedIn("list for somebody signed in", people, "/shop"),
  {
    name: "search, one in four with a typo",
    connections: 10,
    status: 200,
    next: (n) => ({
      method: "GET",
      path: `/shop?q=${encodeURIComponent(turn(searches, n))}`,
      headers: { ...asked, ...as(turn(people, n)) },
    }),
  },
  suggestions("suggestions", people, (n) => turn(typed, n)),
  suggestions("suggestions for a text never seen", people, typedNeverSeen),
];

const suggestions = (name: string, people: Person[], typed: (n: number) => string): Scenario => ({
  name,
  connections: 10,
  status: 200,
  next: (n) => ({
    method: "GET",
    path: `/functions/suggest?q=${encodeURIComponent(typed(n))}`,
    headers: { accept: "application/json", "accept-encoding": "gzip, br", ...as(turn(people, n)) },
  }),
});

/** The n-th text of a search under way that nobody typed before: a colour, a beginning, a number. */
const typedNeverSeen = (n: number) => `${turn(colours, n)} ${turn(typed, Math.floor(n / 11))} ${n}`;

export const as = ({ cookie, from }: Person) => ({ cookie, "x-forwarded-for": from });

const form = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
export type Sold = { product: string; variant: string; size: string | null; colour: string | null };

/** The form of a product's page, sent by twenty people. */
export const addToCart = (people: Person[], sold: Sold[]): Scenario => ({
  name: "add to cart",
  connections: 20,
  status: 303,
  next: (n) => {
    const { product, size, colour } = turn(sold, Math.floor(n / 20));
    const body = new URLSearchParams({
      intent: "add",
      product,
      size: size ?? "",
      colour: colour ?? "",
      quantity: "1",
    });
    return { method: "POST", path: "/cart", headers: { ...form, ...as(turn(people, n)) }, body: `${body}` };
  },
});

/** The checkout's page, for people with full carts. */
export const openCheckout = (buyers: Person[]): Scenario => signedIn("checkout page", buyers, "/checkout");

/** The checkout's form, cash on delivery. Twenty at a time; each order comes from another person's full cart. */
export const placeOrder = (buyers: Person[], placed: (order: string) => void): Scenario => ({
  name: "place order",
  connections: 20,
  status: 303,
  next: (n) => {
    const buyer = turn(buyers, n);
    return {
      method: "POST",
      path: "/checkout",
      headers: { ...form, ...as(buyer) },
      body: `${checkoutForm(n)}`,
    };
  },
  redirected: (to) => {
    const order = orderIn(to);
    if (order) placed(order);
  },
});

/** The order that an answer leads to; undefined when it leads elsewhere. */
export function orderIn(to = ""): string | undefined {
  return /^\/order-confirmation\/([0-9a-f-]{36})/.exec(to)?.[1];
}

export function checkoutForm(n: number): URLSearchParams {
  return new URLSearchParams({
    key: `bench-order-${n}-${Math.random().toString(36).slice(2)}`,
    method: "cod",
    name: "Bench Buyer",
    phone: "9000000001",
    line1: "12 Hostel Road",
    line2: "",
    postalCode: "560001",
    city: "Bengaluru",
    state: "Karnataka",
    country: "India",
  });
}
