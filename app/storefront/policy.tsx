import { data } from "react-router";
import { policyPage } from "../../shop/content/policy.server.ts";
import { longDate, timeField } from "../../shop/dates.ts";
import { settingsChangedAt, shopSettings } from "../../shop/settings/settings.server.ts";
import { MadeHtml } from "../parts/content/made-html.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/policy";
import { policies, policyFacts, policyKeys } from "./policy/policies.server.ts";

/** The policy of this address, from its Markdown file, with this shop's facts. */
export async function loader({ pattern, context }: Route.LoaderArgs) {
  const path = `/${pattern.replace(/^\//, "")}`;
  const text = policies.get(path);
  if (text === undefined) throw data(null, { status: 404 });
  const services = context.get(servicesContext);
  const [settings, changedAt] = await Promise.all([
    shopSettings(services),
    settingsChangedAt(services, policyKeys),
  ]);
  const page = policyPage(text, policyFacts(settings));
  // The facts are part of the policy: it changed when they did.
  const changed = changedAt ? timeField(changedAt).slice(0, 10) : "";
  return { path, ...page, updated: [page.updated, changed].sort().at(-1) ?? "" };
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
