import { href } from "react-router";
import { emptyDraft } from "../../../shop/catalogue/edit/product-draft.ts";
import { formChoices } from "../../../shop/catalogue/edit/product-to-edit.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/new";
import { handleProductForm } from "./form/answer.server.ts";
import { ProductForm } from "./form/product-form.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  return { choices: await formChoices(context.get(servicesContext)) };
}

export function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  return handleProductForm(context.get(servicesContext), actor, undefined, { request, context });
}

export default function NewProduct({ loaderData: { choices }, actionData }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead title="Add New Product" back={{ to: href("/admin/products"), label: "Products" }} />
      <ProductForm
        draft={emptyDraft}
        choices={choices}
        answer={useLastAnswer(actionData)}
        button="Create Product"
      />
    </>
  );
}
