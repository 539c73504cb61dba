import type { ReactNode } from "react";
import { longDate } from "../../../shop/dates.ts";
import { PageHead } from "../page-head.tsx";

export type PolicySection = { id: string; title: string; body: ReactNode };

/** A policy page: summary, date of the last change, table of contents, sections. */
export function PolicyPage({
  title,
  description,
  lead,
  path,
  updated,
  sections,
}: {
  title: string;
  description: string;
  lead: string;
  path: string;
  /** Date of the last change (ISO). */
  updated: string;
  sections: PolicySection[];
}) {
  return (
    <div className="wrap words-page policy">
      <PageHead title={title} description={description} path={path} />
      <header className="words-head">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        <p className="small muted">
          Last updated on <time dateTime={updated}>{longDate(updated)}</time>
        </p>
      </header>
      <div className="policy-columns">
        <nav className="on-this-page" aria-label="On this page">
          <h2>On this page</h2>
          <ol>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="words">
          {sections.map((section) => (
            <section key={section.id} id={section.id}>
              <h2>{section.title}</h2>
              {section.body}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
