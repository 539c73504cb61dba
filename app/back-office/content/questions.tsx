import { Link } from "react-router";
import { faqEntries } from "../../../shop/content/faq/edit-faq.server.ts";
import { ownGroups } from "../../../shop/content/faq/faq.ts";
import { faqFacts } from "../../../shop/content/faq/faq-facts.ts";
import { hoursInWords } from "../../../shop/settings/opening-hours.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { servicesContext } from "../../services-context.ts";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/questions";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [settings, entries] = await Promise.all([shopSettings(services), faqEntries(services)]);
  const groups = ownGroups(faqFacts({ ...settings, hours: hoursInWords(settings.hours) })).map(
    ({ id, title, questions }) => {
      const own = questions.map((question) => {
        const entry = entries.find((each) => each.id === question.id);
        const state = !entry ? "" : entry.hidden ? "Hidden" : "Your words";
        return { id: question.id, question: entry?.question ?? question.question, state };
      });
      const added = entries.filter(
        (entry) => entry.groupId === id && !questions.some((each) => each.id === entry.id),
      );
      return {
        id,
        title,
        rows: [
          ...own,
          ...added.map((entry) => ({
            id: entry.id,
            question: entry.question,
            state: entry.hidden ? "Hidden" : "Added",
          })),
        ],
      };
    },
  );
  return { groups };
}

export default function Questions({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead
        title="Questions"
        text="What the FAQ page says. The shop's own answers follow the policy in Settings; yours appear as you write them."
        back={{ to: "/admin/content", label: "Content" }}
      >
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
        </Panel>
      ))}
    </>
  );
}
