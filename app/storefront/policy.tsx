import { data } from "react-router";
import { policyPage } from "../../shop/content/policy.server.ts";
import { dayInIndia, longDate } from "../../shop/dates.ts";
import { policyKey } from "../../shop/publishing/kinds.server.ts";
import { settingsChangedAt, shopSettings } from "../../shop/settings/settings.server.ts";
import { shownContent } from "../http/shown-content.server.ts";
import { MadeHtml } from "../parts/content/made-html.tsx";
import {
  defaultChangedOn,
  policyFacts,
  policyKeys,
  policyKindFor,
} from "../parts/content/policy/policies.server.ts";
import { PageHead } from "../parts/page-head.tsx";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/policy";

/** The policy of this address, as staff published it, else as it is shipped, with this shop's facts. */
export async function loader({ request, pattern, context }: Route.LoaderArgs) {
  const key = policyKey(pattern.replace(/^\//, ""));
  if (!key) throw data(null, { status: 404 });
  const services = context.get(servicesContext);
  const settings = await shopSettings(services);
  const { policy } = settings;
  const [changedAt, { content, at }] = await Promise.all([
    settingsChangedAt(services, policyKeys),
    shownContent({ request, context }, policyKindFor(policy), key),
  ]);
  if (!content) throw data(null, { status: 404 });
  // The facts are part of the policy: it changed when they did.
  const updated =
    [at ? dayInIndia(at) : defaultChangedOn(key, policy), changedAt ? dayInIndia(changedAt) : ""]
      .sort()
      .at(-1) ?? "";
  return { path: `/${key}`, ...policyPage(content, policyFacts(settings)), updated };
}

/** A policy page: summary, date of the last change, table of contents, sections. */
export default function PolicyPage({ loaderData }: Route.ComponentProps) {
  const { path, title, description, lead, updated, contents, html } = loaderData;
  return (
    <div className="wrap words-page">
      <PageHead title={title} description={description} path={path} />
      <header className="words-head">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        <p className="mt-3 text-small muted">
          Last updated on <time dateTime={updated}>{longDate(updated)}</time>
        </p>
      </header>
      <div className="policy-columns">
        <nav className="on-this-page print:hidden mb-6" aria-label="On this page">
          <h2 className="h3 text-small">On this page</h2>
          <ol className="mt-1">
            {contents.map((section) => (
              <li key={section.id}>
                <a className="flex items-center min-h-9 text-small muted" href={`#${section.id}`}>
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <MadeHtml html={html} />
      </div>
    </div>
  );
}
