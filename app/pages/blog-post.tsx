import { data, href, isRouteErrorResponse, Link } from "react-router";
import { articlePage } from "../../shop/content/blog/articles.server.ts";
import { PageHead } from "../parts/page-head.tsx";
import { Picture } from "../parts/picture.tsx";
import { ArticleCard, ArticleFacts } from "../parts/words/article-card.tsx";
import { NewsletterForm } from "../parts/words/newsletter-form.tsx";
import { servicesContext } from "../services-context.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Failure } from "../ui/failure.tsx";
import type { Route } from "./+types/blog-post";

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await articlePage(context.get(servicesContext), params.id);
  if (!page) throw data(null, { status: 404 });
  return page;
}

export default function BlogPost({ loaderData: { article, related } }: Route.ComponentProps) {
  return (
    <div className="wrap words-page">
      <PageHead
        title={article.title}
        description={article.excerpt}
        path={href("/blog/:id", { id: article.slug })}
        type="article"
      />
      <article className="article">
        <header className="words-head">
          <p className="way-back">
            <Link className="link" to={href("/blog")}>
              All articles
            </Link>
          </p>
          <h1>{article.title}</h1>
          <p className="lead">{article.excerpt}</p>
          <ArticleFacts article={article} />
        </header>
        {article.picture && (
          <div className="pic wide">
            <Picture picture={article.picture} sizes="(min-width: 64rem) 60rem, 100vw" eager />
          </div>
        )}
        <div
          className="words"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown by articleHtml, which lets no HTML through
          dangerouslySetInnerHTML={{ __html: article.html }}
        />
        <p className="small muted">Written by {article.author}</p>
      </article>
      {related.length > 0 && (
        <section className="read-next">
          <h2>Read next</h2>
          <div className="article-grid">
            {related.map((other) => (
              <ArticleCard key={other.slug} article={other} />
            ))}
          </div>
        </section>
      )}
      <NewsletterForm />
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  if (!missing) return <Failure error={error} />;
  return (
    <EmptyState level={1} title="Article not found" text="It may have been renamed or taken down.">
      <title>Article not found · Campus Style</title>
      <meta name="robots" content="noindex" />
      <Link className="btn btn-primary" to={href("/blog")}>
        View all articles
      </Link>
    </EmptyState>
  );
}
