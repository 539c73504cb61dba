import { afterAll, beforeAll, expect, test } from "vitest";
import { textOf } from "../../support/ask.server.ts";
import { cookieJar } from "../../support/pages/cookie-jar.server.ts";
import { type ServedShop, serveShop } from "../../support/served-shop.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper } from "../../support/users.server.ts";

let shop: TestShop;
let served: ServedShop;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  served = await serveShop(shop);
});
afterAll(async () => {
  await served.close();
  await shop.dispose();
});

const browser = () => cookieJar(served.address);
const placeOf = (answer: Response) => answer.headers.get("Location") ?? "";
const wordsOf = async (answer: Response) => textOf(await answer.text());

async function newestLink(): Promise<string> {
  await shop.runDue();
  const { pathname, search } = new URL(
    /https?:\/\/\S+\/auth\/link\S+/.exec(shop.sentMail().at(-1)?.text ?? "")?.[0] ?? "http://none.test",
  );
  return pathname + search;
}
const person = (email: string) => ({
  intent: "signup",
  name: "Asha Rao",
  email,
  password: "chai-and-kurta-26",
  confirm: "chai-and-kurta-26",
});
const press = (go: ReturnType<typeof browser>, link: string, more: Record<string, string> = {}) => {
  const [[purpose = "", token = ""] = []] = [...new URL(link, served.address).searchParams];
  return go("/auth/link", { purpose, token, ...more });
};

test("a guest's item is in the cart after the sign-up link is opened in the same browser", async () => {
  const go = browser();
  const page = await (await go("/product/maroon-festive-kurta")).text();
  const product = /name="product" value="([\w-]+)"/.exec(page)?.[1] ?? "";
  const size = /name="size"[^>]*value="([^"]+)"/.exec(page)?.[1] ?? "";
  const asked = await go("/cart", { intent: "add", product, size, colour: "", quantity: "2" });
  const signIn = new URL(placeOf(asked), served.address);
  signIn.searchParams.set("tab", "signup");
  await go(signIn.pathname + signIn.search, person("guest@campus.test"));

  const opened = await go(await newestLink());
  expect(opened.status).toBe(303);
  const intent = new URL(placeOf(opened), served.address);
  expect(intent.pathname).toBe("/cart");
  await go("/cart", Object.fromEntries(intent.searchParams));
  expect(await wordsOf(await go("/cart"))).toContain("Maroon Festive Kurta");
  expect(await wordsOf(await go("/profile"))).toContain("guest@campus.test");
});

test("in another browser the link needs a button press, verifies the address, and signs nobody in", async () => {
  await browser()("/auth?tab=signup&next=%2Ffaq", person("elsewhere@campus.test"));
  const link = await newestLink();
  const other = browser();
  expect(await wordsOf(await other(link))).toContain("Verify my email");
  expect(placeOf(await press(other, link))).toBe("/auth");
  expect((await other("/wishlist")).status).toBe(302);
});

test("the sign-up cookie of one address does not sign in with another's link, nor does a forged cookie", async () => {
  const first = browser();
  await first("/auth?tab=signup", person("first@campus.test"));
  await browser()("/auth?tab=signup", person("second@campus.test"));
  const link = await newestLink();
  await first(link);
  expect((await first("/wishlist")).status).toBe(302);
  const forged = await fetch(new URL(link, served.address), {
    headers: { Cookie: `mail-link=${"A".repeat(43)}.%2Ffaq` },
    redirect: "manual",
  });
  expect(forged.headers.getSetCookie().join()).not.toContain("session=");
});

test("HEAD requests and prefetches of the link do not use it up", async () => {
  const go = browser();
  const signedUp = await go("/auth?tab=signup&next=%2Ffaq", person("ahead@campus.test"));
  const cookie = signedUp.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const link = new URL(await newestLink(), served.address);
  await fetch(link, { method: "HEAD", headers: { Cookie: cookie }, redirect: "manual" });
  await fetch(link, { headers: { Cookie: cookie, "Sec-Purpose": "prefetch" }, redirect: "manual" });
  expect(placeOf(await go(link.pathname + link.search))).toBe("/faq");
});

test("a login refused as unverified returns to its page when the link is opened in that browser", async () => {
  await browser()("/auth?tab=signup", person("late@campus.test"));
  const go = browser();
  const { password, email } = person("late@campus.test");
  expect((await go("/auth?next=%2Fblog", { intent: "login", email, password })).status).toBe(403);
  expect(placeOf(await go(await newestLink()))).toBe("/blog");
});

test("a login link returns to the requested page in the browser that asked for it", async () => {
  const { email } = await aShopper(shop, { name: "Meera Nair" });
  const go = browser();
  await go("/auth?tab=code&next=%2Fcontact", { intent: "ask-link", email });
  expect(placeOf(await press(go, await newestLink()))).toBe("/contact");
});

test("a used link for login, password reset or verification says so when opened again", async () => {
  const { email, password } = await aShopper(shop, { name: "Ravi Iyer" });
  const over = "This link does not work any more";
  const go = browser();
  await go("/auth?tab=code", { intent: "ask-link", email });
  const login = await newestLink();
  expect(await wordsOf(await browser()(login))).toContain("One click and you are in.");
  await press(browser(), login);
  expect(await wordsOf(await browser()(login))).toContain(over);

  await go("/auth?tab=recover", { intent: "recover", email });
  const recover = await newestLink();
  expect(await wordsOf(await browser()(recover))).not.toContain(over);
  await press(browser(), recover, { password: `${password}-new`, confirm: `${password}-new` });
  expect(await wordsOf(await browser()(recover))).toContain(over);

  await browser()("/auth?tab=signup", person("twice@campus.test"));
  const verify = await newestLink();
  await press(browser(), verify);
  const again = await wordsOf(await browser()(verify));
  expect(again).toContain("Your email is verified already");
  expect(again).not.toContain("Verify my email");
  expect(await wordsOf(await browser()(`${verify.slice(0, -6)}forged`))).toContain(over);
});
