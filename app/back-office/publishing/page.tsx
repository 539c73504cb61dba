import { randomUUID } from "node:crypto";
import { pageKind } from "../../../shop/publishing/kinds.server.ts";
import { publicationToEdit } from "../../../shop/publishing/publishing.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/page";
import { pageEditor, placeholderRows } from "./editors.server.ts";
import { Placeholders, PublishScreen } from "./publish-screen.tsx";
import { answerPublishing, publicationScreen, publishingForm } from "./publishing.server.ts";

const list = "/admin/content/pages";
const keyPattern = /^[0-9a-f-]{36}$/;

/** The key of a page in an address; a new one for "new". Throws 404 for a page of which there is nothing. */
async function keyOf({ context, params }: Route.LoaderArgs | Route.ActionArgs): Promise<string> {
  if (params.key === "new") return randomUUID();
  const known = keyPattern.test(params.key)
    ? await publicationToEdit(context.get(servicesContext), pageKind, params.key)
    : null;
  if (!known?.shown) throw new Response("No such page", { status: 404 });
  return params.key;
}

export async function loader(args: Route.LoaderArgs) {
  const { context, params } = args;
  const key = await keyOf(args);
  const settings = await shopSettings(context.get(servicesContext));
  const screen = await publicationScreen(context, pageEditor, key);
  const title = params.key === "new" ? "New page" : screen.record.values.title || "Page";
  return { ...screen, title, fields: pageEditor.fields, placeholders: placeholderRows(settings) };
}

export async function action(args: Route.ActionArgs) {
  const sent = await publishingForm(args);
  const key = await keyOf(args);
  return answerPublishing(args.context, pageEditor, { sent, key, screen: `${list}/${key}`, list });
}

export default function EditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { placeholders, ...screen } = loaderData;
  return (
    <PublishScreen {...screen} back={{ to: list, label: "Pages" }} answer={useLastAnswer(actionData)}>
      <Placeholders rows={placeholders} />
    </PublishScreen>
  );
}
