import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import { rupees } from "../../../shop/money.ts";
import { ArticleCard } from "../../parts/content/article-card.tsx";
import { MadeHtml } from "../../parts/content/made-html.tsx";
import { ResponsivePicture } from "../../parts/picture.tsx";
import { ProductGrid } from "../../parts/product-card.tsx";
import { RecentlyViewed } from "../../parts/recent/recently-viewed.tsx";
import { Stars } from "../../ui/stars.tsx";
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
    case "reviews":
      return (
        <Titled id={id} title={section.title}>
          <ul className="home-reviews">
            {section.reviews.map((one) => (
              <li key={one.id}>
                <Praise review={one} />
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

function Praise({ review }: { review: Of<"reviews">["reviews"][number] }) {
  const { rating, comment, author, verified, at, slug, name } = review;
  return (
    <figure>
      <Stars rating={rating} />
      <blockquote>{comment}</blockquote>
      <figcaption className="text-small muted">
        {author}
        {verified && ", verified buyer"}, <time dateTime={at}>{shortDate(at)}</time>
        <Link className="link block" to={href("/product/:id?", { id: slug })}>
          {name}
        </Link>
      </figcaption>
    </figure>
  );
}

function Banner({
  section: { picture, title, text, button, to },
  id,
}: {
  section: Of<"banner">;
  id: string;
}) {
  return (
    <section className="section wrap" aria-labelledby={id}>
      <div className={`home-banner ${picture ? "pictured" : ""}`}>
        {picture && (
          <div
            className="banner-picture"
            style={{ ["--focus" as string]: picture.phone, ["--focus-wide" as string]: picture.desktop }}
          >
            <ResponsivePicture picture={picture} alt={picture.alt} sizes="(min-width: 48rem) 50vw, 100vw" />
          </div>
        )}
        <div className="banner-text">
          <h2 id={id}>{title}</h2>
          {text !== "" && <p>{text}</p>}
          {to !== "" && (
            <Link className="btn btn-primary" to={to}>
              {button}
            </Link>
          )}
        </div>
      </div>
    </section>
  );
}

function Strip({ section: { text, code, to } }: { section: Of<"strip"> }) {
  return (
    <div className="wrap">
      <p className="home-strip">
        {to === "" ? text : <Link to={to}>{text}</Link>}
        {code !== "" && (
          <span>
            Code <b>{code}</b>
          </span>
        )}
      </p>
    </div>
  );
}
