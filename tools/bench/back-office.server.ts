import { type OpenShop, openShop, type Person } from "./shop-process.server.ts";

/** How often each page is requested; the median counts. A slow page is requested less often. */
const times = 15;
const fewest = 3;
const warmUps = 2;
const patience = 3_000;

export type OfficeTime = { page: string; small: number; large: number; ratio: number };

/** What staff open: each list with its filters, searches, sorts, tabs and later pages. `>` goes on to the next page. */
const pages = [
  "/admin?period=7d",
  "/admin?period=30d",
  "/admin?period=90d",
  "/admin?period=12m",
  "/admin?tab=orders",
  "/admin?tab=users",
  "/admin/products",
  "/admin/products?page=2",
  "/admin/products?page=20",
  "/admin/products?sort=name",
  "/admin/products?sort=-name",
  "/admin/products?sort=price",
  "/admin/products?sort=-price",
  "/admin/products?sort=newest",
  "/admin/products?status=active",
  "/admin/products?status=draft",
  "/admin/products?status=archived",
  "/admin/products?status=out",
  "/admin/products?stock=in",
  "/admin/products?stock=low",
  "/admin/products?category=kurtas",
  "/admin/products?category=watches&sort=price",
  "/admin/products?collection=men",
  "/admin/products?collection=women&status=active&sort=-price",
  "/admin/products?q=indigo",
  "/admin/products?q=cotton+kurta&sort=name",
  "/admin/products?q=QUA7223",
  "/admin/inventory",
  "/admin/inventory?page=2",
  "/admin/inventory?show=low",
  "/admin/inventory?show=out",
  "/admin/inventory?sort=left",
  "/admin/inventory?sort=-left",
  "/admin/inventory?q=indigo",
  "/admin/inventory?q=QUA7223",
  "/admin/orders",
  "/admin/orders>",
  "/admin/orders?sort=date",
  "/admin/orders?sort=-total",
  "/admin/orders?sort=-total>",
  "/admin/orders?sort=total",
  "/admin/orders?sort=customer",
  "/admin/orders?sort=customer>",
  "/admin/orders?sort=-total&status=pending",
  "/admin/orders?sort=-total&status=cancelled",
  "/admin/orders?sort=-total&status=to-send",
  "/admin/orders?sort=customer&payment=failed",
  "/admin/orders?sort=-total&work=ship",
  "/admin/orders?sort=-total&method=online",
  "/admin/orders?sort=-total&from=2026-01-01&to=2026-01-31",
  "/admin/orders?sort=customer&from=2026-01-05&to=2026-01-05",
  "/admin/orders?sort=-total&q=ananya",
  "/admin/orders?sort=-total&q=ananya+sharma",
  "/admin/orders?sort=customer&q=DL0a1b",
  "/admin/orders?sort=-total&q=mumbai",
  "/admin/orders?sort=-total&q=pune",
  "/admin/orders?sort=-total&invoice=waiting",
  "/admin/orders?sort=-total&channel=counter",
  "/admin/orders?sort=customer&work=customer-confirms",
  "/admin/orders?sort=-total&q=ring+twice",
  "/admin/orders?status=pending",
  "/admin/orders?status=delivered",
  "/admin/orders?status=delivered>",
  "/admin/orders?status=cancelled",
  "/admin/orders?payment=completed",
  "/admin/orders?payment=failed",
  "/admin/orders?work=confirm-cod",
  "/admin/orders?work=ship",
  "/admin/orders?work=payment-failed",
  "/admin/orders?work=refund-failed",
  "/admin/orders?payment=refunded",
  "/admin/orders?method=online",
  "/admin/orders?method=whatsapp&status=cancelled",
  "/admin/orders?from=2026-01-01&to=2026-01-31",
  "/admin/orders?from=2026-01-01&to=2026-06-30&status=cancelled&method=cod",
  "/admin/orders?q=asha",
  "/admin/orders?q=ananya+sharma",
  "/admin/orders?q=ananya&status=delivered",
  "/admin/orders?q=61234567",
  "/admin/orders?q=a3f1",
  "/admin/orders?q=DL0a1b",
  "/admin/orders?q=%23a3f10b2c",
  "/admin/orders?q=ring+twice",
  "/admin/orders?q=bell+of+flat+217",
  "/admin/orders/ship",
  "/admin/orders/drafts",
  "/admin/books?period=2026-03",
  "/admin/books?period=2026-03&page=3",
  "/admin/books?period=2026-03&q=000123",
  "/admin/books?period=2026-03&tab=lines",
  "/admin/books?period=2026-03&tab=gstr1",
  "/admin/books/download?period=2026-03&what=invoices",
  "/admin/books/settlements",
  "/admin/returns",
  "/admin/returns>",
  "/admin/returns?state=open",
  "/admin/returns?state=rejected",
  "/admin/returns?state=closed",
  "/admin/users",
  "/admin/users?page=2",
  "/admin/users?sort=name",
  "/admin/users?role=admin",
  "/admin/users?role=user&page=20",
  "/admin/users?q=ananya",
  "/admin/users?q=ananya+sharma&sort=name",
  "/admin/users?q=61234567",
  "/admin/reviews",
  "/admin/reviews?page=2",
  "/admin/reviews?status=hidden",
  "/admin/reviews?stars=1",
  "/admin/reviews?q=indigo",
  "/admin/messages",
  "/admin/messages?show=all",
  "/admin/customers",
  "/admin/customers?sort=-spent&page=2",
  "/admin/customers?q=rao",
  "/admin/messages?show=closed&page=2",
  "/admin/searches",
  "/admin/searches?found=nothing",
  "/admin/searches?days=90",
  "/admin/offers",
  "/admin/coupons",
  "/admin/audit",
  "/admin/audit>",
  "/admin/audit?action=product.create",
  "/admin/audit?kind=order",
  "/admin/audit?q=indigo",
  "/admin/audit?from=2026-01-01&to=2026-01-31",
  "/admin/health",
  "/admin/find?q=ind",
  "/admin/find?q=indigo",
  "/admin/find?q=ananya",
  "/admin/find?q=61234567",
];

/**
 * Times every list of the back office, asked for by an admin over HTTP as a whole page, in a small shop and in a large
 * one, both in the same minutes and in turn. In: the two folders, words a page's address must hold. Milliseconds.
 */
export async function timeOffice(
  folders: { small: string; large: string },
  only: string,
  onTime: (time: OfficeTime) => void,
): Promise<OfficeTime[]> {
  const small = await openShop(folders.small);
  const large = await openShop(folders.large).catch(async (error) => {
    await small.stop();
    throw error;
  });
  try {
    const [here] = await small.people(1, "admin");
    const [there] = await large.people(1, "admin");
    if (!here || !there) throw new Error("nobody to ask");
    // A product index that is still loading competes with the pages for a core.
    for (const shop of [small, large])
      await (await fetch(`${shop.address}/shop?size=M&stock=1`)).arrayBuffer();
    const all: OfficeTime[] = [];
    for (const page of pages.filter((each) => each.includes(only))) {
      const paths = [await pathIn(small, here, page), await pathIn(large, there, page)] as const;
      const taken: [number[], number[]] = [[], []];
      const began = performance.now();
      for (let round = 0; round < warmUps + times; round++) {
        if (round >= warmUps + fewest && performance.now() - began > patience) break;
        const one = await timed(small, here, paths[0]);
        const other = await timed(large, there, paths[1]);
        if (round < warmUps) continue;
        taken[0].push(one);
        taken[1].push(other);
      }
      const [few, many] = [middle(taken[0]), middle(taken[1])];
      const time = { page, small: few, large: many, ratio: many / few };
      onTime(time);
      all.push(time);
    }
    return all;
  } finally {
    await small.stop();
    await large.stop();
  }
}

/** `>` at the end: the address of the page after this one, as its own link says; the first page where there is none. */
async function pathIn(shop: OpenShop, admin: Person, page: string): Promise<string> {
  if (!page.endsWith(">")) return page;
  const first = page.slice(0, -1);
  const html = await (await ask(shop, admin, first)).text();
  const after = /[?&;]after=([\w%.:~-]+)/.exec(html)?.[1];
  return after ? `${first}${first.includes("?") ? "&" : "?"}after=${after}` : first;
}

async function timed(shop: OpenShop, admin: Person, path: string): Promise<number> {
  const began = performance.now();
  const answer = await ask(shop, admin, path);
  await answer.arrayBuffer();
  return performance.now() - began;
}

async function ask({ address }: OpenShop, { cookie, from }: Person, path: string): Promise<Response> {
  const answer = await fetch(address + path, {
    headers: { cookie, "x-forwarded-for": from },
    redirect: "manual",
  });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return answer;
}

export function middle(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
