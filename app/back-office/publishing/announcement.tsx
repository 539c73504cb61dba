import { announcementKey } from "../../../shop/publishing/kinds.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { addressChoices } from "../parts/pickers/address-choices.server.ts";
import type { Route } from "./+types/announcement";
import { announcementEditor } from "./editors.server.ts";
import { PublishScreen } from "./publish-screen.tsx";
import { answerPublishing, publicationScreen, publishingForm } from "./publishing.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const [screen, addresses] = await Promise.all([
    publicationScreen(context, announcementEditor, announcementKey),
    addressChoices(context),
  ]);
  const fields = announcementEditor.fields.map((field) =>
    field.control === "address" ? { ...field, options: addresses } : field,
  );
  return { ...screen, fields };
}

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await publishingForm({ request, context });
  const screen = "/admin/content/announcement";
  return answerPublishing(context, announcementEditor, { sent, key: announcementKey, screen });
}

export default function EditAnnouncement({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <PublishScreen
      {...loaderData}
      title="Announcement"
      text="One line above the header of every page, such as the dates of a sale. Visitors can close it."
      back={{ to: "/admin/content", label: "Content" }}
      answer={useLastAnswer(actionData)}
    />
  );
}
