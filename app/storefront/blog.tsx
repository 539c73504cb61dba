import { href, Link } from "react-router";
import { categoryFrom, categoryKey } from "../../shop/content/blog/article.ts";
import { articleCategories, articles } from "../../shop/content/blog/articles.server.ts";
import { plural } from "../../shop/money.ts";
import { ArticleCard, FeaturedArticle } from "../parts/content/article-card.tsx";
import { NewsletterForm } from "../parts/content/newsletter-form.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { useShop } from "../parts/shop-context.ts";
import { servicesContext } from "../services-context.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import type { Route } from "./+types/blog";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const categories = await articleCategories(services);
  const category = categoryFrom(new URL(request.url).searchParams.get("category"), categories);
  return { category, categories, articles: await articles(services, category) };
}

export default function Blog({ loaderData: { category, categories, articles } }: Route.ComponentProps) {
  const { shop } = useShop();
  const [first, ...others] = articles;
  return (
    <div className="wrap words-page">
      <PageHead
        title={category ? `${category} · Blog` : "Blog"}
        description="Outfits, care and honest advice."
        path={blogAddress(category)}
      />
      <header className="words-head">
        <h1>The {shop.name} Blog</h1>
        <p className="lead">Outfits, care and honest advice.</p>
      </header>
      {categories.length > 1 && <Categories all={categories} chosen={category} />}
      <p className="mt-4 mb-5 text-small muted" role="status">
        {plural(articles.length, "article")}
      </p>
      {first ? (
        <>
          <FeaturedArticle article={first} />
          {others.length > 0 && (
            <div className="article-grid">
              {others.map((article) => (
                <ArticleCard key={article.slug} article={article} />
              ))}
            </div>
          )}
        </>
      ) : (
        <NoArticles category={category} />
      )}
      <NewsletterForm />
    </div>
  );
}

function blogAddress(category: string | null): string {
  if (!category) return href("/blog");
  return `${href("/blog")}?${new URLSearchParams({ category: categoryKey(category) })}`;
}

function Categories({ all, chosen }: { all: readonly string[]; chosen: string | null }) {
  return (
    <nav aria-label="Kinds of article">
      <ul className="scroller">
        {[null, ...all].map((category) => (
          <li key={category}>
            <Link
              className="chip min-h-tap"
              to={blogAddress(category)}
              aria-current={category === chosen ? "true" : undefined}
              preventScrollReset
            >
              {category ?? "All"}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NoArticles({ category }: { category: string | null }) {
  return (
    <EmptyState
      title="No articles yet"
      text={
        category ? "Nothing here yet. You may like our other articles." : "We are writing the first ones."
      }
    >
      <Link className="btn btn-primary" to={category ? blogAddress(null) : href("/shop")}>
        {category ? "View all articles" : "Continue Shopping"}
      </Link>
    </EmptyState>
  );
}
