import { href } from "react-router";
import { dateAndTime } from "../../shop/dates.ts";
import { endHold } from "../../shop/hold/hold.server.ts";
import { shopHealth } from "../../shop/reports/shop-health.server.ts";
import { readSettings } from "../../shop/settings/settings.server.ts";
import { redirectWithToast, refuse } from "../http/forms/answer.server.ts";
import { formFields } from "../http/forms/form.server.ts";
import { staffOf } from "../http/guards.server.ts";
import { useToast } from "../parts/use-toast.ts";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/health";
import { Confirm } from "./parts/confirm.tsx";
import { HealthLines } from "./parts/health-lines.tsx";
import { May } from "./parts/may.tsx";
import { ScreenHead } from "./parts/screen-head.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { hold } = await readSettings(services.db);
  return {
    lines: await shopHealth(services),
    isOnHold: hold !== null,
    at: dateAndTime(services.clock.now()),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const intent = (await formFields({ request, context })).get("intent");
  const how = intent === "discard" ? "discard" : "send";
  const ended = await endHold(context.get(servicesContext), staffOf(context), how);
  if (!ended.ok) return refuse(["changedMeanwhile", 409]);
  return redirectWithToast(href("/admin/health"), how === "send" ? "holdSent" : "holdDiscarded");
}

export default function Health({ loaderData, actionData }: Route.ComponentProps) {
  const { lines, isOnHold, at } = loaderData;
  useToast(actionData?.toast);
  return (
    <>
      <ScreenHead title="Health" text={`What is set up and what is not. Checked on ${at}.`} />
      {isOnHold && (
        <>
          <HealthLines lines={lines.slice(0, 1)} />
          <May permission="settings.edit">
            <HoldForms />
          </May>
        </>
      )}
      <HealthLines lines={isOnHold ? lines.slice(1) : lines} />
    </>
  );
}

/** The two ways to resume a restored shop (shop/hold). */
function HoldForms() {
  return (
    <div className="flex flex-wrap gap-2 my-4">
      <Confirm
        id="send"
        open="Send what waits and resume"
        openClass="btn btn-primary"
        destructive={false}
        title="Send what waits and resume?"
        text="Customers get the emails and messages that were waiting in the backup. Background jobs start: they ask the payment provider and the couriers, pay refunds and issue invoices. Only for the shop that your customers use."
        button="Send and resume"
        fields={{ intent: "send" }}
      />
      <Confirm
        id="discard"
        open="Discard the messages and resume"
        title="Discard the messages and resume?"
        text="The emails, messages and push messages that were waiting in the backup are deleted. Background jobs start: they ask the payment provider and the couriers, pay refunds and issue invoices. Only for the shop that your customers use."
        button="Discard and resume"
        fields={{ intent: "discard" }}
      />
    </div>
  );
}
