import { data, href, Link } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import {
  listReviews,
  type ModeratedReview,
  type ModerationAction,
  moderateReview,
} from "../../../shop/reviews/moderate.server.ts";
import { messages } from "../../parts/messages/messages.ts";
import { useToast } from "../../parts/use-toast.ts";
import { servicesContext } from "../../services-context.ts";
import { Field, TextArea } from "../../ui/field.tsx";
import { formFields } from "../../web/forms/form.server.ts";
import { staffOf } from "../../web/guards.server.ts";
import { useLiveUpdates } from "../../web/use-live-updates.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { List } from "../parts/list.tsx";
import { pagesOf, readListAddress } from "../parts/list-address.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/reviews";

const size = 30;
const filters = { status: ["published", "hidden"], stars: ["1", "2", "3", "4", "5"] };

export async function loader({ request, context }: Route.LoaderArgs) {
  const address = readListAddress(new URL(request.url).searchParams, { sorts: ["-date"], filters });
  const { q, page } = address;
  const { status = "", stars = "" } = address.filters;
  const found = await listReviews(context.get(servicesContext), {
    q,
    status,
    stars: stars === "" ? null : Number(stars),
    page,
    size,
  });
  return { address, reviews: found.reviews, paging: pagesOf(page, size, found.more) };
}

const refusals = {
  "not-found": messages.reviewGone,
  "reason-needed": messages.reviewReasonNeeded,
  "too-long": messages.reviewReplyTooLong,
};

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const fields = await formFields({ request, context });
  const moderation = readAction(fields);
  if (!moderation) return data({ toast: messages.reviewGone }, 400);
  const done = await moderateReview(context.get(servicesContext), {
    actor,
    id: fields.get("id") ?? "",
    action: moderation,
  });
  if (!done.ok) return data({ toast: refusals[done.refused] }, done.refused === "not-found" ? 404 : 400);
  if (moderation.kind === "hide") return { toast: messages.reviewHidden };
  if (moderation.kind === "publish") return { toast: messages.reviewPublished };
  return { toast: moderation.reply ? messages.reviewReplied : messages.reviewReplyRemoved };
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

export default function Reviews({
  loaderData: { address, reviews, paging },
  actionData,
}: Route.ComponentProps) {
  useLiveUpdates(["reviews"]);
  useToast(actionData?.toast);
  return (
    <>
      <ScreenHead
        title="Reviews"
        text="Hidden reviews are not shown and do not count towards a product's rating."
      />
      <List
        label="Reviews"
        rows={reviews}
        rowKey={({ id }) => id}
        rowName={({ product }) => `the review of ${product}`}
        address={address}
        paging={paging}
        empty="No reviews yet."
        search={{ label: "Search by product", placeholder: "Product" }}
        tabs={{
          name: "status",
          tabs: [
            { value: "", label: "All" },
            { value: "published", label: "Published" },
            { value: "hidden", label: "Hidden" },
          ],
        }}
        filters={[
          {
            name: "stars",
            label: "Stars",
            options: [
              { value: "", label: "All stars" },
              ...filters.stars.map((value) => ({
                value,
                label: value === "1" ? "1 star" : `${value} stars`,
              })),
            ],
          },
        ]}
        columns={[
          { key: "words", label: "Review", kind: "main", cell: (review) => <ReviewText review={review} /> },
          { key: "stars", label: "Stars", kind: "number", cell: ({ rating }) => `${rating} of 5` },
          { key: "date", label: "Date", cell: ({ at }) => shortDate(at) },
          {
            key: "status",
            label: "Status",
            cell: ({ status }) => (
              <span className={`badge ${status === "published" ? "ok" : "warn"}`}>
                {status === "published" ? "Published" : "Hidden"}
              </span>
            ),
          },
          {
            key: "actions",
            label: "Actions",
            quietLabel: true,
            cell: (review) => <ReviewActions review={review} />,
          },
        ]}
      />
    </>
  );
}

function ReviewText({
  review: { product, slug, comment, author, reason, reply },
}: {
  review: ModeratedReview;
}) {
  return (
    <div className="row-words">
      <Link className="link" to={href("/product/:id?", { id: slug })}>
        {product}
      </Link>
      <p>{comment}</p>
      <p className="muted">{author ?? "Anonymous User"}</p>
      {reason && <p className="muted">Hidden because: {reason}</p>}
      {reply && <p>The shop answers: {reply}</p>}
    </div>
  );
}

function ReviewActions({ review: { id, product, status, reply } }: { review: ModeratedReview }) {
  return (
    <span className="row-actions">
      <Confirm
        id={`reply-${id}`}
        open={reply ? "Edit reply" : "Reply"}
        openLabel={`${reply ? "Edit reply" : "Reply"} to the review of ${product}`}
        openClass="btn btn-secondary"
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
            label="Why"
            name="reason"
            maxLength={300}
            required
            hint="For your colleagues; customers do not see it."
          />
        </Confirm>
      )}
    </span>
  );
}
