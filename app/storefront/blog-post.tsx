import { data, href, isRouteErrorResponse, Link } from "react-router";
import { mediaPath } from "../../shop/catalogue/picture-address.ts";
import { articlePage } from "../../shop/content/blog/articles.server.ts";
import { shopSettings } from "../../shop/settings/settings.server.ts";
import { originOf } from "../http/origin.server.ts";
import { addHeadMetadata } from "../http/seo/head-metadata.server.ts";
import { blogPostingData, breadcrumbData, organizationData } from "../http/seo/structured-data.ts";
import { ArticleCard, ArticleFacts } from "../parts/content/article-card.tsx";
import { MadeHtml } from "../parts/content/made-html.tsx";
import { NewsletterForm } from "../parts/content/newsletter-form.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { preloadPicture, ResponsivePicture } from "../parts/picture.tsx";
import { useShop } from "../parts/shop-context.ts";
import { servicesContext } from "../services-context.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/failure.tsx";
import type { Route } from "./+types/blog-post";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [page, settings] = await Promise.all([articlePage(services, params.id), shopSettings(services)]);
  if (!page) throw data(null, { status: 404 });
  const origin = originOf(services.site, request);
  const { title, slug, picture } = page.article;
  const way = breadcrumbData(origin, [
    { name: "Blog", path: href("/blog") },
    { name: title, path: href("/blog/:id", { id: slug }) },
  ]);
  addHeadMetadata(context, {
    structuredData: () => [blogPostingData(origin, page.article), organizationData(origin, settings), way],
    meta: picture ? [["og:image", `${origin}${mediaPath(picture, 1200, "jpg")}`]] : [],
  });
  return page;
}

const pictureSizes = "(min-width: 64rem) 60rem, 100vw";

export default function BlogPost({ loaderData: { article, related } }: Route.ComponentProps) {
  if (article.picture) preloadPicture(article.picture, pictureSizes);
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
          <p className="mb-4 text-small">
            <Link className="link inline-flex items-center min-h-9" to={href("/blog")}>
              All articles
            </Link>
          </p>
          <h1>{article.title}</h1>
          <p className="lead">{article.excerpt}</p>
          <ArticleFacts article={article} />
        </header>
        {article.picture && (
          <div className="pic wide">
            <ResponsivePicture
              picture={article.picture}
              alt={article.picture.alt}
              sizes={pictureSizes}
              eager
            />
          </div>
        )}
        <MadeHtml html={article.html} />
        <p className="text-small muted">Written by {article.author}</p>
      </article>
      {related.length > 0 && (
        <section className="mt-section pt-8 border-t border-line">
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
  const { shop } = useShop();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  if (!missing) return <ErrorPanel error={error} />;
  return (
    <>
      <title>{`Article not found · ${shop.name}`}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        level={1}
        title="Article not found"
        text="It may have been renamed or taken down."
        link={{ to: href("/blog"), label: "View all articles" }}
      />
    </>
  );
}
