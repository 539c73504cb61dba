import { href, Link, useNavigation } from "react-router";
import { plural } from "../../../shop/money.ts";
import type { OrderLine } from "../../../shop/orders/orders.ts";
import {
  fitLabels,
  fits,
  maxCommentLength,
  maxNameLength,
  maxReviewPhotos,
  type ReviewPhoto,
  removalField,
} from "../../../shop/reviews/reviews.ts";
import type { WrittenReview } from "../../../shop/reviews/write-review.server.ts";
import { reviewPath } from "../../parts/orders/order-links.ts";
import { PhotoField, usePhotoCheck } from "../../parts/photos/photo-field.tsx";
import { ReviewPhotos } from "../../parts/photos/review-photos.tsx";
import { ProductPicture } from "../../parts/picture.tsx";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { Field, FieldGroup, TextArea } from "../../ui/forms/field.tsx";
import type { FieldTexts, FormAnswer } from "../../ui/forms/form-context.ts";
import { Star } from "../../ui/stars.tsx";

type Line = Pick<OrderLine, "id" | "slug" | "name" | "size" | "colour" | "picture"> & {
  gone: boolean;
  written: WrittenReview | null;
};

/** The error for more photos than a review may have. */
export const tooManyPhotosText = `A review has at most ${maxReviewPhotos} photos. Please choose fewer, or remove some.`;

/** Writes or edits the review of one product. `name`: the displayed author. */
export function ReviewForm({
  orderId,
  line,
  name,
  answer,
}: {
  orderId: string;
  line: Line;
  name: string;
  answer: FormAnswer | undefined;
}) {
  const { formAction, formData } = useNavigation();
  const busy = formAction === reviewPath(orderId) && formData?.get("line") === line.id;
  const photoCheck = usePhotoCheck(maxReviewPhotos, tooManyPhotosText);
  const typed = answer?.typed;
  const { written } = line;
  const title = `review-${line.id}`;
  const head = <ReviewedLine line={line} title={title} />;
  if (line.gone) return <li className="py-5">{head}</li>;
  const chosen = Number(typed ? typed.rating : written?.rating);
  return (
    <li className="py-5">
      {head}
      <AnswerForm
        answer={answer}
        action={reviewPath(orderId)}
        encType="multipart/form-data"
        aria-labelledby={title}
        preventScrollReset
        onSubmit={photoCheck.check}
      >
        <input type="hidden" name="line" value={line.id} />
        <FieldGroup name="rating" legend={<legend className="font-medium">Your rating</legend>}>
          <div className="rate flex">
            {[1, 2, 3, 4, 5].map((stars) => (
              <label key={stars} className="tap">
                <input
                  className="sr-only"
                  type="radio"
                  name="rating"
                  value={stars}
                  defaultChecked={stars === chosen}
                  required
                />
                <Star />
                <span className="sr-only">{plural(stars, "star")}</span>
              </label>
            ))}
          </div>
        </FieldGroup>
        {line.size !== null && (
          <FieldGroup name="fit" legend={<legend className="label">How did it fit? (optional)</legend>}>
            {fits.map((fit) => (
              <label key={fit} className="check">
                <input
                  type="radio"
                  name="fit"
                  value={fit}
                  defaultChecked={fit === (typed ? typed.fit : written?.fit)}
                />
                {fitLabels[fit]}
              </label>
            ))}
          </FieldGroup>
        )}
        <TextArea
          label="Your words"
          name="comment"
          rows={4}
          required
          maxLength={maxCommentLength}
          defaultValue={written?.comment ?? ""}
          hint="How does it fit? How does it feel?"
        />
        <OwnPhotos photos={written?.photos ?? []} typed={typed} />
        <PhotoField
          hint={`Up to ${maxReviewPhotos}, 8 MB each. Everyone can see them; where they were taken is removed.`}
          error={photoCheck.error}
          answered={answer !== undefined}
        />
        <label className="check">
          <input
            type="checkbox"
            name="show-name"
            value="yes"
            defaultChecked={typed ? typed["show-name"] === "yes" : Boolean(written?.displayName)}
          />
          Show a name instead of Anonymous User
        </label>
        <div className="name-to-show">
          <Field
            label="Name to show"
            name="displayName"
            maxLength={maxNameLength}
            autoComplete="nickname"
            defaultValue={written?.displayName ?? name}
          />
        </div>
        <button className="btn btn-primary" type="submit" aria-disabled={busy} aria-busy={busy}>
          {busy ? "Saving..." : written ? "Change Review" : "Send Review"}
        </button>
      </AnswerForm>
    </li>
  );
}

/** What is reviewed, and what has become of the review. */
function ReviewedLine({ line, title }: { line: Line; title: string }) {
  const { written } = line;
  const options = [line.colour, line.size && `Size ${line.size}`].filter(Boolean).join(" · ");
  return (
    <div className="line mb-4">
      <div className="pic">
        <ProductPicture picture={line.picture} alt="" sizes="5.25rem" />
      </div>
      <div>
        <h2 id={title} className="h3">
          {line.gone ? line.name : <Link to={href("/product/:id?", { id: line.slug })}>{line.name}</Link>}
        </h2>
        <p className="hint">{options}</p>
        {written && <p className="hint">You have reviewed this. You can edit your review.</p>}
        {written?.isHidden && (
          <p className="hint">
            We have hidden this review from the product page. If you think that is wrong, please{" "}
            <Link className="link" to={href("/contact")}>
              write to us
            </Link>
            .
          </p>
        )}
        {line.gone && <p className="hint">This product is no longer available.</p>}
      </div>
    </div>
  );
}

/** The photos of the review, each with a checkbox to remove it. */
function OwnPhotos({ photos, typed }: { photos: ReviewPhoto[]; typed: FieldTexts | undefined }) {
  if (photos.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Photos in your review</legend>
      <ReviewPhotos
        photos={photos}
        label="Your photo"
        each={({ id }, place) => (
          <label className="check">
            <input
              type="checkbox"
              name={removalField(id)}
              value="yes"
              defaultChecked={typed?.[removalField(id)] === "yes"}
            />
            Remove<span className="sr-only"> photo {place}</span>
          </label>
        )}
      />
    </fieldset>
  );
}
