import { href } from "react-router";
import { z } from "zod";
import type { Services } from "../../../platform/services.server.ts";
import { faqToSort, sortFaq } from "../../../shop/content/faq/edit-faq.server.ts";
import { ownGroups } from "../../../shop/content/faq/faq.ts";
import { faqFacts } from "../../../shop/content/faq/faq-facts.ts";
import { faqLists } from "../../../shop/content/faq/question.ts";
import { hoursInWords } from "../../../shop/settings/opening-hours.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { handleSortForm, sortedRecord } from "../parts/sort-list.server.ts";
import { SortScreen } from "../parts/sort-screen.tsx";
import type { Route } from "./+types/sort-questions";

const back = href("/admin/content/faq");

/** The list of the address, with the facts of the answers. */
async function asked(services: Services, param: string) {
  const list = z.enum(faqLists).safeParse(param);
  if (!list.success) throw new Response("No such group of questions", { status: 404 });
  const settings = await shopSettings(services);
  return { list: list.data, facts: faqFacts({ ...settings, hours: hoursInWords(settings.hours) }) };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { list, facts } = await asked(services, params.list);
  const group = ownGroups(facts).find(({ id }) => id === list);
  return {
    title: group ? `Sort questions: ${group.title}` : "Sort groups of questions",
    record: sortedRecord(await faqToSort(services, { list, facts })),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  const sorted = await asked(services, params.list);
  return handleSortForm(sent, {
    save: (keys, version) => sortFaq(services, { ...sorted, actor: staffOf(context), keys, version }),
    now: () => faqToSort(services, sorted),
    back,
  });
}

export default function SortQuestions({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SortScreen
      {...loaderData}
      text="The order of the FAQ page."
      back={{ to: back, label: "Questions" }}
      answer={useLastAnswer(actionData)}
    />
  );
}
