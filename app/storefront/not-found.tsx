import { Search } from "lucide";
import { data, Form, href, Link } from "react-router";
import { useShop } from "../parts/shop-context.ts";
import { Icon } from "../ui/icon.tsx";
import type { Route } from "./+types/not-found";

export function loader(_: Route.LoaderArgs) {
  return data(null, { status: 404 });
}

/** A form sent to an unknown address gets the same answer. */
export function action(_: Route.ActionArgs) {
  return data(null, { status: 404 });
}

export default function NotFound() {
  const { shop, nav } = useShop();
  return (
    <section className="empty">
      <title>{`Page not found · ${shop.name}`}</title>
      <meta name="robots" content="noindex" />
      <div className="not-found-figure" aria-hidden="true">
        4<i />4
      </div>
      <h1>Oops! Page not found</h1>
      <p>The link may be old, or the product may have left the shop.</p>
      <Link className="btn btn-primary" to={href("/")}>
        Return to Home
      </Link>
      <Form className="search in-page mt-8" method="get" action={href("/shop")}>
        <Icon of={Search} />
        <input
          className="input"
          type="search"
          name="q"
          aria-label="Search the shop"
          placeholder="Search products"
          maxLength={100}
        />
        <button className="btn btn-secondary" type="submit">
          Search
        </button>
      </Form>
      <nav className="mt-3" aria-label="Popular categories">
        <ul className="flex flex-wrap justify-center gap-2">
          {nav.map(({ slug, name }) => (
            <li key={slug}>
              <Link className="chip min-h-tap" to={href("/category/:categoryName?", { categoryName: slug })}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </section>
  );
}
