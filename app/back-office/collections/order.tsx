import { Form, href, Link } from "react-router";
import type { ProductSummary } from "../../../shop/catalogue/catalogue.ts";
import { cachedCollections } from "../../../shop/catalogue/collections.server.ts";
import { readListing } from "../../../shop/catalogue/listing-address.ts";
import {
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
  const placements = await placementsIn(services, slug);
  const list = await listPage(
    request,
    { sorts: ["recommended"] as const, filters: {}, size: 12 },
    async ({ page }) => {
      const query = readListing(new URLSearchParams({ page: String(page) }), slug, new Set([slug]));
      const listing = await listProducts(services, query, [], { most: 1 });
      const rows = listing.products.map((product) => ({
        product,
        placement: placements.get(product.id) ?? 0,
      }));
      return { rows, more: listing.page < listing.pages };
    },
  );
  return { list, title: shown.title, slug, others: collections.filter((one) => one.slug !== slug) };
}

const toasts = {
  top: productMessages.pinned,
  bury: productMessages.buried,
  back: productMessages.placementUndone,
};
const refusals = { "not-found": productMessages.notInCollection, "too-many": productMessages.tooManyPinned };

export async function action({ request, context, params: { slug } }: Route.ActionArgs) {
  const fields = await formFields({ request, context });
  const move = productMoves.find((one) => one === fields.get("intent")) ?? "back";
  const placed = await placeProduct(context.get(servicesContext), {
    actor: staffOf(context),
    slug,
    productId: fields.get("product") ?? "",
    move,
  });
  if (!placed.ok) return refuseFields({}, 400, undefined, { toast: refusals[placed.refused] });
  return { ok: true, toast: toasts[move] };
}

type Row = { product: ProductSummary; placement: number };

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

function Moves({ product: { id, name }, placement }: Row) {
  const button = { type: "submit", className: "btn btn-link" } as const;
  const pin = placement > 0 ? "Pin first" : "Pin to top";
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap justify-end gap-2">
      <input type="hidden" name="product" value={id} />
      {placement !== 1 && (
        <button name="intent" value="top" {...button} aria-label={`${pin}: ${name}`}>
          {pin}
        </button>
      )}
      {placement >= 0 && (
        <button name="intent" value="bury" {...button} aria-label={`Bury: ${name}`}>
          Bury
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
  loaderData: { list, title, slug, others },
  actionData,
}: Route.ComponentProps) {
  useLiveUpdates(["products"]);
  return (
    <ListScreen
      title={title}
      text="The order that shoppers see as Recommended. Pin what should come first, the last pinned on top; bury what should come last."
      answer={useLastAnswer(actionData)}
      actions={
        <Link className="btn btn-secondary" to={href("/admin/collections/:slug/edit", { slug })}>
          Edit collection
        </Link>
      }
      {...list}
      rowKey={({ product }) => product.id}
      rowName={({ product }) => product.name}
      empty="No product is in this collection. Choose it in the form of a product, or for many in the list of products."
      columns={columns}
    >
      <ul className="chips" aria-label="Other collections">
        {others.map(({ slug, name }) => (
          <li key={slug}>
            <Link className="chip" to={href("/admin/collections/:slug", { slug })}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </ListScreen>
  );
}
