import { ChevronDown } from "lucide";
import type { ReactNode } from "react";
import { href, Link, useLocation } from "react-router";
import { CachedFragment } from "../../http/fragments/cached-fragment.tsx";
import { useFollow } from "../../http/page/use-follow.ts";
import { useMenus, useShop } from "../../parts/shop-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { Mark } from "./header.tsx";
import { isOwn } from "./sub-menu.tsx";

const serviceLinks = [
  { to: href("/contact"), label: "Contact" },
  { to: href("/faq"), label: "FAQ" },
  { to: href("/refund-policy"), label: "Refund Policy" },
  { to: href("/terms-and-conditions"), label: "Terms & Conditions" },
  { to: href("/privacy-policy"), label: "Privacy Policy" },
];

/** During checkout: the links a customer may need, and none that leads away from the order. */
const shortFooter = /^\/(checkout|order\/)/;

export function Footer() {
  const { pathname } = useLocation();
  const { shop, nav, menus, year, demo } = useShop();
  const short = shortFooter.test(pathname);
  return (
    <footer className={short ? "site-foot print:hidden short" : "site-foot print:hidden"}>
      <div className="temple" aria-hidden="true" />
      <div className="foot-body later">
        <div className="wrap">
          <CachedFragment
            of={shop}
            variant={`${short} ${year} ${demo} ${menus ? JSON.stringify(menus.footer) : nav.map(({ name }) => name).join()}`}
          >
            {short ? <LinkList label="Customer Service" links={serviceLinks} /> : <Columns />}
            <Legal />
          </CachedFragment>
        </div>
      </div>
    </footer>
  );
}

function Columns() {
  const { shop } = useShop();
  const { footer } = useMenus();
  return (
    <>
      <div className="block-border" aria-hidden="true" />
      <div className="columns">
        <div className="about">
          <Mark onHem />
          {shop.description && <p className="mt-2">{shop.description}</p>}
        </div>
        {footer.map(({ label, to, items }) => (
          <Part key={`${to} ${label}`} title={label}>
            <LinkList label={label} links={to === "" ? items : [{ to, label }, ...items]} />
          </Part>
        ))}
        {shop.founders.length > 0 && (
          <Part title="Founders">
            <ul className="founders grid gap-2 mt-1 leading-snug">
              {shop.founders.map(({ name, role }) => (
                <li key={role}>
                  {name}
                  <small className="block text-micro">{role}</small>
                </li>
              ))}
            </ul>
          </Part>
        )}
      </div>
    </>
  );
}

/**
 * Collapsed on a phone; on wider screens the style sheet shows the content, and the heading in place of the summary.
 */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <details>
        <summary>
          {title}
          <Icon of={ChevronDown} className="icon icon-small" />
        </summary>
        {children}
      </details>
    </section>
  );
}

function Legal() {
  const { shop, demo, year } = useShop();
  return (
    <div className="legal flex flex-wrap items-center justify-between gap-2 pt-4 text-micro">
      <span>
        © {year} {shop.name}. All rights reserved.
      </span>
      {demo && <span>Demo shop: pictures are illustrations, not photographs; brands are invented.</span>}
      <Link to={href("/cookie-policy")}>Cookie Policy</Link>
    </div>
  );
}

function LinkList({ label, links }: { label: string; links: { to: string; label: string }[] }) {
  const follow = useFollow();
  return (
    <nav aria-label={label}>
      <ul>
        {links.map(({ to, label }) => (
          <li key={`${to} ${label}`}>
            <a href={to} onClick={isOwn(to) ? follow : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
