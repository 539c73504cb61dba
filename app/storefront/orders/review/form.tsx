import { useEffect, useRef } from "react";
import { Form, href, Link, useNavigation } from "react-router";
import type { OrderLine } from "../../../../shop/orders/orders.ts";
import {
  maxCommentLength,
  maxNameLength,
  type ReviewErrors,
  type ReviewInput,
} from "../../../../shop/reviews/review-form.ts";
import { reviewPath } from "../../../parts/orders/order-links.ts";
import { ResponsivePicture } from "../../../parts/picture.tsx";
import { Field, TextArea } from "../../../ui/field.tsx";
import { FieldError } from "../../../ui/field-error.tsx";
import { Star } from "../../../ui/stars.tsx";

export type ReviewFormErrors = { lineId: string; errors: ReviewErrors; typed: Record<string, string> };

type Line = Pick<OrderLine, "id" | "slug" | "name" | "size" | "colour" | "picture"> & {
  gone: boolean;
  written: ReviewInput | null;
};

/** Writes or edits the review of one product. `name`: the displayed author. */
export function ReviewForm({
  orderId,
  line,
  name,
  formErrors,
}: {
  orderId: string;
  line: Line;
  name: string;
  formErrors: ReviewFormErrors | undefined;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { formAction, formData } = useNavigation();
  const busy = formAction === reviewPath(orderId) && formData?.get("line") === line.id;
  const { errors = {}, typed } = formErrors ?? {};
  const { written } = line;
  useEffect(() => {
    if (!formErrors) return;
    const wrong = Object.keys(formErrors.errors)[0] ?? "";
    const control = form.current?.querySelector(`[name="${CSS.escape(wrong)}"]`);
    if (control instanceof HTMLElement) control.focus();
  }, [formErrors]);
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
      <Form
        ref={form}
        className="stack"
        method="post"
        action={reviewPath(orderId)}
        aria-labelledby={title}
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="line" value={line.id} />
        <fieldset aria-describedby={errors.rating ? `${title}-rating` : undefined}>
          <legend>Your rating</legend>
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
          <FieldError id={`${title}-rating`} error={errors.rating} />
        </fieldset>
        <TextArea
          label="Your words"
          name="comment"
          rows={4}
          required
          maxLength={maxCommentLength}
          defaultValue={typed?.comment ?? written?.comment ?? ""}
          error={errors.comment}
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
            defaultValue={typed?.displayName ?? written?.displayName ?? name}
            error={errors.displayName}
          />
        </div>
        <button className="btn btn-primary" type="submit" disabled={busy} aria-busy={busy}>
          {busy ? "Saving..." : written ? "Change Review" : "Send Review"}
        </button>
      </Form>
    </li>
  );
}
