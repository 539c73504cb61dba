import { useState } from "react";
import { data, href, Link } from "react-router";

import {
  type FormChoices,
  formChoices,
  productToEdit,
} from "../../../shop/catalogue/edit/product-to-edit.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { servicesContext } from "../../services-context.ts";
import { Notice } from "../../ui/notice.tsx";
import { EmptyScreen, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/edit";
import { handleProductForm } from "./form/answer.server.ts";
import { draftOf, ProductForm } from "./form/product-form.tsx";
import { obstaclesOf, rateReason } from "./obstacles.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [product, choices] = await Promise.all([productToEdit(services, params.id), formChoices(services)]);
  const obstacles = product ? await obstaclesOf(services, product, choices) : [];
  const rate = product && (await rateReason(services, product.draft.hsnCode));
  return data({ product, choices, obstacles, rate }, { status: product ? 200 : 404 });
}

export function action({ request, params, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  return handleProductForm(context.get(servicesContext), actor, params.id, { request, context });
}

export default function EditProduct({
  loaderData: { product, choices, obstacles, rate },
  actionData,
}: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  useLiveUpdates(product ? [`products/${product.id}`] : []);
  if (!product) {
    return (
      <EmptyScreen
        tone="wrong"
        title="Product Not Found"
        text="There is no product with this address."
        link={{ to: href("/admin/products"), label: "Products" }}
      />
    );
  }
  return (
    <>
      <ScreenHead
        title="Edit Product"
        text={product.draft.name}
        back={{ to: href("/admin/products"), label: "Products" }}
      >
        <Link
          className="btn btn-secondary"
          to={href("/product/:id?", { id: product.slug })}
          target="_blank"
          rel="noopener"
        >
          Preview
        </Link>
      </ScreenHead>
      <PublishObstacles obstacles={obstacles} />
      <OpenForm key={product.id} product={product} choices={choices} answer={answer} rate={rate} />
    </>
  );
}

type Product = NonNullable<Route.ComponentProps["loaderData"]["product"]>;

/** Keeps the version it was opened with: a concurrent save is reported and never overwrites typed values. */
function OpenForm({
  product,
  choices,
  answer,
  rate,
}: {
  product: Product;
  choices: FormChoices;
  rate: string | null;
  answer: Route.ComponentProps["actionData"];
}) {
  const [opened] = useState(product.draft);
  const mine = draftOf(answer)?.version ?? opened.version;
  return (
    <>
      {String(product.version) !== mine && (
        <Notice
          tone="warn"
          title="Somebody else has changed this in the meantime"
          text="When you save, you will see both versions first. Nothing you typed will be lost."
        />
      )}
      <ProductForm
        draft={opened}
        choices={choices}
        byRule={product.byRule}
        answer={answer}
        rate={rate}
        button="Update Product"
      />
    </>
  );
}

/** Why the saved product cannot be bought, or what is missing from it. */
function PublishObstacles({ obstacles }: Pick<Route.ComponentProps["loaderData"], "obstacles">) {
  if (obstacles.length === 0) return null;
  const blocked = obstacles.some(({ blocks }) => blocks);
  return (
    <section className={`notice ${blocked ? "wrong" : "warn"} obstacles mb-4`} aria-label="Can it be bought?">
      <p>
        <b>{blocked ? "Nobody can buy this now" : "It can be bought, but"}</b>
      </p>
      <ul>
        {obstacles.map(({ text, part }) => (
          <li key={text}>
            <a className="link" href={`#${part}`}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
