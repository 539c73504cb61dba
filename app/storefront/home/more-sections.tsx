import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { rupees } from "../../../shop/money.ts";
import { ArticleCard } from "../../parts/content/article-card.tsx";
import { MadeHtml } from "../../parts/content/made-html.tsx";
import { ProductGrid } from "../../parts/product-card.tsx";
import { RecentlyViewed } from "../../parts/recent/recently-viewed.tsx";
import type { ShownSection } from "./sections.server.ts";

type Of<Kind extends ShownSection["kind"]> = Extract<ShownSection, { kind: Kind }>;

/** The sections that the specification's home page does not have: loaded by pages that have one. */
export default function MoreSection({ section, id }: { section: ShownSection; id: string }) {
  switch (section.kind) {
    case "products":
      return section.source === "recent" ? (
        <div className="wrap">
          <RecentlyViewed />
        </div>
      ) : (
        <Titled id={id} title={section.title}>
          <ProductGrid className="product-grid four" products={section.products} />
        </Titled>
      );
    case "banner":
      return <Banner section={section} id={id} />;
    case "strip":
      return <Strip section={section} />;
    case "prices":
      return (
        <Titled id={id} title={section.title}>
          <ul className="price-points">
            {section.amounts.map((amount) => (
              <li key={amount}>
                <Link className="btn btn-secondary" to={`${href("/shop")}?max=${amount / 100}`}>
                  Under {rupees(amount)}
                </Link>
              </li>
            ))}
          </ul>
        </Titled>
      );
    case "articles":
      return (
        <Titled id={id} title={section.title}>
          <div className="home-articles">
            {section.articles.map((article) => (
              <ArticleCard key={article.slug} article={article} />
            ))}
          </div>
        </Titled>
      );
    case "text":
      return section.title === "" ? (
        <div className="section wrap">
          <MadeHtml html={section.html} />
        </div>
      ) : (
        <Titled id={id} title={section.title}>
          <MadeHtml html={section.html} />
        </Titled>
      );
    default:
      return null;
  }
}

function Titled({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="section wrap" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
      </div>
      {children}
    </section>
  );
}

function Banner({ section: { title, text, button, to }, id }: { section: Of<"banner">; id: string }) {
  return (
    <section className="section wrap" aria-labelledby={id}>
      <div className="home-banner">
        <h2 id={id}>{title}</h2>
        {text !== "" && <p>{text}</p>}
        {to !== "" && (
          <Address className="btn btn-primary" to={to}>
            {button}
          </Address>
        )}
      </div>
    </section>
  );
}

function Strip({ section: { text, code, to } }: { section: Of<"strip"> }) {
  return (
    <div className="wrap">
      <p className="home-strip">
        {to === "" ? text : <Address to={to}>{text}</Address>}
        {code !== "" && (
          <span>
            Code <b>{code}</b>
          </span>
        )}
      </p>
    </div>
  );
}

/** A link within the shop, or to another site, mail or telephone. */
function Address({ to, ...shown }: { to: string; className?: string; children: string }) {
  return to.startsWith("/") ? <Link to={to} {...shown} /> : <a href={to} {...shown} />;
}
