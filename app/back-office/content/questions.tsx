import { href, Link } from "react-router";
import { faqEntries, faqOrders } from "../../../shop/content/faq/edit-faq.server.ts";
import { arrangedFaq } from "../../../shop/content/faq/faq.ts";
import { faqFacts } from "../../../shop/content/faq/faq-facts.ts";
import { hoursInWords } from "../../../shop/settings/opening-hours.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { servicesContext } from "../../services-context.ts";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/questions";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [settings, entries, orders] = await Promise.all([
    shopSettings(services),
    faqEntries(services),
    faqOrders(services),
  ]);
  const facts = faqFacts({ ...settings, hours: hoursInWords(settings.hours) });
  const groups = arrangedFaq(facts, entries, orders).map(({ id, title, questions }) => ({
    id,
    title,
    rows: questions.map(({ id, question, own, entry }) => ({
      id,
      question,
      state: entry?.hidden ? "Hidden" : own ? entry && "Your words" : "Added",
    })),
  }));
  return { groups };
}

const sortOf = (list: string) => href("/admin/content/faq/sort/:list", { list });

export default function Questions({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead
        title="Questions"
        text="What the FAQ page says. The shop's own answers follow the policy in Settings; yours appear as you write them."
        back={{ to: "/admin/content", label: "Content" }}
      >
        <Link className="btn btn-secondary" to={sortOf("groups")}>
          Sort groups
        </Link>
        <Link className="btn btn-primary" to="/admin/content/faq/new">
          New question
        </Link>
      </ScreenHead>
      {groups.map(({ id, title, rows }) => (
        <Panel key={id} title={title}>
          <ul className="rows">
            {rows.map((row) => (
              <li key={row.id}>
                <Link className="link" to={`/admin/content/faq/${row.id}`}>
                  {row.question}
                </Link>
                {row.state && <span className="badge info">{row.state}</span>}
              </li>
            ))}
          </ul>
          <Link className="btn btn-secondary mt-3" to={sortOf(id)} aria-label={`Sort questions: ${title}`}>
            Sort questions
          </Link>
        </Panel>
      ))}
    </>
  );
}
