import { href, Link } from "react-router";
import { useShop } from "../../parts/shop-context.ts";
import { Mark } from "./header.tsx";

const quickLinks = [
  { to: href("/"), label: "Home" },
  { to: href("/shop"), label: "Shop" },
  { to: href("/blog"), label: "Blog" },
  { to: href("/about"), label: "About" },
  { to: href("/track/:id?"), label: "Track Order" },
];

const serviceLinks = [
  { to: href("/contact"), label: "Contact" },
  { to: href("/faq"), label: "FAQ" },
  { to: href("/refund-policy"), label: "Refund Policy" },
  { to: href("/terms-and-conditions"), label: "Terms & Conditions" },
  { to: href("/privacy-policy"), label: "Privacy Policy" },
];

export function Footer() {
  const { shop, nav, demo, year } = useShop();
  const categories = nav.map(({ slug, name }) => ({
    to: href("/category/:categoryName?", { categoryName: slug }),
    label: name,
  }));
  return (
    <footer className="site-foot">
      <div className="temple" aria-hidden="true" />
      <div className="foot-body later">
        <div className="wrap">
          <div className="block-border" aria-hidden="true" />
          <div className="columns">
            <div className="about">
              <Mark />
              <p>{shop.description}</p>
            </div>
            <Links title="Quick Links" links={quickLinks} />
            <Links title="Categories" links={categories} />
            <Links title="Customer Service" links={serviceLinks} />
            <section className="founders">
              <h2>Founders</h2>
              <ul>
                {shop.founders.map(({ name, role }) => (
                  <li key={role}>{name ? [name, <small key={role}>{role}</small>] : role}</li>
                ))}
              </ul>
            </section>
          </div>
          <div className="legal">
            <span>
              © {year} {shop.name}. All rights reserved.
            </span>
            {demo && (
              <span>Demo shop: pictures are illustrations, not photographs; brands are invented.</span>
            )}
            <Link to={href("/cookie-policy")}>Cookie Policy</Link>
          </div>
        </div>
      </div>
    </footer>
  );
}

function Links({ title, links }: { title: string; links: { to: string; label: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
