import { Bell as BellIcon, LogOut, Menu, Store } from "lucide";
import { type ReactNode, useCallback, useState } from "react";
import { Form, href, isRouteErrorResponse, Link, Outlet, useRouteLoaderData } from "react-router";
import { z } from "zod";
import { can, type Staff } from "../../shop/access/actor.ts";
import { menuCounts } from "../../shop/reports/waiting-work.server.ts";
import { shopSettings } from "../../shop/settings/settings.server.ts";
import { unreadNotices } from "../../shop/staff-notices/read-notices.server.ts";
import { brandOf, shownBrand } from "../http/brand/shown-brand.server.ts";
import { shopBar } from "../http/closed/shop-bar.server.ts";
import { mayOpen, staffOf, userOf } from "../http/guards.server.ts";
import { LiveUpdates } from "../http/live/live-updates.tsx";
import { useLiveApart } from "../http/live/use-live-updates.ts";
import { takeFlashToast } from "../http/toast.server.ts";
import { BrandMark, type ShownBrand } from "../parts/brand-mark.tsx";
import { servicesContext } from "../services-context.ts";
import { ErrorPanel } from "../ui/failure.tsx";
import { Icon } from "../ui/icon.tsx";
import { closeSheet, Sheet, SheetButton } from "../ui/sheet.tsx";
import { Toaster, ToastOnArrival } from "../ui/toast.tsx";
import type { Route } from "./+types/layout";
import styles from "./back-office.css?url";
import { CommandPalette } from "./layout/command-palette.tsx";
import { BackOfficeNav, navItems } from "./layout/office-nav.tsx";
import { StaffContext } from "./parts/may.tsx";
import { NotFoundScreen } from "./parts/screen-head.tsx";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

/** Data of the frame around every back-office screen, including the screens that this member of staff may open. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { sessionId: _, ...staff } = staffOf(context);
  const [settings, brand, unread, counts] = await Promise.all([
    shopSettings(context.get(servicesContext)),
    brandOf({ request, context }),
    unreadNotices(context.get(servicesContext), staff.id),
    menuCounts(context.get(servicesContext), staffOf(context)),
  ]);
  const viewer = userOf(context);
  return {
    shopName: settings.shopName,
    brand: shownBrand(brand),
    staff,
    unread,
    counts,
    bar: shopBar(context.get(servicesContext), context, settings),
    roleName: viewer.role.key === "admin" ? "Administrator" : viewer.role.name,
    screens: navItems.map(({ to }) => to).filter((to) => mayOpen(viewer, to)),
    toast: takeFlashToast(context),
  };
}

export default function BackOfficeLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame office={loaderData}>
      <Outlet />
    </Frame>
  );
}

/** The navigation stays usable when a screen fails. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const office = useRouteLoaderData<typeof loader>("back-office/layout");
  const failure =
    isRouteErrorResponse(error) && error.status === 404 ? (
      <NotFoundScreen />
    ) : (
      <>
        <title>Something went wrong · Back office</title>
        <ErrorPanel error={error} />
      </>
    );
  return office ? <Frame office={office}>{failure}</Frame> : <main id="main">{failure}</main>;
}

function Frame({ office, children }: { office: Route.ComponentProps["loaderData"]; children: ReactNode }) {
  const { toast, staff, unread, roleName, screens, shopName, brand, bar } = office;
  const counts = useLiveCounts(office.counts, staff);
  return (
    <div className="office">
      <meta name="robots" content="noindex" />
      <LiveUpdates viewer={{ kind: "customer", id: staff.id }} topics={["people"]} />
      <a className="skip" href="#main">
        Skip to content
      </a>
      <aside className="office-side" aria-label="Screens and account">
        <Mark name={shopName} brand={brand} />
        <BackOfficeNav label="Back office" screens={screens} counts={counts} />
        <Leave />
      </aside>
      <div>
        <header className="office-top items-center gap-2">
          <SheetButton sheet="office-menu" className="icon-btn" label="Menu">
            <Icon of={Menu} />
          </SheetButton>
          <Mark name={shopName} brand={brand} />
          <CommandPalette screens={screens} />
          <Bell unread={unread} />
          <span className="flex items-center gap-3 min-w-0">
            <span className="office-name muted">{staff.name}</span>
            <span className="badge info office-role">{roleName}</span>
          </span>
        </header>
        {/* Target of the skip link. */}
        <main id="main" className="office-main" tabIndex={-1}>
          {bar && (
            <p className="shop-bar print:hidden">
              {bar.text} {bar.to && <Link to={bar.to}>{bar.link}</Link>}
            </p>
          )}
          <StaffContext value={staff}>{children}</StaffContext>
        </main>
      </div>
      <Sheet id="office-menu" title="Back office" side="start">
        <BackOfficeNav
          label="Menu"
          screens={screens}
          counts={counts}
          onFollow={() => closeSheet("office-menu")}
        />
        <Leave />
      </Sheet>
      <Toaster />
      <ToastOnArrival toast={toast} />
    </div>
  );
}

/** The counters of the menu: as the page was read, and anew when something has changed since. */
function useLiveCounts(read: Counts, staff: Staff): Counts {
  const [told, setTold] = useState<{ instead: Counts; counts: Counts } | null>(null);
  const ask = useCallback(() => {
    void fetch(href("/admin/counts"))
      .then(async (answer) => (answer.ok ? countsShape.parse(await answer.json()) : null))
      .then((counts) => counts && setTold({ instead: read, counts }))
      // Out of reach: the counters stay as they are until the next change or page.
      .catch(() => undefined);
  }, [read]);
  useLiveApart(
    [
      ...(can(staff, "orders.view") ? ["orders/all"] : []),
      ...(can(staff, "messages.answer") ? ["messages/all"] : []),
    ],
    ask,
  );
  return told?.instead === read ? told.counts : read;
}

type Counts = Record<string, number>;
const countsShape = z.record(z.string(), z.number());

/** The way to the notices, with how many are not read. */
function Bell({ unread }: { unread: number }) {
  const count = unread > 99 ? "99+" : String(unread);
  return (
    <Link className="icon-btn" to={href("/admin/notices")} aria-label={`Notices: ${unread} not read`}>
      <Icon of={BellIcon} />
      {unread > 0 && <span className="count">{count}</span>}
    </Link>
  );
}

function Mark({ name, brand }: { name: string; brand: ShownBrand | null }) {
  return (
    <Link className="mark" to="/admin" aria-label={name}>
      <BrandMark name={name} brand={brand} />
    </Link>
  );
}

/** Links out of the back office: to the shop and sign-out. */
function Leave() {
  return (
    <div className="office-nav office-leave border-t border-line">
      <Link to={href("/")}>
        <Icon of={Store} />
        View shop
      </Link>
      <Form method="post" action={href("/auth/sign-out")}>
        <button type="submit">
          <Icon of={LogOut} />
          Sign out
        </button>
      </Form>
    </div>
  );
}
