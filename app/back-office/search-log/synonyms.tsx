import { Form, useLocation } from "react-router";
import {
  deleteSynonyms,
  listSynonyms,
  saveSynonyms,
} from "../../../shop/search/text/edit-synonyms.server.ts";
import { AnswerMessage } from "../../parts/answer-message.tsx";
import { servicesContext } from "../../services-context.ts";
import { Field } from "../../ui/forms/field.tsx";
import { refuseFields } from "../../web/forms/answer.server.ts";
import { formFields } from "../../web/forms/form.server.ts";
import { staffOf } from "../../web/guards.server.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/synonyms";
import { searchMessages } from "./search-messages.ts";

const refusals = {
  "too-few": searchMessages.synonymsTooFew,
  "too-many": searchMessages.synonymsTooMany,
  "not-found": searchMessages.synonymsGone,
};

export async function loader({ context }: Route.LoaderArgs) {
  return { groups: await listSynonyms(context.get(servicesContext)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const id = fields.get("id") ?? "";
  const remove = fields.get("intent") === "remove";
  const typed = fields.get("words") ?? "";
  const saved = remove
    ? await deleteSynonyms(services, { actor, id })
    : await saveSynonyms(services, { actor, id: id === "" ? null : id, typed });
  if (!saved.ok) return refuseFields({}, 400, undefined, { toast: refusals[saved.refused] });
  return { ok: true, toast: remove ? searchMessages.synonymsRemoved : searchMessages.synonymsSaved };
}

export default function Synonyms({ loaderData: { groups }, actionData }: Route.ComponentProps) {
  const { key } = useLocation();
  return (
    <>
      <ScreenHead
        title="Words that mean the same"
        text="A search for one word of a group also finds what the others find: English, Hinglish and Hindi."
        back={{ to: "/admin/searches", label: "Searches" }}
      />
      <AnswerMessage answer={actionData} />
      <Panel title="New group">
        <Form key={key} method="post" className="words-form">
          <Field
            label="Words"
            name="words"
            required
            maxLength={2000}
            hint="Separated by commas, such as: sandals, chappal, चप्पल"
          />
          <button type="submit" className="btn btn-primary">
            Add group
          </button>
        </Form>
      </Panel>
      <Panel title={`${groups.length} groups`}>
        <ul>
          {groups.map(({ id, words }) => (
            <li key={id} className="words-form">
              <Form method="post" preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <Field
                  key={words.join()}
                  label={words[0] ?? ""}
                  name="words"
                  defaultValue={words.join(", ")}
                  required
                  maxLength={2000}
                />
                <button type="submit" className="btn btn-secondary" aria-label={`Save ${words[0]}`}>
                  Save
                </button>
              </Form>
              <Confirm
                id={`remove-${id}`}
                open="Remove"
                openLabel={`Remove ${words[0]}`}
                title={`Remove ${words.slice(0, 3).join(", ")}?`}
                text="The search will no longer treat these words as the same."
                button="Remove group"
                fields={{ intent: "remove", id }}
              />
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
