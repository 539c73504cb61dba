import { addTaxRate, readTaxRate, taxRates } from "../../../shop/settings/tax-rates.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { EditField } from "../parts/edit-form.tsx";
import { RecordScreen } from "../parts/records/record-screen.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import type { Route } from "./+types/new";

const list = "/admin/taxes";
const fields: EditField[] = [
  {
    name: "prefix",
    label: "HSN code begins with",
    control: "number",
    optional: true,
    hint: "Such as 3304. Empty: products without a code, or with one that has no rate.",
  },
  { name: "rate", label: "Rate (%)", control: "number" },
  {
    name: "stepUpTo",
    label: "Lower rate up to (₹ a unit, before tax)",
    control: "number",
    optional: true,
    hint: "Such as 2500 for clothing. Empty if there is one rate for every price.",
  },
  { name: "stepRate", label: "Lower rate (%)", control: "number", optional: true },
  { name: "from", label: "In force from", control: "date" },
  { name: "source", label: "Source", hint: "The notification with its number and date, or your accountant." },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { version } = await taxRates(context.get(servicesContext));
  return { record: { values: {}, version } };
}

/** The message of a refusal at its field. */
const refusals: Record<string, Record<string, string>> = {
  "too-early": {
    from: "These goods have a rate today. The new one begins tomorrow at the earliest, so that no invoice changes.",
  },
  taken: { from: "There is already a rate of this code from this day." },
};

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  return saveEdit(sent, {
    read: readTaxRate(sent),
    saveAs: (rate, version) => addTaxRate(services, { actor, rate, version }),
    refusals,
    now: async () => ({ values: {}, version: (await taxRates(services)).version }),
    saved: [list, "taxRateAdded"],
  });
}

export default function NewRate({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <RecordScreen
      title="New rate"
      back={{ to: list, label: "Taxes" }}
      fields={fields}
      record={loaderData.record}
      answer={useLastAnswer(actionData)}
      button="Add rate"
    />
  );
}
