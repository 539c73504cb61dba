import { Form, useLocation } from "react-router";
import { deleteRedirect, listRedirects } from "../../../shop/search/lexicon/edit-redirects.server.ts";
import {
  deleteSynonyms,
  listSynonyms,
  saveSynonyms,
} from "../../../shop/search/text/edit-synonyms.server.ts";
import { refuseFields } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { AnswerMessage } from "../../parts/answer-message.tsx";
import { servicesContext } from "../../services-context.ts";
import { Field } from "../../ui/forms/field.tsx";
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
  const services = context.get(servicesContext);
  const [groups, redirects] = await Promise.all([listSynonyms(services), listRedirects(services)]);
  return {
    same: groups.filter(({ expandsTo }) => expandsTo.length === 0),
    leading: groups.filter(({ expandsTo }) => expandsTo.length > 0),
    redirects,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const id = fields.get("id") ?? "";
  if (fields.get("intent") === "remove-redirect") {
    await deleteRedirect(services, { actor, words: id });
    return { ok: true, toast: searchMessages.redirectRemoved };
  }
  const remove = fields.get("intent") === "remove";
  const [typed, expandsTo] = [fields.get("words") ?? "", fields.get("expandsTo") ?? ""];
  const saved = remove
    ? await deleteSynonyms(services, { actor, id })
    : await saveSynonyms(services, { actor, id: id === "" ? null : id, typed, expandsTo });
  if (!saved.ok) return refuseFields({}, 400, undefined, { toast: refusals[saved.refused] });
  return { ok: true, toast: remove ? searchMessages.synonymsRemoved : searchMessages.synonymsSaved };
}

export default function Words({
  loaderData: { same, leading, redirects },
  actionData,
}: Route.ComponentProps) {
  const { key } = useLocation();
  return (
    <>
      <ScreenHead
        title="Synonyms and redirects"
        text="What words mean to the search besides product types: English, Hinglish and Hindi."
        back={{ to: "/admin/searches", label: "Searches" }}
      />
      <AnswerMessage answer={useLastAnswer(actionData)} />
      <Panel title="New group">
        <Form key={key} method="post" className="words-form flex flex-wrap items-end gap-3 py-2">
          <Field
            label="Words"
            name="words"
            required
            maxLength={2000}
            hint="Separated by commas, such as: cotton, suti, सूती"
          />
          <Field
            label="Also search for"
            name="expandsTo"
            optional
            maxLength={2000}
            hint="Empty when the words mean the same. For an occasion or season, what to look for, such as: festive, zari"
          />
          <button type="submit" className="btn btn-primary">
            Add group
          </button>
        </Form>
      </Panel>
      <Panel title={`${leading.length} occasions, seasons and styles`}>
        <Groups groups={leading} />
      </Panel>
      <Panel title={`${same.length} synonym groups`}>
        <Groups groups={same} />
      </Panel>
      <Panel title="Redirects">
        {redirects.length === 0 && (
          <p className="muted">None yet. They are added from the list of searches.</p>
        )}
        <ul>
          {redirects.map(({ words, path }) => (
            <li key={words} className="words-form flex flex-wrap items-end gap-3 py-2">
              <p>
                “{words}” opens {path}
              </p>
              <Confirm
                id={`redirect-${words.replaceAll(" ", "-")}`}
                open="Remove"
                openLabel={`Remove the redirect of ${words}`}
                title={`Remove the redirect of “${words}”?`}
                text="The search will show products again."
                button="Remove redirect"
                fields={{ intent: "remove-redirect", id: words }}
              />
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

function Groups({ groups }: { groups: Route.ComponentProps["loaderData"]["same"] }) {
  return (
    <ul>
      {groups.map(({ id, words, expandsTo }) => (
        <li key={id} className="words-form flex flex-wrap items-end gap-3 py-2">
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
            {expandsTo.length > 0 && (
              <Field
                key={expandsTo.join()}
                label={`${words[0]} also searches for`}
                name="expandsTo"
                defaultValue={expandsTo.join(", ")}
                required
                maxLength={2000}
              />
            )}
            <button type="submit" className="btn btn-secondary" aria-label={`Save ${words[0]}`}>
              Save
            </button>
          </Form>
          <Confirm
            id={`remove-${id}`}
            open="Remove"
            openLabel={`Remove ${words[0]}`}
            title={`Remove ${words.slice(0, 3).join(", ")}?`}
            text="The search will no longer use these words."
            button="Remove group"
            fields={{ intent: "remove", id }}
          />
        </li>
      ))}
    </ul>
  );
}
