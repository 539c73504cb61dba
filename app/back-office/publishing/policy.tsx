import { policyKey, policyNames } from "../../../shop/publishing/kinds.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/policy";
import { placeholderRows, policyEditor } from "./editors.server.ts";
import { Placeholders, PublishScreen } from "./publish-screen.tsx";
import { answerPublishing, publicationScreen, publishingForm } from "./publishing.server.ts";

const list = "/admin/content/policies";

function keyOf(asked: string) {
  const key = policyKey(asked);
  if (!key) throw new Response("No such policy", { status: 404 });
  return key;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const key = keyOf(params.key);
  const settings = await shopSettings(context.get(servicesContext));
  const editor = policyEditor(key, settings);
  const screen = await publicationScreen(context, editor, key);
  return {
    ...screen,
    title: policyNames[key],
    fields: editor.fields,
    placeholders: placeholderRows(settings),
    ...(key === "faq" && { text: "Its questions are edited under Questions." }),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const sent = await publishingForm({ request, context });
  const key = keyOf(params.key);
  const settings = await shopSettings(context.get(servicesContext));
  return answerPublishing(context, policyEditor(key, settings), { sent, key, screen: `${list}/${key}` });
}

export default function EditPolicy({ loaderData, actionData }: Route.ComponentProps) {
  const { placeholders, ...screen } = loaderData;
  return (
    <PublishScreen {...screen} back={{ to: list, label: "Policies" }} answer={useLastAnswer(actionData)}>
      <Placeholders rows={placeholders} />
    </PublishScreen>
  );
}
