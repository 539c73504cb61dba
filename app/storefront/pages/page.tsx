import { data, href } from "react-router";
import { policyPage } from "../../../shop/content/policy.server.ts";
import { pageKind } from "../../../shop/publishing/kinds.server.ts";
import { draftOf, publishedPage } from "../../../shop/publishing/published.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { moved } from "../../http/moved.server.ts";
import { previewOfRequest } from "../../http/shown-content.server.ts";
import { MadeHtml } from "../../parts/content/made-html.tsx";
import { policyFacts } from "../../parts/content/policy/policies.server.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { useShop } from "../../parts/shop-context.ts";
import { servicesContext } from "../../services-context.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { Route } from "./+types/page";

/** A page that the owner wrote. An address that it had before leads to its present one. */
export async function loader({ request, params: { slug }, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const previewed = previewOfRequest({ request, context }, pageKind);
  const draft = previewed === null ? null : await draftOf(services, pageKind, previewed);
  const found = draft ? { content: draft } : await publishedPage(services, slug);
  if (!found) return data(null, { status: 404 });
  if ("movedTo" in found)
    throw moved(href("/pages/:slug", { slug: found.movedTo }), new URL(request.url).search);
  const { content } = found;
  const facts = policyFacts(await shopSettings(services));
  const description = content.metaDescription || content.title;
  const page = policyPage({ ...content, description, lead: content.metaTitle }, facts, { flat: true });
  return { ...page, slug: content.slug };
}

export default function OwnPage({ loaderData }: Route.ComponentProps) {
  const { shop } = useShop();
  if (!loaderData)
    return (
      <>
        <title>{`Page not found · ${shop.name}`}</title>
        <meta name="robots" content="noindex" />
        <EmptyState
          level={1}
          title="Page not found"
          text="It may have been renamed or taken down."
          link={{ to: href("/"), label: "Return to Home" }}
        />
      </>
    );
  const { title, lead, description, slug, html } = loaderData;
  return (
    <div className="wrap words-page">
      <PageHead title={lead || title} description={description} path={href("/pages/:slug", { slug })} />
      <header className="words-head">
        <h1>{title}</h1>
      </header>
      <MadeHtml html={html} />
    </div>
  );
}
