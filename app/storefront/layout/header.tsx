import { CircleUserRound, Heart, Menu, Search, ShoppingBag } from "lucide";
import type { ReactNode } from "react";
import { Form, href, Link, useFetchers, useLocation } from "react-router";
import { freeDeliveryStart } from "../../../shop/delivery/delivery-fee.ts";
import { plural, rupees } from "../../../shop/money.ts";
import type { MenuLink as MenuLinkData } from "../../../shop/publishing/menus.ts";
import { returnPromise } from "../../../shop/settings/policy-words.ts";
import { CachedFragment } from "../../http/fragments/cached-fragment.tsx";
import { useFollow } from "../../http/page/use-follow.ts";
import { BrandMark } from "../../parts/brand-mark.tsx";
import { optimisticCounts } from "../../parts/optimistic-counts.ts";
import { useMenus, useShop } from "../../parts/shop-context.ts";
import { closeAround, Dropdown } from "../../ui/dropdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import { closeSheet, Sheet, SheetButton } from "../../ui/sheet.tsx";
import { SearchBox } from "./search-box.tsx";
import { isOwn, SubMenu } from "./sub-menu.tsx";

export function Header() {
  const { shop, nav, menus, viewer } = useShop();
  const showsAdmin = useShowsAdmin();
  const counts = useCounts();
  const { pathname } = useLocation();
  const browsing = /^\/($|shop|category|brand)/.test(pathname);
  return (
    <>
      <CachedFragment of={shop} variant="promises">
        <Promises />
      </CachedFragment>
      <header className={browsing ? "site-head print:hidden above-search" : "site-head print:hidden"}>
        <div className="wrap">
          <div className="row">
            <SheetButton sheet="menu" className="icon-btn menu" label="Menu">
              <Icon of={Menu} />
            </SheetButton>
            <Mark />
            <SearchBox />
            <div className="actions">
              {!browsing && (
                <SheetButton sheet="search" className="icon-btn search-open" label="Search">
                  <Icon of={Search} />
                </SheetButton>
              )}
              <CountedLink to={href("/wishlist")} label="Wishlist" count={counts.wishlist}>
                <Icon of={Heart} />
              </CountedLink>
              <CountedLink to={href("/cart")} label="Cart" count={counts.cart}>
                <Icon of={ShoppingBag} />
              </CountedLink>
              <Account browsing={browsing} />
            </div>
          </div>
        </div>
      </header>
      <div className="wrap print:hidden">
        <MainNav />
      </div>
      {browsing && (
        <div className="wrap search-row">
          <SearchBox />
        </div>
      )}
      <CachedFragment of={menus ?? nav} variant={`menu ${viewer.kind} ${showsAdmin}`}>
        <MenuSheet />
      </CachedFragment>
      <Sheet id="search" title="Search" side="start">
        <SearchBox className="search sheet-search mt-4 mb-6" autoFocus onDone={() => closeSheet("search")} />
      </Sheet>
    </>
  );
}

function Promises() {
  const { shop } = useShop();
  const freeFrom = freeDeliveryStart(shop.policy);
  return (
    <>
      <section className="promise-bar text-center text-micro print:hidden" aria-label="Shop promises">
        {freeFrom !== null && (
          <>
            <b className="font-medium">Free delivery</b>
            {freeFrom > 0 && ` above ${rupees(freeFrom)}`} <span aria-hidden="true">·</span>{" "}
          </>
        )}
        {shop.policy.cod && (
          <>
            {freeFrom ? <CashShort /> : "Cash on Delivery"} <span aria-hidden="true">·</span>{" "}
          </>
        )}
        {returnPromise(shop.policy)}
      </section>
      <div className="temple down print:hidden" aria-hidden="true" />
    </>
  );
}

/** Beside an amount there is room for its short name only on a phone. */
function CashShort() {
  return (
    <>
      <b className="promise-long font-normal">Cash on Delivery</b>
      <abbr className="promise-short no-underline" title="Cash on Delivery">
        COD
      </abbr>
    </>
  );
}

/** Optimistic counts of cart and wishlist. */
function useCounts() {
  const { counts, viewer } = useShop();
  const fetchers = useFetchers();
  if (viewer.kind === "guest") return counts;
  const asked = fetchers.flatMap(({ formAction, formData }) =>
    formAction && formData ? [{ to: formAction, fields: formData }] : [],
  );
  return optimisticCounts(counts, asked);
}

/** Signed in: a menu with profile, orders, Admin and sign-out. Guests: Login (specification, Header). */
function Account({ browsing }: { browsing: boolean }) {
  const { viewer } = useShop();
  const { pathname, search } = useLocation();
  if (viewer.kind === "guest") {
    return (
      <Link
        className={browsing ? "icon-btn login labelled" : "icon-btn login labelled wide-only"}
        to={signInFrom(pathname, search)}
      >
        <Icon of={CircleUserRound} />
        <span>Login</span>
      </Link>
    );
  }
  return (
    <Dropdown
      className={browsing ? "account" : "account wide-only"}
      buttonClass="icon-btn"
      label={`Account, ${viewer.name}`}
      button={<Icon of={CircleUserRound} />}
    >
      <nav aria-label="Account" tabIndex={-1}>
        <p className="px-3 pt-2 text-micro muted wrap-anywhere">{viewer.name}</p>
        <ul className="menu-list quiet">
          <AccountLinks done={closeAround} />
        </ul>
      </nav>
    </Dropdown>
  );
}

/** Profile, orders, Admin and sign-out, in the account menu and in the menu of phones. */
function AccountLinks({ done }: { done: (link: HTMLAnchorElement) => void }) {
  const showsAdmin = useShowsAdmin();
  return (
    <>
      <MenuLink to={href("/profile")} label="Profile" done={done} />
      <MenuLink to={href("/orders")} label="My Orders" done={done} />
      {showsAdmin && <MenuLink to={href("/admin")} label="Admin" whole />}
      <li>
        <SignOut />
      </li>
    </>
  );
}

/** To every signed-in user unless a setting limits it to staff; the server enforces access. */
function useShowsAdmin(): boolean {
  const { viewer, adminLinkForStaffOnly } = useShop();
  return viewer.kind !== "guest" && (!adminLinkForStaffOnly || viewer.staff);
}

function SignOut() {
  return (
    <Form method="post" action={href("/auth/sign-out")} onSubmit={() => closeSheet("menu")}>
      <button type="submit">Sign out</button>
    </Form>
  );
}

/** The sign-in screen with a return address. */
function signInFrom(pathname: string, search: string): string {
  if (pathname === href("/") || pathname.startsWith(href("/auth"))) return href("/auth");
  return `${href("/auth")}?${new URLSearchParams({ next: pathname + search })}`;
}

export function Mark({ onHem }: { onHem?: boolean }) {
  const { shop } = useShop();
  return (
    <Link className="mark" to={href("/")}>
      <BrandMark name={shop.name} brand={shop.brand} onHem={onHem} />
    </Link>
  );
}

function MainNav() {
  const { header } = useMenus();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const current = (to: string) => (here === to || pathname === to ? "page" : undefined);
  return (
    <nav className="nav" aria-label="Main">
      {header
        .filter(({ onlyOnPhones }) => !onlyOnPhones)
        .map((item, place) => (
          // Two items may look alike.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never sorted in the page
          <CachedFragment key={place} of={item} variant={`main ${current(item.to)}`}>
            {item.items.length === 0 ? (
              <NavLink {...item} current={current(item.to)} />
            ) : (
              <div>
                {item.to !== "" && <NavLink {...item} current={current(item.to)} />}
                <SubMenu {...item} floating />
              </div>
            )}
          </CachedFragment>
        ))}
    </nav>
  );
}

function NavLink({ to, label, current }: MenuLinkData & { current: "page" | undefined }) {
  if (!isOwn(to)) return <a href={to}>{label}</a>;
  return (
    <Link to={to} prefetch="intent" aria-current={current}>
      {label}
    </Link>
  );
}

function CountedLink({
  to,
  label,
  count,
  children,
}: {
  to: string;
  label: string;
  count: number;
  children: ReactNode;
}) {
  const items = plural(count, "item");
  return (
    <Link className="icon-btn" to={to} aria-label={count > 0 ? `${label}, ${items}` : label}>
      {children}
      {count > 0 && <span className="count">{count}</span>}
    </Link>
  );
}

function MenuSheet() {
  const { viewer } = useShop();
  const { header, phone } = useMenus();
  return (
    <Sheet id="menu" title="Menu" side="start">
      <nav aria-label="Menu">
        <ul className="menu-list">
          {header.map((item) => (
            <MenuLink key={`${item.to} ${item.label}`} to={item.to} label={item.label}>
              <SubMenu {...item} />
            </MenuLink>
          ))}
        </ul>
        <ul className="menu-list quiet mt-5">
          {viewer.kind === "guest" ? (
            <>
              <MenuLink to={href("/auth")} label="Login" />
              <MenuLink to={href("/orders")} label="My Orders" />
            </>
          ) : (
            <AccountLinks done={closeMenu} />
          )}
          {phone.map(({ to, label }) => (
            <MenuLink key={`${to} ${label}`} to={to} label={label} />
          ))}
        </ul>
      </nav>
    </Sheet>
  );
}

const closeMenu = () => closeSheet("menu");

/** `whole`: loads a new document. `done`: closes what the link is in. */
function MenuLink({
  to,
  label,
  whole = false,
  done = closeMenu,
  children,
}: {
  to: string;
  label: string;
  whole?: boolean;
  done?: (link: HTMLAnchorElement) => void;
  children?: ReactNode;
}) {
  const follow = useFollow({ done });
  return (
    <li>
      {to === "" ? (
        <p className="menu-title">{label}</p>
      ) : (
        <a href={to} onClick={whole || !isOwn(to) ? undefined : follow}>
          {label}
        </a>
      )}
      {children}
    </li>
  );
}
