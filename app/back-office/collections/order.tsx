import { Form, href, Link } from "react-router";
import type { ProductSummary } from "../../../shop/catalogue/catalogue.ts";
import { cachedCollections } from "../../../shop/catalogue/collections.server.ts";
import { collectionToEdit } from "../../../shop/catalogue/edit/edit-collection.server.ts";
import { readListing } from "../../../shop/catalogue/listing-address.ts";
import {
  leftOut,
  placementsIn,
  placeProduct,
  productMoves,
} from "../../../shop/catalogue/placements/place-product.server.ts";
import { rupees } from "../../../shop/money.ts";
import { listProducts } from "../../../shop/search/list-products.server.ts";
import { refuseFields } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { productMessages } from "../../parts/messages/office/product-messages.ts";
import { servicesContext } from "../../services-context.ts";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/order";

/** A collection as shoppers see it in its recommended order, with the staff's placements. */
export async function loader({ request, context, params: { slug } }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const collections = await cachedCollections(services);
  const shown = collections.find((one) => one.slug === slug);
  if (!shown) throw new Response("No such collection", { status: 404 });
  const [placements, edited] = await Promise.all([
    placementsIn(services, slug),
    collectionToEdit(services, slug),
  ]);
  const isByRule = edited?.rule != null;
  const list = await listPage(
    request,
    { sorts: ["recommended"] as const, filters: {}, size: 12 },
    async ({ page }) => {
      const query = readListing(new URLSearchParams({ page: String(page) }), slug, new Set([slug]));
      const listing = await listProducts(services, query, [], { most: 1 });
      const rows = listing.products.map((product) => ({
        product,
        placement: placements.get(product.id) ?? 0,
        isByRule,
      }));
      return { rows, more: listing.page < listing.pages };
    },
  );
  const others = collections.filter((one) => one.slug !== slug);
  return {
    list,
    title: shown.title,
    slug,
    others,
    isByRule,
    pinned: [...placements.values()].filter((placement) => placement > 0).length,
    out: isByRule ? await leftOut(services, slug) : [],
  };
}

const toasts = {
  top: productMessages.pinned,
  bury: productMessages.buried,
  back: productMessages.placementUndone,
};
const refusals = { "not-found": productMessages.notInCollection, "too-many": productMessages.tooManyPinned };

export async function action({ request, context, params: { slug } }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const move = productMoves.find((one) => one === fields.get("intent")) ?? "back";
  const placed = await placeProduct(services, {
    actor: staffOf(context),
    slug,
    productId: fields.get("product") ?? "",
    move,
  });
  if (!placed.ok) return refuseFields({}, 400, undefined, { toast: refusals[placed.refused] });
  const isLeftOut = move === "bury" && (await collectionToEdit(services, slug))?.rule != null;
  return { ok: true, toast: isLeftOut ? productMessages.leftOut : toasts[move] };
}

type Row = { product: ProductSummary; placement: number; isByRule: boolean };

const columns: Column<Row>[] = [
  {
    label: "Product",
    kind: "main",
    cell: ({ product, placement }) => (
      <>
        <Link className="link" to={href("/admin/products/:id", { id: product.id })}>
          {product.name}
        </Link>{" "}
        {placement > 0 && <span className="badge info">Pinned, position {placement}</span>}
        {placement < 0 && <span className="badge warn">Buried</span>}
      </>
    ),
  },
  { label: "Price", kind: "number", cardLabel: true, cell: ({ product }) => rupees(product.price.paid) },
  { label: "Stock", kind: "number", cardLabel: true, cell: ({ product }) => product.stock },
  { label: "Position", quietLabel: true, cell: (row) => <Moves {...row} /> },
];

function Moves({ product: { id, name }, placement, isByRule }: Row) {
  const button = { type: "submit", className: "btn btn-link" } as const;
  const pin = placement > 0 ? "Pin first" : "Pin to top";
  const bury = isByRule ? "Leave out" : "Bury";
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap justify-end gap-2">
      <input type="hidden" name="product" value={id} />
      {placement !== 1 && (
        <button name="intent" value="top" {...button} aria-label={`${pin}: ${name}`}>
          {pin}
        </button>
      )}
      {placement >= 0 && (
        <button name="intent" value="bury" {...button} aria-label={`${bury}: ${name}`}>
          {bury}
        </button>
      )}
      {placement !== 0 && (
        <button name="intent" value="back" {...button} aria-label={`Reset position: ${name}`}>
          Reset position
        </button>
      )}
    </Form>
  );
}

export default function CollectionOrder({
  loaderData: { list, title, slug, others, isByRule, pinned, out },
  actionData,
}: Route.ComponentProps) {
  useLiveUpdates(["products"]);
  return (
    <ListScreen
      title={title}
      text={
        isByRule
          ? "Its products fit its rules, in the order that shoppers see as Recommended. Pin what should come first, the last pinned on top; leave out what should not be here."
          : "The order that shoppers see as Recommended. Pin what should come first, the last pinned on top; bury what should come last."
      }
      answer={useLastAnswer(actionData)}
      moreActions={
        <>
          {pinned > 1 && (
            <Link className="btn btn-secondary" to={href("/admin/collections/:slug/sort", { slug })}>
              Sort pinned
            </Link>
          )}
          <Link className="btn btn-secondary" to={href("/admin/collections/:slug/edit", { slug })}>
            Edit collection
          </Link>
        </>
      }
      {...list}
      rowKey={({ product }) => product.id}
      rowName={({ product }) => product.name}
      empty={
        isByRule
          ? "No product fits the rules of this collection."
          : "No product is in this collection. Choose it in the form of a product, or for many in the list of products."
      }
      columns={columns}
    >
      <ul className="chips" aria-label="Other collections">
        {others.map(({ slug, name }) => (
          <li key={slug}>
            <Link className="chip" to={href("/admin/collections/:slug/products", { slug })}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {out.length > 0 && (
        <section className="panel p-4 mb-4" aria-labelledby="left-out">
          <h2 id="left-out" className="h3">
            Left out
          </h2>
          <ul className="grid gap-2 mt-2">
            {out.map(({ id, name }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-2">
                <Link className="link" to={href("/admin/products/:id", { id })}>
                  {name}
                </Link>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="product" value={id} />
                  <button
                    type="submit"
                    name="intent"
                    value="back"
                    className="btn btn-link"
                    aria-label={`Put back: ${name}`}
                  >
                    Put back
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        </section>
      )}
    </ListScreen>
  );
}
