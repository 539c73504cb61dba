import { href } from "react-router";
import { collectionToEdit } from "../../../shop/catalogue/edit/edit-collection.server.ts";
import {
  rowsToSort,
  type SortedBy,
  saveOrderOf,
} from "../../../shop/catalogue/edit/sort-catalogue.server.ts";
import { arrangedFields, itemField, itemFields, typedItems } from "../../../shop/publishing/listed-items.ts";
import { typedTexts } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { type EditedRecord, EditForm } from "../parts/edit-form.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import { SortedList } from "../parts/sorted-list.tsx";
import type { Route } from "./+types/sort";

/** What each address sorts. In: the address and the collection in it, if it has one. */
function listAt(pathname: string, slug: string | undefined): SortedBy {
  if (slug !== undefined) return { pinnedIn: slug };
  return pathname.startsWith(href("/admin/categories")) ? "categories" : "collections";
}

const heads = {
  collections: {
    title: "Sort collections",
    text: "The order of the list of collections, of “Shop by Category” and of filters.",
    back: { to: href("/admin/collections"), label: "Collections" },
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
  const found = slug === undefined ? null : await collectionToEdit(services, slug);
  if (slug !== undefined && !found) throw new Response("No such collection", { status: 404 });
  const { rows, version } = await rowsToSort(services, list);
  const record: EditedRecord = {
    version,
    values: itemFields(rows.map(({ key, name }) => ({ kind: key, name }))),
  };
  const head =
    typeof list === "string"
      ? heads[list]
      : {
          title: `Sort pinned products of ${found?.name ?? ""}`,
          text: "They come first in its recommended order.",
          back: {
            to: href("/admin/collections/:slug/products", { slug: list.pinnedIn }),
            label: found?.name ?? "",
          },
        };
  return { head, record };
}

export async function action({ request, context, params: { slug } }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const list = listAt(new URL(request.url).pathname, slug);
  const sent = await formFields({ request, context });
  // The buttons of the list, in browsers without scripts.
  const button = sent.get("arrange");
  if (button !== undefined) return { ok: true, typed: typedTexts(arrangedFields(sent, button)), errors: {} };
  const back =
    typeof list === "string"
      ? heads[list].back.to
      : href("/admin/collections/:slug/products", { slug: list.pinnedIn });
  return saveEdit(sent, {
    read: { ok: true, value: typedItems(sent).map(({ kind }) => kind) },
    saveAs: (keys, version) => saveOrderOf(services, { actor: staffOf(context), list, keys, version }),
    now: async () => {
      const { rows, version } = await rowsToSort(services, list);
      return { version, values: itemFields(rows.map(({ key, name }) => ({ kind: key, name }))) };
    },
    saved: [back, "listSorted"],
  });
}

export default function Sort({ loaderData: { head, record }, actionData }: Route.ComponentProps) {
  const { title, text, back } = head;
  return (
    <>
      <ScreenHead title={title} text={text} back={back} />
      <EditForm
        label={title}
        fields={[]}
        record={record}
        answer={useLastAnswer(actionData)}
        button="Save the order"
        cancelTo={back.to}
        more={(shown, theirs, touch) => (
          <SortedList
            // After somebody else's change the list is another.
            key={theirs ? "theirs" : "own"}
            label={title}
            shown={theirs ?? shown}
            touch={touch}
            addable={[]}
            named={{ field: "name", otherwise: () => "Unnamed" }}
          >
            {({ at, fields }) => (
              <input type="hidden" name={itemField(at, "name")} value={fields.name ?? ""} />
            )}
          </SortedList>
        )}
      />
    </>
  );
}
