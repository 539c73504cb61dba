import { href, Link } from "react-router";
import { productCountLabel } from "./results.tsx";

/** The head of a named list: the back link, the heading, the number of products. */
export function ListingHead({ title, count }: { title: string; count: number }) {
  return (
    <>
      <div className="band">
        <div className="wrap">
          <div className="wrap-anywhere">
            <nav className="breadcrumb flex items-center gap-2 py-2 text-small muted" aria-label="Breadcrumb">
              <Link to={href("/")}>Home</Link>
              <span aria-hidden="true">/</span>
              <span aria-current="page">{title}</span>
            </nav>
            <h1>{title}</h1>
            <p className="badge info mt-2" role="status">
              {productCountLabel(count)}
            </p>
          </div>
        </div>
      </div>
      <div className="block-border" aria-hidden="true" />
    </>
  );
}
