import { data, href, Link } from "react-router";
import { shortId } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { readReview, removedPhotos } from "../../../shop/reviews/review-form.ts";
import { reviewsOfOrder, writeReview } from "../../../shop/reviews/write-review.server.ts";
import { redirectWithToast, refuseFields } from "../../http/forms/answer.server.ts";
import { uploadForm } from "../../http/forms/upload-form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { userOf } from "../../http/guards.server.ts";
import { messageWords } from "../../parts/messages/message-words.ts";
import * as messages from "../../parts/messages/messages.ts";
import * as returnMessages from "../../parts/messages/return-messages.ts";
import { reviewPath, trackPath } from "../../parts/orders/order-links.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { isPictureRefusal, pictureRefusalWords } from "../../parts/photos/photo-refusals.server.ts";
import { servicesContext } from "../../services-context.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { Route } from "./+types/review";
import { ReviewForm, tooManyPhotosText } from "./review-form.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = userOf(context);
  const services = context.get(servicesContext);
  const order = await orderOf(services, params.id, viewer.id);
  if (!order?.placedAt) return data({ order: null, name: "" }, { status: 404 });
  const written = await reviewsOfOrder(services, order.id);
  const lines = order.lines.map(({ id, productId, slug, name, size, colour, picture }) => ({
    id,
    slug,
    name,
    size,
    colour,
    picture,
    gone: productId === null,
    written: written.get(id) ?? null,
  }));
  return data({ order: { id: order.id, status: order.status, lines }, name: viewer.name });
}

/** More than three photos of 8 MB, so that a photo that is too large is refused alone and the typed text is kept. */
const maxMegabytes = 33;

const refusals = {
  "not-found": ["comment", messageWords(messages.orderNotFound)],
  "not-delivered": ["comment", messageWords(messages.reviewNotDelivered)],
  "product-gone": ["comment", messageWords(messages.reviewProductGone)],
  "too-many-photos": ["photos", tooManyPhotosText],
  "too-often": ["photos", messageWords(messages.tooManyTries)],
} as const;

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = userOf(context);
  const services = context.get(servicesContext);
  // Before the pictures are read: they are only for whose order it is.
  const order = await orderOf(services, params.id, viewer.id);
  if (order?.status !== "delivered") {
    const [field, words] = refusals[order ? "not-delivered" : "not-found"];
    return refuseFields({ [field]: words }, order ? 400 : 404);
  }
  const form = await uploadForm({ request, context }, maxMegabytes);
  if (!form) return refuseFields({ photos: messageWords(returnMessages.photoTooBig) }, 400);
  const { fields, files } = form;
  const read = readReview(fields);
  if (!read.ok) return refuseFields(read.errors, 400, fields);
  const written = await writeReview(services, viewer, {
    ...read.value,
    orderId: params.id,
    lineId: fields.get("line") ?? "",
    photos: { add: files.get("photos") ?? [], remove: removedPhotos(fields) },
  });
  if (!written.ok) {
    const [field, words] = isPictureRefusal(written.refused)
      ? ["photos", pictureRefusalWords(written.refused)]
      : refusals[written.refused];
    return refuseFields({ [field]: words }, written.refused === "not-found" ? 404 : 400, fields);
  }
  return redirectWithToast(
    reviewPath(params.id),
    written.value.isHidden ? "reviewSavedHidden" : "reviewSaved",
  );
}

export default function Review({ loaderData: { order, name }, actionData, params }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const head = (
    <PageHead
      title="Write a review"
      description="Tell others what you think of what you bought."
      path={reviewPath(params.id)}
    />
  );
  if (order?.status !== "delivered") {
    const why = order?.status === "cancelled" ? messages.orderWasCancelled : messages.reviewNotDelivered;
    const { title, text } = order ? why : messages.orderNotFound;
    return (
      <>
        {head}
        <EmptyState
          level={1}
          tone="wrong"
          title={title}
          text={text ?? ""}
          link={{ to: href("/orders"), label: "My Orders" }}
        />
      </>
    );
  }
  return (
    <div className="narrow max-w-read pb-section wrap-anywhere">
      {head}
      <h1>Write a review</h1>
      <p className="lead">
        Order{" "}
        <Link className="link num" to={trackPath(order.id)}>
          {shortId(order.id)}
        </Link>
        . You bought it here, so your review is marked as a verified buyer's.
      </p>
      <ul className="rows">
        {order.lines.map((line) => (
          <ReviewForm
            // A saved review resets the form.
            key={`${line.id} ${line.written ? JSON.stringify(line.written) : ""}`}
            orderId={order.id}
            line={line}
            name={name}
            // A form that was too large to read has no line.
            answer={!answer?.typed || answer.typed.line === line.id ? answer : undefined}
          />
        ))}
      </ul>
    </div>
  );
}
