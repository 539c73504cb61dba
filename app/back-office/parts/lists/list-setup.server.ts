import type { Services } from "../../../../platform/services.server.ts";
import type { Staff } from "../../../../shop/access/actor.ts";
import { chooseForList, listChoiceOf, viewsOf } from "../../../../shop/saved-views/saved-views.server.ts";
import { type ViewListName, viewQuery } from "../../../../shop/saved-views/views.ts";

/** The name of a sort order, "-" for descending; the list itself knows which it has. */
const sortName = /^-?[a-z]{1,20}$/;

/**
 * How a member of the team sees a list, for `ListScreen`: saved views and hidden columns, and the request with the sort
 * order that they used last, where its address names none and is not that of a view, which has the list's own order
 * then. Another order in the address is kept for the next time.
 */
export async function listSetup(services: Services, staff: Staff, list: ViewListName, request: Request) {
  const url = new URL(request.url);
  const asked = url.searchParams.get("sort");
  const [views, { hidden, sort }] = await Promise.all([
    viewsOf(services, staff, list),
    listChoiceOf(services, staff, list),
  ]);
  if (asked && asked !== sort && sortName.test(asked))
    await chooseForList(services, staff, list, { sort: asked });
  const shown = viewQuery(url.search);
  const isView = views.some(({ query }) => query === shown && query !== "");
  if (!asked && !isView && sort) url.searchParams.set("sort", sort);
  const setup = { list, hidden, views: views.map(({ id, name, query }) => ({ id, name, query })) };
  return { setup, request: new Request(url, { headers: request.headers }) };
}

export type ListSetup = Awaited<ReturnType<typeof listSetup>>["setup"];
