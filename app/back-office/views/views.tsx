import { href, Link } from "react-router";
import { can } from "../../../shop/access/actor.ts";
import { chooseForList, listChoiceOf, viewsOf } from "../../../shop/saved-views/saved-views.server.ts";
import { viewListNames, viewLists } from "../../../shop/saved-views/views.ts";
import { redirectWithToast } from "../../http/forms/answer.server.ts";
import { formLists } from "../../http/forms/form.server.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { NamedForm } from "../parts/named-form.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/views";

/** The list of an address; 404 for an unknown one and for one that the viewer may not see. */
function listOf(context: Route.LoaderArgs["context"], asked: string) {
  const list = viewListNames.find((name) => name === asked);
  if (!list || !can(staffOf(context), viewLists[list].permission))
    throw new Response("No such list", { status: 404 });
  return list;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const staff = staffOf(context);
  const list = listOf(context, params.list);
  const [views, { hidden }] = await Promise.all([
    viewsOf(services, staff, list),
    listChoiceOf(services, staff, list),
  ]);
  const shown = views.map(({ id, name, query, shared, ownerId }) => ({
    id,
    name,
    query,
    shared,
    isOwn: ownerId === staff.id,
  }));
  return { list, views: shown, hidden };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const fields = await formLists({ request, context });
  const list = listOf(context, params.list);
  const { columns, path } = viewLists[list];
  const shown = fields.get("column") ?? [];
  const hidden = columns.filter((column) => !shown.includes(column));
  await chooseForList(context.get(servicesContext), staffOf(context), list, { hidden });
  return redirectWithToast(path, "columnsChosen");
}

/** How the viewer sees a list: its columns, and the saved views. */
export default function Views({ loaderData: { list, views, hidden } }: Route.ComponentProps) {
  const { title, path, columns } = viewLists[list];
  const toView = (id: string) => href("/admin/views/:list/:id", { list, id });
  return (
    <div className="panels">
      <ScreenHead
        title={`Views of ${title}`}
        text="What you see of this list. Views can be your own, or shared with everybody who sees it."
        back={{ to: path, label: `All ${title}` }}
      >
        <Link className="btn btn-primary" to={toView("new")}>
          New view
        </Link>
      </ScreenHead>
      <Panel title="Saved views">
        {views.length === 0 && (
          <p className="muted">None yet. Search or filter the list, then choose "Save as a view" there.</p>
        )}
        <ul className="rows">
          {views.map(({ id, name, query, shared, isOwn }) => (
            <li key={id} className="wrap-anywhere">
              <span className="min-w-0">
                <Link className="link" to={query ? `${path}?${query}` : path}>
                  {name}
                </Link>{" "}
                {shared && <span className="badge info">{isOwn ? "Shared by you" : "Shared"}</span>}
              </span>
              <Link className="link" to={toView(id)} aria-label={`Change ${name}`}>
                Change
              </Link>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Columns">
        <NamedForm name="columns">
          <fieldset className="flex flex-wrap gap-x-6 gap-y-1">
            <legend className="sr-only">Columns to show</legend>
            {columns.map((column) => (
              <label key={column} className="check min-h-tap">
                <input
                  type="checkbox"
                  name="column"
                  value={column}
                  defaultChecked={!hidden.includes(column)}
                />
                <span>{column}</span>
              </label>
            ))}
          </fieldset>
          <button type="submit" className="btn btn-secondary">
            Save columns
          </button>
        </NamedForm>
      </Panel>
    </div>
  );
}
