import { href, redirect } from "react-router";
import { maxBulkProducts, readBulkChange } from "../../../shop/catalogue/bulk/bulk-change.ts";
import { bulkEdit, undoBulkEdit } from "../../../shop/catalogue/bulk/bulk-edit.server.ts";
import { deleteProduct } from "../../../shop/catalogue/edit/delete-product.server.ts";
import { bulkEditToast, bulkUndoToast, productMessages } from "../../parts/messages/product-messages.ts";
import { useToast } from "../../parts/use-toast.ts";
import { servicesContext } from "../../services-context.ts";
import type { Toast } from "../../ui/toast.tsx";
import { formLists } from "../../web/forms/form.server.ts";
import { staffOf } from "../../web/guards.server.ts";
import { flashCookie } from "../../web/toast.server.ts";
import { useLiveUpdates } from "../../web/use-live-updates.ts";
import { ListFlashMessage } from "../parts/products/flash-message.tsx";
import { productIds, productListPage } from "../parts/products/product-list.server.ts";
import { AddProduct, ProductList } from "../parts/products/product-list.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/list";

export async function loader({ request, context }: Route.LoaderArgs) {
  return { list: await productListPage(context.get(servicesContext), request) };
}

export async function action({
  request,
  context,
}: Route.ActionArgs): Promise<Response | { toast: Toast; ticked?: string[] }> {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const form = await formLists({ request, context });
  const [intent = ""] = form.get("intent") ?? [];
  if (intent === "delete") {
    const deleted = await deleteProduct(services, actor, form.get("product")?.[0] ?? "");
    if (!deleted.ok)
      return {
        toast: deleted.refused === "held" ? productMessages.productHeld : productMessages.productNotDeleted,
      };
    return redirect(href("/admin/products"), { headers: { "Set-Cookie": flashCookie("productDeleted") } });
  }
  if (intent === "undo") {
    const undone = await undoBulkEdit(services, actor, form.get("token")?.[0] ?? "");
    return { toast: undone.ok ? bulkUndoToast(undone.value) : productMessages.bulkTooLate };
  }
  const change = readBulkChange(intent, form.get("value")?.[0] ?? "");
  const ticked = (form.get("id") ?? []).slice(0, maxBulkProducts);
  const all = form.get("all")?.[0] === "on";
  const ids = all ? await productIds(services, request) : ticked;
  const edited = change && (await bulkEdit(services, actor, ids, change));
  if (!edited?.ok) return { toast: productMessages.bulkNothing, ticked };
  return { toast: bulkEditToast(edited.value.changed, edited.value.undo, href("/admin/products")), ticked };
}

export default function Products({ loaderData: { list }, actionData }: Route.ComponentProps) {
  useLiveUpdates(["products"]);
  useToast(actionData?.toast);
  return (
    <>
      <ScreenHead title="Products">
        <AddProduct />
      </ScreenHead>
      <ListFlashMessage toast={actionData?.toast} />
      <ProductList list={list} ticked={actionData?.ticked ?? []} />
    </>
  );
}
