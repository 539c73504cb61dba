import { href } from "react-router";
import { brandKey } from "../../../shop/brand/brand.server.ts";
import { newestProductSlug } from "../../../shop/catalogue/product.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { previewAddress } from "../../http/shown-content.server.ts";
import { servicesContext } from "../../services-context.ts";
import { Panel } from "../parts/screen-head.tsx";
import type { Route } from "./+types/brand";
import { answerBrand, brandEditor } from "./brand.server.ts";
import { BrandFields } from "./brand-fields.tsx";
import { PublishScreen } from "./publish-screen.tsx";
import { publicationScreen } from "./publishing.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [screen, product] = await Promise.all([
    publicationScreen(context, brandEditor, brandKey),
    newestProductSlug(services),
  ]);
  const preview = (path: string) => previewAddress(path, brandEditor.kind, brandKey);
  return {
    ...screen,
    previews: [
      { to: preview(href("/")), label: "Home" },
      ...(product ? [{ to: preview(href("/product/:id?", { id: product })), label: "A product" }] : []),
      { to: href("/admin/brand/mail"), label: "An email" },
    ],
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return answerBrand({ request, context });
}

export default function EditBrand({ loaderData, actionData }: Route.ComponentProps) {
  const { previews, ...screen } = loaderData;
  return (
    <PublishScreen
      {...screen}
      defaultName="default"
      title="Brand"
      text="Colours, typefaces, logo and icon, on every page, in emails and on invoices. Name and slogan are under Settings, Shop."
      back={{ to: "/admin/settings", label: "Settings" }}
      fields={[]}
      encType="multipart/form-data"
      more={(shown, theirs) => <BrandFields shown={shown} theirs={theirs} />}
      answer={useLastAnswer(actionData)}
    >
      {screen.state.draft && (
        <Panel title="Preview of the draft">
          <p className="muted mb-3">As it was saved last. Only staff see it.</p>
          <ul className="flex flex-wrap gap-2">
            {previews.map(({ to, label }) => (
              <li key={to}>
                <a className="btn btn-secondary" href={to}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </PublishScreen>
  );
}
