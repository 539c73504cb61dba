import { href, Link } from "react-router";
import {
  type CollectionRow,
  collectionRows,
  deleteCollection,
} from "../../../shop/catalogue/edit/edit-collection.server.ts";
import { plural } from "../../../shop/money.ts";
import { collectionSizes } from "../../../shop/search/collection-sizes.server.ts";
import { redirectWithToast } from "../../http/forms/answer.server.ts";
import { formLists } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { productMessages } from "../../parts/messages/office/product-messages.ts";
import { servicesContext } from "../../services-context.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { actionsColumn, numberColumn, pictureColumn } from "../parts/lists/columns.tsx";
import { type BulkConfirmation, ConfirmBulk } from "../parts/lists/confirm-bulk.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/collections";

export function loader({ request, context }: Route.LoaderArgs) {
  const asked = { sorts: ["position"] as const, filters: {}, size: 60 };
  const services = context.get(servicesContext);
  return listPage(request, asked, async ({ q }) => {
    const rows = await collectionRows(services, q);
    const sizes = await collectionSizes(
      services,
      rows.map(({ slug }) => slug),
    );
    return { rows: rows.map((row) => ({ ...row, products: sizes.get(row.slug) ?? 0 })), more: false };
  });
}

type SizedRow = CollectionRow & { products: number };

/** `ticked`: the selected rows, for a list without scripts. `question`: what is to be deleted, by name. */
type Answer = FormAnswer & { ticked: string[]; question?: BulkConfirmation & { names: string[] } };

/** Deletes the selected collections, once that is confirmed. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response | Answer> {
  const services = context.get(servicesContext);
  const actor = staffOf(context);
  const form = await formLists({ request, context });
  const ticked = form.get("id") ?? [];
  const chosen = (await collectionRows(services, "")).filter(({ slug }) => ticked.includes(slug));
  if (chosen.length === 0) return { ok: false, ticked, toast: productMessages.noCollectionChosen };
  const ids = chosen.map(({ slug }) => slug);
  if (form.get("confirmed")?.[0] !== "yes") {
    const fields = { intent: "delete", confirmed: "yes" };
    return {
      ok: false,
      ticked,
      question: { fields, ids, all: false, names: chosen.map(({ name }) => name) },
    };
  }
  const kept: string[] = [];
  for (const { slug, name } of chosen) {
    const deleted = await deleteCollection(services, { actor, slug });
    if (!deleted.ok && deleted.refused === "in-offer") kept.push(name);
  }
  if (kept.length === 0)
    return redirectWithToast(href("/admin/collections") + new URL(request.url).search, "collectionsDeleted");
  const { collectionsKept } = productMessages;
  const text = `${kept.join(", ")}: an offer is for it. End or change the offer before you delete it.`;
  return { ok: false, ticked: [], toast: { ...collectionsKept, text } };
}

const shownIn = ({ isInMenus, isOnHome }: SizedRow) =>
  [isInMenus && "menus", isOnHome && "home page"].filter(Boolean).join(", ") || "its own page only";

const columns: Column<SizedRow>[] = [
  pictureColumn(),
  {
    label: "Name",
    kind: "main",
    whole: ({ slug, name }) => `${name} /category/${slug}`,
    cell: ({ slug, name }) => (
      <>
        <Link className="link" to={href("/admin/collections/:slug/edit", { slug })}>
          {name}
        </Link>
        <span className="muted"> /category/{slug}</span>
      </>
    ),
  },
  numberColumn("Products", ({ products }) => products),
  {
    label: "Chosen",
    cell: ({ isByRule }) => (isByRule ? "by rules" : "by hand"),
  },
  numberColumn("Position", ({ position }) => position),
  {
    label: "Shown in",
    cell: shownIn,
    whole: shownIn,
  },
  actionsColumn(({ slug, name }) => (
    <Link
      className="btn btn-link"
      to={href("/admin/collections/:slug/products", { slug })}
      aria-label={`Sort products of ${name}`}
    >
      Sort products
    </Link>
  )),
];

export default function Collections({ loaderData, actionData }: Route.ComponentProps) {
  useLiveUpdates(["products"]);
  const answer = useLastAnswer(actionData);
  return (
    <ListScreen
      title="Collections"
      tableClass="list-table collections-table"
      text="Where shoppers look: the menus, “Shop by Category” on the home page, and a page each."
      actions={
        <>
          <Link className="btn btn-secondary" to={href("/admin/collections/sort")}>
            Sort
          </Link>
          <Link className="btn btn-primary" to={href("/admin/collections/new")}>
            New collection
          </Link>
        </>
      }
      {...loaderData}
      answer={answer}
      ticked={answer?.ticked ?? []}
      bulk={
        <button type="submit" name="intent" value="delete" className="btn btn-secondary">
          Delete
        </button>
      }
      rowKey={({ slug }) => slug}
      rowName={({ name }) => name}
      empty="No collections yet. Shoppers find products by category and search."
      notFound="No collections found. Try other words."
      search={{ label: "Search collections", placeholder: "Name" }}
      columns={columns}
    >
      {answer?.question && <ConfirmDeletion question={answer.question} />}
    </ListScreen>
  );
}

function ConfirmDeletion({ question }: { question: NonNullable<Answer["question"]> }) {
  const collections = plural(question.names.length, "collection");
  return (
    <ConfirmBulk
      of={question}
      action={href("/admin/collections")}
      title={`Delete ${collections}?`}
      button={`Delete ${collections}`}
      danger
      keep="Keep them"
    >
      <p className="mt-2">{question.names.join(", ")}.</p>
      <p className="mt-2">
        Products stay in the shop, and the addresses will show all products. This cannot be undone.
      </p>
    </ConfirmBulk>
  );
}
