import { href, Link } from "react-router";
import type { ArticleSummary as Card } from "../../../shop/content/blog/article.ts";
import { longDate } from "../../../shop/dates.ts";
import { ResponsivePicture } from "../picture.tsx";

/** The whole card is clickable; screen readers get the title as the link. */
export function ArticleCard({ article }: { article: Card }) {
  return (
    <article className="article-card">
      <div className="pic">
        {article.picture && (
          <ResponsivePicture
            picture={article.picture}
            alt=""
            sizes="(min-width: 64rem) 24rem, (min-width: 48rem) 45vw, 92vw"
          />
        )}
      </div>
      <ArticleFacts article={article} />
      <h2 className="h3 mt-1">
        <ArticleLink article={article} />
      </h2>
      <p className="mt-2 muted">{article.excerpt}</p>
    </article>
  );
}

/** The first article of a list: large, and loaded eagerly. */
export function FeaturedArticle({ article }: { article: Card }) {
  return (
    <article className="article-card featured">
      <div className="pic">
        {article.picture && (
          <ResponsivePicture picture={article.picture} alt="" sizes="(min-width: 64rem) 46rem, 92vw" eager />
        )}
      </div>
      <div>
        <ArticleFacts article={article} />
        <h2 className="mt-1">
          <ArticleLink article={article} />
        </h2>
        <p className="mt-2 text-lead muted">{article.excerpt}</p>
        <span className="link inline-block mt-4" aria-hidden="true">
          Read the article
        </span>
      </div>
    </article>
  );
}

/** "Fashion · 12 November 2026 · 3 min read". */
export function ArticleFacts({ article }: { article: Card }) {
  return (
    <p className="article-facts flex flex-wrap mt-4 text-small muted">
      <b className="font-medium text-indigo">{article.category}</b>
      <span>
        <time dateTime={article.publishedAt}>{longDate(article.publishedAt)}</time>
      </span>
      <span>{article.readMinutes} min read</span>
    </p>
  );
}

function ArticleLink({ article }: { article: Card }) {
  return (
    <Link to={href("/blog/:id", { id: article.slug })} prefetch="intent">
      {article.title}
    </Link>
  );
}
