import { href } from "react-router";
import { collectionToEdit } from "../../../shop/catalogue/edit/edit-collection.server.ts";
import {
  rowsToSort,
  type SortedBy,
  saveOrderOf,
} from "../../../shop/catalogue/edit/sort-catalogue.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { handleSortForm, sortedRecord } from "../parts/sort-list.server.ts";
import { SortScreen } from "../parts/sort-screen.tsx";
import type { Route } from "./+types/sort";

/** What each address sorts. In: the address and the collection in it, if it has one. */
function listAt(pathname: string, slug: string | undefined): SortedBy {
  if (slug !== undefined) return { pinnedIn: slug };
  if (pathname.startsWith(href("/admin/sizes"))) return "sizes";
  return pathname.startsWith(href("/admin/categories")) ? "categories" : "collections";
}

const heads = {
  collections: {
    title: "Sort collections",
    text: "The order of the list of collections, of “Shop by Category” and of filters.",
    back: { to: href("/admin/collections"), label: "Collections" },
  },
  sizes: {
    title: "Sort size scales",
    text: "Their order in forms. Where two have the same sizes in another order, the first one counts.",
    back: { to: href("/admin/sizes"), label: "Sizes" },
  },
  categories: {
    title: "Sort categories",
    text: "The order of lists and filters. A part of another category stands where you put it.",
    back: { to: href("/admin/categories"), label: "Categories" },
  },
};

export async function loader({ request, context, params: { slug } }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const list = listAt(new URL(request.url).pathname, slug);
  const record = sortedRecord(await rowsToSort(services, list));
  if (typeof list === "string") return { head: heads[list], record };
  const found = await collectionToEdit(services, list.pinnedIn);
  if (!found) throw new Response("No such collection", { status: 404 });
  return {
    head: {
      title: `Sort pinned products of ${found.name}`,
      text: "They come first in its recommended order.",
      back: { to: productsOf(found.slug), label: found.name },
    },
    record,
  };
}

const productsOf = (slug: string) => href("/admin/collections/:slug/products", { slug });

export async function action({ request, context, params: { slug } }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const list = listAt(new URL(request.url).pathname, slug);
  return handleSortForm(await formFields({ request, context }), {
    save: (keys, version) => saveOrderOf(services, { actor: staffOf(context), list, keys, version }),
    now: () => rowsToSort(services, list),
    back: typeof list === "string" ? heads[list].back.to : productsOf(list.pinnedIn),
  });
}

export default function Sort({ loaderData: { head, record }, actionData }: Route.ComponentProps) {
  return <SortScreen {...head} record={record} answer={useLastAnswer(actionData)} />;
}
