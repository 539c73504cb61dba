import { href, Link } from "react-router";
import { shortDate } from "../../shop/dates.ts";
import { plural } from "../../shop/money.ts";
import {
  listReviews,
  type ModeratedReview,
  type ModerationAction,
  moderateReview,
  removeReviewPhoto,
  reviewCounts,
} from "../../shop/reviews/moderate.server.ts";
import { accept, type Refusal, refuse } from "../http/forms/answer.server.ts";
import { formFields } from "../http/forms/form.server.ts";
import { useLastAnswer } from "../http/forms/use-last-answer.ts";
import { staffOf } from "../http/guards.server.ts";
import { useLiveUpdates } from "../http/live/use-live-updates.ts";
import { ReviewPhotos } from "../parts/photos/review-photos.tsx";
import { servicesContext } from "../services-context.ts";
import { Field, TextArea } from "../ui/forms/field.tsx";
import { closeSheet, Sheet, SheetButton } from "../ui/sheet.tsx";
import type { Route } from "./+types/reviews";
import { ActionButton } from "./parts/action-button.tsx";
import { Confirm } from "./parts/confirm.tsx";
import { actionsColumn, numberColumn } from "./parts/lists/columns.tsx";
import type { Column } from "./parts/lists/list.tsx";
import { listPage } from "./parts/lists/list-address.ts";
import { ListScreen } from "./parts/lists/list-screen.tsx";

const labels = { published: "Published", hidden: "Hidden" };
const stars = ["1", "2", "3", "4", "5"];

export function loader({ request, context }: Route.LoaderArgs) {
  const filters = { status: ["published", "hidden"], stars };
  const asked = { sorts: ["-date"] as const, filters, size: 30 };
  return listPage(request, asked, async ({ q, page, size, filters: { status = "", stars = "" } }) => {
    const services = context.get(servicesContext);
    const wanted = { q, status, page, size, stars: stars === "" ? null : Number(stars) };
    const [found, counts] = await Promise.all([listReviews(services, wanted), reviewCounts(services)]);
    return { rows: found.reviews, more: found.more, counts };
  });
}

const refusals = {
  "not-found": ["reviewGone", 404],
  "reason-needed": ["reviewReasonNeeded", 400, "reason"],
  "too-long": ["reviewReplyTooLong", 400, "reply"],
} as const satisfies Record<string, Refusal>;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const fields = await formFields({ request, context });
  if (fields.get("intent") === "remove-photo") {
    const photo = { id: fields.get("id") ?? "", photo: fields.get("photo") ?? "" };
    const removed = await removeReviewPhoto(context.get(servicesContext), { actor, ...photo });
    return removed.ok ? accept("reviewPhotoRemoved") : refuse(["reviewGone", 404]);
  }
  const moderation = readAction(fields);
  if (!moderation) return refuse(["reviewGone", 400]);
  const done = await moderateReview(context.get(servicesContext), {
    actor,
    id: fields.get("id") ?? "",
    action: moderation,
  });
  if (!done.ok) return refuse(refusals[done.refused], fields);
  if (moderation.kind === "hide") return accept("reviewHidden");
  if (moderation.kind === "publish") return accept("reviewPublished");
  return accept(moderation.reply ? "reviewReplied" : "reviewReplyRemoved");
}

function readAction(fields: Map<string, string>): ModerationAction | null {
  switch (fields.get("intent")) {
    case "hide":
      return { kind: "hide", reason: (fields.get("reason") ?? "").trim() };
    case "publish":
      return { kind: "publish" };
    case "reply":
      return { kind: "reply", reply: (fields.get("reply") ?? "").trim() };
    default:
      return null;
  }
}

const columns: Column<ModeratedReview>[] = [
  { label: "Review", kind: "main", cell: (review) => <ReviewText review={review} /> },
  {
    label: "Product",
    cell: (review) => (
      <>
        <ProductLink review={review} />
        <small>{byWhom(review)}</small>
      </>
    ),
    whole: (review) => `${review.product}, ${byWhom(review)}`,
  },
  numberColumn("Rating", ({ rating, at }) => (
    <>
      {rating} of 5<small>{shortDate(at)}</small>
    </>
  )),
  {
    label: "Status",
    cell: ({ status }) => (
      <span className={`badge ${status === "published" ? "ok" : "warn"}`}>{labels[status]}</span>
    ),
  },
  actionsColumn((review) => <ReviewActions review={review} />),
];

export default function Reviews({ loaderData, actionData }: Route.ComponentProps) {
  useLiveUpdates(["reviews"]);
  const { counts } = loaderData;
  return (
    <ListScreen
      title="Reviews"
      tableClass="list-table reviews-table"
      text="Hidden reviews are not shown and do not count towards a product's rating."
      answer={useLastAnswer(actionData)}
      {...loaderData}
      rowKey={({ id }) => id}
      rowName={({ product }) => `the review of ${product}`}
      empty="No reviews yet."
      notFound="No reviews found. Try other words or another tab."
      search={{ label: "Search by product", placeholder: "Product" }}
      tabs={{
        name: "status",
        tabs: [
          { value: "", label: "All", count: counts.all },
          { value: "published", label: labels.published, count: counts.published },
          { value: "hidden", label: labels.hidden, count: counts.hidden },
        ],
      }}
      filters={[
        {
          name: "stars",
          label: "Rating",
          options: [
            { value: "", label: "All ratings" },
            ...stars.map((value) => ({ value, label: plural(Number(value), "star") })),
          ],
        },
      ]}
      columns={columns}
    />
  );
}

function ProductLink({ review: { product, slug } }: { review: ModeratedReview }) {
  return (
    <Link className="link" to={href("/product/:id?", { id: slug })}>
      {product}
    </Link>
  );
}

const byWhom = ({ author, photos }: ModeratedReview) =>
  [author ?? "Anonymous User", photos.length > 0 && plural(photos.length, "photo")]
    .filter(Boolean)
    .join(" · ");

/** Two lines of it, which open the whole: there its photos are, and on a phone its buttons. */
function ReviewText({ review }: { review: ModeratedReview }) {
  const { id, product, comment, rating, at, status, reason, reply, photos } = review;
  const sheet = `review-${id}`;
  const close = () => closeSheet(sheet);
  return (
    <>
      <SheetButton sheet={sheet} className="review-words">
        {comment || "No words"}
      </SheetButton>
      <Sheet id={sheet} title={`Review of ${product}`}>
        <div className="row-words grid gap-2">
          <p>
            {rating} of 5 · {byWhom(review)} · {shortDate(at)}
          </p>
          <p>
            <ProductLink review={review} />
          </p>
          <p>{comment}</p>
          <ReviewPhotos
            photos={photos}
            label={`Photo in the review of ${product}`}
            each={(photo, place) => (
              <Confirm
                id={`photo-${photo.id}`}
                open="Remove"
                openLabel={`Remove photo ${place} from the review of ${product}`}
                openClass="btn btn-secondary"
                title={`Remove photo ${place} from the review of ${product}?`}
                text="The photo is deleted for good. Stars and words stay."
                button="Remove photo"
                fields={{ intent: "remove-photo", id, photo: photo.id }}
              />
            )}
          />
          {reason && <p className="muted">Hidden because: {reason}</p>}
          {reply && <p>The shop answers: {reply}</p>}
        </div>
        {/* The dialogs of the row's buttons, one at a time. */}
        <div className="flex flex-wrap gap-2 mt-4" onSubmit={close}>
          <SheetButton sheet={`reply-${id}`} className="btn btn-secondary" onOpen={close}>
            {reply ? "Edit reply" : "Reply"}
          </SheetButton>
          {status === "hidden" ? (
            <ActionButton fields={{ intent: "publish", id }} label={`Publish the review of ${product}`}>
              Publish
            </ActionButton>
          ) : (
            <SheetButton sheet={`hide-${id}`} className="btn btn-secondary" onOpen={close}>
              Hide
            </SheetButton>
          )}
        </div>
      </Sheet>
    </>
  );
}

function ReviewActions({ review: { id, product, status, reply } }: { review: ModeratedReview }) {
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <Confirm
        id={`reply-${id}`}
        open={reply ? "Edit reply" : "Reply"}
        openLabel={`${reply ? "Edit reply" : "Reply"} to the review of ${product}`}
        openClass="btn btn-secondary"
        destructive={false}
        title={`Reply to the review of ${product}`}
        text="Everyone can read it below the review. Leave it empty to remove the reply."
        button="Save reply"
        fields={{ intent: "reply", id }}
      >
        <TextArea label="Reply" name="reply" rows={4} maxLength={1000} defaultValue={reply ?? ""} />
      </Confirm>
      {status === "hidden" ? (
        <ActionButton fields={{ intent: "publish", id }} label={`Publish the review of ${product}`}>
          Publish
        </ActionButton>
      ) : (
        <Confirm
          id={`hide-${id}`}
          open="Hide"
          openLabel={`Hide the review of ${product}`}
          openClass="btn btn-secondary"
          title={`Hide this review of ${product}?`}
          text="It will no longer be shown or count towards the rating. You can publish it again."
          button="Hide review"
          fields={{ intent: "hide", id }}
        >
          <Field
            label="Reason"
            name="reason"
            maxLength={300}
            hint="For your colleagues; customers do not see it."
          />
        </Confirm>
      )}
    </span>
  );
}
