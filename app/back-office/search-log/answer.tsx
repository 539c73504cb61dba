import { Form, href, Link } from "react-router";
import { cutText } from "../../../platform/text/cut-text.ts";
import { readListing } from "../../../shop/catalogue/listing-address.ts";
import { saveRedirect } from "../../../shop/search/lexicon/edit-redirects.server.ts";
import { redirectFor, searchProducts } from "../../../shop/search/search-products.server.ts";
import { saveSynonyms } from "../../../shop/search/text/edit-synonyms.server.ts";
import { refuseFields } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { AnswerMessage } from "../../parts/answer-message.tsx";
import { productCountLabel } from "../../parts/listing/results.tsx";
import { servicesContext } from "../../services-context.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { addressChoices } from "../parts/pickers/address-choices.server.ts";
import { AddressField } from "../parts/pickers/suggested-fields.tsx";
import { EmptyScreen, Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/answer";
import { searchMessages } from "./search-messages.ts";

const productsShown = 8;

/** The result of a search: its interpretation, the number of matches, the first products. */
async function answerTo(services: Parameters<typeof searchProducts>[0], text: string) {
  const asked = readListing(new URLSearchParams({ q: text }));
  const { listing, interpretation, alternatives } = await searchProducts(services, asked);
  return {
    text,
    count: listing.count,
    products: listing.products.slice(0, productsShown),
    read: [
      ...(interpretation?.corrections.map(({ typed, correction }) => `“${typed}” as “${correction}”`) ?? []),
      ...(interpretation?.filters ?? []),
    ],
    absent: alternatives?.absent ?? [],
  };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { searchParams } = new URL(request.url);
  const text = cutText(searchParams.get("q") ?? "", 100);
  const like = cutText(searchParams.get("as") ?? "", 100).trim();
  const [now, then, redirect, addresses] = await Promise.all([
    answerTo(services, text),
    like === "" ? null : answerTo(services, like),
    redirectFor(services, text),
    addressChoices(context),
  ]);
  return { now, then, redirect, addresses };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const text = fields.get("q") ?? "";
  if (fields.get("intent") === "redirect") {
    const saved = await saveRedirect(services, { actor, text, path: fields.get("path")?.trim() ?? "" });
    return saved.ok
      ? { ok: true, toast: searchMessages.redirectSaved }
      : refuseFields({ path: "The path of a page of this shop, such as /category/kurtas." }, 400, fields);
  }
  const saved = await saveSynonyms(services, {
    actor,
    id: null,
    typed: `${text}, ${fields.get("as") ?? ""}`,
  });
  return saved.ok
    ? { ok: true, toast: searchMessages.synonymsSaved }
    : refuseFields({ as: "At least one other word, of at most 40 letters." }, 400, fields);
}

export default function AnswerSearch({
  loaderData: { now, then, redirect, addresses },
  actionData,
}: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const back = { to: href("/admin/searches"), label: "Searches" };
  if (now.text.trim() === "")
    return <EmptyScreen title="No search chosen" text="Choose one in the list first." link={back} />;
  return (
    <>
      <ScreenHead
        title={`“${now.text}”`}
        text="What shoppers get for this search, and how to give them something better."
        back={back}
      />
      <AnswerMessage answer={answer} />
      <Panel title="Current results">
        {redirect !== null && (
          <p>
            It opens <Link to={redirect}>{redirect}</Link>.
          </p>
        )}
        <Found answer={now} />
      </Panel>
      <Panel title="Add a synonym">
        <Form className="words-form flex flex-wrap items-end gap-3 py-2" method="get">
          <input type="hidden" name="q" value={now.text} />
          <Field label="Words" name="as" required defaultValue={then?.text ?? ""} maxLength={100} />
          <button type="submit" className="btn btn-secondary">
            Show what it would find
          </button>
        </Form>
        {then && (
          <>
            <Found answer={then} />
            <AnswerForm answer={answer}>
              <input type="hidden" name="intent" value="synonym" />
              <input type="hidden" name="q" value={now.text} />
              <input type="hidden" name="as" value={then.text} />
              <button type="submit" className="btn btn-primary">
                {`From now on “${now.text}” finds what “${then.text}” finds`}
              </button>
            </AnswerForm>
          </>
        )}
      </Panel>
      <Panel title="Redirect to a page">
        <AnswerForm className="words-form flex flex-wrap items-end gap-3 py-2" answer={answer}>
          <input type="hidden" name="intent" value="redirect" />
          <input type="hidden" name="q" value={now.text} />
          <AddressField
            label="Path of the page"
            name="path"
            hint="A page or product by its name, or a path such as /faq"
            choices={addresses}
            maxLength={200}
          />
          <button type="submit" className="btn btn-secondary">
            Save redirect
          </button>
        </AnswerForm>
      </Panel>
    </>
  );
}

function Found({ answer }: { answer: Route.ComponentProps["loaderData"]["now"] }) {
  return (
    <>
      <p>
        “{answer.text}” finds {productCountLabel(answer.count)}.
        {answer.read.length > 0 && ` It is read as ${answer.read.join(", ")}.`}
        {answer.absent.length > 0 &&
          ` The shop has nothing called ${answer.absent.map((word) => `“${word}”`).join(", ")}.`}
      </p>
      {answer.products.length > 0 && (
        <ul>
          {answer.products.map(({ slug, name, brand }) => (
            <li key={slug}>
              <Link className="link" to={href("/product/:id?", { id: slug })}>
                {name}
              </Link>{" "}
              <span className="muted">{brand}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
