import { href } from "react-router";
import { type EmailKey, emailKey, emailKinds } from "../../../shop/emails/email-kinds.ts";
import { placeholdersOf } from "../../../shop/emails/write-email.ts";
import { previewEmail, sendEmailPreview } from "../../../shop/reports/email-trials.server.ts";
import { redirectWithToast, refuse } from "../../http/forms/answer.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf, viewerOf } from "../../http/guards.server.ts";
import { originOf } from "../../http/origin.server.ts";
import { servicesContext } from "../../services-context.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { Panel } from "../parts/screen-head.tsx";
import type { Route } from "./+types/email";
import { emailEditor } from "./editors.server.ts";
import { Placeholders, PublishScreen } from "./publish-screen.tsx";
import { answerPublishing, publicationScreen, publishingForm } from "./publishing.server.ts";

function keyOf(asked: string): EmailKey {
  const key = emailKey(asked);
  if (!key) throw new Response("No such email", { status: 404 });
  return key;
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const key = keyOf(params.key);
  const services = context.get(servicesContext);
  const editor = emailEditor(key);
  const origin = originOf(services.site, request);
  const [screen, { subject, html, from, words }] = await Promise.all([
    publicationScreen(context, editor, key),
    previewEmail(services, { actor: staffOf(context), key, origin }),
  ]);
  const { name, when } = emailKinds[key];
  return {
    ...screen,
    seenAt: null,
    title: name,
    text: when,
    fields: editor.fields,
    preview: { subject, html, from },
    placeholders: placeholdersOf(key).map(({ name: word, means, needed }) => ({
      name: `{{${word}}}`,
      means: needed ? `${means} (needed)` : means,
      now:
        word in words
          ? (words[word] ?? "").trim() || "nothing"
          : "a part of the email, in a paragraph of its own",
    })),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const sent = await publishingForm({ request, context });
  const key = keyOf(params.key);
  const screen = href("/admin/content/emails/:key", { key });
  if (sent.get("intent") !== "test")
    return answerPublishing(context, emailEditor(key), { sent, key, screen });
  const services = context.get(servicesContext);
  const viewer = viewerOf(context);
  const to = viewer.kind === "guest" ? null : viewer.email;
  if (!to) return refuse(["testMailNoAddress", 409]);
  const origin = originOf(services.site, request);
  const done = await sendEmailPreview(services, { actor: staffOf(context), to, key, origin });
  return done.ok ? redirectWithToast(screen, "emailTested") : refuse(["emailsTooMany", 429]);
}

export default function EditEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { placeholders, preview, ...screen } = loaderData;
  const { subject, html, from } = preview;
  return (
    <PublishScreen
      {...screen}
      back={{ to: "/admin/content/emails", label: "Emails" }}
      readers="Emails have"
      answer={useLastAnswer(actionData)}
    >
      <Panel
        id="preview"
        title="Preview"
        aside={
          <ActionButton fields={{ intent: "test" }} label="Send me this as a test">
            Send me this as a test
          </ActionButton>
        }
      >
        <p className="muted mb-3">
          As it was saved last, {from ? `with order ${from}, the newest one` : "with an example"}.
        </p>
        <p className="mb-3 wrap-anywhere">
          Subject: <b>{subject}</b>
        </p>
        {/* Sandboxed: no scripts, forms or cookies. */}
        <iframe
          className="w-full border border-line"
          height="640"
          title="The email as it looks"
          sandbox="allow-popups"
          srcDoc={`<base target="_blank">${html}`}
        />
      </Panel>
      <Placeholders
        rows={placeholders}
        text="They stand for what is known when the email is sent; beside each is what it says in the preview."
      />
    </PublishScreen>
  );
}
