import { useMemo, useState } from "react";
import { data, href } from "react-router";
import { trackOrder, trackOwnOrder, trackWithPhone } from "../../shop/orders/track-order.server.ts";
import { shopSettings } from "../../shop/settings/settings.server.ts";
import * as messages from "../parts/messages/messages.ts";
import { PageHead } from "../parts/page-head.tsx";
import { useShop } from "../parts/shop-context.ts";
import { servicesContext } from "../services-context.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/failure.tsx";
import { ToastOnArrival } from "../ui/toast.tsx";
import { refuseFields } from "../web/forms/answer.server.ts";
import { formFields } from "../web/forms/form.server.ts";
import { useLastAnswer } from "../web/forms/use-last-answer.ts";
import { viewerOf } from "../web/guards.server.ts";
import { useLiveUpdates } from "../web/live/use-live-updates.ts";
import { clientOf } from "../web/session/caller.server.ts";
import type { Route } from "./+types/track";
import { TrackForm } from "./track/track-form.tsx";
import { type TrackedDetails, trackedDetails, trackedOrder } from "./track/tracked.server.ts";
import { TrackedOrderView } from "./track/tracked-order.tsx";

const refusals = { "not-found": messages.orderNotFound, "too-often": messages.tooManyTries };
/** The message of the form for the digits. */
const digitErrors = {
  "not-found": "",
  "too-often": messages.tooManyTries.text ?? "",
  "wrong-digits": messages.phoneDiffers.text ?? "",
};
const statuses = { "not-found": 404, "too-often": 429, "wrong-digits": 422 } as const;

/** Signed-in users find only their own orders, with all details; guests get what the id alone reveals. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const asked = askedFor(request, params.id);
  if (!asked) {
    const empty = new URL(request.url).searchParams.has("order");
    return { asked, order: null, details: null, refused: null, empty };
  }
  const services = context.get(servicesContext);
  const viewer = viewerOf(context);
  const found =
    viewer.kind === "customer"
      ? await trackOwnOrder(services, asked, viewer.id)
      : await trackOrder(services, asked, clientOf(request));
  if (!found.ok) {
    const { refused } = found;
    return data({ asked, order: null, details: null, refused }, { status: statuses[refused] });
  }
  const { policy } = await shopSettings(services);
  return {
    asked,
    order: trackedOrder(found.value),
    details:
      viewer.kind === "customer"
        ? trackedDetails(found.value, policy.returnDays, services.clock.now())
        : null,
    refused: null,
  };
}

/** A guest enters the last four digits of the order's phone number to see the details. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const asked = askedFor(request, params.id);
  const digits = (await formFields({ request, context })).get("digits") ?? "";
  const viewer = viewerOf(context);
  const found =
    viewer.kind === "customer"
      ? await trackOwnOrder(services, asked, viewer.id)
      : await trackWithPhone(services, asked, digits, clientOf(request));
  if (!found.ok) return refuseFields({ digits: digitErrors[found.refused] }, statuses[found.refused]);
  const { policy } = await shopSettings(services);
  return { ok: true, details: trackedDetails(found.value, policy.returnDays, services.clock.now()) };
}

function askedFor(request: Request, id: string | undefined): string {
  return (id ?? new URL(request.url).searchParams.get("order") ?? "").trim().slice(0, 100);
}

export default function Track({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, order, refused } = loaderData;
  const { viewer } = useShop();
  // A new toast object per answer, so that a repeated refusal shows again.
  const toast = useMemo(
    () => (loaderData.refused ? { ...refusals[loaderData.refused] } : null),
    [loaderData],
  );
  const answer = useLastAnswer(actionData);
  const lastDetails = useLastDetails(
    order?.id,
    actionData && "details" in actionData ? actionData.details : null,
  );
  useLiveUpdates(order ? [`order/${order.id}`] : []);
  return (
    <div className="wrap pb-section">
      <Head />
      <div className="pt-5 pb-3">
        <h1>Track Your Order</h1>
      </div>
      <TrackForm key={asked} asked={asked} empty={"empty" in loaderData && loaderData.empty} />
      {order && (
        <TrackedOrderView
          order={order}
          details={loaderData.details ?? lastDetails}
          signedIn={viewer.kind === "customer"}
          answer={answer}
        />
      )}
      <ToastOnArrival toast={toast} />
      {refused && (
        <EmptyState tone="wrong" title={refusals[refused].title} text={refusals[refused].text ?? ""} />
      )}
    </div>
  );
}

/** Keeps the details open while this order is shown: the router drops action data on revalidation. */
function useLastDetails(id: string | undefined, details: TrackedDetails | null): TrackedDetails | null {
  const [lastDetails, setLastDetails] = useState({ id, details });
  if (details && details !== lastDetails.details) setLastDetails({ id, details });
  return details ?? (lastDetails.id === id ? lastDetails.details : null);
}

function Head() {
  return (
    <PageHead title="Track Order" description="See where your order is." path={href("/track/:id?", {})} />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPanel error={error} title={messages.orderLookupFailed.title} />;
}
