import { useEffect, useMemo, useState } from "react";
import { data, href, Link, useNavigate, useNavigation } from "react-router";
import {
  isShortNumber,
  trackOrder,
  trackOwnOrder,
  trackWithPhone,
} from "../../shop/orders/track-order.server.ts";
import { shopSettings } from "../../shop/settings/settings.server.ts";
import { refuseFields } from "../http/forms/answer.server.ts";
import { formFields } from "../http/forms/form.server.ts";
import { useLastAnswer } from "../http/forms/use-last-answer.ts";
import { viewerOf } from "../http/guards.server.ts";
import { useLiveUpdates } from "../http/live/use-live-updates.ts";
import { clientOf } from "../http/session/caller.server.ts";
import * as messages from "../parts/messages/messages.ts";
import { trackPath } from "../parts/orders/order-links.ts";
import { PageHead } from "../parts/page-head.tsx";
import { useShop } from "../parts/shop-context.ts";
import { servicesContext } from "../services-context.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/failure.tsx";
import { ToastOnArrival } from "../ui/toast.tsx";
import type { Route } from "./+types/track";
import { PhoneForm } from "./track/phone-form.tsx";
import { TrackForm } from "./track/track-form.tsx";
import { type TrackedDetails, trackedDetails, trackedOrder } from "./track/tracked.server.ts";
import { TrackedOrderView } from "./track/tracked-order.tsx";

const refusals = { "not-found": messages.orderNotFound, "too-often": messages.tooManyTries };
/** The message of the form for the digits. */
const digitErrors = {
  "not-found": "",
  "too-often": messages.tooManyTries.text ?? "",
  "wrong-digits": messages.phoneDiffers.text ?? "",
  "no-match": messages.shortNumberUnmatched.text ?? "",
};
const statuses = { "not-found": 404, "too-often": 429, "wrong-digits": 422, "no-match": 422 } as const;

/** Signed-in users find only their own orders, with all details; guests get what the id alone reveals. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const asked = askedFor(request, params.id);
  if (!asked) {
    const empty = new URL(request.url).searchParams.has("order");
    return { asked, order: null, details: null, refused: null, asksDigits: false, empty };
  }
  const services = context.get(servicesContext);
  const viewer = viewerOf(context);
  if (viewer.kind === "guest" && isShortNumber(asked)) {
    // Whether or not there is such an order.
    return { asked, order: null, details: null, refused: null, asksDigits: true };
  }
  const found =
    viewer.kind === "customer"
      ? await trackOwnOrder(services, asked, viewer.id)
      : await trackOrder(services, asked, clientOf(request));
  if (!found.ok) {
    const { refused } = found;
    return data(
      { asked, order: null, details: null, refused, asksDigits: false },
      { status: statuses[refused] },
    );
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
    asksDigits: false,
  };
}

/** A guest enters the last four digits of the order's phone number to see the details, or the order of a short number. */
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
  return {
    ok: true,
    order: trackedOrder(found.value),
    details: trackedDetails(found.value, policy.returnDays, services.clock.now()),
  };
}

function askedFor(request: Request, id: string | undefined): string {
  return (id ?? new URL(request.url).searchParams.get("order") ?? "").trim().slice(0, 100);
}

export default function Track({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, refused, asksDigits } = loaderData;
  const proven = actionData && "order" in actionData ? actionData.order : null;
  const order = loaderData.order ?? (asksDigits ? proven : null);
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
  useAddressOf(asksDigits ? proven : null);
  useLiveUpdates(order ? [`order/${order.id}`] : []);
  return (
    <div className="wrap pb-section">
      <Head />
      <div className="pt-5 pb-3">
        <h1>Track Your Order</h1>
      </div>
      <TrackForm key={asked} asked={asked} empty={"empty" in loaderData && loaderData.empty} />
      {asksDigits && !order && (
        <div className="max-w-read">
          <PhoneForm id={asked} answer={answer} short />
        </div>
      )}
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
        <EmptyState tone="wrong" title={refusals[refused].title} text={refusals[refused].text ?? ""}>
          {viewer.kind === "guest" && refused === "not-found" && <Elsewhere />}
        </EmptyState>
      )}
    </div>
  );
}

/** What to do when an order is not found. */
function Elsewhere() {
  return (
    <p>
      The order number has eight characters, such as e7d9e7a6: it is in the message we sent when you ordered.{" "}
      <Link className="link" to={`${href("/auth")}?${new URLSearchParams({ next: href("/orders") })}`}>
        Log in
      </Link>{" "}
      to see all your orders, or{" "}
      <Link className="link" to={href("/contact")}>
        contact us
      </Link>
      .
    </p>
  );
}

/**
 * After a short number the address becomes the order's own, so that live updates and a reload find it. Only once the
 * answer to the form is complete: a navigation in between would abort what is still being read.
 */
function useAddressOf(proven: { id: string } | null) {
  const navigate = useNavigate();
  const isIdle = useNavigation().state === "idle";
  const id = proven?.id;
  useEffect(() => {
    if (id && isIdle) void navigate(trackPath(id), { replace: true, preventScrollReset: true });
  }, [id, isIdle, navigate]);
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
