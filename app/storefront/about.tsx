import { data, href, Link } from "react-router";
import { policyPage } from "../../shop/content/policy.server.ts";
import { shopSettings } from "../../shop/settings/settings.server.ts";
import { shownContent } from "../http/shown-content.server.ts";
import { MadeHtml } from "../parts/content/made-html.tsx";
import { policyFacts, policyKindFor } from "../parts/content/policy/policies.server.ts";
import { PageHead } from "../parts/page-head.tsx";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/about";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const settings = await shopSettings(services);
  const { content } = await shownContent({ request, context }, policyKindFor(settings.policy), "about");
  if (!content) throw data(null, { status: 404 });
  return policyPage(content, policyFacts(settings), { flat: true });
}

export default function About({ loaderData: { title, description, lead, html } }: Route.ComponentProps) {
  return (
    <div className="wrap words-page">
      <PageHead title="About" description={description} path={href("/about")} />
      <header className="words-head">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </header>
      <MadeHtml html={html} />
      <p className="mt-4">
        <Link className="btn btn-primary" to={href("/shop")}>
          Shop Collection
        </Link>
      </p>
    </div>
  );
}
