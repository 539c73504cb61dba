import { useMemo } from "react";
import { data, href, Link } from "react-router";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import {
  isShortNumber,
  trackOrder,
  trackOwnOrder,
  trackWithPhone,
} from "../../shop/orders/track-order.server.ts";
import { reconcileOrder } from "../../shop/payments/reconcile.server.ts";
import { redirectWithToast, refuseFields } from "../http/forms/answer.server.ts";
import { formFields } from "../http/forms/form.server.ts";
import { useLastAnswer } from "../http/forms/use-last-answer.ts";
import { viewerOf } from "../http/guards.server.ts";
import { useLiveUpdates } from "../http/live/use-live-updates.ts";
import { originOf } from "../http/origin.server.ts";
import { clientOf } from "../http/session/caller.server.ts";
import { provenOrderCookie, readProvenOrder } from "../http/session/proven-order-cookie.server.ts";
import * as messages from "../parts/messages/messages.ts";
import { trackPath } from "../parts/orders/order-links.ts";
import { PageHead } from "../parts/page-head.tsx";
import { useShop } from "../parts/shop-context.ts";
import { servicesContext } from "../services-context.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/failure.tsx";
import { ToastOnArrival } from "../ui/toast.tsx";
import type { Route } from "./+types/track";
import { payTracked } from "./track/pay.server.ts";
import { PhoneForm } from "./track/phone-form.tsx";
import { TrackForm } from "./track/track-form.tsx";
import { trackedDetails, trackedOrder } from "./track/tracked.server.ts";
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

/** Private: the details that a guest's cookie shows, also as data of a client-side navigation. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/**
 * Signed-in users find only their own orders, with all details; guests get what the id alone reveals, and all details
 * after typing the digits of its phone.
 */
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
  const now = services.clock.now();
  const proven =
    viewer.kind === "guest" && readProvenOrder(services.signer, request, now, isHttps(services, request));
  const returned = new URL(request.url).searchParams.has("returned");
  // The provider has just led back.
  if (returned && proven && proven === asked) await reconcileOrder(services, proven);
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
  const seesDetails = viewer.kind === "customer" || proven === found.value.id;
  const body = {
    asked,
    order: await trackedOrder(services, found.value),
    details: seesDetails ? await trackedDetails(services, found.value) : null,
    refused: null,
    asksDigits: false,
    returned,
  };
  return data(body, { headers: { "Cache-Control": "private, no-store" } });
}

/**
 * A guest enters the last four digits of the order's phone number to see the details, or the order of a short number.
 * The order's own address shows them, so that live updates and a reload find them. While they are shown the guest can
 * pay; otherwise nothing is read, so paying tells nothing to somebody who guesses.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const asked = askedFor(request, params.id);
  const fields = await formFields({ request, context });
  const digits = fields.get("digits") ?? "";
  const viewer = viewerOf(context);
  const [now, https] = [services.clock.now(), isHttps(services, request)];
  if (fields.get("intent") === "pay") {
    const proven = viewer.kind === "guest" && readProvenOrder(services.signer, request, now, https);
    if (!proven || proven !== asked) return refuseFields({ digits: messages.digitsAgain.text ?? "" }, 403);
    const cookie = provenOrderCookie(services.signer, proven, now, https);
    return payTracked(services, request, { orderId: proven, part: fields.get("part"), cookie });
  }
  const found =
    viewer.kind === "customer"
      ? await trackOwnOrder(services, asked, viewer.id)
      : await trackWithPhone(services, asked, digits, clientOf(request));
  if (!found.ok) return refuseFields({ digits: digitErrors[found.refused] }, statuses[found.refused]);
  const { id } = found.value;
  const cookie = provenOrderCookie(services.signer, id, now, https);
  const cookies = viewer.kind === "customer" ? [] : [cookie];
  return redirectWithToast(trackPath(id), undefined, { cookies });
}

function isHttps({ site }: Services, request: Request): boolean {
  return originOf(site, request).startsWith("https:");
}

function askedFor(request: Request, id: string | undefined): string {
  return cutText((id ?? new URL(request.url).searchParams.get("order") ?? "").trim(), 100);
}

export default function Track({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, order, details, refused, asksDigits } = loaderData;
  const { viewer } = useShop();
  // A new toast object per answer, so that a repeated refusal shows again.
  const toast = useMemo(
    () => (loaderData.refused ? { ...refusals[loaderData.refused] } : null),
    [loaderData],
  );
  const answer = useLastAnswer(actionData);
  useLiveUpdates(order ? [`order/${order.id}`] : []);
  return (
    <div className="wrap pb-section">
      <Head />
      <div className="pt-5 pb-3">
        <h1>Track Your Order</h1>
      </div>
      <TrackForm key={asked} asked={asked} empty={"empty" in loaderData && loaderData.empty} />
      {asksDigits && (
        <div className="max-w-read">
          <PhoneForm id={asked} answer={answer} short />
        </div>
      )}
      {order && (
        <TrackedOrderView
          order={order}
          details={details}
          signedIn={viewer.kind === "customer"}
          returned={"returned" in loaderData && loaderData.returned}
          answer={answer}
        />
      )}
      <ToastOnArrival toast={toast} />
      {refused && (
        <EmptyState tone="wrong" title={refusals[refused].title} text={refusals[refused].text ?? ""}>
          {refused === "not-found" && (viewer.kind === "guest" ? <Elsewhere /> : <OwnOnly />)}
        </EmptyState>
      )}
    </div>
  );
}

/** The same for who is logged in, who finds no order of another account (specification, section 6). */
function OwnOnly() {
  return (
    <p>
      While you are logged in, you find only the orders of your account:{" "}
      <Link className="link" to={href("/orders")}>
        My Orders
      </Link>
      . For another order, log out first, or{" "}
      <Link className="link" to={href("/contact")}>
        contact us
      </Link>
      .
    </p>
  );
}

/** What a guest can do when an order is not found. */
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

function Head() {
  return (
    <PageHead title="Track Order" description="See where your order is." path={href("/track/:id?", {})} />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPanel error={error} title={messages.orderLookupFailed.title} />;
}
