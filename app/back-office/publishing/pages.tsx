import { Link } from "react-router";
import { pageKind } from "../../../shop/publishing/kinds.server.ts";
import { publications, stateInWords } from "../../../shop/publishing/publishing.server.ts";
import { servicesContext } from "../../services-context.ts";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/pages";

export async function loader({ context }: Route.LoaderArgs) {
  const found = await publications(context.get(servicesContext), pageKind);
  // Nothing is left of one whose only draft was discarded.
  const rows = [...found.values()].flatMap((one) =>
    one.shown
      ? [{ key: one.key, title: one.shown.title, slug: one.shown.slug, state: stateInWords(one) }]
      : [],
  );
  return { rows };
}

export default function Pages({ loaderData: { rows } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead
        title="Pages"
        text="Pages of your own, such as a size advice or a store locator, each at /pages/…"
        back={{ to: "/admin/content", label: "Content" }}
      >
        <Link className="btn btn-primary" to="/admin/content/pages/new">
          New page
        </Link>
      </ScreenHead>
      <Panel title="Your pages">
        {rows.length === 0 ? (
          <p className="muted">No pages yet. Make one, then link to it from a menu.</p>
        ) : (
          <ul className="rows">
            {rows.map(({ key, title, slug, state }) => (
              <li key={key}>
                <Link className="link" to={`/admin/content/pages/${key}`}>
                  {title}
                </Link>
                <span className="muted">
                  /pages/{slug} · {state}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}
