import type { ReactNode } from "react";
import {
  href,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRouteLoaderData,
} from "react-router";
import type { Services } from "../../platform/services.server.ts";
import { cachedCategories, cachedCollections } from "../../shop/catalogue/collections.server.ts";
import { yearInIndia } from "../../shop/dates.ts";
import { menuCategories } from "../../shop/search/menu/menu-categories.server.ts";
import { shopSettings } from "../../shop/settings/settings.server.ts";
import { type Badges, badgesOf } from "../../shop/wishlist/badges.server.ts";
import { brandOf, shownBrand } from "../http/brand/shown-brand.server.ts";
import { seenClosed } from "../http/closed/closed-shop.server.ts";
import { shopBar } from "../http/closed/shop-bar.server.ts";
import { type Viewer, viewerOf } from "../http/guards.server.ts";
import { LiveUpdates } from "../http/live/live-updates.tsx";
import { originOf } from "../http/origin.server.ts";
import { addHeadMetadata } from "../http/seo/head-metadata.server.ts";
import { invalidateSettingsOnChange } from "../http/settings-cache.server.ts";
import { previewBar, shownAnnouncement } from "../http/shown-content.server.ts";
import { takeFlashToast } from "../http/toast.server.ts";
import { cartReadFailed } from "../parts/messages/messages.ts";
import { ShopContext, type ShopData } from "../parts/shop-context.ts";
import { servicesContext } from "../services-context.ts";
import { ErrorPanel } from "../ui/failure.tsx";
import { Toaster, ToastOnArrival } from "../ui/toast.tsx";
import type { Route } from "./+types/layout";
import { Announcement } from "./layout/announcement.tsx";
import { Footer } from "./layout/footer.tsx";
import { navigation, shownMenus, shownShop } from "./layout/frame-data.server.ts";
import { Header } from "./layout/header.tsx";
import { PendingScreen } from "./layout/pending-screen.tsx";

/** Data of the frame around every screen. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = viewerOf(context);
  invalidateSettingsOnChange(services);
  const isShut = seenClosed(context) === "visitor";
  const [settings, brand, collections, categories, badges, announcement] = await Promise.all([
    shopSettings(services),
    brandOf({ request, context }),
    cachedCollections(services),
    cachedCategories(services),
    viewer.kind === "customer" ? readable(services, badgesOf(services, viewer.id)) : noBadges,
    isShut ? null : readable(services, shownAnnouncement({ request, context })),
  ]);
  // Visitors of a closed shop see no more than what they may open.
  const nav = isShut ? noNav : navigation(collections, menuCategories(services, collections, categories));
  const { cart, wishlistIds } = badges ?? noBadges;
  const origin = originOf(services.site, request);
  const feed = { rel: "alternate", type: "application/rss+xml", title: `${settings.shopName} blog` };
  addHeadMetadata(context, {
    meta: [["twitter:card", "summary_large_image"]],
    links: [{ ...feed, href: `${origin}${href("/feeds/:file", { file: "blog.xml" })}` }],
  });
  return {
    shop: shownShop(settings, shownBrand(brand)),
    nav,
    menus: isShut ? null : await readable(services, shownMenus({ request, context }, nav)),
    viewer: shownViewer(viewer),
    adminLinkForStaffOnly: settings.adminLinkForStaffOnly,
    toast: takeFlashToast(context) ?? (badges === null ? cartReadFailed : null),
    counts: { wishlist: wishlistIds.length, cart },
    wishlistIds,
    origin,
    demo: services.site.mode === "demo",
    paysOnline: services.payments.online !== undefined,
    year: yearInIndia(services.clock.now()),
    bar: previewBar({ request, context }) ?? shopBar(services, context, settings),
    announcement,
  };
}

const noNav: ShopData["nav"] = [];
const noBadges: Badges = { cart: 0, wishlistIds: [] };

/** A part of the frame that every page has: null, and logged, when it cannot be read, so that the page stays. */
async function readable<Part>({ log }: Pick<Services, "log">, part: Promise<Part>): Promise<Part | null> {
  try {
    return await part;
  } catch (error) {
    log.error({ err: error }, "a part of the page's frame could not be read");
    return null;
  }
}

/** The part of the viewer that the browser may know: no session id, no permissions. */
function shownViewer(viewer: Viewer): ShopData["viewer"] {
  if (viewer.kind === "guest") return viewer;
  const { kind, id, name, email, permissions } = viewer;
  return { kind, id, name, email, staff: permissions.size > 0 };
}

/**
 * The frame depends on settings and sign-in, not on the address: it is revalidated after a form and on an explicit
 * revalidation (the address then stays the same).
 */
export function shouldRevalidate(asked: ShouldRevalidateFunctionArgs) {
  const { formMethod, currentUrl, nextUrl, defaultShouldRevalidate } = asked;
  const stays = currentUrl.href === nextUrl.href;
  return stays || (formMethod && formMethod !== "GET") ? defaultShouldRevalidate : false;
}

export default function StorefrontLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame shop={loaderData}>
      <PendingScreen>
        <Outlet />
      </PendingScreen>
    </Frame>
  );
}

/** Header and footer stay, unless they themselves failed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shop = useRouteLoaderData<typeof loader>("storefront/layout");
  const failure = (
    <>
      <title>{`Something went wrong${shop ? ` · ${shop.shop.name}` : ""}`}</title>
      <ErrorPanel error={error} />
    </>
  );
  return shop ? <Frame shop={shop}>{failure}</Frame> : <main id="main">{failure}</main>;
}

function Frame({ shop, children }: { shop: ShopData; children: ReactNode }) {
  const { pathname } = useLocation();
  const { toast, viewer, bar, announcement } = shop;
  return (
    <ShopContext value={shop}>
      <LiveUpdates
        viewer={viewer}
        topics={viewer.kind === "customer" ? ["settings", "people", "cart", "wishlist"] : ["settings"]}
      />
      <div className={pathname === href("/auth") ? "page auth" : "page"}>
        <a className="skip print:hidden" href="#main">
          Skip to content
        </a>
        {bar && (
          <p className="shop-bar print:hidden">
            {bar.text} {bar.to && <a href={bar.to}>{bar.link}</a>}
          </p>
        )}
        {announcement && <Announcement key={announcement.id} {...announcement} />}
        <Header />
        {/* Target of the skip link. */}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer />
        <Toaster />
        <ToastOnArrival toast={toast} />
      </div>
    </ShopContext>
  );
}
