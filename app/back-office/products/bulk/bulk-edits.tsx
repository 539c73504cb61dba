import { Form, href } from "react-router";
import type { BulkChange } from "../../../../shop/catalogue/bulk/bulk-change.ts";
import { recentBulkEdits } from "../../../../shop/catalogue/bulk/bulk-edit.server.ts";
import { dateAndTime } from "../../../../shop/dates.ts";
import { plural, rupees } from "../../../../shop/money.ts";
import { formFields } from "../../../http/forms/form.server.ts";
import { useLastAnswer } from "../../../http/forms/use-last-answer.ts";
import { staffOf } from "../../../http/guards.server.ts";
import { AnswerMessage } from "../../../parts/answer-message.tsx";
import { servicesContext } from "../../../services-context.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { Panel, ScreenHead } from "../../parts/screen-head.tsx";
import type { Route } from "./+types/bulk-edits";
import { undoForm } from "./undo-form.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return { edits: await recentBulkEdits(context.get(servicesContext)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await formFields({ request, context });
  return undoForm(context.get(servicesContext), staffOf(context), form.get("token") ?? "");
}

const statusWords = { active: "Set active", draft: "Set to draft", archived: "Archived" };

function changeWords(change: BulkChange | null): string {
  switch (change?.kind) {
    case undefined:
      return "Changed";
    case "price":
      return `Price set to ${rupees(change.price)}`;
    case "percent":
      return `Price changed by ${change.percent > 0 ? "+" : ""}${change.percent} %`;
    case "stock":
      return `Stock of each variant changed by ${change.step > 0 ? "+" : ""}${change.step}`;
    case "status":
      return statusWords[change.status];
    case "collect":
      return `Added to ${change.slug}`;
    case "uncollect":
      return `Removed from ${change.slug}`;
  }
}

export default function BulkEdits({ loaderData: { edits }, actionData }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead
        title="Bulk changes"
        text="Changes of many products at once can be undone for 24 hours. Products that were edited since stay as they are."
        back={{ to: href("/admin/products"), label: "Products" }}
      />
      <AnswerMessage answer={useLastAnswer(actionData)} />
      <Panel title="The last 24 hours">
        {edits.length === 0 ? (
          <EmptyState
            title="No bulk changes in the last 24 hours"
            text="Select products in the list to change their price, stock or status together."
            link={{ to: href("/admin/products"), label: "Products" }}
          />
        ) : (
          <ul className="rows">
            {edits.map(({ id, at, by, change, products, isUndone }) => (
              <li key={id} className="flex flex-wrap items-center gap-3 py-2">
                <span className="grow">
                  <b className="font-strong">{changeWords(change)}</b>
                  <small className="block muted">
                    {[plural(products, "product"), by.name, dateAndTime(at)].filter(Boolean).join(" · ")}
                  </small>
                </span>
                {isUndone ? (
                  <span className="badge">Undone</span>
                ) : (
                  <Form method="post">
                    <HiddenFields fields={{ intent: "undo", token: id }} />
                    <button
                      type="submit"
                      className="btn btn-secondary"
                      aria-label={`Undo: ${changeWords(change)}, ${plural(products, "product")}`}
                    >
                      Undo
                    </button>
                  </Form>
                )}
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}
