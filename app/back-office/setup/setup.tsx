import { useEffect } from "react";
import { href, Link, useRevalidator } from "react-router";
import { can } from "../../../shop/access/actor.ts";
import { dateAndTime } from "../../../shop/dates.ts";
import { plural } from "../../../shop/money.ts";
import type { HealthCheck } from "../../../shop/reports/health-checks.ts";
import { setupState } from "../../../shop/reports/setup-facts.server.ts";
import type { ReadStep } from "../../../shop/reports/setup-steps.ts";
import { shopHealth } from "../../../shop/reports/shop-health.server.ts";
import { openingToEdit } from "../../../shop/settings/opening.server.ts";
import { previewToken } from "../../../shop/settings/preview-links.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf, viewerOf } from "../../http/guards.server.ts";
import { originOf } from "../../http/origin.server.ts";
import { useToast } from "../../parts/use-toast.ts";
import { servicesContext } from "../../services-context.ts";
import { Notice } from "../../ui/notice.tsx";
import { HealthLines } from "../parts/health-lines.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/setup";
import { handleOpeningForm, handleTrial } from "./answer.server.ts";
import { OpeningForms } from "./opening-forms.tsx";
import { Steps } from "./steps.tsx";

/** How often the page asks for the result of a trial, in ms. */
const lookAgain = 2_000;

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { opening, version } = await openingToEdit(services.db);
  const origin = originOf(services.site, request);
  const { isOpen, wasOpen, text, previews } = opening;
  const now = services.clock.now();
  const showsHealth = isOpen && can(staffOf(context), "health.view");
  return {
    steps: await setupState(services),
    health: showsHealth ? await shopHealth(services) : null,
    state: { isOpen, wasOpen, isTrial: services.site.isTrial === true, text: text ?? "", version },
    previews: previews.map((preview) => ({
      id: preview.id,
      name: preview.name,
      until: dateAndTime(new Date(preview.until)),
      isOver: new Date(preview.until) <= now,
      address: `${origin}${href("/preview/:token", { token: previewToken(services, preview) })}`,
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const actor = staffOf(context);
  const fields = await formFields({ request, context });
  const viewer = viewerOf(context);
  const who = {
    actor,
    email: viewer.kind === "customer" ? viewer.email : null,
    origin: originOf(services.site, request),
  };
  return (
    (await handleTrial(services, who, fields.get("intent"))) ?? handleOpeningForm(services, actor, fields)
  );
}

/** What a shop needs before it opens, and the opening itself; of an open one, what is not in order. */
export default function Setup({ loaderData, actionData }: Route.ComponentProps) {
  const { steps, health, state, previews } = loaderData;
  const { revalidate } = useRevalidator();
  const isTrying = steps.some(({ isPending }) => isPending);
  useEffect(() => {
    if (!isTrying) return;
    const timer = setInterval(() => void revalidate(), lookAgain);
    return () => clearInterval(timer);
  }, [isTrying, revalidate]);
  const message = useLastAnswer(actionData)?.toast;
  useToast(message);
  return (
    <div className="panels">
      <ScreenHead
        title="Set up"
        text={
          state.isOpen
            ? "The shop is open to everybody."
            : `The shop is closed: only staff can see it. ${leftToDo(steps)}`
        }
      />
      {message && <Notice tone="wrong" title={message.title} text={message.text} />}
      {health && <NotInOrder lines={health.filter(({ state }) => state !== "ok")} all={health.length} />}
      <Steps steps={steps} isOpen={state.isOpen} />
      <OpeningForms state={state} previews={previews} />
    </div>
  );
}

function leftToDo(steps: ReadStep[]): string {
  const left = steps.filter(({ required, done }) => required && !done).length;
  return left === 0 ? "All required steps are done." : `${plural(left, "required step")} left.`;
}

function NotInOrder({ lines, all }: { lines: HealthCheck[]; all: number }) {
  return (
    <section aria-labelledby="health">
      <h2 id="health" className="mb-2">
        Health
      </h2>
      {lines.length > 0 && <HealthLines lines={lines} />}
      <p className="mt-2">
        {`${all - lines.length} of ${all} checks are in order. `}
        <Link className="link" to={href("/admin/health")}>
          See all checks
        </Link>
      </p>
    </section>
  );
}
