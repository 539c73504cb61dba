import { href, Link, useNavigation } from "react-router";
import type { OrderLine } from "../../../shop/orders/orders.ts";
import {
  fitLabels,
  fits,
  maxCommentLength,
  maxNameLength,
  type ReviewInput,
} from "../../../shop/reviews/reviews.ts";
import { reviewPath } from "../../parts/orders/order-links.ts";
import { ResponsivePicture } from "../../parts/picture.tsx";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { Field, FieldGroup, TextArea } from "../../ui/forms/field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { Star } from "../../ui/stars.tsx";

type Line = Pick<OrderLine, "id" | "slug" | "name" | "size" | "colour" | "picture"> & {
  gone: boolean;
  written: ReviewInput | null;
};

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
  const typed = answer?.typed;
  const { written } = line;
  const title = `review-${line.id}`;
  const options = [line.colour, line.size && `Size ${line.size}`].filter(Boolean).join(" · ");
  const head = (
    <div className="line">
      <div className="pic">
        {line.picture && <ResponsivePicture picture={line.picture} alt="" sizes="5.25rem" />}
      </div>
      <div>
        <h2 id={title} className="line-name">
          {line.gone ? line.name : <Link to={href("/product/:id?", { id: line.slug })}>{line.name}</Link>}
        </h2>
        <p className="line-variant">{options}</p>
        {written && <p className="hint">You have reviewed this. You can edit your review.</p>}
        {line.gone && <p className="hint">This product is no longer available.</p>}
      </div>
    </div>
  );
  if (line.gone) return <li>{head}</li>;
  const chosen = Number(typed ? typed.rating : written?.rating);
  return (
    <li>
      {head}
      <AnswerForm answer={answer} action={reviewPath(orderId)} aria-labelledby={title} preventScrollReset>
        <input type="hidden" name="line" value={line.id} />
        <FieldGroup name="rating" legend={<legend>Your rating</legend>}>
          <div className="rate">
            {[1, 2, 3, 4, 5].map((stars) => (
              <label key={stars}>
                <input
                  className="sr-only"
                  type="radio"
                  name="rating"
                  value={stars}
                  defaultChecked={stars === chosen}
                  required
                />
                <Star />
                <span className="sr-only">{stars === 1 ? "1 star" : `${stars} stars`}</span>
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
        <button className="btn btn-primary" type="submit" disabled={busy} aria-busy={busy}>
          {busy ? "Saving..." : written ? "Change Review" : "Send Review"}
        </button>
      </AnswerForm>
    </li>
  );
}
