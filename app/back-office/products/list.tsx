import { href, Link } from "react-router";
import { maxBulkProducts, readBulkChange } from "../../../shop/catalogue/bulk/bulk-change.ts";
import { bulkEdit, undoBulkEdit } from "../../../shop/catalogue/bulk/bulk-edit.server.ts";
import { deleteProduct } from "../../../shop/catalogue/edit/delete-product.server.ts";
import {
  bulkEditToast,
  bulkUndoToast,
  productMessages,
} from "../../parts/messages/office/product-messages.ts";
import { servicesContext } from "../../services-context.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { leadTo } from "../../web/forms/answer.server.ts";
import { formLists } from "../../web/forms/form.server.ts";
import { useLastAnswer } from "../../web/forms/use-last-answer.ts";
import { staffOf } from "../../web/guards.server.ts";
import { useLiveUpdates } from "../../web/live/use-live-updates.ts";
import { productIds, productListPage } from "../parts/lists/product-list.server.ts";
import { AddProduct, ProductList } from "../parts/lists/product-list.tsx";
import { May } from "../parts/may.tsx";
import type { Route } from "./+types/list";

export async function loader({ request, context }: Route.LoaderArgs) {
  return { list: await productListPage(context.get(servicesContext), request) };
}

/** `ticked`: the selected rows, for a list without scripts. */
type Answer = FormAnswer & { ticked?: string[] };

export async function action({ request, context }: Route.ActionArgs): Promise<Response | Answer> {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const form = await formLists({ request, context });
  const [intent = ""] = form.get("intent") ?? [];
  if (intent === "delete") {
    const deleted = await deleteProduct(services, actor, form.get("product")?.[0] ?? "");
    if (deleted.ok) return leadTo(href("/admin/products"), "productDeleted");
    const { productHeld, productNotDeleted } = productMessages;
    return { ok: false, toast: deleted.refused === "held" ? productHeld : productNotDeleted };
  }
  if (intent === "undo") {
    const undone = await undoBulkEdit(services, actor, form.get("token")?.[0] ?? "");
    if (undone.ok) return { ok: true, toast: bulkUndoToast(undone.value) };
    const { bulkTooLate, bulkUndoNotAllowed } = productMessages;
    return { ok: false, toast: undone.refused === "too-late" ? bulkTooLate : bulkUndoNotAllowed };
  }
  const change = readBulkChange(intent, form.get("value")?.[0] ?? "");
  const ticked = (form.get("id") ?? []).slice(0, maxBulkProducts);
  const all = form.get("all")?.[0] === "on";
  const ids = all ? await productIds(services, request) : ticked;
  const edited = change && (await bulkEdit(services, actor, ids, change));
  if (!edited?.ok) return { ok: false, toast: productMessages.bulkNothing, ticked };
  const { changed, undo } = edited.value;
  return { ok: true, toast: bulkEditToast(changed, undo, href("/admin/products")), ticked };
}

export default function Products({ loaderData: { list }, actionData }: Route.ComponentProps) {
  useLiveUpdates(["products"]);
  const answer = useLastAnswer(actionData);
  const ticked = answer?.ticked ?? [];
  return (
    <ProductList title="Products" actions={<ListActions />} answer={answer} list={list} ticked={ticked} />
  );
}

function ListActions() {
  return (
    <>
      <May permission="catalogue.edit">
        <Link className="btn btn-secondary" to={href("/admin/collections/:slug", { slug: "students" })}>
          Sort collections
        </Link>
      </May>
      <AddProduct />
    </>
  );
}
