import { href, Link } from "react-router";
import {
  bulkValueFault,
  maxBulkProducts,
  type PricePreview,
  readBulkChange,
} from "../../../shop/catalogue/bulk/bulk-change.ts";
import { changeInBulk } from "../../../shop/catalogue/bulk/bulk-edit.server.ts";
import { previewPrices } from "../../../shop/catalogue/bulk/preview-prices.server.ts";
import { deleteProduct } from "../../../shop/catalogue/edit/delete-product.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { redirectWithToast } from "../../http/forms/answer.server.ts";
import { formLists } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { bulkEditToast, productMessages } from "../../parts/messages/office/product-messages.ts";
import { servicesContext } from "../../services-context.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import type { BulkConfirmation } from "../parts/lists/confirm-bulk.tsx";
import { listSetup } from "../parts/lists/list-setup.server.ts";
import { productIds, productListPage } from "../parts/lists/product-list.server.ts";
import { AddProduct, ProductList } from "../parts/lists/product-list.tsx";
import { May } from "../parts/may.tsx";
import type { Route } from "./+types/list";
import { ConfirmPrices } from "./bulk/confirm-prices.tsx";
import { undoForm } from "./bulk/undo-form.server.ts";
import { savedProduct } from "./obstacles.server.ts";
import { SavedNotice } from "./saved-notice.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const asked = await listSetup(services, staffOf(context), "products", request);
  const saved = await savedProduct(services, new URL(request.url).searchParams.get("saved"));
  return { list: await productListPage(services, asked.request), saved, setup: asked.setup };
}

/**
 * `ticked`: the selected rows, for a list without scripts. `question`: new prices to be confirmed; `fields`: the form to
 * send again.
 */
type Answer = FormAnswer & {
  ticked?: string[];
  question?: PricePreview & BulkConfirmation;
};

export async function action({ request, context }: Route.ActionArgs): Promise<Response | Answer> {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const form = await formLists({ request, context });
  const [intent = ""] = form.get("intent") ?? [];
  if (intent === "delete") {
    const deleted = await deleteProduct(services, actor, form.get("product")?.[0] ?? "");
    if (deleted.ok)
      return redirectWithToast(href("/admin/products") + new URL(request.url).search, "productDeleted");
    const { productHeld, productNotDeleted } = productMessages;
    return { ok: false, toast: deleted.refused === "reserved" ? productHeld : productNotDeleted };
  }
  if (intent === "undo") return undoForm(services, actor, form.get("token")?.[0] ?? "");
  const [value = ""] = form.get("value") ?? [];
  const change = readBulkChange(intent, value);
  const ticked = (form.get("id") ?? []).slice(0, maxBulkProducts);
  const fault = change ? null : bulkValueFault(intent, value);
  if (fault) return { ok: false, ticked, errors: { value: fault }, typed: { intent, value } };
  const all = form.get("all")?.[0] === "on";
  const ids = all ? await productIds(services, request) : ticked;
  if (change?.kind === "price" || change?.kind === "percent") {
    const { taxRates } = await shopSettings(services);
    const preview = await previewPrices(services, actor, { ids, change, ownRates: taxRates });
    const [confirmed] = form.get("confirmed") ?? [];
    if (preview && preview.version !== confirmed) {
      const fields = { intent, value, confirmed: preview.version };
      const toast = confirmed !== undefined && { toast: productMessages.bulkChangedMeanwhile };
      return { ok: false, ticked, ...toast, question: { ...preview, fields, ids: ticked, all } };
    }
  }
  const edited = change && (await changeInBulk(services, actor, ids, change));
  if (!edited?.ok) return { ok: false, toast: productMessages.bulkNothing, ticked };
  const { changed, undo } = edited.value;
  return { ok: true, toast: bulkEditToast(changed, undo, href("/admin/products")), ticked };
}

export default function Products({ loaderData: { list, saved, setup }, actionData }: Route.ComponentProps) {
  useLiveUpdates(["products"]);
  const answer = useLastAnswer(actionData);
  const ticked = answer?.ticked ?? [];
  return (
    <ProductList
      title="Products"
      actions={<AddProduct />}
      moreActions={<OtherLists />}
      answer={answer}
      list={list}
      setup={setup}
      ticked={ticked}
    >
      {saved && !answer && <SavedNotice saved={saved} />}
      {answer?.question && <ConfirmPrices question={answer.question} />}
    </ProductList>
  );
}

function OtherLists() {
  return (
    <>
      <Link className="btn btn-secondary" to={href("/admin/products/bulk-edits")}>
        Bulk changes
      </Link>
      <May permission="catalogue.edit">
        <Link className="btn btn-secondary" to={href("/admin/collections")}>
          Collections
        </Link>
        <Link className="btn btn-secondary" to={href("/admin/categories")}>
          Categories
        </Link>
      </May>
    </>
  );
}
