import { href } from "react-router";
import { codRulesToSort, sortCodRules } from "../../../shop/cod/cod-rules.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { handleSortForm, sortedRecord } from "../parts/sort-list.server.ts";
import { SortScreen } from "../parts/sort-screen.tsx";
import type { Route } from "./+types/sort";

const back = href("/admin/settings/cod");

export async function loader({ context }: Route.LoaderArgs) {
  return { record: sortedRecord(await codRulesToSort(context.get(servicesContext))) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  return handleSortForm(await formFields({ request, context }), {
    save: (keys, version) => sortCodRules(services, { actor: staffOf(context), keys, version }),
    now: () => codRulesToSort(services),
    back,
  });
}

export default function SortCodRules({ loaderData: { record }, actionData }: Route.ComponentProps) {
  return (
    <SortScreen
      title="Sort rules for cash on delivery"
      text="The first rule that fits an order decides."
      back={{ to: back, label: "Cash on delivery" }}
      record={record}
      answer={useLastAnswer(actionData)}
    />
  );
}
