// Every kind of page of the storefront, for `npm run bytes`: those of a guest, and those of somebody who is signed in,
// has something in the cart and has ordered.
import { storefrontPages } from "./temporary-shop.mjs";

const shopper = { email: "shopper@campus.test", password: "campus-shopper-demo" };
const orderWith = {
  name: "Demo Shopper",
  phone: "9876543210",
  address: { address: "12, MG Road", city: "Bengaluru", state: "Karnataka", pincode: "560001" },
};

/** In: a demo shop's address. Out: {path, cookie?, status?, part?} of each page; `part`: see `bytes.mjs`. */
export async function everyPage(address) {
  const [home, category, product] = await storefrontPages(address);
  const guest = [home, "/shop", "/shop?q=kurta", "/shop?q=zeppelin", category, product];
  guest.push(`${product}/notify`, await linkIn(address, product, "/brand/"));
  guest.push(
    ...["", "?tab=signup", "?tab=recover", "?tab=code", "?tab=phone", "?tab=second-factor"].map(
      (mode) => `/auth${mode}`,
    ),
  );
  guest.push("/track", "/orders", "/profile", "/contact", "/faq", "/newsletter", "/about");
  guest.push("/blog", await linkIn(address, "/blog", "/blog/"), "/privacy-policy", "/offline");
  const own = await pagesOfOwn(address, product);
  const missing = ["/nothing/here", "/auth/link", "/unsubscribe/nothing"];
  return [...guest.map((path) => ({ path })), ...missing.map((path) => ({ path, status: 404 })), ...own];
}

async function pagesOfOwn(address, product) {
  const cookie = cookieOf(await post(address, "/auth", { intent: "login", ...shopper }));
  const send = (path, fields) => post(address, path, fields, cookie);
  const bought = await choiceOf(address, product);
  await send("/cart", { intent: "add", ...bought });
  await send("/wishlist", { intent: "add", ...bought });
  const order = await placeOrder(address, cookie);
  // The order emptied the cart.
  await send("/cart", { intent: "add", ...bought });
  const paths = ["/cart", "/checkout", "/wishlist", `/order${product.slice("/product".length)}`, "/orders"];
  paths.push(`/order-confirmation/${order}`, `/track/${order}`);
  paths.push(...["return", "payout", "review"].map((what) => `/orders/${order}/${what}`));
  return [
    ...paths.map((path) => ({ path, cookie })),
    ...Object.entries(parts).map(([tab, part]) => ({ path: `/profile?tab=${tab}`, cookie, part })),
    { path: "/profile?tab=addresses&edit=new", cookie, part: "address-form" },
  ];
}

/** The file of each tab of the profile that is loaded separately (app/storefront/profile.tsx). */
const parts = {
  orders: "orders-tab",
  profile: "details-form",
  addresses: "address-book",
  wishlist: "wishlist-tab",
  notifications: "notifications",
  security: "security",
};

async function choiceOf(address, product) {
  const html = await textOf(address, product);
  const inputs = html.match(/<input[^>]*>/g).filter((input) => !/\bdisabled\b/.test(input));
  const value = (name) =>
    /value="([^"]*)"/.exec(inputs.find((input) => input.includes(`name="${name}"`)) ?? "")?.[1];
  const { size, colour } = { size: value("size"), colour: value("colour") };
  return { product: value("product"), ...(size && { size }), ...(colour && { colour }), quantity: "1" };
}

async function placeOrder(address, cookie) {
  const answer = await fetch(`${address}/functions/create-cart-order`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: cookie, Origin: address },
    body: JSON.stringify({ paymentMethod: "cod", userDetails: orderWith }),
  });
  const { dbOrderId, error } = await answer.json();
  if (!dbOrderId) throw new Error(`No order was placed: ${error ?? answer.status}`);
  return dbOrderId;
}

async function post(address, path, fields, cookie = "") {
  const answer = await fetch(address + path, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: address, Cookie: cookie },
    body: new URLSearchParams(fields),
  });
  if (answer.status !== 303) throw new Error(`The form of ${path} is answered with ${answer.status}`);
  return answer;
}

function cookieOf(answer) {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

async function linkIn(address, page, start) {
  const found = new RegExp(`href="(${start}[^"?#]+)`).exec(await textOf(address, page))?.[1];
  if (!found) throw new Error(`${page} links to no ${start}`);
  return found;
}

async function textOf(address, path) {
  return (await fetch(address + path)).text();
}
